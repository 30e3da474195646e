import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

/// Keeps what an error says of itself.
private struct Record: Decodable {
  var texts: [String] = []
  private enum Keys: String, CodingKey { case n, s, list, map, date, url, decimal, inner }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    keep { try container.decode(Int.self, forKey: .n) }
    keep { try container.decode(Double.self, forKey: .n) }
    keep { try container.decode(String.self, forKey: .s) }
    keep { try container.decode([Int8].self, forKey: .list) }
    keep { try container.decode([String: Int].self, forKey: .map) }
    keep { try container.decode([Int: Bool].self, forKey: .map) }
    keep { try container.decode(Date.self, forKey: .date) }
    keep { try container.decode(URL.self, forKey: .url) }
    keep { try container.decode(Decimal.self, forKey: .decimal) }
    keep { try container.decode(Inner.self, forKey: .inner) }
    keep { try container.nestedUnkeyedContainer(forKey: .list).superDecoderText() }
    keep { try Inner(from: container.superDecoder(forKey: .inner)) }
    keep { try Inner(from: container.superDecoder()) }
  }

  private mutating func keep<T>(_ decode: () throws -> T) {
    do {
      _ = try decode()
      texts.append("fine")
    } catch {
      texts += [
        "\(error)", String(describing: error), error.localizedDescription, "\((error as NSError).domain)",
        "\((error as NSError).code)", "\(type(of: error))",
      ]
    }
  }
}

extension UnkeyedDecodingContainer {
  fileprivate func superDecoderText() throws -> String {
    var container = self
    return try container.superDecoder().singleValueContainer().decode(String.self)
  }
}

@Suite("What an initialiser keeps of the text of an error")
struct ErrorTextTests {
  @Test(
    "is the same as with Foundation",
    arguments: [
      "{}",
      #"{"n":1.5,"s":"\ud83d","list":[1,300],"map":{"a":"b"},"date":"x","url":"","decimal":1e400,"inner":{}}"#,
      #"{"n":1e400,"s":"\x","list":["a"],"map":{"1":2},"date":5,"url":7,"decimal":"x","inner":{"x":"y"}}"#,
      #"{"n":01,"s":"a\u12","list":[null],"map":[],"date":null,"url":null,"decimal":null,"inner":null}"#,
      #"{"n":"x","s":null,"list":{},"map":null,"date":[],"url":[],"decimal":[],"inner":7,"super":{"x":1.5}}"#,
      #"{"n":-,"s":"\u{0001}","list":[1.5],"map":{"a":1.5},"date":1.5,"url":"http://[","decimal":1.,"inner":{"x":1.5}}"#,
      #"{"n":1.2.3,"s":"\ude00","list":[01],"map":{"a":01},"date":01,"url":"\ud800","decimal":01,"inner":{"x":01}}"#,
      #"{"n":1.0e,"s":"\ud83d\u0041","list":[1e9],"map":{"1":1e99},"decimal":+1,"inner":[]}"#,
      #"{"n":99999999999999999999,"s":"\ud83d\ud83d","list":[],"map":{"x\ud83d":1},"inner":{"x":1,"y":"\ud83d"}}"#,
    ], [false, true])
  func texts(_ text: String, snake: Bool) {
    agreed(Record.self, text) {
      if snake { $0.keyDecodingStrategy = .convertFromSnakeCase }
      $0.dateDecodingStrategy = .iso8601
    }
  }

  @Test("is the same for bytes that are no text")
  func bytes() {
    for bytes: [UInt8] in [[0xff], [0xc3], [0x61, 0xe2, 0x82], [0x01], [0x1f, 0x61]] {
      agreed(Record.self, bytes: Array(#"{"s":""#.utf8) + bytes + Array(#""}"#.utf8))
    }
  }
}
