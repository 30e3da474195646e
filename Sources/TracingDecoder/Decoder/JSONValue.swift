import JSONDocument

/// A value being decoded: one of the document's, or a null in place of a missing member.
struct JSONValue {
  /// Nil if the member is missing.
  let node: JSONNode?

  init(_ node: JSONNode?) { self.node = node }
}

extension JSONDocument {
  func kind(of value: JSONValue) -> JSONKind { value.node.map { kind(of: $0) } ?? .null }

  func isNull(_ value: JSONValue) -> Bool { kind(of: value) == .null }
}

extension JSONKind {
  /// How Foundation names the kind in its messages.
  var foundationName: String {
    switch self {
    case .string: "a string"
    case .number: "number"
    case .bool: "bool"
    case .null: "null"
    case .object: "a dictionary"
    case .array: "an array"
    }
  }
}
