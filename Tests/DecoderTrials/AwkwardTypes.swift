import Foundation

// Types written for their decoders: one for each way in which an initialiser can depend on how it is answered.
// Sums wrap around, since a trap would end the trial.

enum Color: String, Decodable, CaseIterable { case red = "Red", green = "Green", blue = "Blue" }
enum Closed: String, Decodable { case one, two }
enum Level: Int, Decodable { case low = 1, high = 2 }
enum Lenient: String, Decodable {
  case known, unknown
  init(from decoder: any Decoder) throws {
    self = Lenient(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}
enum Payload: Decodable { case text(String), pair(a: Int, b: Int), empty }

struct Scalars: Decodable {
  var b: Bool, s: String, i: Int, i8: Int8, u64: UInt64, i128: Int128, d: Double, f: Float
}
struct Optionals: Decodable {
  var b: Bool?, s: String?, i: Int?, i8: Int8?, u64: UInt64?, i128: Int128?, d: Double?, f: Float?
  var date: Date?, url: URL?, color: Color?, inner: Inner?, list: [Int]?, u: UUID?, dec: Decimal?
}
struct Inner: Decodable { var x: Int, y: String? }
struct Special: Decodable { var date: Date, url: URL, uuid: UUID, dec: Decimal, data: Data }
struct Product: Decodable {
  var id: Int, title: String, price: Double, category: Category, images: [URL], color: Color
}
struct Category: Decodable { var id: Int, name: String, image: String? }
struct Tree: Decodable { var name: String, children: [Tree] }
final class Chain: Decodable {
  let name: String
  let next: [Chain]
  init(name: String, next: [Chain]) { (self.name, self.next) = (name, next) }
}
class Animal: Decodable { let name: String }
final class Dog: Animal {
  let breed: String
  private enum CodingKeys: String, CodingKey { case breed }
  required init(from decoder: any Decoder) throws {
    breed = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .breed)
    try super.init(from: decoder)
  }
}
final class Cat: Animal {
  let lives: Int
  private enum CodingKeys: String, CodingKey { case lives }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lives = try container.decode(Int.self, forKey: .lives)
    try super.init(from: container.superDecoder())
  }
}
struct Union: Decodable {
  var text: String
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let product = try? container.decode(Product.self) {
      text = "product \(product.id)"
    } else if let category = try? container.decode(Category.self) {
      text = "category \(category.name)"
    } else {
      text = "number \(try container.decode(Int.self))"
    }
  }
}
struct Skip: Decodable { init(from decoder: any Decoder) throws {} }
struct Lossy: Decodable {
  var items: [Category] = []
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let item = try? container.decode(Category.self) {
        items.append(item)
      } else {
        _ = try container.decode(Skip.self)
      }
    }
  }
}
struct Polymorphic: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case kind, inner, list }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "inner": text = "\(try container.decode(Inner.self, forKey: .inner).x)"
    case "list": text = "\(try container.decode([Int].self, forKey: .list))"
    case let other:
      throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "no kind \(other)")
    }
  }
}
struct Nested: Decodable {
  var x: Int, first: Int
  private enum Keys: String, CodingKey { case outer, inner, x, list }
  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .outer)
    x = try outer.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(Int.self, forKey: .x)
    var list = try outer.nestedUnkeyedContainer(forKey: .list)
    first = try list.decode(Int.self)
  }
}
struct Pair: Decodable {
  var a: Int, b: String?, rest: Int
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    a = try container.decode(Int.self)
    b = try container.decodeIfPresent(String.self)
    rest = try container.decodeNil() ? -1 : container.nestedUnkeyedContainer().count ?? 0
  }
}
struct Retry: Decodable {
  var texts: [String] = []
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let number = try? container.decode(Int.self) {
        texts.append("\(number)")
      } else if let text = try? container.decode(String.self) {
        texts.append(text)
      } else if let nested = try? container.nestedContainer(keyedBy: Name.self) {
        texts.append("\(nested.allKeys.count)")
      } else {
        texts.append("\(try container.decode(Bool.self))")
      }
    }
  }
}
struct TriState: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case value }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    if !container.contains(.value) {
      text = "absent"
    } else if try container.decodeNil(forKey: .value) {
      text = "null"
    } else {
      text = try container.decode(String.self, forKey: .value)
    }
  }
}
struct Dynamic: Decodable {
  var sum = 0
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      sum &+= try container.decode(Int.self, forKey: key)
    }
  }
}
@propertyWrapper struct Default: Decodable {
  var wrappedValue: Int
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? 0 : try container.decode(Int.self)
  }
}
struct Wrapped: Decodable { @Default var count: Int }
struct Explicit: Decodable {
  var image: String?
  var name: String
  private enum CodingKeys: String, CodingKey { case image = "image_url", name = "full_name" }
}
struct Camel: Decodable {
  var imageUrl: String?
  var imageURL: String?
  var oneTwo: Int
}
struct Validated: Decodable {
  var n: Int, m: Int
  struct Bad: Error {}
  private enum Keys: String, CodingKey { case n, m }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    n = try container.decode(Int.self, forKey: .n)
    guard n > 0 else { throw Bad() }
    m = try container.decode(Int.self, forKey: .m)
  }
}
struct CatchesOnly: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case n }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    do {
      text = "\(try container.decode(Int.self, forKey: .n))"
    } catch is DecodingError {
      text = "caught at \(decoder.codingPath.count)"
    }
  }
}
struct Wrapping: Decodable {
  var inner: Inner
  struct Reason: Error { let text: String }
  init(from decoder: any Decoder) throws {
    do {
      inner = try decoder.singleValueContainer().decode(Inner.self)
    } catch let error as DecodingError {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "bad inner", underlyingError: error))
    }
  }
}
struct PathReader: Decodable {
  var text: String
  private enum Keys: String, CodingKey { case a, b }
  struct Leaf: Decodable {
    var path: String
    init(from decoder: any Decoder) throws {
      path = decoder.codingPath.map(\.stringValue).joined(separator: "/")
      _ = try decoder.singleValueContainer().decode(Int.self)
    }
  }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    text = try container.decode([Leaf].self, forKey: .a).map(\.path).joined(separator: " ")
    text += try container.superDecoder(forKey: .b).codingPath.map(\.stringValue).joined()
  }
}
struct Seconds: Decodable {
  var date: Date
  init(from decoder: any Decoder) throws { date = try Date(from: decoder) }
}

