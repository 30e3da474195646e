/// The scalar requests, one for each type that the protocol names.
extension UnkeyedContainer {
  mutating func decode(_ type: Bool.Type) throws -> Bool {
    try required(type) { [decoder, path] in try decoder.unwrapBool($0, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
    try optional(type) { [decoder, path] in try decoder.unwrapBool($0, at: path, $1) }
  }
  mutating func decode(_ type: String.Type) throws -> String {
    try required(type) { [decoder, path] in try decoder.unwrapString($0, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
    try optional(type) { [decoder, path] in try decoder.unwrapString($0, at: path, $1) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try required(type) { [decoder, path] in try decoder.unwrapFloat($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
    try optional(type) { [decoder, path] in try decoder.unwrapFloat($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    try required(type) { [decoder, path] in try decoder.unwrapFloat($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
    try optional(type) { [decoder, path] in try decoder.unwrapFloat($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try optionalInteger(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try optionalInteger(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try optionalInteger(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try optionalInteger(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try optionalInteger(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try optionalInteger(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try optionalInteger(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try optionalInteger(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try optionalInteger(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try optionalInteger(type) }
  // At the end of the array the index stays as it is, because Foundation leaves these two types to the protocol's
  // default.
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { isAtEnd ? nil : try optionalInteger(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { isAtEnd ? nil : try optionalInteger(type) }

  private mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }

  private mutating func optionalInteger<T: FixedWidthInteger>(_ type: T.Type) throws -> T? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
}
