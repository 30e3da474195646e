/// The scalar requests, one for each type the protocol names.
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
  mutating func decode(_ type: Int.Type) throws -> Int {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: Int8.Type) throws -> Int8 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: UInt.Type) throws -> UInt {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
    try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  /// Stays where it is at the end, since Foundation leaves this type to the protocol's default.
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
    isAtEnd ? nil : try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try required(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
  /// Stays where it is at the end, since Foundation leaves this type to the protocol's default.
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
    isAtEnd ? nil : try optional(type) { [decoder, path] in try decoder.unwrapInteger($0, as: type, at: path, $1) }
  }
}
