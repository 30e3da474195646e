/// A member whose short value tells which of several sorts an object is, and with it which other members are there: the
/// `type` of a block of text or image, of an event, of a GeoJSON geometry.
struct Discriminator: Hashable, Sendable {
  /// The name of the member.
  let name: String
  /// Whether the member stands beside the object that it tells about, as `type` does beside `payload` in an event or
  /// beside `attributes` in JSON:API, instead of in it.
  let isOfParent: Bool

  /// What a member may be by its name.
  struct Role: OptionSet, Sendable {
    let rawValue: UInt8

    /// Its value may name the sort of the object that holds it.
    static let naming = Role(rawValue: 1)
    /// Its value is an object whose sort may be named beside it.
    static let carrying = Role(rawValue: 2)
  }

  // Closed lists, since only what is told by the name alone is the same in whichever order shapes are merged.
  private static let naming = [
    "type", "_type", "@type", "$type", "__type", "__typename", "typename", "kind", "_kind", "object", "event",
    "event_type", "eventType", "resourceType", "resource_type", "objectType", "object_type", "nodeType", "node_type",
    "itemType", "item_type", "media_type", "mediaType", "content_type", "contentType", "entityType", "entity_type",
    "recordType", "record_type", "class", "_class", "@class", "subtype", "variant", "role", "status",
  ]
  private static let carrying = [
    "data", "payload", "attributes", "content", "body", "properties", "details", "params", "value", "object",
    "resource", "item", "node", "fields",
  ]
  private static let roles: [String: Role] = naming.reduce(
    into: carrying.reduce(into: [:]) { $0[$1] = .carrying }
  ) { $0[$1, default: []].formUnion(.naming) }

  /// What a member may be by its name, in UTF-8.
  static func role(of name: UnsafeBufferPointer<UInt8>) -> Role {
    // Most names are none of these, and are told by their length and last letter.
    guard name.count >= 4, name.count <= 13, let last = name.last else { return [] }
    switch last {
    case UInt8(ascii: "e"), UInt8(ascii: "d"), UInt8(ascii: "t"), UInt8(ascii: "s"), UInt8(ascii: "a"),
      UInt8(ascii: "y"), UInt8(ascii: "m"):
      return roles[String(decoding: name, as: UTF8.self)] ?? []
    default: return []
    }
  }

  /// Whether a string, in UTF-8, may name a sort: short and plain, and no identifier, number, date or URL.
  static func isSort(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    let format = StringFormat(bytes: value)
    return format == .text && StringStatistics.isKept(value, format)
  }
}

extension Discriminator: Comparable {
  static func < (left: Discriminator, right: Discriminator) -> Bool {
    left.isOfParent == right.isOfParent ? left.name < right.name : right.isOfParent
  }
}
