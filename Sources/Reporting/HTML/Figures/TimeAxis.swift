import Foundation

/// A stretch of time as the width of a drawing, with the marks that people read it by.
struct TimeAxis {
  /// A mark with its name.
  struct Tick: Equatable {
    /// From 0 to 100.
    let position: Double
    let name: String
  }

  let from: Date
  let to: Date
  let ticks: [Tick]
  private let zone: TimeZone

  private static let year = 365.0 * 86_400
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The year up to `end`, or less if nothing is known of its beginning.
  ///
  /// - Parameters:
  ///   - end: What counts as now.
  ///   - first: The earliest moment that there is something of; `nil`: none.
  ///   - zone: Zone of the days.
  init(until end: Date, since first: Date?, in zone: TimeZone = .gmt) {
    let earliest = end.addingTimeInterval(-Self.year)
    // An hour at least, so that one moment is no width.
    let known = min(first ?? end, end.addingTimeInterval(-3_600))
    // Some room before the first thing, so that it is seen to begin.
    let room = end.timeIntervalSince(known) * 0.03
    from = max(earliest, known.addingTimeInterval(-room))
    to = end
    self.zone = zone
    ticks = Self.ticks(from, to, zone)
  }

  /// Where a moment lies, from 0 to 100; what lies outside is at the nearer end.
  func position(_ date: Date) -> Double { Self.position(date, from, to) }

  /// Whether some of a stretch of time lies inside.
  func shows(_ start: Date, _ end: Date) -> Bool { end >= from && start <= to }

  private static func position(_ date: Date, _ from: Date, _ to: Date) -> Double {
    let share = date.timeIntervalSince(from) / to.timeIntervalSince(from) * 100
    return share.isFinite ? min(max(share, 0), 100) : 0
  }

  /// Hours, days, weeks or months, at most about twelve.
  private static func ticks(_ from: Date, _ to: Date, _ zone: TimeZone) -> [Tick] {
    let span = to.timeIntervalSince(from)
    let hour = 3_600.0
    let steps = [hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 48 * hour, 168 * hour, 336 * hour]
    guard let step = steps.first(where: { span / $0 <= 9 }) else { return monthTicks(from, to, zone) }
    let offset = Double(zone.secondsFromGMT(for: from))
    var ticks: [Tick] = []
    var local = ((from.timeIntervalSince1970 + offset) / step).rounded(.up) * step
    while local - offset <= to.timeIntervalSince1970 {
      let date = Date(timeIntervalSince1970: local - offset)
      let moment = Moment(date, offset: Int(offset))
      let isDay = moment.secondOfDay == 0
      ticks.append(Tick(position: position(date, from, to), name: isDay ? day(moment) : moment.time))
      local += step
    }
    return ticks
  }

  private static func monthTicks(_ from: Date, _ to: Date, _ zone: TimeZone) -> [Tick] {
    var ticks: [Tick] = []
    var last = ""
    // By days: a year has few of them, and months are of several lengths.
    var date = from
    while date <= to {
      let moment = Moment(date, in: zone)
      let month = String(moment.date.prefix(7))
      if !last.isEmpty, month != last {
        let start = date.addingTimeInterval(-Double(moment.secondOfDay))
        ticks.append(Tick(position: position(start, from, to), name: name(ofMonth: month)))
      }
      last = month
      date = date.addingTimeInterval(86_400)
    }
    return ticks
  }

  /// `Mar`; of a January its year.
  private static func name(ofMonth text: String) -> String {
    let number = Int(text.suffix(2)) ?? 1
    return number == 1 ? String(text.prefix(4)) : months[min(max(number, 1), 12) - 1]
  }

  /// `6 Feb`.
  private static func day(_ moment: Moment) -> String {
    let parts = moment.date.split(separator: "-")
    guard parts.count == 3, let month = Int(parts[1]), let day = Int(parts[2]) else { return moment.date }
    return "\(day) \(months[min(max(month, 1), 12) - 1])"
  }
}

extension TimeAxis {
  /// The marks below a drawing, for those who see it.
  var html: HTML {
    let shown = ticks.filter { $0.position < 94 }
    let names = shown.enumerated().map { index, tick in
      // Every second name has room on a narrow screen.
      let styles: [HTML.Attribute] = shown.count > 6 && index % 2 == 1 ? [.styles(.other)] : []
      return HTML(.text, styles + [.x(tick.position), .y(75)], [.text(tick.name)])
    }
    return HTML(.svg, [.styles(.axis), .hiddenFromReaders], lines + names)
  }

  /// Upright lines at the marks.
  var lines: [HTML] { ticks.map { HTML(.line, [.styles(.tick)] + HTML.Attribute.upright(at: $0.position), []) } }
}
