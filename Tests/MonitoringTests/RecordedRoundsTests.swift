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
