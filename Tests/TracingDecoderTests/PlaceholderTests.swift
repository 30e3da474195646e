import DecoderTrials
import Foundation
import JSONDocument
import Synchronization
import Testing
import TracingDecoder

private enum Plain: String, Decodable { case open, shut = "closed", ajar }

private struct Letter: Decodable {
  var address: URLComponents?
  var when: DateInterval?
  var text: String
}

private enum Figure: Decodable {
  case circle(Double), square(Int)
  private enum Keys: String, CodingKey { case type, radius, side }
  private enum Kind: String, Decodable { case circle, square }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    switch try container.decode(Kind.self, forKey: .type) {
    case .circle: self = .circle(try container.decode(Double.self, forKey: .radius))
    case .square: self = .square(try container.decode(Int.self, forKey: .side))
    }
  }
}

private struct Tagged: Decodable {
  var kind: Plain
  var name: String
  var size: Int
}

@Suite("Limits of placeholders")
struct PlaceholderTests {
  @Test("Foundation's own types get constants, because placeholders could stop the process")
  func foundationTypes() throws {
    let trace = try traced(Letter.self, #"{"address":{"scheme":1},"when":{"start":"x"},"text":2}"#)
    #expect(
      trace.failures.map(\.pattern) == ["$.address.scheme", "$.when.start", "$.text"])
    #expect(trace.hiddenBelow == ["$.address", "$.when"])
  }

  @Test("After an unknown discriminator no placeholder is used, and more failures may be hidden")
  func discriminator() throws {
    let trace = try traced(
      [Figure].self,
      #"[{"type":"circle","radius":1},{"type":"square","side":2},{"type":9,"radius":null},{"type":"hexagon"}]"#)
    #expect(
      brief(trace.failures) == ["1/4 $[*].type typeMismatch Kind", "1/4 $[*].type enumUnknownValue Kind"])
    #expect(trace.hiddenBelow == ["$[*]"])
  }

  @Test("Failures after an enum that no later request depends on are found")
  func plainEnum() throws {
    let trace = try traced([Tagged].self, #"[{"kind":"loose","name":1,"size":"x"}]"#)
    #expect(
      brief(trace.failures) == [
        "1/1 $[*].kind enumUnknownValue Plain", "1/1 $[*].name typeMismatch String", "1/1 $[*].size typeMismatch Int",
      ])
    #expect(trace.hiddenBelow.isEmpty)
  }
}

private struct Card: Decodable {
  var imageURL: String?
  var title: String
}

private struct Many: Decodable {
  var values: [String: Int] = [:]
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for name in ["m300", "m2", "m299"] {
      values[name] = try container.decodeIfPresent(Int.self, forKey: Key(stringValue: name))
    }
  }
}

/// Goes on by an optional discriminator.
private struct Optionally: Decodable {
  private enum Keys: String, CodingKey { case kind, a, b }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    if try container.decodeIfPresent(Int.self, forKey: .kind) ?? 3 == 3 {
      _ = try container.decode(String.self, forKey: .a)
    } else {
      _ = try container.decode(Int.self, forKey: .b)
    }
  }
}

/// A thread of comments, whose responses are lost with all that is wrong in them.
private struct Comment: Decodable {
  var replies: [Comment]
  var author: String, body: String, score: Int
  private enum Keys: String, CodingKey { case replies, author, body, score }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    replies = (try? container.decode([Comment].self, forKey: .replies)) ?? []
    author = try container.decode(String.self, forKey: .author)
    body = try container.decode(String.self, forKey: .body)
    score = try container.decode(Int.self, forKey: .score)
  }
}

/// Asks for all keys again and again.
private struct AllKeys: Decodable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for key in container.allKeys + container.allKeys { _ = try container.decodeIfPresent(Int.self, forKey: key) }
  }
}

/// Keeps what an error says.
private struct Logged: Decodable, Equatable {
  var words: String
  private enum Keys: String, CodingKey { case a }
  init(from decoder: any Decoder) throws {
    do {
      words = "\(try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .a))"
    } catch {
      words = "\(error)"
    }
  }
}

