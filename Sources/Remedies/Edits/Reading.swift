/// Another way to read one member: an expression in place of the one that decodes it, with what it needs beside the type.
struct Reading: Sendable {
  /// What it does, in a few words.
  let title: String
  /// The expression for a container, a coding key and a decoder; it throws.
  let expression: @Sendable (_ container: String, _ key: String, _ decoder: String) -> String
  /// The type of the expression; `nil`: the declared one.
  var type: String?
  /// Declarations that are added to the file.
  var declarations: [String] = []
  /// What people have to decide, in a sentence; `nil`: nothing.
  var decision: String?
  /// Whether the domain gets nothing, or something made up, for a value that is there.
  var cost = RemedyCost.exact
}

/// What is known of the type of a member.
struct MemberType: Sendable {
  /// As it is written, without the mark of an optional.
  let text: String
  let isOptional: Bool

  init(_ type: String) {
    isOptional = type.hasSuffix("?")
    text = isOptional ? String(type.dropLast()) : type
  }

  static let signed = ["Int", "Int8", "Int16", "Int32", "Int64"]
  static let unsigned = ["UInt", "UInt8", "UInt16", "UInt32", "UInt64"]
  static let floating = ["Double", "Float", "CGFloat"]

  var isInteger: Bool { Self.signed.contains(text) || Self.unsigned.contains(text) }
  var isNumber: Bool { isInteger || Self.floating.contains(text) || text == "Decimal" }
  /// The type of its elements; `nil` if it is no array.
  var element: String? {
    guard text.hasPrefix("["), text.hasSuffix("]"), !text.contains(":") else { return nil }
    return text.dropFirst().dropLast().trimmingPrefix(" ").description
  }
  var isDictionary: Bool { text.hasPrefix("[") && text.contains(":") }

  /// A value that stands for nothing, as it is written in Swift; `nil` if no value does.
  var emptyValue: String? {
    switch text {
    case _ where isNumber: "0"
    case "Bool": "false"
    case "String": "\"\""
    case "Date": ".distantPast"
    case _ where element != nil: "[]"
    case _ where isDictionary: "[:]"
    default: nil
    }
  }

  /// The kind of JSON that it is decoded from; `nil` if that is not known.
  var kind: String? {
    switch text {
    case _ where isNumber: "number"
    case "Bool": "boolean"
    case "String", "URL", "UUID": "string"
    case _ where element != nil: "array"
    case _ where isDictionary: "object"
    default: nil
    }
  }
}