struct Configured: DecodableWithConfiguration {
  var n: Int
  init(from decoder: any Decoder, configuration: Int) throws {
    n = try decoder.singleValueContainer().decode(Int.self) &+ configuration
  }
}
struct Configuring: Decodable {
  var value: Configured, maybe: Configured?
  private enum Keys: String, CodingKey { case value, maybe }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    value = try container.decode(Configured.self, forKey: .value, configuration: 10)
    maybe = try container.decodeIfPresent(Configured.self, forKey: .maybe, configuration: 20)
  }
}
struct SuperList: Decodable {
  var numbers: [Int] = []
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while numbers.count < 3 { numbers.append(try Int(from: container.superDecoder())) }
    _ = try container.decodeIfPresent(Int128.self)
    _ = try container.decodeIfPresent(Int.self)
    numbers.append(container.currentIndex)
  }
}
/// Keeps the decoder's containers and goes back to them.
struct BackAndForth: Decodable {
  var sum: Int
  private enum Keys: String, CodingKey { case a, b, list }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    sum = try list.decode(Int.self) &+ container.decode(Int.self, forKey: .a)
    sum &+= try list.decode(Int.self) &+ (container.decodeIfPresent(Inner.self, forKey: .b)?.x ?? 0)
    sum &+= (try? container.decode(Inner.self, forKey: .b).x) ?? 1
    sum &+= try decoder.container(keyedBy: Name.self).allKeys.count
  }
}
