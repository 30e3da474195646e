import Foundation
import JSONDocument
import Testing

@testable import TracingDecoder

@Suite("Decodes exactly as Foundation does")
struct DifferentialTests {
  @Test(
    "Every awkward type with its payloads under every setting, and with those of all others", arguments: Setting.all)
  func seeds(_ setting: Setting) {
    let decoder = setting.make()
    for target in targets {
      let seeds = setting.description == "plain" ? targets.flatMap(\.seeds) : target.seeds
      for seed in seeds {
        if let difference = target.difference(seed, decoder) { Issue.record("\(target), \(setting): \(difference)") }
      }
    }
  }

  static let numbers = [
    "0", "-0", "1", "1.0", "1e2", "1E+2", "1.5", "-0.0", "0.99999999999999999999", "1.0000000000000001",
    "9007199254740993.5", "9007199254740993.0", "9007199254740992.0", "12345678901234567.5e1", "9223372036854775807",
    "9223372036854775808", "9223372036854774784.0", "-9223372036854775808", "-9223372036854775808.0",
    "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "18446744073709549568.0", "1e19", "1e18", "1e400", "-1e400",
    "1e-400", "0e-400", "0e5",
    "0e400", "0.0e1", "0.00e12", "-0e1", "0.000e1", "0e12", "1e127", "1e128", "1e38", "1e39",
    "1234567890123456789012345678901234567890123",
    "01", "-", "1.", "1.e1", "1+1", "1e5.5", "--1", "1e", "1e+", "-01", "1..2", "1-", "00", "-a", "127", "128", "-128",
    "-129", "255", "256", "-1",
    "32767", "32768", "65535", "65536", "2147483648", "4294967295", "4294967296", "3.4e38", "3.5e38", "1e-45", "1e-46",
    "5e-324", "2e-324",
    "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
    "170141183460469231731687303715884105728",
    "170141183460469231731687303715884105727.0", "0.1", "123456.789e-3", "100e-2", "1e0", "1e-1", "10e-1",
    "1.7976931348623157e308",
    "1.7976931348623159e308", "179769313486231580793e289", "0.000000000000000000000000000000000000000000000000001e51",
  ]

  @Test("Every number, as every numeric type", arguments: Setting.all.prefix(3))
  func numbers(_ setting: Setting) {
    let types: [Target] = [
      Target([Int].self), Target([Int8].self), Target([Int16].self), Target([Int32].self), Target([Int64].self),
      Target([Int128].self), Target([UInt].self), Target([UInt8].self), Target([UInt16].self), Target([UInt32].self),
      Target([UInt64].self), Target([UInt128].self), Target([Double].self), Target([Float].self),
      Target([Decimal].self),
      Target([Date].self), Target([Int?].self), Target([Double?].self), Target([Skip].self), Target([Level].self),
    ]
    for type in types {
      for number in Self.numbers {
        for text in ["[\(number)]", "[7,\(number) ,8]"] {
          if let difference = type.difference(text, setting.make()) { Issue.record("\(type): \(difference)") }
        }
      }
    }
  }

  struct Holder<T: Decodable>: Decodable { var v: T }
  struct Maybe<T: Decodable>: Decodable { var v: T? }

  static func shapes<T: Decodable & SendableMetatype>(_ type: T.Type) -> [Target] {
    [
      Target(type), Target(Holder<T>.self), Target(Maybe<T>.self), Target([T].self), Target(T?.self),
      Target([String: T].self, hasDictionary: true), Target(Holder<T?>.self), Target([T?].self),
      Target(Holder<[T]>.self),
    ]
  }

  @Test("Every kind of value, as every type, in every position", arguments: Setting.all.prefix(2))
  func kinds(_ setting: Setting) {
    let values = [
      "null", "true", "false", "0", "1", "-1.5", "1e400", "01", #""""#, #""a""#, #""1""#, #""1700000000""#, #""Red""#,
      #""aGk=""#,
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""\u12""#.replacing("12", with: "d800"), #""\q""#, #""inf""#, "[]",
      "[1]", "{}",
      #"{"x":1}"#, #"{"v":1}"#, "\"\u{1}\"", #""2024-01-02T03:04:05Z""#,
    ]
    let all =
      Self.shapes(Bool.self) + Self.shapes(String.self) + Self.shapes(Int.self) + Self.shapes(UInt8.self)
      + Self.shapes(Int128.self)
      + Self.shapes(Double.self) + Self.shapes(Float.self) + Self.shapes(UUID.self) + Self.shapes(Color.self)
      + Self.shapes(Level.self)
      + Self.shapes(URL.self) + Self.shapes(Data.self) + Self.shapes(Date.self) + Self.shapes(Decimal.self)
      + Self.shapes(Inner.self)
      + Self.shapes([Int].self) + Self.shapes(Set<String>.self) + Self.shapes([String: Int].self)
      + Self.shapes(Payload.self)
    for target in all {
      for value in values {
        for text in [value, "[\(value)]", "{\"v\":\(value)}", "{\"v\":[\(value)]}"] {
          if let difference = target.difference(text, setting.make()) {
            Issue.record("\(target), \(setting): \(difference)")
          }
        }
      }
    }
  }

