import Foundation

// Property wrappers and lossy collections as apps write them.

@propertyWrapper struct EmptyIfMissing<Element: Decodable>: Decodable {
  var wrappedValue: [Element]
  init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws { wrappedValue = try [Element](from: decoder) }
}
extension KeyedDecodingContainer {
  /// Preferred to the generic one where a member's type is this wrapper.
  func decode<T>(_ type: EmptyIfMissing<T>.Type, forKey key: Key) throws -> EmptyIfMissing<T> {
    try decodeIfPresent(type, forKey: key) ?? EmptyIfMissing(wrappedValue: [])
  }
}
@propertyWrapper struct Lossless<Value: LosslessStringConvertible & Decodable>: Decodable {
  var wrappedValue: Value
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      wrappedValue = try container.decode(Value.self)
    } catch {
      guard let text = try? container.decode(String.self), let value = Value(text) else { throw error }
      wrappedValue = value
    }
  }
}
/// Nil for whatever does not fit.
@propertyWrapper struct Forgiving<Value: Decodable>: Decodable {
  var wrappedValue: Value?
  init(from decoder: any Decoder) throws { wrappedValue = try? decoder.singleValueContainer().decode(Value.self) }
}
@propertyWrapper struct LossyList<Element: Decodable>: Decodable {
  var wrappedValue: [Element] = []
  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      do {
        wrappedValue.append(try list.decode(Element.self))
      } catch {
        _ = try list.decode(Skip.self)
      }
    }
  }
}
struct LossyMap<Value: Decodable>: Decodable {
  var values: [String: Value] = [:]
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    for key in container.allKeys { values[key.stringValue] = try? container.decode(Value.self, forKey: key) }
  }
}
/// A list of results, none of which can fail.
struct Attempt<Value: Decodable>: Decodable {
  let value: Value?
  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
struct Wrappers: Decodable {
  @EmptyIfMissing var tags: [String]
  @Lossless var price: Double
  @Lossless var count: Int
  @Forgiving var color: Color?
  @LossyList var items: [Inner]
}
/// Nil or a value, whatever the reason for nil.
struct Tolerant: Decodable {
  var a: Int?, b: String, c: Int
  private enum Keys: String, CodingKey { case a, b, alternative, c }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    a = try? container.decodeIfPresent(Int.self, forKey: .a)
    b = try (try? container.decode(String.self, forKey: .b)) ?? container.decode(String.self, forKey: .alternative)
    c = (try? container.decode(Int.self, forKey: .c)) ?? -1
  }
}
struct PlusOffset: DecodableWithConfiguration {
  var n: Int, label: String
  init(from decoder: any Decoder, configuration: Int) throws {
    var list = try decoder.unkeyedContainer()
    n = try list.decode(Int.self) &+ configuration
    label = try list.decode(String.self)
  }
}
struct ConfiguredLists: Decodable {
  var all: [PlusOffset] = [], whole: PlusOffset?, list: [Configured]
  private enum Keys: String, CodingKey { case all, whole, list }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    var list = try container.nestedUnkeyedContainer(forKey: .all)
    while !list.isAtEnd { all.append(try list.decode(PlusOffset.self, configuration: 100)) }
    whole = try container.decodeIfPresent(PlusOffset.self, forKey: .whole, configuration: 1)
    self.list = try container.decode([Configured].self, forKey: .list, configuration: 5)
  }
}
/// Values decoded with a configuration out of a decoder of their own.
struct ConfiguredBySuper: Decodable {
  var value: Configured, pair: PlusOffset
  private enum Keys: String, CodingKey { case value, pair }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    value = try Configured(from: container.superDecoder(forKey: .value), configuration: 3)
    pair = try PlusOffset(from: container.superDecoder(forKey: .pair), configuration: 4)
  }
}
struct WithDates: Decodable {
  var date: Date, maybe: Date?, list: [Date], double: Date??, wrapped: Passing<Date>, data: Data?
}
/// A date in one of two forms.
struct TwoForms: Decodable {
  var date: Date
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let date = try? container.decode(Date.self) {
      self.date = date
    } else {
      date = try Date(container.decode(String.self), strategy: .iso8601.year().month().day())
    }
  }
}
/// Types of Foundation and of the standard library with initialisers of their own, but for `IndexSet` and `URLComponents`,
/// whose initialisers trap on odd values.
struct Borrowed: Decodable {
  var interval: DateInterval?, components: DateComponents?, path: IndexPath?, zone: TimeZone?
  var locale: Locale?, range: Range<Int>?, from: PartialRangeFrom<Double>?, contiguous: ContiguousArray<Int>?
  var simd: SIMD2<Double>?, duration: Duration?, half: Float16?, point: CGPoint?
  var rect: CGRect?, name: PersonNameComponents?, calendar: Calendar?
}
