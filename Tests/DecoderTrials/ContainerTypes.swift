import Foundation

// Initialisers that use containers in unusual orders, twice, copied, or after they should be done with.

/// One object opened three ways.
struct OpenedThrice: Decodable {
  var text: String
  private enum First: String, CodingKey { case a }
  private enum Second: String, CodingKey { case a = "b", c }
  init(from decoder: any Decoder) throws {
    let first = try decoder.container(keyedBy: First.self)
    let second = try decoder.container(keyedBy: Second.self)
    let whole = try decoder.singleValueContainer()
    text = "\(try first.decode(Int.self, forKey: .a)) \(try second.decode(String.self, forKey: .a))"
    text +=
      " \(try second.decodeIfPresent(Inner.self, forKey: .c)?.x ?? 0) \(try first.decode(Double.self, forKey: .a))"
    text += " \(try whole.decode(Skip?.self) == nil) \(first.allKeys.count) \(second.allKeys.count)"
  }
}
/// Keeps its decoder for whoever holds it.
struct Keeper: Decodable {
  let decoder: any Decoder
  init(from decoder: any Decoder) throws {
    self.decoder = decoder
    _ = try decoder.container(keyedBy: Name.self)
  }
}
struct KeyCount: Decodable {
  var count: Int
  init(from decoder: any Decoder) throws { count = try decoder.container(keyedBy: Name.self).allKeys.count }
}
/// Reads on with the decoder that a nested value has kept, which is the same one again once the nested value is done.
struct ReadsOn: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case kept, n }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let kept = try container.decode(Keeper.self, forKey: .kept).decoder
    text = "\(kept.codingPath.count) \(try kept.container(keyedBy: Keys.self).decode(Int.self, forKey: .n))"
    text += " \(try kept.singleValueContainer().decode(KeyCount.self).count)"
  }
}
/// A super decoder that is kept is one of its own.
struct KeepsSuper: Decodable {
  var text: String
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let first = try list.superDecoder()
    let second = try list.superDecoder()
    let late = try Inner(from: second).x
    text = "\(try Inner(from: first).x) \(late) \(first.codingPath.map(\.stringValue)) \(list.currentIndex)"
    text += " \(try Inner(from: first).y ?? "-")"
  }
}
/// Copies of an unkeyed container go on independently.
struct Copies: Decodable {
  var text: String
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var copy = list
    let first = try list.decode(Int.self)
    let again = try copy.decode(Int.self)
    var third = copy
    text = "\(first) \(again) \(try copy.decode(String.self)) \(try third.decodeIfPresent(String.self) ?? "-")"
    text += " \(list.currentIndex) \(copy.currentIndex) \(third.currentIndex) \(third.isAtEnd) \(list.count ?? -1)"
    text += " \(try decoder.unkeyedContainer().currentIndex)"
  }
}
/// Asks for null at every moment.
struct NilOrders: Decodable {
  var text = ""
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let wasNull = try list.decodeNil()
      text += wasNull ? "n" : "v"
      if !wasNull { text += "\(try list.decodeNil())\(try list.decode(Int.self))" }
      text += "\(list.currentIndex)"
    }
    text += "\(try decoder.singleValueContainer().decodeNil())"
    text += (try? list.decodeNil()).map { "\($0)" } ?? "end"
  }
}
/// Asks whether a member is null without asking whether it is there.
struct NilOfMissing: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case a, b, nested, c }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    text = "\((try? container.decodeNil(forKey: .a)).map { "\($0)" } ?? "no a") \(try container.decodeNil(forKey: .b))"
    if let nested = try? container.nestedContainer(keyedBy: Keys.self, forKey: .nested) {
      text += " \(nested.contains(.c)) \(try nested.decodeNil(forKey: .c)) \(nested.codingPath.count)"
    }
  }
}
/// Only the members that it knows are its keys.
struct KnownKeys: Decodable {
  var keys: [String]
  private enum CodingKeys: String, CodingKey, CaseIterable { case id, imageUrl, x }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    keys = container.allKeys.map(\.stringValue).sorted()
    keys += CodingKeys.allCases.map { "\(container.contains($0))" }
    for key in container.allKeys.sorted(by: { $0.rawValue < $1.rawValue }) {
      _ = try container.decode(Int?.self, forKey: key)
    }
  }
}
/// Keys that are numbers, whose names are those of the cases all the same.
struct Numbered: Decodable {
  var sum: Int
  private enum CodingKeys: Int, CodingKey { case zero = 0, ten = 10, minus = -1 }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sum = try container.decode(Int.self, forKey: .zero) &+ (container.decodeIfPresent(Int.self, forKey: .ten) ?? 100)
    for key in container.allKeys.sorted(by: { $0.rawValue < $1.rawValue }) { sum &+= key.rawValue }
  }
}
struct Matrix: Decodable {
  var rows: [[Double]] = []
  init(from decoder: any Decoder) throws {
    var outer = try decoder.unkeyedContainer()
    while !outer.isAtEnd {
      var inner = try outer.nestedUnkeyedContainer()
      var row: [Double] = []
      while !inner.isAtEnd { row.append(try inner.decode(Double.self)) }
      rows.append(row)
    }
  }
}
/// What a container tells of itself before and after each step.
struct Steps: Decodable {
  var text = ""
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    func note() { text += "[\(list.currentIndex)/\(list.count ?? -1) \(list.isAtEnd) \(list.codingPath.count)]" }
    note()
    _ = try? list.decode(Int.self)
    note()
    _ = try? list.nestedContainer(keyedBy: Name.self)
    note()
    _ = try? list.nestedUnkeyedContainer()
    note()
    _ = try list.decodeIfPresent(String.self)
    note()
    _ = try list.decodeIfPresent(Inner.self)
    note()
  }
}
/// Three numbers at least, more are ignored.
struct Position: Decodable {
  var longitude: Double, latitude: Double, altitude: Double?
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    longitude = try list.decode(Double.self)
    latitude = try list.decode(Double.self)
    altitude = list.isAtEnd ? nil : try list.decode(Double.self)
  }
}
/// Members at the end of nested containers, without types of their own.
struct Unwrapping: Decodable {
  var title: String, tags: [String]
  private enum Keys: String, CodingKey { case data, attributes, title, tags, first_list }
  init(from decoder: any Decoder) throws {
    let data = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .data)
    let attributes = try data.nestedContainer(keyedBy: Keys.self, forKey: .attributes)
    title = try attributes.decode(String.self, forKey: .title)
    var list = try attributes.nestedUnkeyedContainer(forKey: .tags)
    var tags: [String] = []
    while !list.isAtEnd {
      let tag = try list.nestedContainer(keyedBy: Name.self)
      for key in tag.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        tags.append(try tag.decode(String.self, forKey: key))
      }
    }
    self.tags = tags
  }
}
/// Paths of every kind of container.
struct Paths: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case a, list, inner }
  private static func text(_ path: [any CodingKey]) -> String {
    path.map { "\($0.stringValue)\($0.intValue.map { "#\($0)" } ?? "")\($0 is Keys ? "k" : "")" }.joined(separator: "/")
  }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
    var list = try nested.nestedUnkeyedContainer(forKey: .list)
    let first = try list.nestedContainer(keyedBy: Keys.self)
    let last = try list.superDecoder()
    text = [container.codingPath, nested.codingPath, list.codingPath, first.codingPath, last.codingPath]
      .map(Self.text).joined(separator: " ")
    text += " \(Self.text(try first.superDecoder(forKey: .a).codingPath)) \(Self.text(decoder.codingPath))"
    text += " \(Self.text(try last.singleValueContainer().codingPath))"
    _ = try last.unkeyedContainer()
  }
}
/// Whatever has a place of its own to tell, out of nested containers.
struct FromNested: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case outer, date, url, data, leaf, list, level, dates }
  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .outer)
    text = "\(try outer.decodeIfPresent(Date.self, forKey: .date)?.timeIntervalSinceReferenceDate ?? 0)"
    text += " \(try outer.decodeIfPresent(URL.self, forKey: .url)?.absoluteString ?? "-")"
    text += " \(try outer.decodeIfPresent(Data.self, forKey: .data)?.count ?? -1)"
    text += " \(try outer.decodeIfPresent(PathReader.Leaf.self, forKey: .leaf)?.path ?? "-")"
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    while !list.isAtEnd {
      text += " \(try list.decode(PathReader.Leaf.self).path) \(decoder.codingPath.count)"
      text += " \(try list.decodeIfPresent(Date.self)?.timeIntervalSinceReferenceDate ?? 0)"
      text += " \(try list.decodeIfPresent([String: Date].self)?.count ?? -1)"
      text += " \(try list.decodeIfPresent([Level].self)?.count ?? -1)"
    }
    text += " \(try Level?(from: outer.superDecoder(forKey: .level))?.rawValue ?? 0)"
    text += " \(try [Date]?(from: outer.superDecoder(forKey: .dates))?.count ?? -1)"
  }
}
/// Reads `userInfo`, wherever it is.
struct Informed: Decodable {
  var text: String
  init(from decoder: any Decoder) throws {
    let offset = CodingUserInfoKey(rawValue: "offset").flatMap { decoder.userInfo[$0] as? Int }
    let number = try decoder.singleValueContainer().decode(Int.self)
    if let offset, number == offset {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "the offset itself"))
    }
    text = "\(number &+ (offset ?? 0)) \(decoder.userInfo.count)"
  }
}
struct InformedHolder: Decodable {
  var first: Informed, list: [Informed]
  private enum Keys: String, CodingKey { case first, list }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    first = try Informed(from: container.superDecoder(forKey: .first))
    list = try container.decode([Informed].self, forKey: .list)
  }
}

// MARK: - Keys of dictionaries

struct Language: Hashable, Decodable, CodingKeyRepresentable {
  let code: String
  init(from decoder: any Decoder) throws { code = try String(from: decoder) }
  var codingKey: any CodingKey { Name(stringValue: code) }
  init?<Key: CodingKey>(codingKey: Key) {
    guard codingKey.stringValue.count < 9 else { return nil }
    code = codingKey.stringValue
  }
}
enum Direction: String, Hashable, Decodable, CodingKeyRepresentable { case north, south = "south_pole", east }
enum Weekday: Int, Hashable, Decodable, CodingKeyRepresentable { case monday = 1, tuesday }
struct Stock: Decodable {
  var counts: [String: Int], byColor: [Color: Int]?, byLanguage: [Language: [Inner]]?, byNumber: [Int: String?]?
}
