import DecoderTrials
import Foundation
import JSONDocument
import Testing
import TracingDecoder

private enum Plain: String, Decodable { case open, shut = "closed", ajar }
private enum Numbered: Int, Decodable { case one = 1, two }
private enum Single: String, Decodable { case only }

/// Neither raw-representable nor iterable: what it was made of cannot be told from its values.
private enum Opaque: Decodable, Equatable {
  case sea, river, other
  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "sea": self = .sea
    case "river": self = .river
    default: self = .other
    }
  }
}

/// Keeps what it does not know.
private enum Keeping: Decodable {
  case known
  case unknown(String)
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = text == "known" ? .known : .unknown(text)
  }
}

private enum Strict: Decodable {
  case left, right
  struct Neither: Error {}
  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "left": self = .left
    case "right": self = .right
    default: throw Neither()
    }
  }
}

private struct Door: Decodable {
  var state: Plain
  var number: Numbered?
  var single: Single?
}

@Suite("Enums tell what they know, with no help from the app")
struct EnumTests {
  @Test("The raw values of an enum are known, though it lists no cases")
  func vocabulary() throws {
    let trace = try traced([Door].self, #"[{"state":"open","number":2,"single":"only"},{"state":"closed"}]"#)
    #expect(trace.verdict == .decoded)
    let known = Dictionary(uniqueKeysWithValues: trace.fields.map { ($0.property, $0.knownValues) })
    #expect(known == ["state": ["open", "closed", "ajar"], "number": ["1", "2"], "single": ["only"]])
  }

  @Test(
    "An unknown value is told from one that is nearly known",
    arguments: [
      ("Open", #""Open" is "open" in other letter case"#), ("closd", #""closd" is nearly "closed""#),
      ("broken", #"known: "open", "closed", "ajar""#),
    ])
  func hints(_ text: String, _ hint: String) throws {
    let trace = try traced(Door.self, #"{"state":"\#(text)"}"#)
    #expect(trace.failures.map(\.kind) == [.enumUnknownValue])
    #expect(trace.failures.first?.pattern == "$.state")
    #expect(trace.failures.first?.hint == hint)
  }

  @Test("A number that is no raw value is an unknown value, and the known ones are told")
  func numbers() throws {
    let trace = try traced(Door.self, #"{"state":"open","number":7}"#)
    #expect(trace.failures.map(\.kind) == [.enumUnknownValue])
    #expect(trace.failures.first?.hint == #"known: "1", "2""#)
  }

  @Test("The catch-all case of an enum without raw values is found by what it makes of a text that nobody has")
  func catchAll() throws {
    let trace = try traced([Opaque].self, #"["sea","lake","river","lake","pond"]"#)
    #expect(trace.verdict == .decoded)
    #expect(trace.fallbacks.map(\.excerpt) == [#""lake""#, #""pond""#])
    #expect(trace.fallbacks.map(\.fallback) == ["other", "other"])
    #expect(trace.fallbacks.map(\.count) == [2, 1])
    #expect(trace.fallbacks.first?.pattern == "$[*]")
    #expect(trace.fallbacks.first?.pointer == "/1")
  }

  @Test("So is a case that keeps the text")
  func keeping() throws {
    let trace = try traced([Keeping].self, #"["known","new"]"#)
    #expect(trace.fallbacks.map(\.excerpt) == [#""new""#])
    #expect(trace.fallbacks.map(\.fallback) == ["unknown"])
  }

  @Test("An enum that refuses what it does not know has no catch-all case")
  func strict() throws {
    #expect(try traced([Strict].self, #"["left","right"]"#).fallbacks.isEmpty)
    #expect(try traced([Strict].self, #"["left","up"]"#).failures.map(\.pattern) == ["$[*]"])
  }
}

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

@Suite("What a placeholder stands for decides how far it is trusted")
struct PlaceholderTests {
  @Test("Foundation's own types are not made of blanks, over which they would stop the process")
  func foundationTypes() throws {
    let trace = try traced(Letter.self, #"{"address":{"scheme":1},"when":{"start":"x"},"text":2}"#)
    #expect(
      trace.failures.map(\.pattern) == [
        "$.address.scheme", "$.address.path", "$.when.start", "$.when.duration", "$.text",
      ])
  }

  @Test("Behind an unknown discriminator nothing is made up; it is said that more may be hidden")
  func discriminator() throws {
    let trace = try traced(
      [Figure].self,
      #"[{"type":"circle","radius":1},{"type":"square","side":2},{"type":9,"radius":null},{"type":"hexagon"}]"#)
    #expect(
      brief(trace.failures) == ["1/4 $[*].type typeMismatch Kind", "1/4 $[*].type enumUnknownValue Kind"])
    #expect(trace.hiddenBelow == ["$[*]"])
  }

  @Test("An enum that decides nothing hides nothing: what comes after it is found")
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

@Suite("What was read of large objects and under key strategies")
struct ReadingTests {
  @Test("A key that its strategy never makes is pointed at")
  func nearMiss() throws {
    let trace = try traced([Card].self, #"[{"image_url":"u","title":"t"},{"image_url":"v","title":"t"}]"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    let field = try #require(trace.fields.first { $0.property == "imageURL" })
    #expect((field.seen, field.missing) == (0, 2))
    #expect(field.nearMiss == "image_url")
    #expect(trace.unread == ["$[*].image_url"])
  }

  @Test("Members that are asked for are told from the others among many", arguments: [301, 3])
  func many(_ count: Int) throws {
    let members = (0..<count).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
    let trace = try traced([Many].self, "[{\(members)},{\(members)}]")
    #expect(trace.unread.contains("$[*].m1"))
    #expect(!trace.unread.contains("$[*].m2"))
    #expect(trace.unread.contains("$[*].m300") == false)
    #expect(trace.fields.filter { $0.seen == 2 }.map(\.property) == (count > 3 ? ["m300", "m2", "m299"] : ["m2"]))
  }
}
