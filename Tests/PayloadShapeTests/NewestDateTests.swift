import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("The newest date in a list")
struct NewestDateTests {
  private func shape(_ json: String) throws -> PayloadShape { PayloadShape(of: try JSONDocument(Array(json.utf8))) }

  private func newest(_ values: [String]) throws -> TimeInterval? {
    try shape("[\(values.map { "{\"at\":\($0)}" }.joined(separator: ","))]").statistics(at: "$[*].at")?.newestDate?
      .timeIntervalSince1970
  }

  @Test(
    "It is the latest moment, whatever the order, the spelling and the offset",
    arguments: [
      (["2026-03-01T12:00:00Z", "2026-03-01T13:00:00Z", "2026-02-28T23:00:00Z"], 1_772_370_000),
      (["2026-03-01T13:00:00Z", "2026-03-01T12:00:00Z"], 1_772_370_000),
      (["2026-03-01T13:00:00.250Z", "2026-03-01T13:00:00Z"], 1_772_370_000.25),
      (["2026-03-01T15:00:00+02:00", "2026-03-01T12:59:00Z"], 1_772_370_000),
      (["2026-03-01T08:00:00-0500", "2026-03-01T14:00:00+02"], 1_772_370_000),
      (["2026-03-01 13:00", "2026-03-01t12:59:59z"], 1_772_370_000),
      (["2026-03-01 13:00:00Z", "2026-03-01T12:00:00Z"], 1_772_370_000),
      (["2026-03-01", "2024-02-29"], 1_772_323_200),
      (["1969-12-31T23:59:59Z", "1900-01-01"], -1),
      (["\\u0032026-03-01T13:00:00Z", "2026-03-01T12:00:00Z"], 1_772_370_000),
    ] as [([String], TimeInterval)])
  func texts(_ values: [String], _ expected: TimeInterval) throws {
    #expect(try newest(values.map { "\"\($0)\"" }) == expected)
    #expect(try newest(values.reversed().map { "\"\($0)\"" }) == expected)
  }

  @Test(
    "Numbers are dates where they may be Unix times since 2001, in seconds or milliseconds",
    arguments: [
      (["1772370000", "1772360000"], 1_772_370_000), (["1772370000250", "1772360000000"], 1_772_370_000.25),
      (["200000000", "300000000"], nil), (["3", "1772370000"], nil), (["20000000000", "30000000000"], nil), ([], nil),
    ] as [([String], TimeInterval?)])
  func numbers(_ values: [String], _ expected: TimeInterval?) throws { #expect(try newest(values) == expected) }

  @Test("Many texts, repeated or not, give the same as reading each")
  func many() throws {
    for modulus in [1, 7, 400] {
      let dates = (0..<1_000).map { index in
        let number = index * 7_919 % 1_000 % modulus
        return
          "2026-0\(1 + number % 9)-1\(number % 10)T0\(number % 7):\(10 + number % 50):00\(["Z", "+02:00", ""][number % 3])"
      }
      let expected = Double(dates.map(referenceMilliseconds).max() ?? 0) / 1000
      #expect(try newest(dates.map { "\"\($0)\"" }) == expected)
    }
  }

  @Test("Lists that stand in no other list are named with the member, and nothing else is")
  func lists() throws {
    let shape = try shape(
      """
      {"at": "2026-01-01", "data": {"items": [{"at": "2026-01-02", "meta": {"on": "2026-01-03"}, "tags": ["2026-01-04"],
        "name": "x", "comments": [{"at": "2026-01-05"}]}]}, "days": ["2026-01-06", "2026-01-07"]}
      """)
    #expect(
      shape.newestDates.map { "\($0.list) \($0.member) \(Int($0.date.timeIntervalSince1970) / 86_400 - 20_453)" } == [
        "$.days $.days[*] 7", "$.data.items $.data.items[*].at 2", "$.data.items $.data.items[*].meta.on 3",
      ])
    let stored = try JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(shape))
    #expect(stored.newestDates == shape.newestDates)
  }
}
