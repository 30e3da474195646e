import Foundation
import Testing

@testable import TracingDecoder

/// Whatever JSON there is, by trying one type after the other.
private enum Anything: Decodable {
  case bool(Bool), number(Double), text(String), list([Anything]), object([String: Anything])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([Anything].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: Anything].self))
    }
  }
}

/// A text, or a number as one.
private struct Identifier: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) { text = "\(number)" } else { text = try value.decode(String.self) }
  }
}

private struct Image: Decodable {
  let url: String
  let width: Int?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    url = try values.decode(String.self, forKey: .url)
    width = try? values.decode(Int.self, forKey: .width)
  }

  enum CodingKeys: CodingKey { case url, width }
}

private enum Media: Decodable {
  case link(String), image(Image)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let link = try? value.decode(String.self) {
      self = .link(link)
    } else {
      self = .image(try value.decode(Image.self))
    }
  }
}

/// Alternatives that are made by calling the initialiser itself.
private enum Direct: Decodable {
  case identifier(Identifier), image(Image)

  init(from decoder: any Decoder) throws {
    if let image = try? Image(from: decoder) {
      self = .image(image)
    } else {
      self = .identifier(try Identifier(from: decoder))
    }
  }
}

private struct Slot<T: Decodable>: Decodable {
  let value: T
  let size: Int?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    value = try values.decode(T.self, forKey: .value)
    size = try? values.decode(Int.self, forKey: .size)
  }

  enum CodingKeys: CodingKey { case value, size }
}

@Suite("A type that is tried before one that fits")
struct AlternativesTests {
  private func swallowed<T: Decodable>(_ type: T.Type, _ text: String) throws -> [String] {
    try brief(traced(type, text).swallowed)
  }

  @Test(
    "is no loss, whatever the order and wherever it stands",
    arguments: [#"{"a":[1,"x",true,{"b":[[]]}]}"#, #"[[{"a":{"b":2.5}}],"x"]"#, "7", #""x""#, "{}"])
  func anything(_ text: String) throws { #expect(try swallowed(Anything.self, text) == []) }

  @Test("is no loss in a type with one value, or in a union of types")
  func wrappers() throws {
    #expect(try swallowed([Identifier].self, #"[1,"x",2,"y"]"#) == [])
    #expect(try swallowed([Media].self, #"["a",{"url":"b","width":3},"c"]"#) == [])
    #expect(try swallowed([Direct].self, #"[{"url":"b","width":3},"x",5]"#) == [])
  }

  @Test("does not hide what the fitting type or its owner swallows")
  func losses() throws {
    #expect(
      try swallowed([Media].self, #"["a",{"url":"b","width":"3"}]"#) == ["1/1 $[*].width typeMismatch Int"])
    #expect(
      try swallowed(Slot<Anything>.self, #"{"value":{"a":1},"size":"9"}"#) == ["1/1 $.size typeMismatch Int"])
    #expect(
      try swallowed([Slot<Identifier>].self, #"[{"value":"x","size":1},{"value":"y","size":"1"}]"#)
        == ["1/2 $[*].size typeMismatch Int"])
  }

  @Test("is no loss beside a failure, which is the only one reported")
  func besideFailures() throws {
    let trace = try traced(
      [Slot<Anything>].self, #"[{"value":"x","size":1},{"size":2},{"value":{"a":1},"size":3}]"#)
    #expect(brief(trace.failures) == ["1/3 $[*].value keyNotFound Anything"])
    #expect(brief(trace.swallowed) == [])
    let deep = try traced(Anything.self, #"{"a":1,"b":null}"#)
    #expect(deep.verdict != .decoded)
    #expect(brief(deep.swallowed) == [])
  }
}
