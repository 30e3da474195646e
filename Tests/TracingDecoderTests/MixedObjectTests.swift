import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

/// How an initialiser reads all members of its own object as a dictionary.
private protocol Way {
  static var isFirst: Bool { get }
  static func read<V: Decodable>(_ type: V.Type, from decoder: any Decoder) throws -> [String: V]
}

/// With the dictionary's own initialiser.
private enum Directly {
  static func read<V: Decodable>(_ type: V.Type, from decoder: any Decoder) throws -> [String: V] {
    try [String: V](from: decoder)
  }
}

/// As the value of a container.
private enum AsValue {
  static func read<V: Decodable>(_ type: V.Type, from decoder: any Decoder) throws -> [String: V] {
    try decoder.singleValueContainer().decode([String: V].self)
  }
}

private enum DirectlyFirst: Way {
  static let isFirst = true
  static func read<V: Decodable>(_ type: V.Type, from decoder: any Decoder) throws -> [String: V] {
    try Directly.read(type, from: decoder)
  }
}

private enum DirectlyLast: Way {
  static let isFirst = false
  static func read<V: Decodable>(_ type: V.Type, from decoder: any Decoder) throws -> [String: V] {
    try Directly.read(type, from: decoder)
  }
}

private enum AsValueFirst: Way {
  static let isFirst = true
  static func read<V: Decodable>(_ type: V.Type, from decoder: any Decoder) throws -> [String: V] {
    try AsValue.read(type, from: decoder)
  }
}

private enum AsValueLast: Way {
  static let isFirst = false
  static func read<V: Decodable>(_ type: V.Type, from decoder: any Decoder) throws -> [String: V] {
    try AsValue.read(type, from: decoder)
  }
}

/// Two members by name, and all members as a dictionary.
private struct Mixed<W: Way, Name: Decodable, Value: Decodable>: Decodable {
  let name: Name
  let size: Int?
  var all: [String: Value] = [:]

  private enum Keys: String, CodingKey { case name, size }

  init(from decoder: any Decoder) throws {
    if W.isFirst { all = try W.read(Value.self, from: decoder) }
    let container = try decoder.container(keyedBy: Keys.self)
    name = try container.decode(Name.self, forKey: .name)
    size = try container.decodeIfPresent(Int.self, forKey: .size)
    if !W.isFirst { all = try W.read(Value.self, from: decoder) }
  }
}

@Suite("An object that is read as a struct and as a dictionary")
struct MixedObjectTests {
  private func trace<N: Decodable, V: Decodable>(
    _ text: String, _ name: N.Type, _ value: V.Type, snake: Bool = false,
    _ check: (DecodingTrace, _ way: String) throws -> Void
  ) throws {
    func one<W: Way>(_ way: W.Type) throws {
      let configure: (JSONDecoder) -> Void = { if snake { $0.keyDecodingStrategy = .convertFromSnakeCase } }
      agreed([Mixed<W, N, V>].self, text, namesAnyMember: true, configure)
      try check(try traced([Mixed<W, N, V>].self, text, configure), "\(way)")
    }
    try one(DirectlyFirst.self)
    try one(DirectlyLast.self)
    try one(AsValueFirst.self)
    try one(AsValueLast.self)
  }

  @Test("has its failures at the members by name, counted in objects", arguments: [false, true])
  func failures(snake: Bool) throws {
    let rest = #","size":1,"x-a":1,"x-b":"2","x-c":[],"x-d":null"#
    let text = "[{\"name\":1\(rest)},{\"name\":\"n\"\(rest)},{\"name\":2\(rest)}]"
    try trace(text, String.self, AnyValue.self, snake: snake) { trace, way in
      #expect(brief(trace.failures) == ["2/3 $[*].name typeMismatch String"], "\(way)")
      #expect(trace.failures.first?.pointer == "/0/name")
      #expect(trace.failures.first?.property == "name")
      #expect(trace.failures.first?.owner?.hasPrefix("Mixed") == true)
      #expect(trace.unread == [], "\(way)")
      #expect(trace.dictionaryPaths.contains("$[*]"))
      #expect(trace.fields.map(\.pattern) == ["$[*].name", "$[*].size"], "\(way)")
    }
  }

  @Test("has a place for a member that is missing, and for each of two failures")
  func missing() throws {
    let text = #"[{"size":"1","x":2},{"name":"a","size":1},{"size":2},{"name":"a","size":"3"}]"#
    try trace(text, String.self, AnyValue.self) { trace, way in
      #expect(
        Set(brief(trace.failures)) == ["2/4 $[*].name keyNotFound String", "2/4 $[*].size typeMismatch Int"], "\(way)")
      #expect(trace.failures.first { $0.kind == .keyNotFound }?.pointer == "/0/name")
      #expect(trace.failures.first { $0.kind == .keyNotFound }?.hint == nil)
    }
  }

  @Test("tells apart a named member and one that only the dictionary reads")
  func both() throws {
    let text = #"[{"name":1,"x-a":"a"},{"name":"n","x-a":2},{"name":"n","x-b":3},{"name":4,"x-c":5}]"#
    try trace(text, String.self, String.self) { trace, way in
      #expect(
        Set(brief(trace.failures)) == ["2/4 $[*].name typeMismatch String", "3/8 $[*].* typeMismatch String"], "\(way)")
    }
  }

  @Test("has one failure for a value that fits neither, with both types")
  func neither() throws {
    let text = #"[{"name":"x","y":1},{"name":"z","y":2}]"#
    try trace(text, Double.self, Int.self) { trace, way in
      let types = way.hasSuffix("First") ? "Int or Double" : "Double or Int"
      #expect(brief(trace.failures) == ["2/2 $[*].name typeMismatch \(types)"], "\(way)")
      #expect(trace.failures.first?.property == "name")
      #expect(trace.swallowed == [])
    }
  }

  @Test("has what is wrong deep inside a named member at that member, once")
  func deep() throws {
    let text = #"[{"name":{"x":"bad"},"other":{"x":1}},{"name":{"x":1},"other":{"x":"bad"}}]"#
    try trace(text, Inner.self, Inner.self) { trace, way in
      #expect(Set(trace.failures.map(\.pattern)) == ["$[*].name.x", "$[*].*.x"], "\(way)")
      #expect(trace.failures.map(\.count) == [1, 1], "\(way)")
      #expect(Set(trace.failures.map(\.pointer)) == ["/0/name/x", "/1/other/x"], "\(way)")
    }
  }

  @Test("is no dictionary where reading it as one was only tried")
  func onlyTried() throws {
    struct Either: Decodable {
      let name: String?
      private enum Keys: String, CodingKey { case name }
      init(from decoder: any Decoder) throws {
        if let all = try? [String: Int](from: decoder) {
          name = all.keys.min()
        } else {
          name = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .name)
        }
      }
    }
    let text = #"[{"name":"n","more":1},{"name":"n"}]"#
    agreed([Either].self, text)
    let trace = try traced([Either].self, text)
    #expect(trace.dictionaryPaths == [])
    #expect(trace.unread == ["$[*].more"])
    #expect(trace.fields.map(\.pattern) == ["$[*].name"])
  }
}
