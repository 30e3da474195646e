import Foundation
import TestSupport
import Testing

@Suite("A provider that sends ever new giant names")
struct GiantNamesTests {
  private func size(_ driftwatch: Driftwatch) throws -> Int {
    try ["", "-wal"].reduce(0) { sum, end in
      let path = driftwatch.ledger + end
      guard FileManager.default.fileExists(atPath: path) else { return sum }
      return sum + (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
    }
  }

  private func person(_ check: Int, _ members: String) -> String {
    #"[{"id":1,"name":"Ada","email":"ada@example.org",\#(members)}]"#
  }

  @Test("makes no large ledger: not by one name of megabytes in each check, not by many, not by deep ones")
  func growth() async throws {
    let driftwatch = try Driftwatch(.quick)
    var sizes: [Int] = []
    for check in 0..<20 {
      let giant = String(repeating: "name\(check)", count: 100_000)
      let many = (0..<60).map { #""\#(String(repeating: "m", count: 240))\#(check)-\#($0)":\#(check)"# }
      let deep = (0..<60).reduce("\(check)") { value, level in
        #"{"\#(String(repeating: "d", count: 240))\#(check)-\#(level)":\#(value)}"#
      }
      let members = #""\#(giant)":\#(check),\#(many.joined(separator: ",")),"deep":\#(deep)"#
      let round = try await driftwatch.round(person(check, members), "--format", "json")
      #expect(round.code == 0, "\(round.errors)")
      let report = try ReportJSON(round.output)
      #expect(report.findings.allSatisfy { $0.level == "info" }, "\(report.findings.filter { $0.level != "info" })")
      sizes.append(try size(driftwatch))
    }
    #expect(sizes.allSatisfy { $0 < 8_000_000 }, "\(sizes)")
    let verified = try await driftwatch.call("store", "verify", "--db", driftwatch.ledger)
    #expect(verified.code == 0, "\(verified.text)")
  }

  @Test("is told that not all is kept; the same response again is unchanged; a limit that is set counts")
  func notice() async throws {
    let driftwatch = try Driftwatch(.quick)
    let names = (0..<800).map { #""\#(String(repeating: "m", count: 100))\#($0)":{"a":1}"# }
    let response = person(0, names.joined(separator: ","))
    try driftwatch.place.write(#"{"limits": {"shapeBytes": "64KiB"}}"#, to: "driftwatch.json")
    for check in 0..<3 {
      let round = try await driftwatch.round(
        response, "--format", "json", "--config", driftwatch.place.path("driftwatch.json"))
      let report = try ReportJSON(round.output)
      #expect(report.findings.count { $0.rule == "notice-shape-limited" && $0.level == "info" } == 1)
      #expect(report.findings.allSatisfy { $0.level == "info" } && round.code == 0)
      #expect(report.endpoints.map(\.outcome) == [check == 0 ? "ok" : "unchanged"])
    }
    let other = try await driftwatch.round(
      response.replacing("\"a\":1", with: "\"a\":2"), "--format", "json", "--config",
      driftwatch.place.path("driftwatch.json"))
    let rules = try ReportJSON(other.output).findings.filter { $0.rule.hasPrefix("field-") }
    #expect(rules.isEmpty && other.code == 0, "\(rules)")
    // With the usual limit all of it is kept.
    let fresh = try Driftwatch(.quick)
    let whole = try ReportJSON(try await fresh.round(response, "--format", "json").output)
    #expect(!whole.findings.contains { $0.rule == "notice-shape-limited" })
  }
}
