import JSONDocument

extension PayloadDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { core.document.isNull(top) }

  @inline(__always)
  private func single<T>(
    _ type: T.Type, _ quick: (JSONNode) -> T?, _ read: (JSONValue, CodingPathNode) throws -> T
  ) throws -> T {
    let top = top
    if core.isRecovering {
      if case .value(let patch as T) = core.patch(for: top.node, key: nil, in: nil, as: type) { return patch }
    } else if let node = top.node, let result = quick(node) {
      core.noteFit()
      return result
    }
    let result = try read(top, path)
    core.noteFit()
    return result
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let top = top
    if core.isRecovering, case .value(let patch as T) = core.patch(for: top.node, key: nil, in: nil, as: type) {
      return patch
    }
    let result = try unwrap(top, as: type, core.facts(type), topPattern, .none)
    core.noteFit()
    return result
  }
  func decode(_ type: Bool.Type) throws -> Bool {
    try single(type, { core.bool($0) }) { try unwrapBool($0, at: $1, nil) }
  }
  func decode(_ type: String.Type) throws -> String {
    try single(type, { core.string($0) }) { try unwrapString($0, at: $1, nil) }
  }
  func decode(_ type: Double.Type) throws -> Double {
    try single(type, { core.double($0) }) { try unwrapFloat($0, as: type, at: $1, nil) }
  }
  func decode(_ type: Float.Type) throws -> Float {
    try single(type, { _ in nil }) { try unwrapFloat($0, as: type, at: $1, nil) }
  }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    try single(type, { core.integer($0) }) { try unwrapInteger($0, as: type, at: $1, nil) }
  }
}
