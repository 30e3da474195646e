import Foundation

// Unions, polymorphic values, enums with payloads, recursion, generic types and class hierarchies.

/// Any JSON value, by trying one kind after the other.
enum AnyValue: Decodable {
  case null, bool(Bool), number(Double), text(String), list([AnyValue]), object([String: AnyValue])
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([AnyValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: AnyValue].self))
    }
  }
}
/// Known members, and the names of all others.
struct WithRest: Decodable {
  var id: Int, rest: [String]
  private enum Keys: String, CodingKey { case id }
  init(from decoder: any Decoder) throws {
    id = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
    let all = try decoder.container(keyedBy: Name.self)
    rest = all.allKeys.map(\.stringValue).filter { Keys(rawValue: $0) == nil }.sorted()
    rest += try rest.map { try all.decode(AnyValue.self, forKey: Name(stringValue: $0)) }.map { "\($0)".prefix(1) }
      .map(String.init)
  }
}
/// Handed on to one of several types with the same decoder.
enum Figure: Decodable {
  case circle(Circle), square(Square), group([Figure])
  struct Circle: Decodable { var radius: Double }
  struct Square: Decodable { var side: Int, label: String? }
  private enum Keys: String, CodingKey { case type, items }
  private enum Kind: String, Decodable { case circle, square, group }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    switch try container.decode(Kind.self, forKey: .type) {
    case .circle: self = .circle(try Circle(from: decoder))
    case .square: self = .square(try Square(from: decoder))
    case .group: self = .group(try container.decode([Figure].self, forKey: .items))
    }
  }
}
/// Two types out of one object.
struct Flattened: Decodable {
  var inner: Inner, category: Category, page: Int?
  private enum Keys: String, CodingKey { case page }
  init(from decoder: any Decoder) throws {
    inner = try Inner(from: decoder)
    category = try Category(from: decoder)
    page = try decoder.container(keyedBy: Keys.self).decodeIfPresent(Int.self, forKey: .page)
  }
}
enum Either<First: Decodable, Second: Decodable>: Decodable {
  case first(First), second(Second)
  init(from decoder: any Decoder) throws {
    do {
      self = .first(try First(from: decoder))
    } catch let first {
      do {
        self = .second(try Second(from: decoder))
      } catch {
        throw first
      }
    }
  }
}
/// A union over decoders of their own.
struct SuperUnion: Decodable {
  var texts: [String] = []
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let element = try list.superDecoder()
      if let inner = try? Inner(from: element) {
        texts.append("inner \(inner.x)")
      } else if let category = try? Category(from: element) {
        texts.append("category \(category.id)")
      } else {
        texts.append("list \(try [Int?](from: element).count)")
      }
    }
  }
}
indirect enum Expression: Decodable {
  case number(Double), add(Expression, Expression), negate(of: Expression)
}
enum Login: Decodable {
  case user(name: String, age: Int = 18), guest, token(String, expires: Date?)
  private enum CodingKeys: String, CodingKey { case user = "user_login", guest, token }
  private enum UserCodingKeys: String, CodingKey { case name = "user_name" }
}
/// An enum that keeps what it does not know.
enum Status: Decodable {
  case active, closed, other(String)
  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "active": self = .active
    case "closed": self = .closed
    case let other: self = .other(other)
    }
  }
}
final class Box<Value: Decodable>: Decodable {
  let value: Value
  let next: Box<Value>?
}
struct Page<Item: Decodable>: Decodable {
  var items: [Item], next: URL?, total: Int
  struct Info: Decodable { var page: Int? }
  var info: Info?
}
struct Reply: Decodable {
  var author: String?, replies: [Reply]?, likes: [String: Int]?
}
class Base: Decodable {
  let id: Int
  let note: String?
}
class Middle: Base {
  let size: Double
  private enum CodingKeys: String, CodingKey { case size, parent = "super" }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = try container.decode(Double.self, forKey: .size)
    if container.contains(.parent) {
      try super.init(from: container.superDecoder(forKey: .parent))
    } else {
      try super.init(from: decoder)
    }
  }
}
final class Last: Middle {
  let tags: [String]
  private enum CodingKeys: String, CodingKey { case tags }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    try super.init(from: decoder)
    guard tags.count < 3 else {
      throw DecodingError.dataCorruptedError(forKey: .tags, in: container, debugDescription: "too many for \(id)")
    }
  }
}
/// More members than a decoder would look for one by one.
struct Wide: Decodable {
  var a0: Int, a1: Int, a2: Int, a3: Int, a4: Int, a5: Int, a6: Int, a7: Int, a8: Int, a9: Int
  var b0: String?, b1: String?, b2: String?, b3: String?, b4: String?, b5: String?, b6: String?, b7: String?
  var c0: Double?, c1: Bool?, c2: [Int]?, c3: Inner?, c4: Date?, c5: URL?, c6: UUID?, c7: Color?, d_d: Int?
}
struct Nothing: Decodable {}
