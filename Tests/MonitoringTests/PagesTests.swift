import ContractKit
import DriftModel
import DriftRules
import Fetching
import PoliteContracts
import TestSupport
import Testing

@testable import Monitoring

@Suite("Pages of a list", .serialized)
struct PagesTests {
  private func people(_ numbers: ClosedRange<Int>, _ more: String = "") -> String {
    "[" + numbers.map { #"{"id":\#($0),"name":"Ada"\#(more)}"# }.joined(separator: ",") + "]"
  }

  @Test("Each number is a request, and all pages are one endpoint with one baseline")
  func numbered() async throws {
    let scenario = try LiveScenario([
      Contract("paged", baseURL: "https://paged.example") {
        Endpoint("list", get: "/list-{page}", values: ["page": .pages(1...3)])
      }
    ])
    for page in 1...3 { try scenario.tell("list-\(page)", people(page * 10...page * 10 + 9)) }
    let first = try await scenario.round()
    #expect(first.report.endpoints.map(\.endpoint) == ["list"] && first.outcome("list") == .ok)
    #expect(try scenario.requests().map(\.path).sorted() == ["/told/list-1", "/told/list-2", "/told/list-3"])
    try scenario.tell("list-3", people(30...39, #","city":"Berlin""#))
    let second = try await scenario.round()
    #expect(second.report.findings.filter { $0.rule == .fieldAdded }.map(\.path) == ["$[*].city"])
    #expect(second.outcome("list") == .ok)  // an added member is no drift
    // The same pages again change nothing.
    let third = try await scenario.round()
    #expect(third.result.transitions.isEmpty && third.exitCode == second.exitCode)
  }

  @Test(
    "Offsets are pages with a step",
    arguments: [
      (Values.pages(1...3), ["1", "2", "3"]), (.pages(0...100, by: 50), ["0", "50", "100"]),
      (.pages(0...99, by: 50), ["0", "50"]), (.pages(4...4), ["4"]), (.pages(1...3, by: 0), []),
    ] as [(Values, [String])])
  func numbers(values: Values, expected: [String]) { #expect(values == .samples(expected)) }
}
