import ContractKit
import DriftModel
import DriftRules
import Foundation
import PoliteContracts
import Testing

@testable import Monitoring

@Suite("A feed that stands still, in live rounds")
struct FreshnessTests {
  private let list = ["walk": Set(["list"])]
  private let hour = 3600.0

  /// The six latest posts, one every three hours up to `last`.
  private func posts(until last: Date) -> String {
    let posts = (0..<6).map { index -> String in
      let date = last.addingTimeInterval(-3 * hour * Double(index))
      return
        "{\"id\":\(Int(date.timeIntervalSince1970)),\"name\":\"Ada\",\"publishedAt\":\"\(date.formatted(.iso8601))\"}"
    }
    return "[\(posts.joined(separator: ","))]"
  }

  @Test(
    "Equal responses are carried forward until its time has come; then it is told once, and the next post resolves it")
  func standing() async throws {
    let scenario = try LiveScenario([walk()])
    for _ in 0..<33 {
      try scenario.tell("list", posts(until: scenario.clock))
      #expect(try await scenario.round(after: 3 * hour, list).transitions.isEmpty)
    }
    var outcomes: [Outcome?] = []
    var happenings: [String] = []
    for _ in 0..<12 {
      let round = try await scenario.round(after: 12 * hour, list)
      outcomes.append(round.outcome("list"))
      happenings += round.happenings
    }
    // Four days after the last advance it is examined anew, and never again while the bytes are equal.
    #expect(outcomes == Array(repeating: .unchanged, count: 7) + Array(repeating: .drift, count: 5))
    #expect(happenings == ["opened how new $ is"])
    #expect(try scenario.requests().suffix(12).map(\.isConditional).filter { !$0 }.count == 1)
    let last = try await scenario.round(list)
    let finding = try #require(last.findings(.freshnessStale).first)
    #expect(finding.level == .warning && finding.path == "$" && finding.versions.map(\.version) == ["v1"])
    #expect(last.exitCode == 0 && last.openIncidents.count == 1)
    try scenario.tell("list", posts(until: scenario.clock))
    let resolved = try await scenario.round(list)
    #expect(resolved.happenings == ["resolved how new $ is"] && resolved.findings(.freshnessStale).isEmpty)
    #expect(resolved.outcome("list") == .ok)
  }
}
