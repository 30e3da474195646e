public import ContractKit
import Foundation

extension JSONDecoder {
  static var broken: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}

/// A release that three responses break for each rule of decoding and loss, each at an endpoint of its own.
let breakableVersion = Version("v1", shippedIn: "1.0") {
  Reads("key-renamed", as: [KeyRenamedDTO].self) {
    Mapping("Article", records: "$[*]", each: \.self, to: Article.init(renamed:))
  }
  Reads("key-removed", as: [KeyRemovedDTO].self) {
    Mapping("Article", records: "$[*]", each: \.self, to: Article.init(removed:))
  }
  Reads("key-moved", as: [KeyMovedDTO].self) {
    Mapping("Article", records: "$[*]", each: \.self, to: Article.init(moved:))
  }
  Reads("value-text", as: [ValueTextDTO].self) {
    Mapping("Article", records: "$[*]", each: \.self, to: Article.init(text:))
  }
  Reads("value-list", as: [ValueListDTO].self) {
    Mapping("Tagged", records: "$[*]", each: \.self, to: Tagged.init(list:))
  }
  Reads("value-object", as: ValueListing.self) {
    Mapping("Article", records: "$.items[*]", each: \.items, to: Article.init(object:))
  }
  Reads("type-quoted", as: [TypeQuotedDTO].self) {
    Mapping("Counted", records: "$[*]", each: \.self, to: Counted.init(quoted:))
  }
  Reads("type-object", as: [TypeObjectDTO].self) {
    Mapping("Priced", records: "$[*]", each: \.self, to: Priced.init(object:))
  }
  Reads("type-single", as: [TypeSingleDTO].self) {
    Mapping("Tagged", records: "$[*]", each: \.self, to: Tagged.init(single:))
  }
  Reads("data-address", as: [DataAddressDTO].self) {
    Mapping("Linked", records: "$[*]", each: \.self, to: Linked.init(address:))
  }
  Reads("data-id", as: [DataIDDTO].self) {
    Mapping("Identified", records: "$[*]", each: \.self, to: Identified.init(plain:))
  }
  Reads("data-list", as: [DataListDTO].self) {
    Mapping("Pictured", records: "$[*]", each: \.self, to: Pictured.init(list:))
  }
  Reads("number-fraction", as: [NumberFractionDTO].self) {
    Mapping("Counted", records: "$[*]", each: \.self, to: Counted.init(fraction:))
  }
  Reads("number-large", as: [NumberLargeDTO].self) {
    Mapping("Counted", records: "$[*]", each: \.self, to: Counted.init(large:))
  }
  Reads("number-negative", as: [NumberNegativeDTO].self) {
    Mapping("Counted", records: "$[*]", each: \.self, to: Counted.init(negative:))
  }
  Reads("date-day", as: [DateDayDTO].self, using: .broken) {
    Mapping("Dated", records: "$[*]", each: \.self, to: Dated.init(day:))
  }
  Reads("date-spaced", as: [DateSpacedDTO].self, using: .broken) {
    Mapping("Dated", records: "$[*]", each: \.self, to: Dated.init(spaced:))
  }
  Reads("date-mail", as: [DateMailDTO].self, using: .broken) {
    Mapping("Dated", records: "$[*]", each: \.self, to: Dated.init(mail:))
  }
  Reads("enum-plain", as: [EnumPlainDTO].self) {
    Mapping("Sorted", records: "$[*]", each: \.self, to: Sorted.init(plain:))
  }
  Reads("enum-switched", as: [EnumSwitchedDTO].self) {
    Mapping("Sorted", records: "$[*]", each: \.self, to: Sorted.init(switched:))
  }
  Reads("enum-listed", as: [EnumListedDTO].self) {
    Mapping("Tagged", records: "$[*]", each: \.self, to: Tagged.init(listed:))
  }
  Reads("swallowed-number", as: [SwallowedNumberDTO].self) {
    Mapping("Counted", records: "$[*]", each: \.self, to: Counted.init(swallowed:))
  }
  Reads("swallowed-list", as: [SwallowedListDTO].self) {
    Mapping("Tagged", records: "$[*]", each: \.self, to: Tagged.init(swallowed:))
  }
  Reads("swallowed-object", as: [SwallowedObjectDTO].self) {
    Mapping("Priced", records: "$[*]", each: \.self, to: Priced.init(swallowed:))
  }
  Reads("fallback-plain", as: [FallbackPlainDTO].self) {
    Mapping("Sorted", records: "$[*]", each: \.self, to: Sorted.init(fallback:))
  }
  Reads("fallback-switched", as: [FallbackSwitchedDTO].self) {
    Mapping("Sorted", records: "$[*]", each: \.self, to: Sorted.init(fallbackSwitched:))
  }
  Reads("fallback-listed", as: [FallbackListedDTO].self) {
    Mapping("Tagged", records: "$[*]", each: \.self, to: Tagged.init(fallback:))
  }
  Reads("dropped-number", as: DroppedNumberDTO.self) {
    Mapping("Counted", records: "$.items[*]", each: \.items.elements, to: Counted.init(element:))
  }
  Reads("dropped-null", as: DroppedNullDTO.self) {
    Mapping("Article", records: "$.items[*]", each: \.items.elements, to: Article.init(element:))
  }
  Reads("dropped-renamed", as: DroppedRenamedDTO.self) {
    Mapping("Article", records: "$.items[*]", each: \.items.elements, to: Article.init(renamedElement:))
  }
}

private let breakableEndpoints = [
  "key-renamed", "key-removed", "key-moved", "value-text", "value-list", "value-object", "type-quoted", "type-object",
  "type-single", "data-address", "data-id", "data-list", "number-fraction", "number-large", "number-negative",
  "date-day", "date-spaced", "date-mail", "enum-plain", "enum-switched", "enum-listed", "swallowed-number",
  "swallowed-list", "swallowed-object", "fallback-plain", "fallback-switched", "fallback-listed", "dropped-number",
  "dropped-null", "dropped-renamed",
]

/// The contract of that release.
public let brokenContract = Contract("broken", versions: [breakableVersion]) {
  for endpoint in breakableEndpoints { Endpoint(endpoint, get: "/\(endpoint)", isFetched: false) }
}