@Suite("What recovery must not do")
struct RecoveryLimitTests {
  @Test("After an optional discriminator no placeholder is used")
  func optionalDiscriminator() throws {
    let trace = try traced(Optionally.self, #"{"kind":"x","b":1}"#)
    #expect(brief(trace.failures) == ["1/1 $.kind typeMismatch Int"])
    #expect(trace.hiddenBelow == ["$"])
  }

  @Test("Failures behind swallowed ones cost no more than one check each", arguments: [3, 10, 60])
  func thread(_ depth: Int) throws {
    let text = (0..<depth).reduce("[]") { inner, _ in #"[{"user":"u","text":"t","points":1,"replies":\#(inner)}]"# }
    let trace = try traced([Comment].self, text)
    #expect(trace.failures.map(\.pattern) == ["$[*].author", "$[*].body", "$[*].score"])
  }

  @Test(
    "What an initialiser keeps of an error is what Foundation says",
    arguments: [#"{"a":"x"}"#, "{}", #"{"a":1.5}"#, "[]"])
  func errorText(_ text: String) throws {
    let expected = try JSONDecoder().decode(Logged.self, from: Data(text.utf8))
    let document = try JSONDocument(Array(text.utf8))
    #expect(try decode(Logged.self, from: document, like: JSONDecoder()) == expected)
  }

  @Test("A key strategy's closure is called as often as Foundation calls it")
  func closureCalls() throws {
    final class Calls: Sendable { let count = Mutex(0) }
    func calls(_ decode: (JSONDecoder) throws -> Void) rethrows -> Int {
      let calls = Calls()
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .custom { path in
        calls.count.withLock { $0 += 1 }
        return path[path.count - 1]
      }
      try decode(decoder)
      return calls.count.withLock { $0 }
    }
    let text = Array(#"[{"a":1,"b":2},{"c":1}]"#.utf8)
    let expected = try calls { _ = try $0.decode([AllKeys].self, from: Data(text)) }
    let document = try JSONDocument(text)
    #expect(try calls { _ = try decode([AllKeys].self, from: document, like: $0) } == expected)
  }

  @Test("A missing member is one failure, even if its name is spelled differently elsewhere")
  func missingUnderSnakeCase() throws {
    struct One: Decodable { var oneTwo: [Int] }
    let trace = try traced([One].self, #"[{"z":1},{"one_two":[1]},{"z":2},{"z":3}]"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    #expect(brief(trace.failures) == ["3/4 $[*].one_two keyNotFound Array<Int>".replacing("Array<Int>", with: "[Int]")])
  }

  @Test("A member that is read is not the hint for another one")
  func readMembersAreNoNearMiss() throws {
    struct Address: Decodable { var address1: String, address2: String? }
    let trace = try traced(Address.self, #"{"address1":"x"}"#)
    #expect(trace.fields.allSatisfy { $0.nearMiss == nil })
  }

  @Test("An attempt to decode a dictionary does not make an object's names data")
  func dictionaryAttempt() throws {
    struct User: Decodable { var name: String }
    struct Either: Decodable {
      init(from decoder: any Decoder) throws {
        if (try? [String: Int](from: decoder)) != nil { return }
        _ = try decoder.container(keyedBy: PlainKeys.self).decode(User.self, forKey: .user)
      }
      private enum PlainKeys: String, CodingKey { case user }
    }
    struct Holder: Decodable { var either: Either }
    let trace = try traced(Holder.self, #"{"either":{"user":{"name":"a","extra":1},"more":2}}"#)
    #expect(trace.verdict == .decoded)
    #expect(trace.unread == ["$.either.user.extra", "$.either.more"])
    #expect(trace.dictionaryPaths.isEmpty)
  }
}

@Suite("Requests on large objects and with key strategies")
struct ReadingTests {
  @Test("A key that its strategy never produces has a hint")
  func nearMiss() throws {
    let trace = try traced([Card].self, #"[{"image_url":"u","title":"t"},{"image_url":"v","title":"t"}]"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    let field = try #require(trace.fields.first { $0.property == "imageURL" })
    #expect((field.seen, field.missing) == (0, 2))
    #expect(field.nearMiss == "image_url")
    #expect(trace.unread == ["$[*].image_url"])
  }

  @Test("Requested members are distinguished from others among many", arguments: [301, 3])
  func many(_ count: Int) throws {
    let members = (0..<count).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
    let trace = try traced([Many].self, "[{\(members)},{\(members)}]")
    #expect(trace.unread.contains("$[*].m1"))
    #expect(!trace.unread.contains("$[*].m2"))
    #expect(trace.unread.contains("$[*].m300") == false)
    #expect(trace.fields.filter { $0.seen == 2 }.map(\.property) == (count > 3 ? ["m300", "m2", "m299"] : ["m2"]))
  }
}
