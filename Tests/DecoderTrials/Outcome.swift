import Foundation

/// What came of one decoding, in a form that two decoders can be compared by.
package struct Outcome: Equatable, Sendable, CustomStringConvertible {
  /// The value as text, see ``canonicalText(of:)``; nil if an error was thrown.
  package private(set) var value: String?
  /// The case of `DecodingError` with what it names, or `other` and the type of another error.
  package private(set) var kind = ""
  /// The coding path, keys as text.
  package private(set) var path: [String] = []
  /// Types of those keys, empty for those that only a decoder knows, and their numbers.
  package private(set) var keyTypes: [String] = []
  /// The debug description of a `DecodingError`, or another error as text.
  package private(set) var text = ""

  init<T>(_ decode: () throws -> T) {
    do {
      value = canonicalText(of: try decode())
    } catch let error as DecodingError {
      note(error)
    } catch {
      (kind, text) = ("other \(type(of: error))", "\(error)")
    }
  }

  private mutating func note(_ error: DecodingError) {
    switch error {
    case .typeMismatch(let type, let context): note("typeMismatch(\(type))", context)
    case .valueNotFound(let type, let context): note("valueNotFound(\(type))", context)
    case .keyNotFound(let key, let context): note("keyNotFound(\(key.stringValue) \(Self.typeName(of: key)))", context)
    case .dataCorrupted(let context): note("dataCorrupted", context)
    @unknown default: kind = "unknown"
    }
  }

  private mutating func note(_ kind: String, _ context: DecodingError.Context) {
    self.kind = kind
    path = context.codingPath.map(\.stringValue)
    keyTypes = context.codingPath.map { "\(Self.typeName(of: $0)) \($0.intValue.map(String.init) ?? "")" }
    text = context.debugDescription
  }

  /// The app's own key types, which it may cast to; those of decoders and of the standard library have no public name.
  private static func typeName(of key: any CodingKey) -> String {
    let name = String(reflecting: type(of: key))
    let isOwn = ["Foundation.", "FoundationEssentials.", "TracingDecoder.", "Swift."].contains { name.hasPrefix($0) }
    // A private type's name holds an address, which changes from run to run.
    return isOwn ? "" : name.split(separator: ".").filter { !$0.hasPrefix("(") }.dropFirst().joined(separator: ".")
  }

  /// `typeMismatch`, `other`, …
  package var kindAlone: String { String(kind.prefix { $0 != "(" && $0 != " " }) }

  package var description: String { value ?? "\(kind) at \(path) \(keyTypes): \(text)" }
}

/// A value as text that is the same for equal values, whatever the order of sets and dictionaries.
func canonicalText(of value: Any) -> String {
  switch value {
  // The stored number: the one since 1970 is rounded, and the description of a date that is not a number traps.
  case let date as Date: return "Date(\(date.timeIntervalSinceReferenceDate))"
  case let text as String: return "\"\(text)\""
  case is Decimal, is URL, is UUID, is Data: return "\(value)"
  default: break
  }
  let mirror = Mirror(reflecting: value)
  var parts: [String] = []
  var level: Mirror? = mirror
  while let present = level {
    parts = present.children.map { ($0.label ?? "") + ":" + canonicalText(of: $0.value) } + parts
    level = present.superclassMirror
  }
  switch mirror.displayStyle {
  case .set, .dictionary: return "{\(parts.sorted().joined(separator: ","))}"
  default: return parts.isEmpty ? "\(value)" : "\(mirror.subjectType)(\(parts.joined(separator: ",")))"
  }
}
