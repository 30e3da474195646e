import Foundation
import JSONDocument
import Synchronization
import Testing
import TracingDecoder

@testable import DecoderTrials

@Suite("Key strategies")
struct KeyCases {
  private func snake(_ decoder: JSONDecoder) { decoder.keyDecodingStrategy = .convertFromSnakeCase }

  @Test(
    "Names in snake case become camel case: underscores around them stay, capitals inside do not",
    arguments: [
      ("image_url", "imageUrl"), ("_a_b", "_aB"), ("a_b_", "aB_"), ("__a_b__", "__aB__"), ("A_B", "aB"),
      ("ONE_TWO", "oneTwo"), ("oneTwo", "oneTwo"), ("one__two", "oneTwo"), ("ß_ß", "ßSs"), ("a_1b", "a1B"),
      ("", ""), ("_", "_"), ("__", "__"), ("image_URL", "imageUrl"), ("iPhone_x", "iphoneX"), ("a_bC_d", "aBcD"),
    ])
  func snakeCase(_ name: String, key: String) {
    let outcome = agreed(Keys.self, #"{"\#(name)":1,"plain":2}"#, namesAnyMember: false, snake)
    #expect(outcome.value?.contains("\"\(key)\"") == true, "\(outcome)")
    agreed([[Keys]].self, #"[[{"\#(name)":1}]]"#, snake)
  }

  @Test("Letters of other scripts, marks and signs are converted as Foundation does")
  func otherLetters() {
    for name in ["a_é_ü", "ǆ_ǆ", "a_'b", "a_b-c d", "İ_İ", "a_\u{301}b", "ﬁ_ﬁ", "a_😀_b", "ΑΣ_ΑΣ", "_ß", "1_0", "a._b"] {
      agreed(Keys.self, "{\"\(name)\":1}", snake)
    }
  }

  @Test("Coding keys that are themselves in snake case find nothing under the snake case strategy")
  func explicitSnake() {
    #expect(agreed(Explicit.self, #"{"image_url":"u","full_name":"n"}"#).value?.contains("\"u\"") == true)
    #expect(agreed(Explicit.self, #"{"image_url":"u","full_name":"n"}"#, snake).kindAlone == "keyNotFound")
    #expect(agreed(Camel.self, #"{"image_url":"u","one_two":1}"#, snake).value?.contains("imageURL:nil") == true)
  }

  @Test("Of names that become one, the first in the document is read")
  func collisions() {
    for (text, value) in [
      (#"{"one_two":1,"oneTwo":2}"#, 1), (#"{"oneTwo":2,"one_two":1}"#, 2),
      (#"{"one__two":3,"ONE_TWO":4,"one_two":1}"#, 3),
    ] {
      #expect(agreed(Camel.self, text, snake).value?.contains("oneTwo:\(value)") == true)
      agreed(Keys.self, text, snake)
      agreed([String: Int].self, text, snake)
    }
  }

  @Test("Names of a dictionary by text are left alone at every depth, those of the values inside are converted")
  func dictionaryByText() {
    #expect(agreed([String: Int].self, #"{"a_b":1}"#, snake).value?.contains("a_b") == true)
    let text = #"{"a_b":{"one_two":1,"image_url":"u"}}"#
    let outcome = agreed([String: Camel].self, text, namesAnyMember: true, snake)
    #expect(outcome.value?.contains("a_b") == true && outcome.value?.contains("oneTwo:1") == true)
    #expect(agreed([String: [String: Int]].self, #"{"a_b":{"c_d":1}}"#, snake).value?.contains("c_d") == true)
    #expect(agreed([[String: Int]].self, #"[{"a_b":1}]"#, snake).value?.contains("a_b") == true)
    #expect(agreed([String: Int].self, #"{"a_b":"x"}"#, snake).path == ["a_b"])
    #expect(agreed([String: Camel].self, #"{"a_b":{"one_two":"x"}}"#, snake).path == ["a_b", "oneTwo"])
    #expect(agreed([String: Int].self, "null", snake).text.contains("Cannot get value of type"))
    #expect(agreed([String: Int].self, "null").text.contains("Cannot get keyed"))
    agreed([String: Int].self, "[1]", snake)
    agreed([String: Int].self, #"{"\q":1}"#, snake)
    // One name after the other, each before its own value.
    agreed([String: Int].self, #"{"a":"x","\q":1}"#, snake)
    agreed([String: Int].self, #"{"\q":1,"a":"x"}"#, snake)
  }

  @Test("Names of dictionaries by number or by a type of the app are converted")
  func dictionaryByNumber() {
    #expect(agreed([Int: String].self, #"{"1_0":"a"}"#, snake).value?.contains("key:10") == true)
    #expect(agreed([Int: String].self, #"{"1_0":"a"}"#).kindAlone == "typeMismatch")
    #expect(agreed([Direction: Int].self, #"{"south_pole":1}"#).value?.contains("south") == true)
    #expect(agreed([Direction: Int].self, #"{"south_pole":1}"#, snake).value == nil)
    #expect(agreed([Language: Int].self, #"{"pt_br":1}"#, snake).value?.contains("ptBr") == true)
    agreed([Language: Int].self, #"{"much_too_long_a_name":1}"#, snake)
    agreed([Weekday: Int].self, #"{"1":1,"3":2}"#, namesAnyMember: true)
  }

  private struct Seen: Decodable {
    struct Item: Decodable { var a_b: Int? }
    var list: [Item], map: [String: Item], deep: Holder<Item?>
  }

  @Test("A strategy of the app's own is asked for every member of every object, with its whole path")
  func pathsOfCustomStrategy() throws {
    final class Paths: Sendable {
      let all = Mutex<[String]>([])
    }
    let text = #"{"list":[{},{"a_b":1,"c":2}],"map":{"x":{"a_b":1},"y":{}},"deep":{"v":{"z":0}},"q":{"unread":1}}"#
    func asked(_ decode: (JSONDecoder) throws -> Void) rethrows -> [String] {
      let paths = Paths()
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .custom { path in
        let text = path.map { "\($0.stringValue)\($0.intValue.map { "#\($0)" } ?? "")" }.joined(separator: "/")
        paths.all.withLock { $0.append(text) }
        return path.last ?? Name(stringValue: "")
      }
      try decode(decoder)
      return paths.all.withLock { $0.sorted() }
    }
    let document = try JSONDocument(Array(text.utf8))
    let foundation = try asked { _ = try $0.decode(Seen.self, from: Data(text.utf8)) }
    let plain = try asked { _ = try decode(Seen.self, from: document, like: $0) }
    let traced = asked { _ = trace(Seen.self, in: document, like: $0) }
    #expect(foundation.contains("list/Index 1#1/a_b"))
    #expect(plain == foundation)
    #expect(traced == foundation)
  }

  @Test("A strategy of the app's own may give several members one name: the first is read")
  func customCollisions() {
    for text in [#"{"v":1,"w":2}"#, #"{"w":2,"v":1}"#, #"{"w":null,"v":1}"#, #"{"w":"x","v":1}"#, "{}"] {
      for target in [
        Target(Maybe<Int>.self), Target(Keys.self), Target([String: Int].self, hasDictionary: true),
        Target([Int: Int].self, hasDictionary: true),
      ] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { _ in Name(stringValue: "v") }
        if let difference = target.difference(text, decoder) { Issue.record("\(target): \(difference)") }
      }
    }
  }
}
