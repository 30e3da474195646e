import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

private enum Kind: String, Decodable { case one, two, three }

/// An enum without raw values that reads texts.
private enum Size: Decodable {
  case small, large
  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "small": self = .small
    case "large": self = .large
    default: throw CocoaError(.coderInvalidValue)
    }
  }
}

/// A value of another type, wrapped as an app's own default would be.
private struct Wrapped<Value: Decodable>: Decodable {
  let value: Value
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }
}

extension Wrapped: Sendable where Value: Sendable {}

/// At most five.
private struct Stars: Decodable {
  let number: Int
  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    guard (1...5).contains(number) else { throw CocoaError(.coderInvalidValue) }
  }
}

/// A day that the calendar has.
private struct Day: Decodable {
  let number: Int
  init(from decoder: any Decoder) throws {
    let parts = try decoder.singleValueContainer().decode(String.self).split(separator: "-").compactMap { Int($0) }
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard parts.count == 3, (1...12).contains(parts[1]), (1...lengths[parts[1] - 1]).contains(parts[2]) else {
      throw CocoaError(.coderInvalidValue)
    }
    number = parts[0] * 372 + parts[1] * 31 + parts[2]
  }
}

/// Reads tens only.
private struct Tens: Decodable {
  let number: Int
  init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) / 10 }
}

/// Reads a text in any letter case, with at most three letters.
private struct Code: Decodable {
  let text: String
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self).lowercased()
    guard text.count <= 3 else { throw CocoaError(.coderInvalidValue) }
  }
}

private struct Value<T> { let value: T }

private struct Span: Decodable, Sendable { let start: Double }

private func date(_ span: Span) -> Date { Date(timeIntervalSince1970: span.start) }

@Suite("The alterations of a value")
struct LineageAlterationTests {
  private struct Holder<T: Decodable & Sendable>: Decodable, Sendable { let v: T }

  /// The effects of both alterations of the member `v`, whose only value is `text`.
  private func effects<T: Decodable & Sendable>(
    _ type: T.Type, _ text: String, using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder()
  ) async throws -> [[String]?] {
    let mapping = Mapping("Value", records: "$[*]", each: \[Holder<T>].self, to: { Value(value: $0.v) })
    let found = try await lineage(of: "[{\"v\":\(text)}]", as: [Holder<T>].self, using: decoder(), mapping)
    return [found.effects("$[*].v", .alteredOnce), found.effects("$[*].v", .alteredAgain)]
  }

  /// Whether an alteration changes the value or a part of it, and each cell that there is does.
  private func changesOnly(_ effects: [[String]?]) -> Bool {
    let cells = effects.compactMap(\.self)
    return !cells.isEmpty && cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.hasSuffix(" changed") } }
  }

  @Test("of an enum are its other cases, wherever it stands and however it is read")
  func enums() async throws {
    #expect(changesOnly(try await effects(Kind.self, "\"one\"")))
    #expect(changesOnly(try await effects(Wrapped<Kind>.self, "\"one\"")))
    #expect(changesOnly(try await effects(Wrapped<Wrapped<Kind>>.self, "\"three\"")))
    #expect(changesOnly(try await effects(Size.self, "\"small\"")))
    #expect(changesOnly(try await effects(Wrapped<Size>.self, "\"large\"")))
    let list = Mapping("Kinds", records: "$[*]", each: \[Holder<[Wrapped<Kind>]>].self, to: { Value(value: $0.v) })
    let found = try await lineage(of: #"[{"v":["one"]}]"#, as: [Holder<[Wrapped<Kind>]>].self, list)
    #expect(found.effects("$[*].v[*]", .alteredOnce) == ["value changed"])
  }

  @Test("of a value that the type limits are within its limits")
  func limits() async throws {
    #expect(changesOnly(try await effects(Int8.self, "127")))
    #expect(changesOnly(try await effects(Int8.self, "-128")))
    #expect(changesOnly(try await effects(UInt8.self, "255")))
    #expect(changesOnly(try await effects(UInt8.self, "0")))
    #expect(changesOnly(try await effects(Stars.self, "5")))
    #expect(changesOnly(try await effects(Stars.self, "1")))
    #expect(changesOnly(try await effects(Day.self, "\"2024-04-30\"")))
    #expect(changesOnly(try await effects(Day.self, "\"2024-02-20\"")))
    #expect(changesOnly(try await effects(Code.self, "\"abc\"")))
    #expect(changesOnly(try await effects(UUID.self, "\"ABABABAB-BABA-ABAB-BABA-ABABABABABAB\"")))
  }

  @Test("are ones that the type tells from the value")
  func noticed() async throws {
    #expect(changesOnly(try await effects(Tens.self, "42")))
    #expect(changesOnly(try await effects(Code.self, "\"A\"")))
    #expect(changesOnly(try await effects(Float.self, "16777216")))
    #expect(changesOnly(try await effects(Data.self, "\"aGVsbG8=\"")))
    #expect(changesOnly(try await effects(Bool.self, "true")))
    #expect(changesOnly(try await effects(URL.self, "\"https://example.org/a\"")))
  }

  @Test("of a value that can be no other are still tried")
  func constant() async throws {
    struct Constant: Decodable {
      init(from decoder: any Decoder) throws {
        guard try decoder.singleValueContainer().decode(String.self) == "v2" else {
          throw CocoaError(.coderInvalidValue)
        }
      }
    }
    #expect(try await effects(Constant.self, "\"v2\"")[0] == ["responseLost"])
  }

  @Test("A domain value that differs by half a second, or in bytes alone, is another one, however deep it is")
  func differences() async throws {
    func changes<T>(_ text: String = #"[{"start":41}]"#, _ make: @escaping @Sendable (Span) -> T) async throws
      -> [String]?
    {
      let mapping = Mapping("Value", records: "$[*]", each: \[Span].self, to: { Value(value: make($0)) })
      return try await lineage(of: text, as: [Span].self, mapping).effects("$[*].start", .asFraction)
    }
    let later = Date(timeIntervalSince1970: 1e9)
    #expect(try await changes { date($0) } == ["value changed"])
    #expect(try await changes { date($0)...later } == ["value changed"])
    #expect(try await changes { date($0)..<later } == ["value changed"])
    #expect(try await changes { date($0)... } == ["value changed"])
    #expect(try await changes { DateInterval(start: date($0), end: later) } == ["value changed"])
    #expect(try await changes { [date($0)] } == ["value changed"])
    #expect(try await changes { ["a": date($0)] } == ["value changed"])
    #expect(try await changes { Optional(Optional(date($0)...later)) } == ["value changed"])
    #expect(try await changes { Moment.at(date($0)) } == ["value changed"])
    #expect(try await changes { (1, date($0)) } == ["value changed"])
    #expect(try await changes { Data([1, UInt8($0.start * 2)]) } == ["value changed"])
    #expect(try await changes { Result<Date, any Error>.success(date($0)) } == ["value changed"])
    #expect(try await changes { _ in later...later } == [])
  }

  private enum Moment { case at(Date) }
}
