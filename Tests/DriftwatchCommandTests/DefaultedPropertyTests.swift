import Foundation
import TestSupport
import Testing

@Suite("A property that falls to its default, with an app's own mapping")
struct DefaultedPropertyTests {
  /// The recorded list, with another note at each landmark, so that no two responses are equal.
  private static func list(_ check: Int, isFeatured: Bool) throws -> String {
    let recorded = URL(filePath: Driftwatch.contracts).appending(
      path: "Landmarks/Recordings/2026-02-06/landmarks/landmarks/index.json")
    var list = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: recorded)) as? [String: Any])
    list["items"] = try #require(list["items"] as? [[String: Any]]).enumerated().map { index, item in
      var item = item
      item["note"] = "check \(check), landmark \(index)"
      if !isFeatured { item["isFeatured"] = nil }
      return item
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: list), as: UTF8.self)
  }

  @Test("It is told once the member that it is made of is known to be gone, and is over when that is back")
  func told() async throws {
    let driftwatch = try Driftwatch()
    func check(_ number: Int, isFeatured: Bool) async throws -> [String] {
      try driftwatch.place.write(
        Self.list(number, isFeatured: isFeatured), to: "round/landmarks/landmarks/index.json")
      let ending = try await driftwatch.call(
        "check", "landmarks/list", "--from", driftwatch.place.path("round"), "--contracts", Driftwatch.contracts,
        "--db",
        driftwatch.ledger, "--fail-on", "never", "--format", "json")
      #expect(ending.code == 0, "\(ending.errors)")
      return try ReportJSON(ending.output).findings.filter { $0.rule == "mapping-property-defaulted" }.map {
        "\($0.level) \($0.path)"
      }
    }
    for number in 1...4 { #expect(try await check(number, isFeatured: true) == []) }
    var told: [String] = []
    for number in 5...10 where told.isEmpty { told = try await check(number, isFeatured: false) }
    #expect(told == ["warning $.items[*].isFeatured"])
    #expect(try await check(11, isFeatured: true) == [])
  }
}
