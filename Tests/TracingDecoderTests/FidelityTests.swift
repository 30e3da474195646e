import DecoderTrials
import Foundation
import JSONDocument
import Testing
import TracingDecoder

private struct Item: Decodable {
  var id: Int
  var at: Date?
}

/// Decodes in a way that its properties do not show.
private final class Overriding: JSONDecoder, @unchecked Sendable {
  override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try super.decode(type, from: Data(#"[{"id":1}]"#.utf8))
  }
}

@Suite("Differences between our decoder and Foundation's are reported")
struct FidelityTests {
  private func error(_ text: String) -> (any Error)? {
    do {
      _ = try JSONDecoder().decode([Item].self, from: Data(text.utf8))
      return nil
    } catch { return error }
  }

  @Test(
    "Each trace agrees with what Foundation made of the same text",
    arguments: [#"[{"id":1}]"#, #"[{"id":"1"}]"#, "[{}]", #"[{"id":1.5}]"#, #"[{"id":1,"at":"x"}]"#, "{}", "[null]"])
  func agreement(_ text: String) throws {
    #expect(try traced([Item].self, text).disagreement(with: error(text)) == nil)
  }

  struct Difference: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let ours: String
    let theirs: String
    let words: String
  }

  @Test(
    "Another verdict, another kind of error and another place are each told in one line",
    arguments: [
      Difference(
        testDescription: "only we fail", ours: "[{}]", theirs: #"[{"id":1}]"#,
        words: "Foundation decodes it, we fail at $[*].id"),
      Difference(
        testDescription: "only Foundation fails", ours: #"[{"id":1}]"#, theirs: "[{}]",
        words: "Foundation refuses it (keyNotFound), we decode it"),
      Difference(
        testDescription: "the kind differs", ours: "[{}]", theirs: #"[{"id":"1"}]"#,
        words: "Foundation says typeMismatch, we say keyNotFound at $[*].id"),
      Difference(
        testDescription: "the place differs", ours: #"[{"id":"1"}]"#, theirs: #"[{"id":1},{"id":"1"}]"#,
        words: "Foundation fails at Index 1.id, we fail at Index 0.id"),
    ])
  func disagreement(_ difference: Difference) throws {
    #expect(try traced([Item].self, difference.ours).disagreement(with: error(difference.theirs)) == difference.words)
  }

  @Test("A decoder that cannot be mirrored gives a reason and no verdict")
  func notMirrored() throws {
    let document = try JSONDocument(Array(#"[{"id":"x"}]"#.utf8))
    let lenient = JSONDecoder()
    lenient.allowsJSON5 = true
    for (decoder, word) in [(Overriding(), "Overriding"), (lenient, "JSON5")] {
      let decoding = traced([Item].self, in: document, like: decoder)
      guard case .notMirrored(let reason) = decoding.trace.verdict else {
        Issue.record("mirrored: \(word)")
        continue
      }
      #expect(reason.contains(word))
      #expect(decoding.trace.failures.isEmpty && decoding.trace.fields.isEmpty)
      #expect(decoding.trace.disagreement(with: error("[{}]")) == nil)
    }
  }
}
