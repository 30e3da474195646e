/// What can be told of a type from its metatype alone.
enum TypeFacts {
  /// A type as one writes it: `[String: PriceDTO]?` rather than `Optional<Dictionary<String, PriceDTO>>`.
  static func name(_ type: Any.Type) -> String {
    if let readable = type as? any ReadableName.Type { return readable.readableName }
    return String(describing: type)
  }

  /// The type inside any number of optionals.
  static func withoutOptional(_ type: Any.Type) -> Any.Type {
    var type = type
    while let optional = type as? any OptionalType.Type { type = optional.wrapped }
    return type
  }

  /// Whether a keyed container's names are data: it belongs to the standard library's `Dictionary`, whose key type is
  /// internal and so is known by name.
  static func keysAreData(_ key: any CodingKey.Type) -> Bool { String(describing: key) == "_DictionaryCodingKey" }

  /// Whether a type only passes on what is inside it, so that its place belongs to whoever asked for it.
  static func isTransparent(_ type: Any.Type) -> Bool {
    type is any OptionalType.Type || type is any ElementContainer.Type
  }
}

/// A type with a shorter spelling than the runtime's.
protocol ReadableName { static var readableName: String { get } }

extension Optional: ReadableName {
  static var readableName: String { TypeFacts.name(Wrapped.self) + "?" }
}
extension Array: ReadableName {
  static var readableName: String { "[\(TypeFacts.name(Element.self))]" }
}
extension Set: ReadableName {
  static var readableName: String { "Set<\(TypeFacts.name(Element.self))>" }
}
extension Dictionary: ReadableName {
  static var readableName: String { "[\(TypeFacts.name(Key.self)): \(TypeFacts.name(Value.self))]" }
}

protocol OptionalType { static var wrapped: Any.Type { get } }
extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
}

/// A collection of the standard library; an empty one can stand for any that failed.
protocol ElementContainer { static var emptyContainer: Any { get } }
extension Array: ElementContainer {
  static var emptyContainer: Any { Self() }
}
extension Set: ElementContainer {
  static var emptyContainer: Any { Self() }
}
extension Dictionary: ElementContainer {
  static var emptyContainer: Any { Self() }
}
