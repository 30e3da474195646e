import Foundation

// Numbers of every width, raw values of every kind, and values of one scalar.

struct Widths: Decodable {
  var i: Int, i8: Int8, i16: Int16, i32: Int32, i64: Int64, i128: Int128
  var u: UInt, u8: UInt8, u16: UInt16, u32: UInt32, u64: UInt64, u128: UInt128
}
struct OptionalWidths: Decodable {
  var i: Int?, i8: Int8?, i16: Int16?, i32: Int32?, i64: Int64?, i128: Int128?
  var u: UInt?, u8: UInt8?, u16: UInt16?, u32: UInt32?, u64: UInt64?, u128: UInt128?
  var f: Float?, d: Double?, b: Bool?, s: String?
}
enum ByteCode: UInt8, Decodable { case zero, one, last = 255 }
enum WideCode: Int64, Decodable { case least = -9_223_372_036_854_775_808, none = 0, large = 9_007_199_254_740_993 }
enum UnsignedCode: UInt, Decodable { case one = 1, two }
enum RealCode: Double, Decodable { case half = 0.5, one = 1, big = 1e300 }
enum ShortReal: Float, Decodable { case tenth = 0.1, one = 1 }
struct Flags: OptionSet, Decodable {
  let rawValue: UInt16
  static let first = Flags(rawValue: 1)
}
struct Identifier: RawRepresentable, Hashable, Decodable { let rawValue: String }
/// Refuses some raw values.
struct Even: RawRepresentable, Decodable {
  let rawValue: Int
  init?(rawValue: Int) {
    guard rawValue.isMultiple(of: 2) else { return nil }
    self.rawValue = rawValue
  }
}
/// One scalar, taken out of its container.
struct Key: Decodable, Hashable {
  let text: String
  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
}
/// A chain of single values down to the innermost.
struct Passing<Inner: Decodable>: Decodable {
  let inner: Inner
  init(from decoder: any Decoder) throws { inner = try decoder.singleValueContainer().decode(Inner.self) }
}
/// An own way to read a scalar in several forms, as wrappers for unreliable servers do.
struct Loose: Decodable {
  let text: String
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      text = "null"
    } else if let number = try? container.decode(Int.self) {
      text = "int \(number)"
    } else if let number = try? container.decode(Double.self) {
      text = "double \(number)"
    } else if let flag = try? container.decode(Bool.self) {
      text = "bool \(flag)"
    } else {
      text = "text \(try container.decode(String.self))"
    }
  }
}
/// A number, also in quotes.
struct Quoted: Decodable {
  let number: Decimal
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      number = try container.decode(Decimal.self)
    } catch DecodingError.typeMismatch {
      guard let number = Decimal(string: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number in the text")
      }
      self.number = number
    }
  }
}
struct Letter: Decodable {
  let letter: String
  init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    guard text.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(text.count) letters"))
    }
    letter = text
  }
}
/// Every scalar by its own initialiser instead of by a container.
struct ByInitialiser: Decodable {
  let text: String
  private enum Keys: String, CodingKey { case kind, value }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let value = try container.superDecoder(forKey: .value)
    switch try container.decode(String.self, forKey: .kind) {
    case "bool": text = "\(try Bool(from: value))"
    case "int": text = "\(try Int(from: value))"
    case "byte": text = "\(try UInt8(from: value))"
    case "double": text = "\(try Double(from: value))"
    case "list": text = "\(try [Int](from: value))"
    case "maybe": text = "\(String(describing: try Int?(from: value)))"
    case "map": text = "\(try [String: Int](from: value).values.reduce(0, &+))"
    case "url": text = "\(try URL(from: value))"
    case "uuid": text = "\(try UUID(from: value))"
    case "date": text = "\(try Date(from: value).timeIntervalSinceReferenceDate)"
    case "data": text = "\(try Data(from: value))"
    case "decimal": text = "\(try Decimal(from: value))"
    default: text = try String(from: value)
    }
  }
}
