import Foundation
import JSONDocument
import Testing

@testable import DriftwatchCommand
@testable import Fetching
@testable import Monitoring
@testable import System

@Suite("The cost of bytes and texts around a response")
struct TextCostTests {
  @Test(
    "Masks over large texts",
    arguments: [
      "a", "secretsecretsecre", "c2VjcmV0", "%2573ecret", "\\u0073ecret", "\\\\", "736563726574", "secret-secret-1",
    ])
  func masks(_ piece: String) throws {
    let mask = SecretMask(["secret-secret-secret-1", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "Basic c2VjcmV0OnBhc3N3b3Jk"])
    try CostOracle.expectLinear("mask: \(piece)", from: 200, make: { String(repeating: piece, count: $0) }) { text in
      _ = mask.masked(text)
      let list = try mask.masked([text])
      #expect(list.count == 1)
    }
  }

  @Test("A mask of a long secret over a text that is nearly it")
  func longSecret() throws {
    try CostOracle.expectLinear(
      "mask: long secret", from: 200,
      make: { (SecretMask([String(repeating: "a", count: $0) + "b"]), String(repeating: "a", count: 8 * $0)) }
    ) { (mask: SecretMask, text: String) in
      _ = mask.masked(text)
    }
  }

  @Test("Header lines", arguments: ["X: y\r\n", " folded\r\n", "Link: <a>; rel=next, <b>\r\n", "nothing\r\n"])
  func headers(_ line: String) throws {
    var policy = FetchPolicy()
    (policy.maximumHeaderBytes, policy.maximumHeaderLines) = (1 << 30, 1 << 30)
    try CostOracle.expectLinear("header: \(line.dropLast(2))", from: 200, make: { $0 }) { count in
      var sink = ResponseSink(policy: policy)
      sink.restart(method: "GET", isEncrypted: false)
      for text in ["HTTP/1.1 200 OK\r\n", "A: b\r\n"] + Array(repeating: line, count: count) + ["\r\n"] {
        let bytes = Array(text.utf8)
        #expect(bytes.withUnsafeBufferPointer { sink.takeHeader($0) })
      }
      _ = sink.headers.list("Link")
    }
  }

  @Test(
    "Links in a header field",
    arguments: ["<a>; rel=prev, ", "<a>;a;", "<", "<a>; t=\"\\\\\", ", ";rel=x", "<a>; rel=\"a "])
  func links(_ piece: String) throws {
    try CostOracle.expectLinear("links: \(piece)", from: 400, make: { String(repeating: piece, count: $0) }) { text in
      _ = LinkHeader.target("next", in: text)
    }
  }

  @Test("gzip: members without content, and damage at the end")
  func gzip() throws {
    let empty: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    try CostOracle.expectLinear(
      "gzip", from: 200, make: { Array(repeatElement(empty, count: $0).joined()) + [0x1F] }
    ) { bytes in
      #expect(throws: Gzip.Flaw.self) { try Gzip.decompressed(bytes, limit: 1 << 20) }
    }
  }

  @Test("Configuration and accepted.json: many members, and comments")
  func configuration() throws {
    try CostOracle.expectLinear(
      "configuration file", from: 200,
      make: { Array(DearTexts.object($0) { ("a\($0)", "{\"b\": [1, 2]}") }.utf8) }
    ) { bytes in
      let file = try JSONFile(bytes, name: "test")
      for node in file.document.children(of: file.document.root) { _ = file.kind(node) }
    }
  }

  @Test("accepted.json with many entries")
  func accepted() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try CostOracle.expectLinear(
      "accepted.json", from: 100,
      make: { count in
        let rest = ",\"by\":\"Ann\",\"reason\":\"so\",\"acceptedAt\":\"2026-01-01T00:00:00Z\"}"
        let entries = DearTexts.array(count) {
          "\n{\"contract\":\"shop\",\"endpoint\":\"e\",\"rule\":\"field-removed\",\"path\":\"$.a\($0)\"" + rest
        }
        let file = folder.appending(path: "\(count).json")
        try Data(("{\"schemaVersion\":1,\"accepted\":" + entries + "}").utf8).write(to: file)
        return file
      }
    ) { file in
      _ = try AcceptedFile(path: file.path)
    }
  }
}
