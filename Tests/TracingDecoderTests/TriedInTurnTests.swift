import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

/// A number or a text, tried one after the other; the last one throws.
private struct Throwing: Decodable {
  let text: String
  private enum Keys: String, CodingKey { case v }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    if let number = try? container.decode(Int.self, forKey: .v) {
      text = "\(number)"
    } else {
      text = try container.decode(String.self, forKey: .v)
    }
  }
}

/// The same, and neither throws.
private struct Forgiving: Decodable {
  let text: String?
  private enum Keys: String, CodingKey { case v }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    text =
      (try? container.decode(Int.self, forKey: .v)).map { "\($0)" } ?? (try? container.decode(String.self, forKey: .v))
  }
}

@Suite("One value that fails in several ways is one failure")
struct TriedInTurnTests {
  @Test("A value that fits none of two types has one failure with two expectations")
  func twoTypes() throws {
    let text = #"[{"v":true},{"v":1},{"v":"a"},{"v":[]}]"#
    agreed([Throwing].self, text)
    let trace = try traced([Throwing].self, text)
    #expect(brief(trace.failures) == ["2/4 $[*].v typeMismatch Int or String"])
    #expect(trace.failures.first?.requestedTypes == ["Int", "String"])
    #expect(trace.failures.first?.message == "true or false where Int or String is expected")
    #expect(brief(trace.swallowed) == ["1/4 $[*].v typeMismatch Int"])
    let forgiven = try traced([Forgiving].self, text)
    #expect(forgiven.verdict == .decoded)
    #expect(brief(forgiven.swallowed).contains("2/4 $[*].v typeMismatch Int or String"))
  }

  @Test("A member that is missing for two types has one failure with two expectations")
  func missing() throws {
    let text = #"[{"v":1},{}]"#
    agreed([Throwing].self, text)
    let trace = try traced([Throwing].self, text)
    #expect(brief(trace.failures) == ["1/2 $[*].v keyNotFound Int or String"])
    #expect(trace.failures.first?.message == "the member \"v\" is missing, and Int or String is required")
    #expect(trace.swallowed == [])
  }

  @Test("A value that fits one of them has the failure of the other alone")
  func oneFits() throws {
    let trace = try traced([Forgiving].self, #"[{"v":"a"},{"v":1}]"#)
    #expect(brief(trace.swallowed) == ["1/2 $[*].v typeMismatch Int"])
    #expect(trace.failures == [])
  }
}

@Suite("A member that is missing in some objects has one name")
struct SpelledNameTests {
  private struct Language: Decodable {
    let iso6391: String
    let name: String?
  }

  /// Goes on without the member.
  private struct Lenient: Decodable {
    let iso6391: String?
    private enum Keys: String, CodingKey { case iso6391 }
    init(from decoder: any Decoder) throws {
      iso6391 = try? decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .iso6391)
    }
  }

  private static func snake(_ decoder: JSONDecoder) { decoder.keyDecodingStrategy = .convertFromSnakeCase }
  private static func custom(_ decoder: JSONDecoder) {
    decoder.keyDecodingStrategy = .custom { path in
      AnyName(path.last?.stringValue.split(separator: "_").joined() ?? "")
    }
  }

  @Test(
    "which is that of the response, whichever object comes first",
    arguments: [
      #"[{"iso_639_1":"en"},{"name":"n"},{}]"#, #"[{},{"name":"n"},{"iso_639_1":"en"}]"#,
      #"[{},{"iso_639_1":"en"},{"iso_639_1":"de"},{"name":"n"}]"#,
    ], [false, true])
  func spelled(_ text: String, isCustom: Bool) throws {
    let configure = isCustom ? Self.custom : Self.snake
    agreed([Language].self, text, configure)
    let trace = try traced([Language].self, text, configure)
    #expect(trace.failures.map(\.pattern) == ["$[*].iso_639_1"])
    #expect(trace.failures.map(\.count) == [2])
    #expect(trace.failures.first?.pointer.hasSuffix("/iso_639_1") == true)
    #expect(trace.fields.map(\.pattern).filter { $0.contains("iso") } == ["$[*].iso_639_1"])
    let lenient = try traced([Lenient].self, text, configure)
    #expect(lenient.swallowed.map(\.pattern) == ["$[*].iso_639_1"])
    #expect(lenient.fields.map(\.pattern) == ["$[*].iso_639_1"])
  }

  private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
