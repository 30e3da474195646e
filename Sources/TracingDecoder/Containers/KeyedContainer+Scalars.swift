import JSONDocument

/// The scalar requests, one for each type the protocol names: its default implementations would turn every optional scalar
/// into a required one in the trace.
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
      try $0.scalar(type, key, { $0.none($1) }) { try $0.unwrapFloat($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.none($1) }) { try $0.unwrapFloat($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try reference._withUnsafeGuaranteedRef {
      try $0.scalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try reference._withUnsafeGuaranteedRef {
      try $0.optionalScalar(type, key, { $0.integer($1) }) { try $0.unwrapInteger($1, as: type, at: $2, key) }
    }
  }
}

extension KeyedFrame {
  /// A scalar that must be there: `quick` reads what is as it should be, `read` tells the rest apart.
  @inline(__always)
  func scalar<T, Key: CodingKey>(
    _ type: T.Type, _ key: Key, _ quick: (DecoderCore, JSONNode) -> T?,
    _ read: (PayloadDecoder, JSONValue, CodingPathNode) throws -> T
  ) throws -> T {
    let core = core
    if !core.isHealing, !hasProbes, let slot = slot(key.stringValue, type, isRequired: true),
      let node = value(of: slot), let result = quick(core, node)
    {
      slot.pointee.seen &+= weight
      return result
    }
    return try required(type, key) { value, _ in try read(decoder, value, path) }
  }

  /// A scalar that need not be there.
  @inline(__always)
  func optionalScalar<T, Key: CodingKey>(
    _ type: T.Type, _ key: Key, _ quick: (DecoderCore, JSONNode) -> T?,
    _ read: (PayloadDecoder, JSONValue, CodingPathNode) throws -> T
  ) throws -> T? {
    let core = core
    if !core.isHealing, let slot = slot(key.stringValue, type, isRequired: false) {
      guard let node = value(of: slot) else {
        miss(slot)
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

extension KeyedFrame {
  /// Counts a noted request that found nothing.
  @inline(__always)
  func miss(_ slot: RequestSlot) {
    slot.pointee.missing &+= weight
  }
}

extension DecoderCore {
  @inline(__always)
  func integer<T: FixedWidthInteger>(_ node: JSONNode) -> T? { document.plainInteger(at: node, as: T.self) }

  /// For types that nothing reads without ado.
  @inline(__always)
  func none(_ node: JSONNode) -> Float? { nil }
}
