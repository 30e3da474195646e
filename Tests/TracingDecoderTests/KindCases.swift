import Foundation
import Testing

@testable import DecoderTrials

@Suite("Kinds of values")
struct KindCases {
  /// A type in each position in which a decoder can meet it, with the text that puts a value there.
  private static func positions<T: Decodable & SendableMetatype>(
    _ type: T.Type
  ) -> [(target: Target, text: @Sendable (String) -> String)] {
    [
      (Target(Holder<T>.self), { #"{"v":\#($0)}"# }), (Target(Maybe<T>.self), { #"{"v":\#($0)}"# }),
      (Target([T].self), { "[\($0)]" }), (Target([String: T].self), { #"{"a_b":\#($0)}"# }), (Target(type), { $0 }),
    ]
  }

  static let values = [
    "null", "true", "false", "0", "1", "-1.5", "1e400", #""""#, #""a""#, #""1""#, #""Red""#, #""aGk=""#,
    #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""2024-01-02T03:04:05Z""#, "[]", "[1]", "{}", #"{"x":1}"#,
    #"{"v":[null]}"#,
  ]

  @Test(
    "Nineteen values as eighteen types, required, optional, as element, as dictionary value and at the top",
    arguments: Setting.all)
  func crossProduct(_ setting: Setting) {
    let types = [
      Self.positions(Bool.self), Self.positions(String.self), Self.positions(Int.self), Self.positions(UInt8.self),
      Self.positions(Int128.self), Self.positions(Double.self), Self.positions(Float.self),
      Self.positions(Decimal.self),
      Self.positions(UUID.self), Self.positions(Color.self), Self.positions(Level.self), Self.positions(URL.self),
      Self.positions(Data.self), Self.positions(Date.self), Self.positions(Inner.self), Self.positions([Int].self),
      Self.positions(Set<String>.self), Self.positions([String: Int].self),
    ]
    #expect(Self.values.count == 19 && types.count == 18)
    let decoder = setting.make()
    for (target, text) in types.flatMap(\.self) {
      for value in Self.values {
        if let difference = target.difference(text(value), decoder) { Issue.record("\(target): \(difference)") }
      }
    }
  }

  @Test("Null for a Bool is a mismatch, for every other scalar a missing value")
  func nullForBool() {
    #expect(agreed(Holder<Bool>.self, #"{"v":null}"#).brief == "typeMismatch(Bool) at v")
    #expect(agreed([Bool].self, "[null]").brief == "typeMismatch(Bool) at Index 0")
    #expect(agreed(Maybe<Bool>.self, #"{"v":null}"#).value == "Maybe<Bool>(v:nil)")
    #expect(agreed(Holder<Int>.self, #"{"v":null}"#).brief == "valueNotFound(Int) at v")
    #expect(agreed(Holder<String>.self, #"{"v":null}"#).brief == "valueNotFound(String) at v")
    #expect(agreed(Holder<Decimal>.self, #"{"v":null}"#).brief == "valueNotFound(\(Decimal.self)) at v")
    #expect(agreed(Holder<Color>.self, #"{"v":null}"#).brief == "valueNotFound(String) at v")
  }

  private struct Asked<T: Decodable>: Decodable {
    var v: T?
    private enum Keys: String, CodingKey { case v }
    init(from decoder: any Decoder) throws { v = try decoder.container(keyedBy: Keys.self).decode(T?.self, forKey: .v) }
  }

  private func missing<T: Decodable>(_ type: T.Type, wrong: String) {
    #expect(agreed(Maybe<T>.self, "{}").value?.hasSuffix("(v:nil)") == true)
    #expect(agreed(Maybe<T>.self, #"{"v":null}"#).value?.hasSuffix("(v:nil)") == true)
    #expect(agreed(Maybe<T>.self, #"{"v":\#(wrong)}"#).kindAlone == "typeMismatch")
    #expect(agreed(Asked<T>.self, "{}").kindAlone == "keyNotFound")
    #expect(agreed(Asked<T>.self, #"{"v":null}"#).value?.hasSuffix("(v:nil)") == true)
    #expect(agreed(Asked<T>.self, #"{"v":\#(wrong)}"#).kindAlone == "typeMismatch")
    #expect(agreed(Holder<T>.self, "{}").kindAlone == "keyNotFound")
    agreed(Holder<T>.self, #"{"v":null}"#)
    agreed(Holder<T>.self, #"{"v":\#(wrong)}"#)
  }

  @Test("Missing, null and of the wrong kind, for a member decoded if present and for one decoded as an optional")
  func missingNullWrong() {
    missing(Bool.self, wrong: "1")
    missing(String.self, wrong: "1")
    missing(Int.self, wrong: #""1""#)
    missing(Double.self, wrong: #""1""#)
    missing(Int128.self, wrong: "[]")
    missing(Date.self, wrong: "{}")
    missing(URL.self, wrong: "1")
    missing(Data.self, wrong: "1")
    missing(Decimal.self, wrong: #""1""#)
    missing(UUID.self, wrong: "1")
    missing(Color.self, wrong: "1")
    missing(Inner.self, wrong: "[]")
    missing([Int].self, wrong: "{}")
    missing([String: Int].self, wrong: "[]")
  }

  @Test("An optional of an optional is nil for null, in members, elements and at the top")
  func doubleOptional() {
    #expect(agreed(Maybe<Int?>.self, #"{"v":null}"#).value == "Maybe<Optional<Int>>(v:nil)")
    #expect(agreed(Maybe<Int?>.self, #"{"v":1}"#).value?.contains("1") == true)
    for text in ["null", "1", #""x""#, "{}", #"{"v":null}"#, #"{"v":1}"#, "[null]", "[null,1]"] {
      agreed(Int??.self, text)
      agreed([Int??].self, text)
      agreed(Holder<Int??>.self, text)
      agreed(Maybe<Int??>.self, text)
      agreed([String: Int??].self, text, namesAnyMember: true)
      agreed(Asked<Int?>.self, text)
    }
  }
}