  @Test(
    "Dates, URLs, base64 and UUIDs in every spelling", arguments: Setting.all)
  func spellings(_ setting: Setting) {
    let texts = [
      "2024-01-02T03:04:05Z", "2024-01-02T03:04:05.678Z", "2024-01-02T03:04:05+01:00", "2024-01-02T03:04:05+0100",
      "2024-01-02t03:04:05z",
      "2024-1-2T3:4:5Z", "2024-02-30T00:00:00Z", "2024-01-02T24:00:00Z", "2024-01-02T03:04:05Z ",
      " 2024-01-02T03:04:05Z",
      "2024-01-02 03:04:05Z", "20240102T030405Z", "2024-01-02", "2024-01-02T03:04:05", "", "http://[::1",
      "http://ex ample.com",
      "http://host:abc/", "a b", "%", "//", "é", "\\u0000", "\\n", "https://a.b/c?d=e#f", "aGk=", "aGk", "aGk=\\n",
      "aG k=", "_-8=", "+/8=", "\\u0061Gk=",
      "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
      "E621E1F8C36C495A93FC0C247A3E6E5F", "x",
    ]
    for target in [
      Target([Date].self), Target([URL].self), Target([Data].self), Target([UUID].self), Target(Holder<Date>.self),
    ] {
      for text in texts {
        for json in ["[\"\(text)\"]", "{\"v\":\"\(text)\"}"] {
          if let difference = target.difference(json, setting.make()) {
            Issue.record("\(target), \(setting): \(difference)")
          }
        }
      }
    }
  }

  @Test("Names in snake case are converted as Foundation converts them")
  func snakeCase() {
    let names = [
      "", "_", "__", "a", "a_b", "_a_b", "a_b_", "__a_b__", "A_B", "ONE_TWO", "oneTwo", "one__two", "ß_ß", "a_1b",
      "a_é_ü", "image_URL",
      "iPhone_x", "a_bC_d", "ǆ_ǆ", "a_'b", "a_b-c d", "İ_İ", "a_\u{301}b",
    ]
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for name in names {
      let text = "{\"\(name)\":1,\"plain\":2}"
      let target = Target([[Keys]].self)
      if let difference = target.difference("[[\(text)]]", decoder) { Issue.record("\(name): \(difference)") }
    }
  }

  struct Keys: Decodable {
    var names: [String]
    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).sorted()
    }
  }

  @Test("Objects with many members, duplicate names, escaped names and names of equal meaning")
  func names() {
    let many = (0..<40).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    for text in [
      "{\(many),\"x\":1}", "{\"x\":null,\"x\":1}", "{\"x\":1,\"x\":null}", "{\"\\u0078\":1}",
      "{\"\\u0078\":1,\"x\":\"a\"}", "{\"x\":1,\"\\q\":2}",
      "{\"e\\u0301\":3,\"x\":1}", "{\"\u{E9}\":3,\"e\u{301}\":4,\"x\":1}", "{\"x\":1,\"y\":\"\\ud800\"}",
      "{\(many),\"\\u0078\":\"a\",\"x\":1}",
      "{\"\u{1}\":1,\"x\":1}",
    ] {
      for setting in Setting.all.prefix(3) {
        for target in [
          Target(Inner.self), Target(Accented.self), Target(Keys.self), Target([String: Int].self, hasDictionary: true),
        ] {
          if let difference = target.difference(text, setting.make()) {
            Issue.record("\(target), \(setting): \(difference)")
          }
        }
      }
    }
  }

  struct Accented: Decodable {
    var x: Int
    private enum CodingKeys: String, CodingKey { case x = "\u{E9}" }
  }

  @Test("Mutated payloads: the same verdict, value, kind, path and text", arguments: [11, 12, 13, 14])
  func mutations(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    var mutator = PayloadMutator(generator: random)
    let settings = Setting.all.map { $0.make() }
    var differences = 0
    for _ in 0..<1_000 {
      guard let target = targets.randomElement(using: &random), let text = target.seeds.randomElement(using: &random)
      else { continue }
      let setting = Int.random(in: 0..<settings.count, using: &random)
      let bytes = mutator.mutate(text)
      if let difference = target.difference(bytes, settings[setting]) {
        differences += 1
        if differences < 5 { Issue.record("\(target), \(Setting.all[setting]): \(difference)") }
      }
    }
    #expect(differences == 0)
  }

  /// Tells which decoder it meets, so that the comparison has something to find.
  struct Spy: Decodable {
    var name: String
    init(from decoder: any Decoder) throws { name = "\(Swift.type(of: decoder))" }
  }
  struct Liar: Decodable {
    init(from decoder: any Decoder) throws {
      if decoder is PayloadDecoder { _ = try decoder.container(keyedBy: Name.self) }
    }
  }

  @Test("The comparison notices other values and other verdicts")
  func comparisonCanFail() {
    #expect(Target(Spy.self).difference("1") != nil)
    #expect(Target(Liar.self).difference("1") != nil)
    #expect(Target([Liar].self).difference("[{},1]") != nil)
    #expect(Target(Liar.self).difference("{}") == nil)
  }

  @Test("Decoders that cannot be mirrored are named, not imitated")
  func notMirrored() throws {
    // Adds no state to a class that Foundation declares safe to share.
    final class Own: JSONDecoder, @unchecked Sendable {}
    let json5 = JSONDecoder()
    json5.allowsJSON5 = true
    let open = JSONDecoder()
    open.assumesTopLevelDictionary = true
    let document = try JSONDocument(Array("1".utf8))
    for decoder in [Own(), json5, open] {
      #expect(throws: DecoderNotMirrored.self) { try decode(Int.self, from: document, like: decoder) }
      guard case .notMirrored(let reason) = trace(Int.self, in: document, like: decoder).verdict else {
        Issue.record("mirrored")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }
}
