import Foundation

// Types written for their decoders: one for each way in which an initialiser can depend on how it is answered.

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
      sum += try container.decode(Int.self, forKey: key)
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
    n = try decoder.singleValueContainer().decode(Int.self) + configuration
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
    sum = try list.decode(Int.self) + container.decode(Int.self, forKey: .a)
    sum += try list.decode(Int.self) + (container.decodeIfPresent(Inner.self, forKey: .b)?.x ?? 0)
    sum += (try? container.decode(Inner.self, forKey: .b).x) ?? 1
    sum += try decoder.container(keyedBy: Name.self).allKeys.count
  }
}

let targets: [Target] = [
  Target(Configuring.self, #"{"value":1,"maybe":2}"#, #"{"value":1,"maybe":null}"#),
  Target(SuperList.self, "[1,2,3]", "[1,2,3,4,5]"), Target(BackAndForth.self, #"{"a":1,"b":{"x":2},"list":[1,2]}"#),
  Target(
    Scalars.self, #"{"b":true,"s":"x","i":1,"i8":-128,"u64":18446744073709551615,"i128":9,"d":1.5,"f":2}"#,
    #"{"b":false,"s":"\u00e9","i":1e2,"i8":1.0,"u64":0,"i128":170141183460469231731687303715884105727,"d":-0.0,"f":1e-3}"#
  ),
  Target(
    Optionals.self, "{}",
    #"{"b":null,"i":1,"date":1,"url":"x","color":"Red","inner":{"x":1},"list":[1],"u":null,"dec":1.5}"#,
    #"{"b":true,"s":"a","i8":3,"u64":5,"i128":null,"d":2.5,"f":null,"inner":{"x":1,"y":null},"list":[]}"#),
  Target(
    Special.self,
    #"{"date":1,"url":"https://a/b","uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","dec":12.5,"data":"aGk="}"#,
    #"{"date":"2024-02-30T10:00:00Z","url":"a b","uuid":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f","dec":1e3,"data":""}"#,
    #"{"date":"1700000000","url":"/x","uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","dec":0,"data":[1,2]}"#),
  Target(
    [Product].self,
    #"[{"id":1,"title":"a","price":44,"category":{"id":1,"name":"c","image":null},"images":["https://a"],"color":"Red"},"#
      + #"{"id":2,"title":"b","price":1.5,"category":{"id":2,"name":"d"},"images":[],"color":"Blue"}]"#),
  Target(
    Tree.self,
    #"{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]},{"name":"d","children":[]}]}"#),
  Target(Chain.self, #"{"name":"a","next":[{"name":"b","next":[{"name":"c","next":[{"name":"d","next":[]}]}]}]}"#),
  Target(Dog.self, #"{"name":"rex","breed":"pug"}"#),
  Target(Cat.self, #"{"lives":9,"super":{"name":"tom"}}"#, #"{"lives":9}"#),
  Target(
    [Union].self, #"[1,{"id":1,"name":"c"},2]"#,
    #"[{"id":1,"title":"a","price":44,"category":{"id":1,"name":"c"},"images":[],"color":"Red"},7]"#),
  Target(Lossy.self, #"[{"id":1,"name":"c"},{"id":"x"},{"id":2,"name":"d","image":"i"},null]"#),
  Target([Polymorphic].self, #"[{"kind":"inner","inner":{"x":1}},{"kind":"list","list":[1,2]}]"#),
  Target(Nested.self, #"{"outer":{"inner":{"x":1},"list":[4,5]}}"#),
  Target([Pair].self, #"[[1,"a",[1,2]],[2,null,null],[3,"c",[]]]"#),
  Target(Retry.self, #"[1,"a",{"k":1},true,2.5]"#),
  Target([TriState].self, #"[{},{"value":null},{"value":"x"}]"#),
  Target(Dynamic.self, #"{"a":1,"b":2,"c_d":3,"é":4}"#),
  Target([Wrapped].self, #"[{"count":1},{"count":null}]"#),
  Target(Explicit.self, #"{"image_url":"u","full_name":"n"}"#, #"{"imageUrl":"u","fullName":"n","full__name":"o"}"#),
  Target(
    Camel.self, #"{"image_url":"u","one_two":1}"#,
    #"{"imageUrl":"u","oneTwo":1,"one_two":2,"_oneTwo":3,"imageURL":null}"#),
  Target([Validated].self, #"[{"n":1,"m":2},{"n":3,"m":4}]"#),
  Target([CatchesOnly].self, #"[{"n":1},{"n":"x"},{}]"#),
  Target([Wrapping].self, #"[{"x":1},{"x":2,"y":"z"}]"#),
  Target(PathReader.self, #"{"a":[1,2,3],"b":1}"#),
  Target([Seconds].self, "[1,2.5,1e3]"),
  Target([Color].self, #"["Red","Green"]"#),
  Target([Closed?].self, #"["one",null,"two"]"#),
  Target([Level].self, "[1,2]"),
  Target([Lenient].self, #"["known","x"]"#),
  Target([Payload].self, #"[{"text":{"_0":"a"}},{"pair":{"a":1,"b":2}},{"empty":{}}]"#),
  Target([String: Int].self, hasDictionary: true, #"{"a":1,"b_c":2}"#),
  Target([String: Inner].self, hasDictionary: true, #"{"a":{"x":1},"b_c":{"x":2,"y":"q"}}"#),
  Target([Int: String].self, hasDictionary: true, #"{"1":"a","1_0":"b"}"#),
  Target([Color: Int].self, #"["Red",1,"Blue",2]"#),
  Target(Set<Int>.self, "[1,2,2]"),
  Target(ClosedRange<Int>.self, "[1,3]"),
  Target([Int??].self, "[1,null,2]"),
  Target([[Int?]?].self, "[[1,null],null,[]]"),
  Target([Date?].self, "[1,null]", #"["2024-01-02T03:04:05Z",null,"2024-01-02"]"#),
  Target([String: Date].self, hasDictionary: true, #"{"a":1,"b":2}"#, #"{"a":"2024-01-02T03:04:05Z"}"#),
  Target([Double].self, #"[1,2.5,-0.0,1e5,0e5,"inf","nan"]"#),
  Target([Float].self, "[1,16777217,1e-40,3.5]"),
  Target([Decimal].self, "[1,12345678901234567890123456789012345678901234,1e127,0.1]"),
  Target([UInt128].self, "[1,340282366920938463463374607431768211455]"),
  Target([UInt8].self, "[1,255,2.0]"),
  Target(String.self, #""a\n\ud83d\ude00""#),
  Target(Int.self, "12"), Target(Bool.self, "true"), Target(Double?.self, "null"), Target([Bool].self, "[true,false]"),
  Target([URL].self, #"["https://a.b/c","x y","é"]"#), Target([Data].self, #"["aGk=","aGkK"]"#),
]
