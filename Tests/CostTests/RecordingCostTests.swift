import Foundation
import JSONDocument
import PayloadShape
import Testing

@testable import Recording

@Suite("The cost of making recordings")
struct RecordingCostTests {
  @Test("Redacting a response, and what it shows", arguments: DearTexts.all)
  func redaction(_ kind: DearTexts.Kind) throws {
    try CostOracle.expectLinear(
      "redaction: \(kind)", from: 200, make: { try JSONDocument(Array(kind.make($0).utf8)) }
    ) { document in
      let redactor = SharedRedactor(known: [])
      let maps = Set([document.root.index])
      #expect(!redactor.redacted(document, maps: maps).isEmpty)
      #expect(!redactor.structure(document, maps: maps).isEmpty)
    }
  }

  @Test("What responses of many paths show")
  func features() throws {
    try CostOracle.expectLinear(
      "recording: what a response shows", from: 50,
      make: { count in
        let text = DearTexts.object(count) { ("name\($0)", "[{\"a.\($0)\":1},{}]") }
        return PayloadShape(of: try JSONDocument(Array(text.utf8)))
      }
    ) { shape in
      #expect(ResponseFeatures(of: shape).count > 0)
    }
  }

  @Test("HTTP archives with many exchanges, and with such that cannot be read")
  func archives() throws {
    for exchange in [
      #"{"request":{"method":"get","url":"https://a.example/b"},"response":{"status":200,"content":{"text":"{}"}}}"#,
      "{}",
    ] {
      try CostOracle.expectLinear(
        "recording: archives", from: 50,
        make: { count in Array("{\"log\":{\"entries\":\(DearTexts.array(count) { _ in exchange })}}".utf8) }
      ) { text in
        let archive = try HARFile(text)
        #expect(archive.entries.isEmpty == (exchange == "{}"))
      }
    }
  }
}
