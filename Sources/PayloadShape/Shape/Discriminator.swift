/// A member whose short value names the variant of an object, and so which other members it has: the `type` of a block
/// of text or image, of an event, of a GeoJSON geometry.
struct Discriminator: Hashable, Sendable {
  /// The name of the member.
  let name: String
  /// Whether the member is beside the object and not inside it, as `type` is beside `payload` in an event or beside
  /// `attributes` in JSON:API.
  let isOfParent: Bool

  /// What a member may be, by its name.
  struct Role: OptionSet, Sendable {
    let rawValue: UInt8

    /// Its value may name the variant of the object that has the member.
    static let naming = Role(rawValue: 1)
    /// Its value is an object whose variant may be named beside it.
    static let carrying = Role(rawValue: 2)
  }

  // The lists are fixed, so that the result does not depend on the order in which shapes are merged.
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

  /// By length: the first eight bytes of the names, to reject most other names quickly.
  private static let prefixes: [[UInt64]] = roles.keys.reduce(into: Array(repeating: [], count: 14)) { prefixes, name in
    let prefix = name.utf8.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    prefixes[min(name.utf8.count, 13)].append(prefix)
  }

  static func role(of name: UnsafeBufferPointer<UInt8>) -> Role {
    guard let start = name.baseAddress, name.count >= 4, name.count <= 13 else { return [] }
    let prefix = TextBytes.prefix(start, count: name.count, readable: name.count)
    guard prefixes[name.count].contains(prefix) else { return [] }
    return roles[String(decoding: name, as: UTF8.self)] ?? []
  }

  /// Whether a string in UTF-8 may name a variant: it is short and plain, and not an identifier, number, date or URL.
  static func canNameVariant(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    let format = StringFormat(bytes: value)
    return format == .text && StringStatistics.isKept(value, format)
  }
}

extension Discriminator: Comparable {
  static func < (left: Discriminator, right: Discriminator) -> Bool {
    left.isOfParent == right.isOfParent ? left.name < right.name : right.isOfParent
  }
}
