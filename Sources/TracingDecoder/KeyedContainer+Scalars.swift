/// The scalar requests, one for each type the protocol names: its default implementations would turn every optional scalar
/// into a required one in the trace.
extension KeyedContainer {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try required(type, key) { try decoder.unwrapBool($0, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try optional(type, key) { try decoder.unwrapBool($0, at: members.path, key) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try required(type, key) { try decoder.unwrapString($0, at: members.path, key) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(type, key) { try decoder.unwrapString($0, at: members.path, key) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try required(type, key) { try decoder.unwrapFloat($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try optional(type, key) { try decoder.unwrapFloat($0, as: type, at: members.path, key) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try required(type, key) { try decoder.unwrapFloat($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try optional(type, key) { try decoder.unwrapFloat($0, as: type, at: members.path, key) }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try required(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try optional(type, key) { try decoder.unwrapInteger($0, as: type, at: members.path, key) }
  }
}
