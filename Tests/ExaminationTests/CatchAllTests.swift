import ContractKit
import DriftModel
import Foundation
import JSONDocument
import Testing

@testable import Examination

/// As it is generated from a schema: an empty raw value stands for what is unknown.
private enum Generated: String, Decodable {
  case paid, shipped
  case unknown = ""
  init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}

/// The same, but it hides the names of its cases.
private enum Unnamed: String, Decodable, CustomStringConvertible {
  case paid
  case other = ""
  var description: String { rawValue }
  init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }
}

/// With a raw value that says what it is.
private enum Worded: String, Decodable {
  case paid, other
  init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }
}

@Suite("What a word becomes that an enum does not know")
struct CatchAllTests {
  private func hints(_ version: Version) throws -> [String?] {
    let reads = try #require(version.reads("orders"))
    let body = Array(#"["paid","refunded"]"#.utf8)
    return explanation(
      of: reads, document: try JSONDocument(body), data: Data(body), verdict: nil, runsOn: nil, exploring: true
    ).fallbacks.map(\.hint)
  }

  @Test("is said by its raw value, by the case's name where that is empty, and not at all where neither is known")
  func hint() throws {
    #expect(
      try hints(Version("v1") { Reads("orders", as: [Worded].self) }) == [#"known: "paid", "other"; it becomes other"#])
    #expect(
      try hints(Version("v1") { Reads("orders", as: [Generated].self) }) == [
        #"known: "paid", "shipped"; it becomes .unknown"#
      ])
    #expect(try hints(Version("v1") { Reads("orders", as: [Unnamed].self) }) == [#"known: "paid""#])
  }
}
