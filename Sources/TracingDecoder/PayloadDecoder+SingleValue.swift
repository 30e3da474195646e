extension PayloadDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.isNull(top) }

  private func single<T>(_ type: T.Type, _ read: (JSONValue) throws -> T) throws -> T {
    if case .value(let patch as T) = trace?.patch(for: top.node, key: nil, in: nil, as: type) { return patch }
    return try read(top)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try single(type) { try unwrap($0, as: type, at: path, nil) } }
  func decode(_ type: Bool.Type) throws -> Bool { try single(type) { try unwrapBool($0, at: path, nil) } }
  func decode(_ type: String.Type) throws -> String { try single(type) { try unwrapString($0, at: path, nil) } }
  func decode(_ type: Double.Type) throws -> Double {
    try single(type) { try unwrapFloat($0, as: type, at: path, nil) }
  }
  func decode(_ type: Float.Type) throws -> Float { try single(type) { try unwrapFloat($0, as: type, at: path, nil) } }
  func decode(_ type: Int.Type) throws -> Int { try single(type) { try unwrapInteger($0, as: type, at: path, nil) } }
  func decode(_ type: Int8.Type) throws -> Int8 { try single(type) { try unwrapInteger($0, as: type, at: path, nil) } }
  func decode(_ type: Int16.Type) throws -> Int16 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
  func decode(_ type: Int32.Type) throws -> Int32 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
  func decode(_ type: Int64.Type) throws -> Int64 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
  func decode(_ type: UInt.Type) throws -> UInt { try single(type) { try unwrapInteger($0, as: type, at: path, nil) } }
  func decode(_ type: UInt8.Type) throws -> UInt8 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
  func decode(_ type: UInt16.Type) throws -> UInt16 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
  func decode(_ type: UInt32.Type) throws -> UInt32 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
  func decode(_ type: UInt64.Type) throws -> UInt64 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
  func decode(_ type: Int128.Type) throws -> Int128 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try single(type) { try unwrapInteger($0, as: type, at: path, nil) }
  }
}
