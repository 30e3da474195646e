import JSONDocument

/// The keyed container of Foundation's decoder, request by request.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: ObjectMembers

  init(_ members: ObjectMembers) { self.members = members }

  var decoder: PayloadDecoder { members.decoder }
  var codingPath: [any CodingKey] { members.path.codingPath() }
  var allKeys: [Key] { members.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    let found = members.find(key.stringValue)
    if let trace = decoder.trace {
      if let found { trace.touch(found) }
      members.probed.insert(key.stringValue)
    }
    return found != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool { decoder.document.isNull(try value(for: key, as: Never.self)) }

  /// The value of a member that must be there.
  private func value(for key: some CodingKey, as type: Any.Type) throws -> JSONValue {
    try present(members.find(key.stringValue), for: key, as: type)
  }

  private func present(_ node: JSONNode?, for key: some CodingKey, as type: Any.Type) throws -> JSONValue {
    guard let node else {
      let token = decoder.trace?.noteMissing(key, requested: type, in: members)
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath, debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\").",
          underlyingError: token))
    }
    decoder.trace?.touch(node)
    return JSONValue(node)
  }

  func required<T>(_ type: T.Type, _ key: Key, _ read: (JSONValue) throws -> T) throws -> T {
    let node = members.find(key.stringValue)
    if let trace = decoder.trace {
      let isRequired = !members.probed.contains(key.stringValue)
      members.log?.request(key.stringValue, type, isRequired: isRequired, node, in: members)
      if case .value(let patch as T) = trace.patch(for: node, key: key.stringValue, in: members.node, as: type) {
        return patch
      }
    }
    return try read(try present(node, for: key, as: type))
  }

  func optional<T>(_ type: T.Type, _ key: Key, _ read: (JSONValue) throws -> T) throws -> T? {
    let node = members.find(key.stringValue)
    if let trace = decoder.trace {
      if let node { trace.touch(node) }
      members.log?.request(key.stringValue, type, isRequired: false, node, in: members)
      if trace.patch(for: node, key: key.stringValue, in: members.node, as: type) != nil { return nil }
    }
    guard let node, !decoder.document.isNull(JSONValue(node)) else { return nil }
    do {
      return try read(JSONValue(node))
    } catch {
      decoder.trace?.markOptional(error)
      throw error
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try required(type, key) { try decoder.unwrap($0, as: type, at: members.path, key) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try optional(type, key) { try decoder.unwrap($0, as: type, at: members.path, key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    noteContainer([String: Any].self, key)
    let value = try value(for: key, as: [String: Any].self)
    return try decoder.with(value, at: decoder.descend(members.path, key, to: value)) {
      try decoder.container(keyedBy: type)
    }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    noteContainer([Any].self, key)
    let value = try value(for: key, as: [Any].self)
    return try decoder.with(value, at: decoder.descend(members.path, key, to: value)) {
      try decoder.unkeyedContainer()
    }
  }

  private func noteContainer(_ type: Any.Type, _ key: Key) {
    guard decoder.trace != nil else { return }
    let node = members.find(key.stringValue)
    members.log?.request(key.stringValue, type, isRequired: true, node, in: members)
  }

  func superDecoder() throws -> any Decoder { superDecoder(PlainKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// Never fails: a missing member is a null, about which the new decoder will complain.
  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    let node = members.find(key.stringValue)
    if let node { decoder.trace?.touch(node) }
    return decoder.detached(JSONValue(node), at: decoder.descend(members.path, key, to: JSONValue(node)))
  }
}
