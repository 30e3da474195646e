import Foundation
import System

/// A point in time as a day of the calendar with a time of the day in some zone. A date outside of the years 1 to 9999 counts as
/// the nearer end.
struct Moment: Equatable {
  private let day: CivilDate
  /// Seconds since midnight, 0 to 86,399.
  let secondOfDay: Int
  /// Distance of the zone from UTC in seconds.
  let offset: Int

  init(_ date: Date, offset: Int = 0) {
    let seconds = date.timeIntervalSince1970
    let (first, last) = (CivilDate.seconds.lowerBound, CivilDate.seconds.upperBound)
    let bounded = seconds.isNaN ? 0 : min(max(seconds, Double(first)), Double(last))
    let local = min(max(Int(bounded.rounded(.down)) + offset, first), last)
    day = CivilDate(secondsSince1970: local)
    secondOfDay = local - day.daysSince1970 * 86_400
    self.offset = offset
  }

  init(_ date: Date, in zone: TimeZone) {
    let isOrdinary = abs(date.timeIntervalSince1970) < 2e11
    self.init(date, offset: isOrdinary ? zone.secondsFromGMT(for: date) : 0)
  }

  /// `2026-11-20`.
  var date: String { "\(padded(day.year, 4))-\(padded(day.month))-\(padded(day.day))" }
  /// `14:15`.
  var time: String { "\(padded(secondOfDay / 3_600)):\(padded(secondOfDay % 3_600 / 60))" }
  /// Whether it is the first second of a day, as with recordings that are known by their date only.
  var isMidnight: Bool { secondOfDay == 0 }
  /// `UTC`, `UTC+02:00`.
  var zone: String {
    guard offset != 0 else { return "UTC" }
    let minutes = abs(offset) / 60
    return "UTC\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
  /// ISO 8601 without zone: `2026-11-20T14:15:00`.
  var iso8601: String { "\(date)T\(time):\(padded(secondOfDay % 60))" }

  func isSameDay(as other: Moment) -> Bool { date == other.date }

  private func padded(_ number: Int, _ digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
