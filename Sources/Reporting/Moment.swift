import Foundation

/// A point in time, cut into the fields of the Gregorian calendar, for the years 1 to 9999; other dates are moved to the nearer end.
///
/// Own arithmetic instead of a formatter: the same text on every system, no locale, and no date that traps.
///
/// - SeeAlso: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
struct Moment: Equatable {
  let year: Int
  let month: Int
  let day: Int
  /// Seconds since midnight, 0 to 86,399.
  let secondOfDay: Int
  /// Distance of the zone from UTC in seconds.
  let offset: Int

  init(_ date: Date, offset: Int = 0) {
    let seconds = date.timeIntervalSince1970
    let bounded = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
    let local = min(max(Int(bounded.rounded(.down)) + offset, -62_135_596_800), 253_402_300_799)
    let days = (local >= 0 ? local : local - 86_399) / 86_400
    secondOfDay = local - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.offset = offset
  }

  init(_ date: Date, in zone: TimeZone) {
    let isOrdinary = abs(date.timeIntervalSince1970) < 2e11
    self.init(date, offset: isOrdinary ? zone.secondsFromGMT(for: date) : 0)
  }

  /// `2026-11-20`.
  var date: String { "\(padded(year, 4))-\(padded(month))-\(padded(day))" }
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
