import ContractKit
import DriftModel
import PoliteContracts
import Testing

@testable import Monitoring

@Suite("Which reason for missing responses counts")
struct BlindnessReasonTests {
  private func verdict(_ outcome: Outcome) -> ResponseVerdict {
    ResponseVerdict(SourcedResponse(outcome: outcome, reason: outcome.rawValue), nil)
  }

  @Test("Requests that time out beside one that is gone are no removal of the endpoint")
  func goneBesideOthers() {
    #expect([verdict(.gone), verdict(.transport)].leading?.watchRule == .watchUnreachable)
    #expect([verdict(.gone), verdict(.gone)].leading?.watchRule == .watchGone)
    #expect([ResponseVerdict]().leading == nil)
  }

  @Test("An incident about missing responses is set aside, not mended, if a level is set for the reason of the day")
  func setLevel() async throws {
    let scenario = try LiveScenario([walk()])
    let list = ["walk": Set(["list"])]
    scenario.adjust = { $0.levels.set(.watchGone, to: .none) }
    try scenario.tell("list", "{}", status: 503)
    try await scenario.round(list)
    #expect(try await scenario.round(after: 3_600, list).happenings == ["opened responses"])
    try scenario.tell("list", "{}", status: 404)
    let other = try await scenario.round(after: 3_600, list)
    #expect(other.happenings == ["resolved responses"])
    #expect(other.transitions.first?.incident.resolution?.contains("left out") == true)
  }
}
