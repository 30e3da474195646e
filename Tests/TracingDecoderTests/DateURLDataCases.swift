import Foundation
import Synchronization
import Testing

@testable import DecoderTrials

@Suite("Dates, URLs, data and UUIDs")
struct DateURLDataCases {
  private func iso(_ decoder: JSONDecoder) { decoder.dateDecodingStrategy = .iso8601 }

  @Test(
    "Dates by ISO 8601: what Linux reads, what it refuses, and the path without the last key",
    arguments: [
      ("2024-01-02T03:04:05Z", true), ("2024-01-02T03:04:05.678Z", true), ("2024-01-02T03:04:05+01:00", true),
      ("2024-01-02T03:04:05+0100", true), ("2024-01-02t03:04:05z", nil), ("2024-01-02T03:04:05z", true),
      ("2024-1-2T3:4:5Z", true), ("2024-02-30T00:00:00Z", true), ("2024-01-02T24:00:00Z", true),
      ("2024-01-02T03:04:05Z ", true), (" 2024-01-02T03:04:05Z", false), ("2024-01-02 03:04:05Z", false),
      ("20240102T030405Z", false), ("2024-01-02", false), ("2024-01-02T03:04:05", false), ("", false),
    ] as [(String, Bool?)])
  func isoForms(_ text: String, isRead: Bool?) {
    let outcome = agreed([Holder<Date>].self, #"[{"v":"\#(text)"}]"#, iso)
    if let isRead { #expect((outcome.value != nil) == isRead, "\(outcome)") }
    if outcome.value == nil { #expect(outcome.path == ["Index 0"]) }
    agreed([Date?].self, #"["\#(text)"]"#, iso)
    agreed(Date.self, #""\#(text)""#, iso)
    agreed([String: Date].self, #"{"a":"\#(text)"}"#, iso)
  }

  @Test("A date with the default strategy is a number; a text is a mismatch of Double at the date's path")
  func deferred() {
    #expect(agreed(Date.self, "1.5").value == "Date(1.5)")
    #expect(agreed(Holder<Date>.self, #"{"v":"2024-01-02"}"#).brief == "typeMismatch(Double) at v")
    #expect(agreed(Holder<Date>.self, #"{"v":null}"#).brief == "valueNotFound(Date) at v")
    #expect(agreed(Holder<Date>.self, #"{"v":1e400}"#).isLost)
    agreed(Date.self, "{}")
  }

  @Test("A closure that reads dates is never called for null")
  func closureAndNull() {
    final class Calls: Sendable {
      let count = Mutex(0)
    }
    let calls = Calls()
    let count: (JSONDecoder) -> Void = {
      $0.dateDecodingStrategy = .custom { _ in
        calls.count.withLock { $0 += 1 }
        return Date(timeIntervalSinceReferenceDate: 0)
      }
    }
    #expect(agreed(Holder<Date>.self, #"{"v":null}"#, count).brief == "valueNotFound(Date) at v")
    #expect(agreed([Date?].self, "[null]", count).value == "Array<Optional<Date>>(:nil)")
    #expect(agreed(Maybe<Date>.self, #"{"v":null}"#, count).value == "Maybe<Date>(v:nil)")
    #expect(calls.count.withLock { $0 } == 0)
    #expect(agreed([Date].self, #"["anything"]"#, count).value == "Array<Date>(:Date(0.0))")
    #expect(calls.count.withLock { $0 } > 0)
  }

  @Test("A closure that reads dates may throw errors of its own and decoding errors, and read containers")
  func closureThrows() {
    struct Own: Error { let code: Int }
    let refuse: (JSONDecoder) -> Void = { $0.dateDecodingStrategy = .custom { _ in throw Own(code: 3) } }
    #expect(agreed([Holder<Date>].self, #"[{"v":1}]"#, refuse).kind == "other Own")
    let corrupted: (JSONDecoder) -> Void = {
      $0.dateDecodingStrategy = .custom { decoder in
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no date"))
      }
    }
    #expect(agreed([Holder<Date>].self, #"[{"v":1}]"#, corrupted).brief == "dataCorrupted at Index 0/v")
    for setting in Setting.all {
      for text in [#"[{"$date":1.5}]"#, #"[{"$date":"x"}]"#, "[{}]", "[[]]", #"["12.5"]"#, #"["x"]"#, "[1]", "[null]"] {
        for target in [
          Target([Date].self), Target([Date?].self), Target([Passing<Date>].self), Target([TwoForms].self),
        ] {
          if let difference = target.difference(text, setting.make()) {
            Issue.record("\(target), \(setting): \(difference)")
          }
        }
      }
    }
  }

  @Test("Dates by a formatter")
  func formatted() {
    let formatted: (JSONDecoder) -> Void = {
      let formatter = DateFormatter()
      formatter.dateFormat = "yyyy-MM-dd HH:mm"
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(identifier: "UTC")
      $0.dateDecodingStrategy = .formatted(formatter)
    }
    #expect(agreed([Date].self, #"["2001-01-01 00:01"]"#, formatted).value == "Array<Date>(:Date(60.0))")
    #expect(agreed([Holder<Date>].self, #"[{"v":"2001-01-01"}]"#, formatted).brief == "dataCorrupted at Index 0/v")
    for text in ["1", "null", #""""#, #""2001-13-01 00:00""#, #"" 2001-01-01 00:01""#, "[]"] {
      agreed(Holder<Date>.self, #"{"v":\#(text)}"#, formatted)
      agreed(Maybe<Date>.self, #"{"v":\#(text)}"#, formatted)
    }
  }

  @Test("Dates in optionals, dictionaries and wrappers follow the strategy, those of `Date(from:)` do not")
  func places() {
    let text = #""2001-01-01T00:01:00Z""#
    #expect(agreed([Date?].self, "[\(text),null]", iso).value == "Array<Optional<Date>>(:Date(60.0),:nil)")
    #expect(agreed([String: Date].self, #"{"a":\#(text)}"#, iso).value?.contains("Date(60.0)") == true)
    #expect(agreed([Passing<Date>].self, "[\(text)]", iso).value?.contains("Date(60.0)") == true)
    #expect(agreed(WithDates.self, #"{"date":\#(text),"list":[],"wrapped":\#(text)}"#, iso).value != nil)
    #expect(agreed([Seconds].self, "[60]", iso).value?.contains("Date(60.0)") == true)
    #expect(agreed([Seconds].self, "[\(text)]", iso).brief == "typeMismatch(Double) at Index 0")
    #expect(
      agreed([Seconds].self, "[60]") { $0.dateDecodingStrategy = .millisecondsSince1970 }.value?.contains("60.0")
        == true)
  }

  @Test(
    "Nearly any text is a URL",
    arguments: [
      ("", false), ("http://[::1", false), ("http://ex ample.com", false), ("http://host:abc/", false), ("a b", true),
      ("%", true), ("//", true), ("é", true), (#"\u0000"#, true), (#"\n"#, true), ("https://a.b/c?d=e#f", true),
      ("<html>", true), ("/relative", true), (#"https:\/\/a"#, true), (#"\ud800"#, false),
    ])
  func urls(_ text: String, isRead: Bool) {
    let outcome = agreed([URL].self, #"["\#(text)"]"#)
    #expect((outcome.value != nil) == isRead, "\(outcome)")
    if !isRead, !outcome.isLost { #expect(outcome.brief == "dataCorrupted at Index 0") }
    agreed(Maybe<URL>.self, #"{"v":"\#(text)"}"#)
    agreed([URL: Int].self, #"["\#(text)",1]"#)
  }

  @Test(
    "Base64 has padding and neither white space nor other alphabets",
    arguments: [
      ("aGk=", true), ("", true), (#"\u0061Gk="#, true), ("+/8=", true), ("aGk", false), (#"aGk=\n"#, false),
      ("aG k=", false),
      ("_-8=", false), ("a", false), ("=", false),
    ])
  func base64(_ text: String, isRead: Bool) {
    #expect((agreed([Data].self, #"["\#(text)"]"#).value != nil) == isRead)
    for setting in Setting.all {
      for json in [#"["\#(text)"]"#, "[[104,105]]", "[[300]]", "[[]]", "[null]", "[1]", #"[{"a":1}]"#, #"[["x"]]"#] {
        for target in [Target([Data].self), Target([Data?].self), Target([Passing<Data>].self)] {
          if let difference = target.difference(json, setting.make()) {
            Issue.record("\(target), \(setting): \(difference)")
          }
        }
      }
    }
  }

  @Test("UUIDs in upper and lower case, and in no other form")
  func uuids() {
    let text = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(agreed([UUID].self, #"["\#(text)"]"#).value?.contains(text) == true)
    #expect(agreed([UUID].self, #"["\#(text.lowercased())"]"#).value?.contains(text) == true)
    for bad in ["", "x", text.replacing("-", with: ""), "{\(text)}", "\(text) ", text.dropLast() + "G"] {
      #expect(agreed([UUID].self, #"["\#(bad)"]"#).brief == "dataCorrupted at Index 0")
    }
    #expect(agreed([UUID].self, "[null]").brief == "valueNotFound(String) at Index 0")
  }
}
