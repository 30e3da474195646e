import JSONDocument

/// A keyed container that behaves as that of Foundation's decoder.
///
/// It refers to its frame without owning it, because the standard library's box copies this value for every request.
/// The frame owns the box instead, and is never freed if somebody keeps the box: see ``KeyedFrame/close()``.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reference: Unmanaged<KeyedFrame>

  private var frame: KeyedFrame { reference.takeUnretainedValue() }

  var codingPath: [any CodingKey] { frame.path.codingPath() }
  var allKeys: [Key] { frame.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    let found = frame.find(key.stringValue)
    if let found { frame.touch(found.member) }
    frame.probe(key.stringValue)
    return found != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let value = try frame.present(frame.find(key.stringValue), for: key, as: Never.self)
    return frame.core.document.isNull(value)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reference._withUnsafeGuaranteedRef { try $0.decode(type, key) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try reference._withUnsafeGuaranteedRef { try $0.decodeIfPresent(type, key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key, [String: Any].self) { try frame.decoder.openObject(type, path: $0) }
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key, [Any].self) { path in
      UnkeyedContainer(decoder: frame.decoder, node: try frame.decoder.openArray(), path: path)
    }
  }

  private func nested<C>(_ key: Key, _ type: Any.Type, _ open: (CodingPathNode) throws -> C) throws -> C {
    let found = frame.find(key.stringValue)
    frame.note(key.stringValue, type, isRequired: true, found?.value)
    let value = try frame.present(found, for: key, as: type)
    let path = CodingPathNode(parent: frame.path, key: key, pattern: frame.childPattern(value, key))
    return try frame.decoder.with(value, at: path) { try open(path) }
  }

  func superDecoder() throws -> any Decoder { superDecoder(PlainKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// Never fails: a missing member becomes null, for which the new decoder throws later.
  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    let found = frame.find(key.stringValue)
    if let found { frame.touch(found.member) }
    let value = JSONValue(found?.value)
    let path = CodingPathNode(parent: frame.path, key: key, pattern: frame.childPattern(value, key))
    return frame.decoder.detached(value, at: path)
  }
}

extension KeyedFrame {
  @inline(__always)
  func decode<T: Decodable, Key: CodingKey>(_ type: T.Type, _ key: Key) throws -> T {
    let core = core
    let facts = core.facts(type)
    if !core.isRecovering, !hasProbes, let slot = slot(key.stringValue, type, isRequired: true),
      let node = value(of: slot), core.document.kind(of: node) != .null
    {
      return try unwrapSeen(node, type, facts, slot, key)
    }
    return try required(type, key) { try unwrapHere($0, type, facts, $1, key) }
  }

  @inline(__always)
  func decodeIfPresent<T: Decodable, Key: CodingKey>(_ type: T.Type, _ key: Key) throws -> T? {
    let core = core
    let facts = core.facts(type)
    if !core.isRecovering, let slot = slot(key.stringValue, type, isRequired: false) {
      guard let node = value(of: slot) else {
        slot.pointee.missing &+= weight
        return nil
      }
      guard core.document.kind(of: node) != .null else {
        slot.pointee.null &+= weight
        return nil
      }
      return try unwrapSeen(node, type, facts, slot, key)
    }
    return try optional(type, key) { try unwrapHere($0, type, facts, $1, key) }
  }

  @inline(__always)
  private func unwrapSeen<T: Decodable, Key: CodingKey>(
    _ node: JSONNode, _ type: T.Type, _ facts: TypeFacts, _ slot: RequestSlot, _ key: Key
  ) throws -> T {
    slot.pointee.seen &+= weight
    guard isOnTop else { return try unwrapHere(JSONValue(node), type, facts, childPattern(slot), key) }
    return try decoder.unwrap(JSONValue(node), as: type, facts, childPattern(slot), .key(key))
  }

  /// Decodes a member if the container's object may not be the value on top of the decoder's stack: in a nested
  /// container, or in one that is used inside another initialiser.
  private func unwrapHere<T: Decodable, Key: CodingKey>(
    _ value: JSONValue, _ type: T.Type, _ facts: TypeFacts, _ pattern: Pattern, _ key: Key
  ) throws -> T {
    let decode = { try self.decoder.unwrap(value, as: type, facts, pattern, .key(key)) }
    return isOnTop ? try decode() : try decoder.with(JSONValue(node), at: path, isDetour: true, decode)
  }

  @inline(__always)
  func childPattern(_ slot: RequestSlot) -> Pattern {
    let member = slot.pointee.member
    if isLaidOut, !slot.pointee.isAmbiguous, member >= 0, let known = pattern.pointee.members?[member].pattern {
      return known
    }
    return makeChildPattern(slot)
  }

  private func makeChildPattern(_ slot: RequestSlot) -> Pattern {
    guard let found = find(slot.pointee.name), found.member >= 0 else { return core.anyMemberPattern(of: pattern) }
    return core.memberPattern(of: pattern, found.member)
  }

  func childPattern(_ value: JSONValue, _ key: some CodingKey) -> Pattern {
    core.pattern(of: value, under: pattern, key: key)
  }

  /// Records a request in the trace.
  func note(_ name: String, _ type: Any.Type, isRequired: Bool, _ node: JSONNode?) {
    let weight = core.isRecovering ? core.weightOfRequest() : weight
    if core.isRecovering, core.recoveryFrame?.asked != nil { core.recoveryFrame?.asked?.append("\(name) \(type)") }
    guard let slot = slot(name, type, isRequired: isRequired) else { return }
    guard let node else {
      slot.pointee.missing &+= weight
      return
    }
    if core.document.kind(of: node) == .null { slot.pointee.null &+= weight } else { slot.pointee.seen &+= weight }
  }

  /// The value of a required member.
  func present(
    _ found: (value: JSONNode, member: Int)?, for key: some CodingKey, as type: Any.Type
  ) throws -> JSONValue {
    guard let found else {
      let path = path
      let event = core.noteMissing(key, requested: type, in: self, path)
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: core.marked(path.codingPath(), event),
          debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
    }
    touch(found.member)
    return JSONValue(found.value)
  }

  /// A required request, without the fast path.
  func required<T>(_ type: T.Type, _ key: some CodingKey, _ read: (JSONValue, Pattern) throws -> T) throws -> T {
    let name = key.stringValue
    let found = find(name)
    note(name, type, isRequired: !wasProbed(name), found?.value)
    if core.isRecovering, case .value(let patch as T) = core.patch(for: found?.value, key: name, in: node, as: type) {
      if keysAreData { noteServed(1) }
      return patch
    }
    let value = try present(found, for: key, as: type)
    let result = try read(value, childPattern(value, key))
    if keysAreData { noteServed(1) }
    if core.isRecovering { core.keepExample(result, of: name) }
    return result
  }

  /// An optional request, without the fast path.
  func optional<T>(_ type: T.Type, _ key: some CodingKey, _ read: (JSONValue, Pattern) throws -> T) throws -> T? {
    let name = key.stringValue
    let found = find(name)
    if let found { touch(found.member) }
    note(name, type, isRequired: false, found?.value)
    if core.isRecovering, let patch = core.patch(for: found?.value, key: name, in: node, as: type) {
      guard case .value(let value as T) = patch else { return nil }
      return value
    }
    guard let found, core.document.kind(of: found.value) != .null else { return nil }
    let value = JSONValue(found.value)
    do {
      return try read(value, childPattern(value, key))
    } catch {
      core.markOptional(error)
      throw error
    }
  }
}
