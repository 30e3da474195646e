import Foundation

/// A point in time as somebody writes it at a command line.
enum PointInTime {
  /// Reads `2026-01-31` (the beginning of the day in UTC), `2026-01-31T10:00:00Z`, how long ago: `90d`, `12h`, or `now`.
  ///
  /// - Throws: `CommandFailure` with exit code 2 that says what can be written.
  static func date(_ text: String, for what: String, now: Date) throws -> Date {
    if text == "now" { return now }
    let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    // Foundation takes 30 February for 2 March.
    if text.utf8.count == 10, let date = try? day.parse(text), day.format(date) == text { return date }
    if text.utf8.count > 10, let moment = try? Date(text, strategy: .iso8601),
      !text.hasSuffix("Z") || moment.formatted(.iso8601) == text
    {
      return moment
    }
    if text.last?.isLetter == true, let seconds = Setting.Kind.seconds(text) { return now.addingTimeInterval(-seconds) }
    throw CommandFailure.usage(
      "\(what) needs a day (2026-01-31), a time (2026-01-31T10:00:00Z), how long ago (90d) or now, not \"\(text.printable)\""
    )
  }
}

extension CommandCall {
  /// The value of an option as a point in time.
  func date(_ option: String, now: Date) throws -> Date? {
    try value(option).map { try PointInTime.date($0, for: option, now: now) }
  }
}
