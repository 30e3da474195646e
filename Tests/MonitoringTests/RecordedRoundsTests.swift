import Foundation
import Testing

@testable import Monitoring

@Test(
  "A folder's date is the one that begins its name",
  arguments: [
    ("2025-09-25", true), ("2025-09-25-slug", true), ("2025-02-30", false), ("25-09-2025", false),
    ("recordings", false),
    ("2025-9-25", false), ("", false),
  ])
func datesBeginNames(_ name: String, _ isDate: Bool) {
  #expect((RecordedRounds.date(of: name) != nil) == isDate)
}

@Test(
  "A folder's date is midnight in UTC",
  arguments: [
    ("1970-01-01", 0.0), ("2000-02-29-leap", 951_782_400), ("2025-09-25", 1_758_758_400), ("2100-03-01", 4_107_542_400),
  ])
func datesAreMidnight(_ name: String, _ seconds: Double) {
  #expect(RecordedRounds.date(of: name) == Date(timeIntervalSince1970: seconds))
}
