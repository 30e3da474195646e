import Foundation

/// A date as HTTP writes it, in any of the three forms that RFC 9110 section 5.6.7 makes a recipient read.
///
/// By hand and without a formatter: the forms are fixed, the text is a stranger's, and no locale may have a say in it.
enum HTTPDate {
  /// More bytes than any of the forms has.
  private static let longest = 64
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Seconds since 1970, or `nil` for what is no HTTP-date; the day of the week is not checked.
  static func seconds(_ text: String) -> Int? {
    guard text.utf8.count <= longest else { return nil }
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
    switch words.count {
    case 6 where isUTC(words[5]):  // Sun, 06 Nov 1994 08:49:37 GMT
      return seconds(day: words[1], month: words[2], year: number(words[3], digits: 4...4), time: words[4])
    case 5:  // Sun Nov  6 08:49:37 1994
      return seconds(day: words[2], month: words[1], year: number(words[4], digits: 4...4), time: words[3])
    case 4 where isUTC(words[3]):  // Sunday, 06-Nov-94 08:49:37 GMT
      let parts = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, let year = number(parts[2], digits: 2...2) else { return nil }
      // Two digits mean the century that lies nearer; nothing that is announced lies fifty years back.
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
    guard let year, let day = number(day, digits: 1...2), let month = months.firstIndex(of: month), parts.count == 3,
      let hour = parts[0], let minute = parts[1], let second = parts[2], hour < 24, minute < 60, second <= 60,
      let days = days(year: year, month: month + 1, day: day)
    else { return nil }
    return days * 86_400 + hour * 3600 + minute * 60 + min(second, 59)
  }

  /// Days from 1970-01-01 to a day of the Gregorian calendar, which is carried backwards; `nil` where there is no such day.
  static func days(year: Int, month: Int, day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...9999).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
      return nil
    }
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400 + lengths.prefix(month - 1).reduce(0, +) + day - 1
      - daysBefore1970
  }

  /// From 0001-01-01 to 1970-01-01, in the Gregorian calendar carried backwards.
  private static let daysBefore1970 = 719_162
}

extension Date {
  /// `2026-11-21 14:30 UTC`.
  var minuteWords: String {
    let time = formatted(.iso8601.time(includingFractionalSeconds: false)).prefix(5)
    return "\(formatted(.iso8601.year().month().day())) \(time) UTC"
  }
}
