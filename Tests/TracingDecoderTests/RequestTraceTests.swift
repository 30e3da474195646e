import Foundation
import JSONDocument
import Testing

@testable import DecoderTrials
@testable import TracingDecoder

@Suite("The description of each field")
struct RequestTraceTests {
  @Test("Fields are counted over all elements: present, null, missing")
  func counts() throws {
    let trace = try traced(
      [Category].self, #"[{"id":1,"name":"a","image":null},{"id":2,"name":"b"},{"id":3,"name":"c","image":"i"}]"#)
    let image = try #require(trace.fields.first { $0.property == "image" })
    #expect(
      image
        == FieldUse(
          pattern: "$[*].image", owner: "Category", property: "image", swiftType: "String", isRequired: false, seen: 1,
          null: 1,
          missing: 1))
    #expect(trace.fields.first { $0.property == "id" }?.isRequired == true)
    #expect(trace.fields.map(\.pattern) == ["$[*].id", "$[*].name", "$[*].image"])
  }

  @Test("Snake case: paths are the payload's, properties the type's, and a name that never matches has a hint")
  func snakeCase() throws {
    let trace = try traced(Camel.self, #"{"image_url":"u","one_two":1,"left_over":2}"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    let miss = try #require(trace.fields.first { $0.property == "imageURL" })
    #expect(miss.missing == 1)
    // The member is read, by another property.
    #expect(miss.nearMiss == nil)
    #expect(trace.fields.first { $0.property == "imageUrl" }?.pattern == "$.image_url")
    #expect(trace.unread == ["$.left_over"])
    let failed = try traced(Camel.self, "{}") { $0.keyDecodingStrategy = .convertFromSnakeCase }
    #expect(failed.failures.map(\.pattern) == ["$.one_two"])
    #expect(failed.failures.map(\.property) == ["oneTwo"])
  }

  @Test("Raw values that became a catch-all case are listed with a hint")
  func fallbacks() throws {
    enum Kind: String, Decodable, CaseIterable {
      case lake, river, unknown
      init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
      }
    }
    struct RequestKey: Decodable { var kind: Kind, other: Kind? }
    let trace = try traced(
      [RequestKey].self, #"[{"kind":"lake"},{"kind":"River"},{"kind":"River","other":"desert"},{"kind":"unknown"}]"#)
    #expect(trace.verdict == .decoded)
    #expect(
      trace.fallbacks == [
        EnumFallback(
          values: Occurrences(
            pattern: "$[*].kind", pointer: "/1/kind", line: 1, column: 26, owner: "RequestKey", property: "kind",
            excerpt: #""River""#, count: 2, total: 4),
          enumType: "Kind", fallback: "unknown", hint: #""River" is "river" in other letter case"#),
        EnumFallback(
          values: Occurrences(
            pattern: "$[*].other", pointer: "/2/other", line: 1, column: 59, owner: "RequestKey", property: "other",
            excerpt: #""desert""#, count: 1, total: 4),
          enumType: "Kind", fallback: "unknown", hint: #"known: "lake", "river", "unknown""#),
      ])
  }

  @Test("Values that other systems refuse are listed, values that all read are not")
  func lenientValues() throws {
    struct Page: Decodable { var urls: [URL], at: Date? }
    let text =
      #"[{"urls":["https://a.b/c%20d?e=f#g","not a url","https://a.b/é"],"at":"2024-01-02T03:04:05.678Z"},"#
      + #"{"urls":["%zz"],"at":"2024-01-02T03:04:05+01:00"}]"#
    let trace = try traced([Page].self, text) { $0.dateDecodingStrategy = .iso8601 }
    #expect(trace.verdict == .decoded)
    #expect(
      trace.lenient == [
        LenientValue(
          kind: .urlNeedsEncoding,
          values: Occurrences(
            pattern: "$[*].urls[*]", pointer: "/0/urls/1", line: 1, column: 37, owner: "Page", property: "urls",
            excerpt: #""not a url""#, count: 3, total: 4)),
        LenientValue(
          kind: .dateNotToTheSecond,
          values: Occurrences(
            pattern: "$[*].at", pointer: "/0/at", line: 1, column: 71, owner: "Page", property: "at",
            excerpt: #""2024-01-02T03:04:05.678Z""#, count: 1, total: 2)),
      ])
  }

  @Test("A member that is first checked with contains is optional, and a nested container is a field too")
  func probes() throws {
    let trace = try traced([TriState].self, #"[{},{"value":null},{"value":"x"}]"#)
    #expect(trace.fields.map(\.isRequired) == [false])
    #expect(trace.fields.map(\.swiftType) == ["String"])
    let nested = try traced(Nested.self, #"{"outer":{"inner":{"x":1},"list":[4]}}"#)
    #expect(nested.fields.map(\.pattern) == ["$.outer", "$.outer.inner", "$.outer.list", "$.outer.inner.x"])
    #expect(nested.unread == [])
  }
}
