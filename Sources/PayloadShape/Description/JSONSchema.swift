import JSONDocument

/// A JSON Schema (draft 2020-12) of the payloads that an outline speaks of; it accepts each of them. A payload that showed a change which is
/// not learned, because it is reported, is none of them.
///
/// A member is required if each object that was ever seen held it, and a value is one of a set if that set looks closed. Members
/// that were never seen are allowed.
public struct JSONSchema: Encodable, Sendable {
  /// The dialect that ``encode(to:)`` names at the root.
  public static let dialect = "https://json-schema.org/draft/2020-12/schema"

  private let title: String?
  private let node: ShapeOutline.Node?

  /// The schema of an outline.
  ///
  /// - Parameters:
  ///   - outline: What is known.
  ///   - title: What the payloads are, for people.
  public init(_ outline: ShapeOutline, title: String) { (node, self.title) = (outline.root, title) }

  private init(_ node: ShapeOutline.Node) { (self.node, title) = (node, nil) }

  private enum Key: String, CodingKey {
    case dialect = "$schema"
    case title, type, properties, required, additionalProperties, items, format
    case values = "enum"
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Writes it as an object of keywords; one for a value of unknown kind is empty and accepts everything.
  public func encode(to encoder: any Encoder) throws {
    var keywords = encoder.container(keyedBy: Key.self)
    if let title {
      try keywords.encode(Self.dialect, forKey: .dialect)
      try keywords.encode(title, forKey: .title)
    }
    guard let node else { return }
    let types = node.kinds.map { Self.type($0, isWhole: node.isWhole) }
    if types.count == 1 {
      try keywords.encode(types[0], forKey: .type)
    } else {
      try keywords.encode(types, forKey: .type)
    }
    if let words = node.words, node.kinds.allSatisfy({ $0 == .string || $0 == .null }) {
      try keywords.encode(words.map(Optional.some) + (node.isNullable ? [nil] : []), forKey: .values)
    } else if node.formats.count == 1, let format = node.formats[0].jsonSchemaName {
      try keywords.encode(format, forKey: .format)
    }
    try encodeMembers(of: node, to: &keywords)
    if let element = node.children.first(where: { $0.step == .element }) {
      try keywords.encode(JSONSchema(element), forKey: .items)
    }
  }

  private func encodeMembers(of node: ShapeOutline.Node, to keywords: inout KeyedEncodingContainer<Key>) throws {
    var required: [String] = []
    var members: [(name: String, node: ShapeOutline.Node)] = []
    for child in node.children {
      // A name that is too long to be kept is known by its beginning only.
      guard case .member(let name) = child.step, !JSONPath.isBounded(name) else { continue }
      members.append((name, child))
      if child.isRequired { required.append(name) }
    }
    if !members.isEmpty {
      var properties = keywords.nestedContainer(keyedBy: Name.self, forKey: .properties)
      for (name, child) in members { try properties.encode(JSONSchema(child), forKey: Name(stringValue: name)) }
    }
    if !required.isEmpty { try keywords.encode(required, forKey: .required) }
    let hasUnnamed = node.children.count { if case .member = $0.step { true } else { false } } > members.count
    if let any = node.children.first(where: { $0.step == .anyMember }), !hasUnnamed {
      try keywords.encode(JSONSchema(any), forKey: .additionalProperties)
    }
  }

  private static func type(_ kind: JSONKind, isWhole: Bool) -> String {
    switch kind {
    case .bool: "boolean"
    case .number: isWhole ? "integer" : "number"
    case .object, .array, .string, .null: kind.rawValue
    }
  }
}

extension StringFormat {
  /// The name of the format in JSON Schema (draft 2020-12, "Validation", section 7.3); `nil` where it has none.
  fileprivate var jsonSchemaName: String? {
    switch self {
    case .uuid: "uuid"
    case .dateTime, .dateTimeFraction, .dateTimeLongFraction: "date-time"
    case .date: "date"
    case .urlAbsolute: "uri"
    case .urlRelative: "uri-reference"
    case .email: "email"
    // An offset may be written +0000, which RFC 3339 does not know.
    case .dateTimeOffset, .dateTimeOffsetFraction, .dateTimeOffsetLongFraction, .digits, .empty, .blank, .json, .text,
      .dateTimeLocal, .dateTimeLocalFraction, .dateTimeLocalLongFraction:
      nil
    }
  }
}
