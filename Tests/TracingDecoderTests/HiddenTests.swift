import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

/// What follows depends on a member that is asked for by `try?`.
private struct Block: Decodable {
  enum Kind: String, Decodable { case text, image }
  var text: String?
  var width: Int?
  private enum Keys: String, CodingKey { case kind, text, width }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    switch try? container.decode(Kind.self, forKey: .kind) {
    case .text: text = try container.decode(String.self, forKey: .text)
    case .image: width = try container.decode(Int.self, forKey: .width)
    case nil: break
    }
  }
}

/// What follows does not.
private struct Plain: Decodable {
  var kind: Block.Kind?
  var text: String?
  private enum Keys: String, CodingKey { case kind, text }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    kind = try? container.decode(Block.Kind.self, forKey: .kind)
    text = try container.decodeIfPresent(String.self, forKey: .text)
  }
}

@Suite("What an initialiser that goes on without a value would have asked for")
struct HiddenTests {
  @Test(
    "is said to be hidden",
    arguments: [
      #"[{"kind":"texts","text":"a"},{"kind":"images","width":1}]"#, #"[{"kind":7,"text":"a"}]"#, #"[{"text":"a"}]"#,
      #"[{"kind":"text","text":"a"},{"text":"a"}]"#,
    ])
  func hidden(_ text: String) throws {
    agreed([Block].self, text)
    let trace = try traced([Block].self, text)
    #expect(trace.verdict == .decoded)
    #expect(trace.swallowed.map(\.pattern) == ["$[*].kind"])
    #expect(trace.hiddenBelow == ["$[*]"])
  }

  @Test(
    "is not hidden if the same is asked for anyway, or if nothing failed",
    arguments: [#"[{"kind":"texts","text":"a"}]"#, #"[{"text":"a"}]"#, #"[{"kind":"text"}]"#])
  func notHidden(_ text: String) throws {
    agreed([Plain].self, text)
    #expect(try traced([Plain].self, text).hiddenBelow == [])
    #expect(try traced([Block].self, #"[{"kind":"text","text":"a"},{"kind":"image","width":1}]"#).hiddenBelow == [])
  }

  @Test("is said to be hidden beside failures elsewhere")
  func besideFailures() throws {
    struct Page: Decodable {
      let blocks: [Block]
      let total: Int
    }
    let trace = try traced(Page.self, #"{"blocks":[{"kind":"texts","text":"a"}],"total":"x"}"#)
    #expect(brief(trace.failures) == ["1/1 $.total typeMismatch Int"])
    #expect(trace.hiddenBelow == ["$.blocks[*]"])
  }

  @Test("makes a decoding worth exploring, if it is not explored yet")
  func unexplored() throws {
    let document = try JSONDocument(Array(#"[{"kind":"texts","text":"a"}]"#.utf8))
    let plain = TracingDecoder.traced([Block].self, in: document, like: JSONDecoder(), exploring: false).trace
    #expect(plain.isUnexplored)
  }
}
