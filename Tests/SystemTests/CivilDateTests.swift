import Foundation
import System
import Testing

@Suite("Days of the calendar")
struct CivilDateTests {
  @Test("Every day of eight centuries is the day after the one before, in both directions")
  func everyDay() throws {
    let first = try #require(CivilDate(year: 1600, month: 1, day: 1))
    var days = first.daysSince1970
    for year in 1600..<2400 {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CivilDate(year: year, month: month, day: day) else { continue }
          #expect(date.daysSince1970 == days)
          #expect(CivilDate(secondsSince1970: days * 86_400 + 86_399) == date)
          days += 1
        }
      }
    }
    #expect(days - first.daysSince1970 == 2 * 146_097)
  }

  @Test("Known days")
  func known() {
    for (year, month, day, days) in [
      (1970, 1, 1, 0), (2000, 2, 29, 11_016), (2026, 3, 1, 20_513), (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
    ] { #expect(CivilDate(year: year, month: month, day: day)?.daysSince1970 == days) }
    #expect(CivilDate(secondsSince1970: .min) == CivilDate(year: 1, month: 1, day: 1))
    #expect(CivilDate(secondsSince1970: .max) == CivilDate(year: 9999, month: 12, day: 31))
  }

  @Test("A day or time that does not exist is none")
  func none() {
    for (year, month, day) in [(2026, 2, 29), (1900, 2, 29), (2026, 13, 1), (2026, 4, 31), (0, 1, 1), (10_000, 1, 1)] {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
    let day = CivilDate(year: 2016, month: 12, day: 31)
    #expect(day?.seconds(hour: 24, minute: 0, second: 0) == nil && day?.seconds(hour: 1, minute: 60, second: 0) == nil)
    #expect(day?.seconds(hour: 23, minute: 59, second: 60) == day?.seconds(hour: 23, minute: 59, second: 59))
    #expect(CivilDate.month(named: "NOV") == 11 && CivilDate.month(named: "nova") == nil)
  }
}
