import ContractKit
import Foundation
import JSONDocument
import PayloadShape
import Testing
import TracingDecoder

@testable import Examination

@Suite("The cost of reading a response")
struct DocumentCostTests {
  private static let sizes = 500

  @Test("Text, notices, links and envelope", arguments: DearTexts.all)
  func text(_ kind: DearTexts.Kind) throws {
    var job = Job(contract: "c", endpoint: "e", versions: [], body: [])
    job.links = ["$[*].id": 100_000, "$[*]": 100_000, "$.*": 100_000]
    let item = WorkOrder.Item(job, dictionaryPaths: [])
    try CostOracle.expectLinear("text: \(kind)", from: Self.sizes, make: { Array(kind.make($0).utf8) }) { bytes in
      var response = JobResponse(bytes)
      #expect(response.read(itself: item) != nil)
    }
  }

  @Test(
    "Texts that are not JSON, as is seen at their ends only",
    arguments: [
      ("[", "\"a\","), ("{", "\"a\":1,"), ("\"", "\\u00e9"), ("[", "[],"), ("[", " \n"), ("[", "{\"a\":[1]},"),
      ("-", "0"),
    ])
  func broken(_ start: String, _ piece: String) throws {
    try CostOracle.expectLinear(
      "broken text: \(start)\(piece)", from: Self.sizes,
      make: { Array((start + String(repeating: piece, count: $0) + "?").utf8) }
    ) { bytes in
      #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    }
  }

  @Test("Shape", arguments: DearTexts.all)
  func shape(_ kind: DearTexts.Kind) throws {
    try CostOracle.expectLinear(
      "shape: \(kind)", from: Self.sizes, make: { try JSONDocument(Array(kind.make($0).utf8)) }
    ) { document in
      #expect(PayloadShape(of: document).documents == 1)
    }
  }

  private struct Colour: Decodable {
    let colour: Hue?
    enum Hue: String, Decodable {
      case red, unknown
      init(from decoder: any Decoder) throws {
        self = Hue(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
      }
    }
  }

  private struct Lossy: Decodable {
    let values: [String: Int]
    init(from decoder: any Decoder) throws {
      let all = try decoder.singleValueContainer().decode([String: Maybe].self)
      values = all.compactMapValues(\.value)
    }
    struct Maybe: Decodable {
      let value: Int?
      init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Int.self) }
    }
  }

  private struct Node: Decodable {
    let a: [Node]?
    let id: Int
  }

  private func expectLinear<T: Decodable>(_ name: String, as type: T.Type, _ make: (Int) -> String) throws {
    try CostOracle.expectLinear(
      "explanation: \(name)", from: 200, make: { try JSONDocument(Array(make($0).utf8)) }
    ) { document in
      for exploring in [false, true] {
        _ = traced(type, in: document, like: JSONDecoder(), exploring: exploring).trace
      }
    }
  }

  @Test("Explanation: a failure in each record")
  func failures() throws {
    try expectLinear("failures", as: [Node].self) { DearTexts.array($0) { "{\"id\":\"x\($0)\"}" } }
  }

  @Test("Explanation: another unknown case in each record")
  func cases() throws {
    try expectLinear("unknown cases", as: [Colour].self) { DearTexts.array($0) { "{\"colour\":\"colour\($0)\"}" } }
  }

  @Test("Explanation: failures that are swallowed")
  func swallowed() throws {
    try expectLinear("swallowed", as: Lossy.self) { DearTexts.object($0) { ("n\($0)", "\"x\"") } }
  }

  @Test("Explanation: members that nobody reads")
  func unread() throws {
    try expectLinear("unread", as: [Node].self) {
      DearTexts.array($0) { "{\"id\":1,\"unread\($0)\":{\"b\":1}}" }
    }
  }

  @Test("Frames of a worker in small pieces")
  func frames() throws {
    try CostOracle.expectLinear(
      "frames", from: 200, make: { try (0..<$0).flatMap { try Frame.encode(["message \($0)"]) } }
    ) { bytes in
      var (reader, count) = (FrameReader(), 0)
      for start in stride(from: 0, to: bytes.count, by: 7) {
        reader.append(bytes[start..<min(start + 7, bytes.count)])
        while try reader.next() != nil { count += 1 }
      }
      #expect(count >= 100)
    }
  }

  @Test("A frame with a shape of many paths, written and read")
  func message() throws {
    try CostOracle.expectLinear(
      "message", from: 200,
      make: { count in
        let text = DearTexts.object(count / 2) { ("n\($0)", "{\"a\":\"x\"}") }
        let shape = try #require(PayloadShape(ofText: Array(text.utf8)))
        return try FrameEncoder.encode(WorkerMessage.shaped(WorkUnit(0, .shape), shape))
      }
    ) { bytes in
      let message = try FrameDecoder.decode(WorkerMessage.self, from: bytes)
      let written = try FrameEncoder.encode(message)
      #expect(written.count == bytes.count)
    }
  }

  @Test("Frames that are made to be dear: members of many names, lists in lists, lists that are cut off")
  func frameValues() throws {
    try CostOracle.expectLinear(
      "members", from: 200,
      make: { count in
        try FrameEncoder.encode(Dictionary(uniqueKeysWithValues: (0..<count).map { ("name \($0)", ["a": $0]) }))
      }
    ) { bytes in
      let members = try FrameDecoder.decode([String: [String: Int]].self, from: bytes)
      #expect(members.count >= 100)
    }
    try CostOracle.expectLinear(
      "nesting", from: 200,
      make: { count in
        try FrameEncoder.encode((0..<count).map { [[[[[$0]]]]] })
      }
    ) { bytes in
      _ = try FrameDecoder.decode([[[[[[Int]]]]]].self, from: bytes)
      #expect((try? FrameDecoder.decode([[[[[[Int]]]]]].self, from: bytes.dropLast())) == nil)
      #expect((try? FrameDecoder.decode(WorkerMessage.self, from: bytes)) == nil)
    }
  }
}
