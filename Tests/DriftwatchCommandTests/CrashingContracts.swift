import Foundation
import TestSupport

/// Responses of four contracts whose code traps, hangs, exits and eats memory, and of healthy ones beside them.
enum CrashingContracts {
  static let ids = ["trapping", "hanging", "exiting", "devouring"]
  static let healthy = ["prices", "peculiar"]

  /// Thirty records; the numbered ones are bad.
  static func records(bad: [Int] = [], variant: Int = 0) -> String {
    let records = (0..<30).map { #"{"id":\#($0 + variant * 100),"kind":"\#(bad.contains($0) ? "bad" : "fine")"}"# }
    return #"{"results":[\#(records.joined(separator: ","))]}"#
  }

  /// What healthy contracts response on a day: before and after a drift that breaks one release and loses records in others.
  static func writeHealthy(to place: TemporaryPlace, _ folder: String, isDrifted: Bool) throws {
    let prices = (1...20).map { id in
      let price = isDrifted ? #"{"amount":\#(id).5,"currency":"EUR"}"# : "\(id).5"
      return #"{"id":\#(id),"price":\#(price)}"#
    }
    try place.write("[\(prices.joined(separator: ","))]", to: "\(folder)/prices/products/index.json")
    let items = (0..<20).map { number in
      let id = "00000000-0000-4000-8000-0000000000\(number + 10)"
      let size = isDrifted && [3, 7, 11].contains(number) ? 5000 : number
      let tags = isDrifted && number < 5 ? "" : #""tags":["a"],"#
      let title = number % 10 == 0 ? "drop" : "Title \(number)"
      return #"{"id":"\#(id)","title":"\#(title)",\#(tags)"size":\#(size)}"#
    }
    let list = "[\(items.joined(separator: ","))]"
    try place.write(list, to: "\(folder)/peculiar/items/index.json")
    try place.write(#"{"response":{"items":\#(list)}}"#, to: "\(folder)/peculiar/wrapped/index.json")
    try place.write(#"[{"id":1,"kind":"fine"},{"id":2,"kind":"other"}]"#, to: "\(folder)/peculiar/shelves/index.json")
    try place.write(#"{"id":"x"}"#, to: "\(folder)/peculiar/create-item/index.json")
  }
}

/// Any JSON, to compare all of it.
enum JSONTree: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let array = try? value.decode([JSONTree].self) {
      self = .array(array)
    } else {
      self = .object(try value.decode([String: JSONTree].self))
    }
  }

  subscript(name: String) -> JSONTree? { if case .object(let members) = self { members[name] } else { nil } }

  var elements: [JSONTree] { if case .array(let elements) = self { elements } else { [] } }

  var string: String? { if case .string(let string) = self { string } else { nil } }
}
