import Foundation
import JSONDocument

/// A JSON value that can be changed: members keep their order, numbers their spelling.
indirect enum JSONTree: Sendable, Equatable {
  case object([Member])
  case array([JSONTree])
  case string(String)
  /// As it is spelled.
  case number(String)
  case bool(Bool)
  case null

  struct Member: Sendable, Equatable {
    var name: String
    var value: JSONTree
  }

  /// Reads a response; `nil` if it is no JSON, or holds a text that is none.
  init?(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(bytes), let tree = JSONTree(document.root, in: document) else { return nil }
    self = tree
  }

  init?(_ node: JSONNode, in document: JSONDocument) {
    switch document.kind(of: node) {
    case .object:
      var members: [Member] = []
      for child in document.children(of: node) {
        guard let name = document.key(of: child), let value = JSONTree(child, in: document) else { return nil }
        members.append(Member(name: name, value: value))
      }
      self = .object(members)
    case .array:
      var elements: [JSONTree] = []
      for child in document.children(of: node) {
        guard let value = JSONTree(child, in: document) else { return nil }
        elements.append(value)
      }
      self = .array(elements)
    case .string:
      guard let text = try? document.string(at: node) else { return nil }
      self = .string(text)
    case .number: self = .number(document.numberText(at: node))
    case .bool: self = .bool(document.isTrue(node))
    case .null: self = .null
    }
  }

  /// The kind as `jq` names it, which is also that of JSON.
  var kind: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .number: "number"
    case .bool: "boolean"
    case .null: "null"
    }
  }

  var isScalar: Bool {
    switch self {
    case .object, .array: false
    case .string, .number, .bool, .null: true
    }
  }

  /// A member's value; `nil` for another kind of value, or without the member.
  subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  mutating func set(_ name: String, to value: JSONTree?) {
    guard case .object(var members) = self else { return }
    let index = members.firstIndex { $0.name == name }
    switch (index, value) {
    case (let index?, let value?): members[index].value = value
    case (let index?, nil): members.remove(at: index)
    case (nil, let value?): members.append(Member(name: name, value: value))
    case (nil, nil): break
    }
    self = .object(members)
  }

  /// The text of it (RFC 8259), without white space.
  var text: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(JSONText.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .string(let text): JSONText.quoted(text)
    case .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null: "null"
    }
  }

  /// A text for a comment or a title: names of a response may hold what ends a line, or steers a terminal.
  static func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { isPlain($0) ? $0 : " " }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether a text can be written into source code as it is.
  static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isPlain) }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  /// Whether both hold the same values: numbers by what they are worth, members in any order.
  func means(_ other: JSONTree) -> Bool {
    switch (self, other) {
    case (.number(let one), .number(let two)): one == two || Double(one) == Double(two)
    case (.array(let one), .array(let two)): one.count == two.count && zip(one, two).allSatisfy { $0.means($1) }
    case (.object(let one), .object(let two)):
      one.count == two.count && one.allSatisfy { member in other[member.name].map(member.value.means) ?? false }
    default: self == other
    }
  }
}
