import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

@Suite("The description of each failure")
struct RecoveryTests {
  @Test("One bad record among fifty")
  func oneBadRecord() throws {
    let records = (0..<50).map { product($0, color: $0 == 17 ? #""purple""# : #""Red""#) }
    let trace = try traced([Product].self, "[\(records.joined(separator: ","))]")
    #expect(brief(trace.failures) == ["1/50 $[*].color enumUnknownValue Color"])
    #expect(trace.failures.first?.pointer == "/17/color")
    #expect(trace.failures.first?.owner == "Product")
    #expect(trace.failures.first?.property == "color")
  }

  @Test("The hint for an enum value finds other letter case and near spellings")
  func enumHints() throws {
    let trace = try traced([Color].self, #"["red","Greem","x"]"#)
    #expect(trace.failures.map(\.count) == [3])
    #expect(trace.failures.first?.hint == #""red" is "Red" in other letter case"#)
    #expect(try traced(Color.self, #""Greem""#).failures.first?.hint == #""Greem" is nearly "Green""#)
    #expect(try traced(Color.self, #""x""#).failures.first?.hint == #"known: "Red", "Green", "Blue""#)
  }

  @Test("Missing members at every depth, also below optionals, with a hint at a similar name")
  func missing() throws {
    let text = #"[{"x":1},{"X":2},{"y":"a"}]"#
    let trace = try traced([Inner].self, text)
    #expect(brief(trace.failures) == ["2/3 $[*].x keyNotFound Int"])
    #expect(trace.failures.first?.pointer == "/1/x")
    #expect(trace.failures.first?.hint == #""X" is there instead"#)
    #expect(trace.failures.first?.found == "nothing")
    #expect(trace.failures.first?.codingPath == ["Index 1"])
    let optional = try traced(Optionals.self, #"{"inner":{},"list":[1,"a",2.5],"color":"blue","i":"1","i8":300}"#)
    #expect(
      Set(brief(optional.failures)) == [
        "1/1 $.inner.x keyNotFound Int", "1/3 $.list[*] typeMismatch Int", "1/3 $.list[*] numberOutOfRange Int",
        "1/1 $.color enumUnknownValue Color", "1/1 $.i typeMismatch Int", "1/1 $.i8 numberOutOfRange Int8",
      ])
    #expect(optional.failures.first { $0.pattern == "$.list[*]" }?.property == "list")
    #expect(optional.failures.first { $0.pattern == "$.list[*]" }?.owner == "Optionals")
  }

  @Test("Numbers out of range and dates keep their path, which Foundation loses")
  func lostPlaces() throws {
    let number = try traced([Inner].self, #"[{"x":1},{"x":42.5}]"#)
    #expect(brief(number.failures) == ["1/2 $[*].x numberOutOfRange Int"])
    #expect(number.failures.first?.codingPath == [])
    #expect(number.failures.first?.thrownKind == "dataCorrupted")
    #expect(number.failures.first?.message == "the number 42.5 does not fit into Int")
    struct Event: Decodable { var at: Date, end: Date? }
    let dates = try traced([Event].self, #"[{"at":"2024-01-02","end":"tomorrow"}]"#) {
      $0.dateDecodingStrategy = .iso8601
    }
    #expect(brief(dates.failures) == ["1/1 $[*].at dateUnparsable Date", "1/1 $[*].end dateUnparsable Date"])
    #expect(dates.failures.first?.codingPath == ["Index 0"])
    #expect(dates.failures.first?.property == "at")
    let custom = try traced([Event].self, #"[{"at":"x"}]"#) {
      $0.dateDecodingStrategy = .custom { _ in throw Setting.Refusal() }
    }
    #expect(brief(custom.failures) == ["1/1 $[*].at dateUnparsable Date"])
  }

  @Test("A union's alternatives are no loss if one fits; otherwise its failure is that of the last one")
  func unions() throws {
    let good = try traced([Union].self, #"[{"id":1,"name":"c"},5]"#)
    #expect(good.verdict == .decoded)
    #expect(good.failures == [])
    #expect(good.swallowed == [])
    let bad = try traced([Union].self, #"[{"id":1,"name":"c"},"x",{"id":"a","name":"c"},7]"#)
    #expect(brief(bad.failures) == ["2/4 $[*] typeMismatch Int"].map { $0.replacing("Int", with: "Union") })
  }

  @Test("A text instead of a list of addresses loses the whole response, with its path")
  func cutImages() throws {
    let trace = try traced(
      [Product].self, "[\(product(1, images: #"["[\"https://a\"","https://b"]"#)),\(product(2, images: #""x""#))]")
    #expect(brief(trace.failures) == ["1/2 $[*].images typeMismatch [URL]"])
  }

  @Test("Deep recursion: a failure in the fifth generation and one in the first")
  func recursion() throws {
    let text =
      #"{"name":"a","next":[{"name":"b","next":[{"name":"c","next":[{"name":"d","next":[{"name":5,"next":[]}]}]}]},"#
      + #"{"name":null,"next":[]}]}"#
    let trace = try traced(Chain.self, text)
    #expect(
      brief(trace.failures) == [
        "1/1 $.next[*].next[*].next[*].next[*].name typeMismatch String", "1/2 $.next[*].name valueNotFound String",
      ])
  }

  @Test("Errors that the app throws are counted separately, even with the same text")
  func equalErrors() throws {
    let trace = try traced([Translating].self, #"[null,{"x":1},7.5,{}]"#)
    #expect(brief(trace.failures) == ["3/4 $[*] dataCorrupted Translating"])
  }

  @Test("Class hierarchies, nested containers and dictionaries")
  func shapes() throws {
    #expect(
      brief(try traced(Dog.self, #"{"name":1,"breed":2}"#).failures) == [
        "1/1 $.breed typeMismatch String", "1/1 $.name typeMismatch String",
      ])
    #expect(
      brief(try traced(Cat.self, #"{"lives":"9","super":{"name":1}}"#).failures) == [
        "1/1 $.lives typeMismatch Int", "1/1 $.super.name typeMismatch String",
      ])
    #expect(
      brief(try traced(Nested.self, #"{"outer":{"inner":{"x":"a"},"list":["b"]}}"#).failures) == [
        "1/1 $.outer.inner.x typeMismatch Int", "1/1 $.outer.list[*] typeMismatch Int",
      ])
    let dictionary = try traced([String: Inner].self, #"{"a":{"x":1},"b":{"x":"1"},"c":{"x":null}}"#)
    #expect(brief(dictionary.failures) == ["1/3 $.*.x typeMismatch Int", "1/3 $.*.x valueNotFound Int"])
    #expect(dictionary.dictionaryPaths == ["$"])
    #expect(dictionary.unread == [])
    let snake = try traced([String: Inner].self, #"{"a_b":{"x":"1"},"c_d":{"x":null}}"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    #expect(brief(snake.failures) == ["1/2 $.*.x typeMismatch Int", "1/2 $.*.x valueNotFound Int"])
  }
}
