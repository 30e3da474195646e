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
  case known, common
  case unknown(String)
  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "known": self = .known
    case "common": self = .common
    case let text: self = .unknown(text)
    }
  }
}

/// A union: its texts are texts and no names.
private enum TextOrNumber: Decodable {
  case number(Int), text(String)
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

/// Reads the same word in two spellings, and refuses others.
private enum Spelled: String, Decodable {
  case cancelled, open
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let known = Self(rawValue: text == "canceled" ? "cancelled" : text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "none of them"))
    }
    self = known
  }
}

/// Translates words into numbers.
private enum Priority: Int, Decodable {
  case low, high
  init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decode(String.self) == "low" ? .low : .high
  }
}

/// Numbers, of which the unknown ones become one.
private enum Size: Int, Decodable {
  case unknown = -1
  case small, large
  init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(Int.self)) ?? .unknown
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

/// As it is generated from a schema: an empty raw value stands for what is unknown.
private enum Generated: String, Decodable {
  case paid, shipped
  case unknown = ""
  init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}

/// The same, but it hides the names of its cases.
private enum Unnamed: String, Decodable, CustomStringConvertible {
  case paid
  case other = ""
  var description: String { rawValue }
  init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }
}

private struct Door: Decodable {
  var state: Plain
  var number: Numbered?
  var single: Single?
}

@Suite("The known values of enums are found without help from the app")
struct EnumTests {
  @Test("The raw values of an enum without CaseIterable are known")
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

  @Test("A number that is not a raw value is an unknown value, with the known ones as a hint")
  func numbers() throws {
    let trace = try traced(Door.self, #"{"state":"open","number":7}"#)
    #expect(trace.failures.map(\.kind) == [.enumUnknownValue])
    #expect(trace.failures.first?.hint == #"known: "1", "2""#)
  }

  @Test("The catch-all case of an enum without raw values is found with a made-up text")
  func catchAll() throws {
    let trace = try traced([Opaque].self, #"["sea","lake","river","lake","pond"]"#)
    #expect(trace.verdict == .decoded)
    #expect(trace.fallbacks.map(\.excerpt) == [#""lake""#, #""pond""#])
    #expect(trace.fallbacks.map(\.fallback) == ["other", "other"])
    #expect(trace.fallbacks.map(\.count) == [2, 1])
    #expect(trace.fallbacks.first?.pattern == "$[*]")
    #expect(trace.fallbacks.first?.pointer == "/1")
  }

  @Test("A catch-all case with an empty raw value is known by its name, and the empty text is no known value then")
  func emptyRawValue() throws {
    let trace = try traced([Generated].self, #"["paid","refunded"]"#)
    #expect(trace.fallbacks.map(\.fallback) == [""])
    #expect(trace.fallbacks.map(\.caseName) == ["unknown"])
    #expect(trace.fallbacks.map(\.hint) == [#"known: "paid", "shipped""#])
    let unnamed = try traced([Unnamed].self, #"["refunded"]"#)
    #expect(unnamed.fallbacks.map(\.fallback) == [""])
    #expect(unnamed.fallbacks.map(\.caseName) == [nil])
    #expect(unnamed.fallbacks.map(\.hint) == [#"known: "paid""#])
  }

  @Test("A catch-all case that keeps the text is found too")
  func keeping() throws {
    let trace = try traced([Keeping].self, #"["known","new"]"#)
    #expect(trace.fallbacks.map(\.excerpt) == [#""new""#])
    #expect(trace.fallbacks.map(\.fallback) == ["unknown"])
  }

  @Test("A union, another spelling, a translation and the catch-all's own name do not count as unknown values")
  func noFallbacks() throws {
    #expect(try traced([TextOrNumber].self, #"["a",1,"b"]"#).fallbacks.isEmpty)
    #expect(try traced([Spelled].self, #"["canceled","open"]"#).fallbacks.isEmpty)
    #expect(try traced([Priority].self, #"["low","high"]"#).fallbacks.isEmpty)
    #expect(try traced([Opaque].self, #"["sea","other","Other"]"#).fallbacks.isEmpty)
  }

  @Test("Numbers that became the catch-all case are listed, also beside an unrelated failure")
  func numberFallback() throws {
    struct Page: Decodable { var sizes: [Size], kinds: [Opaque], total: Int }
    let good = try traced(Page.self, #"{"sizes":[0,7],"kinds":["lake"],"total":1}"#)
    #expect(good.fallbacks.map(\.excerpt) == ["7", #""lake""#])
    #expect(good.fallbacks.map(\.fallback) == ["-1", "other"])
    let bad = try traced(Page.self, #"{"sizes":[0,7],"kinds":["lake"],"total":"x"}"#)
    #expect(bad.fallbacks == good.fallbacks)
    #expect(bad.failures.map(\.pattern) == ["$.total"])
  }

  @Test("An enum that refuses what it does not know has no catch-all case")
  func strict() throws {
    #expect(try traced([Strict].self, #"["left","right"]"#).fallbacks.isEmpty)
    #expect(try traced([Strict].self, #"["left","up"]"#).failures.map(\.pattern) == ["$[*]"])
  }
}
