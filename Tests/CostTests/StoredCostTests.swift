import DriftModel
import Foundation
import Recording
import Testing

@testable import Monitoring
@testable import StoreSQL

@Suite("The cost of reading recordings and what the ledger holds")
struct StoredCostTests {
  private static let finding: String = {
    let finding = Finding(
      rule: .fieldTypeChanged, level: .warning,
      key: RequestKey(
        contract: "shop", endpoint: "products", request: "r", environment: "production", perspective: "default"),
      path: "$.a", versions: [AffectedVersion(version: "v1", shippedIn: "1.0", property: "T.a")],
      message: "$.a was number."
    ) { ($0.expected, $0.actual, $0.count, $0.total) = ("number", "string", 1, 1) }
    return (try? StoredJSON.encode(finding, part: "", path: "")) ?? ""
  }()

  @Test("Stored findings, whole and cut at their end", arguments: ["", "?"])
  func findings(_ end: String) throws {
    try CostOracle.expectLinear(
      "stored findings\(end.isEmpty ? "" : ", cut")", from: 40,
      make: { count in DearTexts.array(count) { _ in Self.finding } + end }
    ) { text in
      let found = try? StoredJSON.decode([Finding].self, from: text, part: "findings", path: "ledger")
      #expect((found == nil) == !end.isEmpty)
    }
  }

  @Test("The file beside a recording: many header fields, many unknown members")
  func meta() throws {
    let decoder = JSONDecoder()
    try CostOracle.expectLinear(
      "recording: header fields", from: 200,
      make: { count in "{\"status\":200,\"headers\":" + DearTexts.object(count) { ("X-\($0)", "\"v\"") } + "}" }
    ) { text in
      let meta = try decoder.decode(RecordingMeta.self, from: Data(text.utf8))
      #expect(meta.headers?.isEmpty == false)
    }
    try CostOracle.expectLinear(
      "recording: unknown members", from: 200, make: { DearTexts.object($0) { ("statu\($0)", "1") } }
    ) { text in
      let meta = try? decoder.decode(RecordingMeta.self, from: Data(text.utf8))
      #expect(meta == nil)
    }
  }

  @Test("Many recorded dates")
  func dates() throws {
    let top = FileManager.default.temporaryDirectory.appending(path: "cost-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: top) }
    try CostOracle.expectLinear(
      "recordings: dates", from: 20,
      make: { count in
        let contracts = top.appending(path: "\(count)")
        for day in 0..<count {
          let date = "20\(10 + day / 336)-\(11 + day / 28 % 2)-\(10 + day % 20)"
          let folder = contracts.appending(path: "API/Recordings/\(date)-\(day)/shop")
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        return contracts
      }
    ) { folder in
      let rounds = RecordedRounds(RecordingsFolder.all(inContracts: folder), ids: ["shop"])
      #expect(!rounds.days.isEmpty)
    }
  }
}
