/// A day of the proleptic Gregorian calendar, in the years 1 to 9999.
///
/// It uses its own arithmetic instead of a formatter, so that it is the same on every system and in every locale, and
/// never traps.
///
/// - SeeAlso: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil` and `civil_from_days`.
public struct CivilDate: Equatable, Sendable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// The first and the last second of the calendar, since 1970.
  public static let seconds = -62_135_596_800...253_402_300_799

  private static let monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// A day, or `nil` if there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...9999).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
      return nil
    }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of a second since 1970. A second outside of ``seconds`` counts as the nearer end.
  public init(secondsSince1970 seconds: Int) {
    let bounded = min(max(seconds, Self.seconds.lowerBound), Self.seconds.upperBound)
    // Years are counted from March, so that the leap day is at their end. An era is 400 years.
    let shifted = (bounded >= 0 ? bounded : bounded - 86_399) / 86_400 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  public var daysSince1970: Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  /// Seconds since 1970 of a time of this day in UTC; `nil` if a day has no such time. A leap second counts as the one
  /// before.
  public func seconds(hour: Int, minute: Int, second: Int) -> Int? {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second) else { return nil }
    return ((daysSince1970 * 24 + hour) * 60 + minute) * 60 + min(second, 59)
  }

  /// The number of a month by its first three letters in English, in any letter case.
  public static func month(named name: some StringProtocol) -> Int? {
    monthNames.firstIndex(of: name.lowercased()).map { $0 + 1 }
  }
}
