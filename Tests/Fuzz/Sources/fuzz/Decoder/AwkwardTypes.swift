import Foundation

// Types whose own initialisers depend on how they are answered: unions, wrappers, and containers used by hand.

/// A place as APIs spell it: an object, a pair of numbers, or text.
enum Anchor: Decodable, Equatable {
  struct Point: Decodable, Equatable { var x: Double, y: Double }
  case point(Point), pair([Double]), text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let point = try? container.decode(Point.self) {
      self = .point(point)
    } else if let pair = try? container.decode([Double].self), pair.count == 2 {
      self = .pair(pair)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}

enum Weekday: String, Decodable, CodingKeyRepresentable { case monday = "mon", tuesday = "tue", anyDay }

/// A number, or a number in quotes.
struct Price: Decodable, Equatable {
  var amount: Decimal

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      amount = try container.decode(Decimal.self)
    } catch DecodingError.typeMismatch {
      guard let amount = Decimal(string: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no amount")
      }
      self.amount = amount
    }
  }
}

/// Elements that do not decode are left out.
@propertyWrapper struct LossyArray<Element: Decodable & Equatable>: Decodable, Equatable {
  var wrappedValue: [Element]

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wrappedValue = []
    while !container.isAtEnd {
      do {
        wrappedValue.append(try container.decode(Element.self))
      } catch {
        _ = try container.decode(Unread.self)
      }
    }
  }
}

struct Playlist: Decodable, Equatable {
  var title: String
  @LossyArray var items: [Item]
}

/// 0 where the member is missing or null.
@propertyWrapper struct OrZero: Decodable, Equatable {
  var wrappedValue: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? 0 : try container.decode(Int.self)
  }
  init(_ value: Int) { wrappedValue = value }
}

extension KeyedDecodingContainer {
  func decode(_ type: OrZero.Type, forKey key: Key) throws -> OrZero {
    try decodeIfPresent(OrZero.self, forKey: key) ?? OrZero(0)
  }
}

struct Preferences: Decodable, Equatable {
  @OrZero var volume: Int
  @OrZero var level: Int
  var theme: Theme?
}

/// Text that is no known theme is some other theme.
enum Theme: String, Decodable {
  case dark, light, other
  init(from decoder: any Decoder) throws {
    self = Theme(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }
}

/// Nested containers, and a super decoder by key.
struct Drawer: Decodable, Equatable {
  var x: Int, first: String?, label: String, depth: Int
  private enum Keys: String, CodingKey { case outer, inner, list, x, label }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let outer = try container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
    x = try outer.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(Int.self, forKey: .x)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    first = try list.decodeIfPresent(String.self)
    var deeper = try list.nestedUnkeyedContainer()
    depth = try deeper.decodeIfPresent([Int].self)?.count ?? deeper.codingPath.count
    label = try String(from: container.superDecoder(forKey: .label))
  }
}

/// What it is stands beside what it holds.
enum Figure: Decodable, Equatable {
  struct Circle: Decodable, Equatable { var radius: Double }
  struct Box: Decodable, Equatable { var width: Int, height: Int }
  case circle(Circle), box(Box), group([Figure])
  private enum Keys: String, CodingKey { case type, members }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "circle": self = .circle(try Circle(from: decoder))
    case "box": self = .box(try Box(from: decoder))
    case "group": self = .group(try container.decode([Figure].self, forKey: .members))
    case let type:
      throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no figure \(type)")
    }
  }
}

/// An array whose places have meanings.
struct Row: Decodable, Equatable {
  var id: Int, name: String?, rest: Int

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    id = try container.decode(Int.self)
    name = try container.decodeIfPresent(String.self)
    if try container.decodeNil() {
      rest = container.currentIndex
    } else {
      rest = try container.nestedUnkeyedContainer().count ?? -1
    }
    if !container.isAtEnd { rest += try Int(from: container.superDecoder()) }
  }
}

/// Checks one member against another, with an error of its own.
struct Interval: Decodable, Equatable {
  struct Reversed: Error {}
  var from: Int, to: Int, note: String?
  private enum Keys: String, CodingKey { case from, to, note }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    from = try container.decode(Int.self, forKey: .from)
    to = try container.decode(Int.self, forKey: .to)
    guard from <= to else { throw Reversed() }
    note = try container.decodeIfPresent(String.self, forKey: .note)
  }
}

/// Wraps what went wrong below, and reads where it is.
struct Guarded: Decodable, Equatable {
  var text: String

  init(from decoder: any Decoder) throws {
    do {
      let item = try decoder.singleValueContainer().decode(Item.self)
      text = item.sku
    } catch let error as DecodingError {
      if case .keyNotFound(let key, _) = error, key.stringValue == "sku" {
        text = decoder.codingPath.map(\.stringValue).joined(separator: "/")
      } else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "bad item", underlyingError: error))
      }
    }
  }
}

class Vehicle: Decodable { let wheels: Int }

/// Reads its superclass from the same object.
final class Truck: Vehicle, Equatable {
  let load: Double?
  private enum CodingKeys: String, CodingKey { case load }

  required init(from decoder: any Decoder) throws {
    load = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Double.self, forKey: .load)
    try super.init(from: decoder)
  }
  static func == (one: Truck, other: Truck) -> Bool { one.wheels == other.wheels && one.load == other.load }
}

/// Reads its superclass from the member `super`.
final class Camper: Vehicle, Equatable {
  let beds: Int
  private enum CodingKeys: String, CodingKey { case beds }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    beds = try container.decode(Int.self, forKey: .beds)
    try super.init(from: container.superDecoder())
  }
  static func == (one: Camper, other: Camper) -> Bool { one.wheels == other.wheels && one.beds == other.beds }
}
