import JSONDocument

/// The scalar requests, one for each type that the protocol names. The protocol's default implementations would record
/// every optional scalar as a required one.
extension KeyedContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.bool($1) }) { try $0.unwrapBool($1, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.bool($1) }) { try $0.unwrapBool($1, at: $2, key) }
    }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.string($1) }) { try $0.unwrapString($1, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.string($1) }) { try $0.unwrapString($1, at: $2, key) }
    }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.double($1) }) { try $0.unwrapFloat($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.double($1) }) { try $0.unwrapFloat($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { _, _ in nil }) { try $0.unwrapFloat($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { _, _ in nil }) { try $0.unwrapFloat($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optionalInteger(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optionalInteger(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optionalInteger(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optionalInteger(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optionalInteger(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optionalInteger(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optionalInteger(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optionalInteger(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optionalInteger(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optionalInteger(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optionalInteger(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optionalInteger(type, key) }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }

  @inline(__always)
  private func optionalInteger<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
}

extension KeyedFrame {
  /// A required scalar. `quick` reads a value of the expected kind; if it returns nil, `read` decodes the value or
  /// throws.
  @inline(__always)
  func scalar<T, Key: CodingKey>(
    _ type: T.Type, _ key: Key, _ quick: (DecoderCore, JSONNode) -> T?,
    _ read: (PayloadDecoder, JSONValue, CodingPathNode) throws -> T
  ) throws -> T {
    let core = core
    if !core.isRecovering, !hasProbes, let slot = slot(key.stringValue, type, isRequired: true),
      let node = value(of: slot), let result = quick(core, node)
    {
      slot.pointee.seen &+= weight
      return result
    }
    return try required(type, key) { value, _ in try read(decoder, value, path) }
  }

  @inline(__always)
  func optionalScalar<T, Key: CodingKey>(
    _ type: T.Type, _ key: Key, _ quick: (DecoderCore, JSONNode) -> T?,
    _ read: (PayloadDecoder, JSONValue, CodingPathNode) throws -> T
  ) throws -> T? {
    let core = core
    if !core.isRecovering, let slot = slot(key.stringValue, type, isRequired: false) {
      guard let node = value(of: slot) else {
        slot.pointee.missing &+= weight
        return nil
      }
      if let result = quick(core, node) {
        slot.pointee.seen &+= weight
        return result
      }
      if core.document.kind(of: node) == .null {
        slot.pointee.null &+= weight
        return nil
      }
    }
    return try optional(type, key) { value, _ in try read(decoder, value, path) }
  }
}

extension DecoderCore {
  @inline(__always)
  func integer<T: FixedWidthInteger>(_ node: JSONNode) -> T? { document.plainInteger(at: node, as: T.self) }
}
