import DriftModel
import Foundation
import Recording
import Testing
import ToDo

@testable import Monitoring

@Test(
  "A folder's date is the one that begins its name",
  arguments: [
    ("2025-09-25", true), ("2025-09-25-slug", true), ("2025-02-30", false), ("25-09-2025", false),
    ("recordings", false),
    ("2025-9-25", false), ("", false),
  ])
func datesBeginNames(_ name: String, _ isDate: Bool) {
  #expect((RecordingsFolder.date(of: name) != nil) == isDate)
}

@Test(
  "A folder's date is midnight in UTC",
  arguments: [
    ("1970-01-01", 0.0), ("2000-02-29-leap", 951_782_400), ("2025-09-25", 1_758_758_400), ("2100-03-01", 4_107_542_400),
  ])
func datesAreMidnight(_ name: String, _ seconds: Double) {
  #expect(RecordingsFolder.date(of: name) == Date(timeIntervalSince1970: seconds))
}

@Test("A recorded 401 says nothing of the credential that is declared, which nobody reads or sends here")
func recordedRefusal() async throws {
  let scenario = try RecordedScenario([todo], from: ["ToDo"])
  let refused = try #require(try await scenario.round().endpoint("items"))
  #expect(refused.outcome == .auth)
  #expect(refused.reason?.hasPrefix("401 ") == true && refused.reason?.contains("TODO_TOKEN") == false)
}
