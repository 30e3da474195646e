import Foundation
import Synchronization

/// How the decoder treats a type. As in Foundation, only the exact type counts; a type that wraps one of these is
/// `other`.
enum TypeCategory {
  case bool, string, double, float
  case int, int8, int16, int32, int64, int128, uint, uint8, uint16, uint32, uint64, uint128
  case date, data, url, decimal
  case uuid
  /// `Array<Element>` of decodable elements, which is decoded without its own initialiser.
  case array
  /// `Dictionary<String, Value>` of decodable values.
  case stringDictionary
  case other

  /// Whether it is one of the listed types that is not a collection.
  var isScalar: Bool {
    switch self {
    case .array, .stringDictionary, .other: false
    default: true
    }
  }
}

/// What is known of a type from its metatype alone. It is made once for each type and never freed.
///
/// `@unchecked` because metatypes and the closure over one are not declared `Sendable`. Nothing here changes after
/// `init`, and asking a metatype for its name or conformances is safe from any thread.
final class TypeFacts: @unchecked Sendable {
  let type: Any.Type
  let category: TypeCategory
  /// Whether the type only passes on what is inside it, such as an optional. Failures then belong to the type around
  /// it.
  let isTransparent: Bool
  let isRawRepresentable: Bool
  /// Whether it is the key type of the standard library's `Dictionary`.
  let isDictionaryKey: Bool
  /// Reads the raw value of a value of exactly this type; nil unless raw values are texts or integers.
  let rawText: ((UnsafeRawPointer) -> String)?
  let hasRawText: Bool
  let hasNumberForRawValue: Bool
  /// The type as written in source; see ``name(_:)``.
  let name: String
  let isEnum: Bool
  /// Whether it is an enum of names without raw values.
  let isOpaqueEnum: Bool
  let nativeArray: (any NativeArray.Type)?
  let stringDictionary: (any StringDictionary.Type)?
  let id: ObjectIdentifier

  private init(_ type: Any.Type) {
    self.type = type
    id = ObjectIdentifier(type)
    // The first conformance check for a type searches all conformances of the program. Optionals, collections and
    // dictionary keys are types of the standard library, so the checks for them are skipped for the app's types.
    let isOfLibrary = Self.isOfStandardLibrary(type)
    category = Self.categories[ObjectIdentifier(type)] ?? (isOfLibrary ? Self.collection(type) : .other)
    let mayBeContainer = isOfLibrary && !category.isScalar
    name = mayBeContainer ? Self.name(type) : Self.runtimeName(type)
    isTransparent = mayBeContainer && type is any LibraryContainer.Type
    isDictionaryKey = mayBeContainer && Self.keysAreData(type)
    nativeArray = category == .array ? type as? any NativeArray.Type : nil
    stringDictionary = category == .stringDictionary ? type as? any StringDictionary.Type : nil
    let raw = type as? any RawRepresentable.Type
    isRawRepresentable = raw != nil
    rawText = raw.flatMap { Self.rawText(of: $0) }
    hasRawText = rawText != nil
    hasNumberForRawValue = hasRawText && !(raw.map { Self.hasText($0) } ?? true)
    isEnum = EnumCases.isEnum(type)
    isOpaqueEnum = raw == nil && category == .other && !isTransparent && EnumCases.isVocabulary(type)
  }

  private static let known = Mutex<[ObjectIdentifier: TypeFacts]>([:])

  static func of(_ type: Any.Type) -> TypeFacts {
    if let facts = known.withLock({ $0[ObjectIdentifier(type)] }) { return facts }
    let facts = TypeFacts(type)
    return known.withLock { known in
      if let facts = known[facts.id] { return facts }
      known[facts.id] = facts
      return facts
    }
  }

  private static let categories: [ObjectIdentifier: TypeCategory] = {
    let pairs: [(Any.Type, TypeCategory)] = [
      (Bool.self, .bool), (String.self, .string), (Double.self, .double), (Float.self, .float), (Int.self, .int),
      (Int8.self, .int8), (Int16.self, .int16), (Int32.self, .int32), (Int64.self, .int64), (Int128.self, .int128),
      (UInt.self, .uint), (UInt8.self, .uint8), (UInt16.self, .uint16), (UInt32.self, .uint32), (UInt64.self, .uint64),
      (UInt128.self, .uint128), (Date.self, .date), (Data.self, .data), (URL.self, .url), (Decimal.self, .decimal),
      (UUID.self, .uuid),
    ]
    return Dictionary(pairs.map { (ObjectIdentifier($0), $1) }, uniquingKeysWith: { first, _ in first })
  }()

  private static func collection(_ type: Any.Type) -> TypeCategory {
    if type is any NativeArray.Type { return .array }
    if type is any StringDictionary.Type { return .stringDictionary }
    return .other
  }

  private static func hasText<T: RawRepresentable>(_ type: T.Type) -> Bool { T.RawValue.self == String.self }

  private static func rawText<T: RawRepresentable>(of type: T.Type) -> ((UnsafeRawPointer) -> String)? {
    if T.RawValue.self == String.self {
      // Sound: RawValue is String, as checked above.
      return { unsafeBitCast($0.assumingMemoryBound(to: T.self).pointee.rawValue, to: String.self) }
    }
    guard T.RawValue.self is any FixedWidthInteger.Type else { return nil }
    return { "\($0.assumingMemoryBound(to: T.self).pointee.rawValue)" }
  }
}

extension TypeFacts {
  /// A type as written in source: `[String: PriceDTO]?`, not `Optional<Dictionary<String, PriceDTO>>`.
  static func name(_ type: Any.Type) -> String {
    if isOfStandardLibrary(type), let container = type as? any LibraryContainer.Type { return container.readableName }
    return runtimeName(type)
  }

  /// The same text as `String(describing:)`, which would check the metatype's conformances first.
  static func runtimeName(_ type: Any.Type) -> String { _typeName(type, qualified: false) }

  /// Whether the module `Swift` declares a type.
  private static func isOfStandardLibrary(_ type: Any.Type) -> Bool { _typeName(type).hasPrefix("Swift.") }

  /// The type inside any number of optionals.
  static func withoutOptional(_ type: Any.Type) -> Any.Type {
    var type = type
    while let optional = type as? any OptionalType.Type { type = optional.wrapped }
    return type
  }

  /// Whether a key type is that of the standard library's `Dictionary`, so that names are data. It is internal there
  /// and therefore compared by name.
  private static func keysAreData(_ key: Any.Type) -> Bool { runtimeName(key) == "_DictionaryCodingKey" }
}

/// A type of the standard library that only passes on what is inside it: an optional or a collection.
protocol LibraryContainer {
  /// The type as written in source, which is shorter than the runtime's name.
  static var readableName: String { get }
  /// The placeholder for any value that failed: nil, or an empty collection.
  static var empty: Any { get }
}

extension Optional: LibraryContainer {
  static var readableName: String { TypeFacts.name(Wrapped.self) + "?" }
  static var empty: Any { Self(nilLiteral: ()) as Any }
}
extension Array: LibraryContainer {
  static var readableName: String { "[\(TypeFacts.name(Element.self))]" }
  static var empty: Any { Self() }
}
extension Set: LibraryContainer {
  static var readableName: String { "Set<\(TypeFacts.name(Element.self))>" }
  static var empty: Any { Self() }
}
extension Dictionary: LibraryContainer {
  static var readableName: String { "[\(TypeFacts.name(Key.self)): \(TypeFacts.name(Value.self))]" }
  static var empty: Any { Self() }
}

protocol OptionalType { static var wrapped: Any.Type { get } }
extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
}
