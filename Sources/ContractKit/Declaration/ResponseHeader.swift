/// A header field of a response that a version reads.
///
/// ```swift
/// Reads("products", as: [ProductDTO].self, headers: [ResponseHeader("X-Total-Count", .number, isEssential: true)])
/// ```
public struct ResponseHeader: Sendable, Hashable {
  /// What the app makes of the value.
  public enum Kind: Sendable, Hashable {
    /// Any text that is not empty, such as an `ETag`.
    case text
    /// A whole number of up to 18 digits, as `Int` reads it.
    case number
    /// A date as HTTP writes it (RFC 9110 section 5.6.7).
    case date
    /// A link with a relation, such as `next` (RFC 8288).
    case link(String)
  }

  /// The field's name; letter case does not matter.
  public let name: String
  /// What the app makes of its value.
  public let kind: Kind
  /// Whether the app does without it: it may be missing, but if it is there, it must be right.
  public let isOptional: Bool
  /// Whether the app is nothing without it, so that its loss is breaking and not a warning.
  public let isEssential: Bool

  /// Declares a field.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - kind: What the app makes of its value.
  ///   - isOptional: Whether it may be missing.
  ///   - isEssential: Whether its loss is breaking.
  public init(_ name: String, _ kind: Kind = .text, isOptional: Bool = false, isEssential: Bool = false) {
    (self.name, self.kind, self.isOptional, self.isEssential) = (name, kind, isOptional, isEssential)
  }

  /// What is wrong with it; `nil`: nothing.
  var problem: String? {
    guard Authorization.isToken(name) else { return "\"\(name)\" is no name of a header field (RFC 9110 section 5.1)" }
    if case .link(let relation) = kind, relation.isEmpty { return "the link in \(name) has no relation" }
    return nil
  }
}

extension Contract {
  /// Names of the header fields that versions read of an endpoint's responses, in lower case and in order.
  package func readHeaders(at endpoint: String) -> [String] {
    Set(versions.compactMap { $0.reads(endpoint) }.flatMap(\.headers).map { $0.name.lowercased() }).sorted()
  }
}

extension ResponseHeader.Kind {
  /// In words: `a whole number`.
  package var words: String {
    switch self {
    case .text: "a text"
    case .number: "a whole number"
    case .date: "a date"
    case .link(let relation): "a link with the relation \(relation)"
    }
  }
}
