import Foundation
import System

/// A date as HTTP writes it, in any of the three forms that RFC 9110 section 5.6.7 makes a recipient read.
///
/// It is read without a formatter, because the forms are fixed and the text may be anything.
enum HTTPDate {
  /// A length in bytes above that of every form.
  private static let longest = 64

  /// Seconds since 1970; `nil` if it is not an HTTP-date. Which day of the week is named is not checked, only that it is a word: a date is
  /// sent back as it came, so nothing else may stand in it.
  static func seconds(_ text: String) -> Int? {
    guard text.utf8.count <= longest else { return nil }
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
    guard let weekday = words.first, weekday.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    switch words.count {
    case 6 where isUTC(words[5]):  // Sun, 06 Nov 1994 08:49:37 GMT
      return seconds(day: words[1], month: words[2], year: number(words[3], digits: 4...4), time: words[4])
    case 5:  // Sun Nov  6 08:49:37 1994
      return seconds(day: words[2], month: words[1], year: number(words[4], digits: 4...4), time: words[3])
    case 4 where isUTC(words[3]):  // Sunday, 06-Nov-94 08:49:37 GMT
      let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let year = number(parts[2], digits: 2...2) else { return nil }
      // A year of two digits is in the century that makes it less than fifty years ago.
      return seconds(day: parts[0], month: parts[1], year: year < 70 ? 2000 + year : 1900 + year, time: words[2])
    default: return nil
    }
  }

  private static func isUTC(_ zone: String) -> Bool { zone == "gmt" || zone == "utc" }

  private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func seconds(day: String, month: String, year: Int?, time: String) -> Int? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), digits: 2...2) }
    guard let year, let day = number(day, digits: 1...2), let month = CivilDate.month(named: month), parts.count == 3,
      let hour = parts[0], let minute = parts[1], let second = parts[2]
    else { return nil }
    return CivilDate(year: year, month: month, day: day)?.seconds(hour: hour, minute: minute, second: second)
  }
}

extension Date {
  /// `2026-11-21 14:30 UTC`.
  var minuteWords: String {
    let time = formatted(.iso8601.time(includingFractionalSeconds: false)).prefix(5)
    return "\(formatted(.iso8601.year().month().day())) \(time) UTC"
  }
}
