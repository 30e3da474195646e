/// Replaces every escape of RFC 8259 §7 by the UTF-8 of its character.
struct EscapeResolver {
  private let raw: UnsafeBufferPointer<UInt8>
  /// Where `raw` begins in the document's text.
  private let offset: Int
  /// At least as long as `raw`: six bytes of `\uXXXX` become three at most, twelve of a pair four, two of any other one.
  private let output: UnsafeMutableBufferPointer<UInt8>
  /// Bytes written.
  private(set) var count = 0

  init(_ raw: UnsafeBufferPointer<UInt8>, at offset: Int, into output: UnsafeMutableBufferPointer<UInt8>) {
    self.raw = raw
    self.offset = offset
    self.output = output
  }

  mutating func resolve() throws(JSONValueError) {
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      guard byte >= 0x20 else { throw .controlCharacter(byteOffset: offset + index) }
      guard byte == UInt8(ascii: "\\") else {
        append(byte)
        index += 1
        continue
      }
      guard index + 1 < raw.count else { throw .invalidEscape(byteOffset: offset + index) }
      switch raw[index + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): append(raw[index + 1])
      case UInt8(ascii: "b"): append(0x08)
      case UInt8(ascii: "f"): append(0x0C)
      case UInt8(ascii: "n"): append(0x0A)
      case UInt8(ascii: "r"): append(0x0D)
      case UInt8(ascii: "t"): append(0x09)
      case UInt8(ascii: "u"):
        let (scalar, length) = try unicodeEscape(at: index)
        for byte in UTF8.encode(scalar) ?? .init() { append(byte) }
        index += length
        continue
      default: throw .invalidEscape(byteOffset: offset + index)
      }
      index += 2
    }
  }

  private mutating func append(_ byte: UInt8) {
    output[count] = byte
    count += 1
  }

  /// The character of the `\uXXXX` (or pair of them) at `index`, and the bytes that spell it.
  private func unicodeEscape(at index: Int) throws(JSONValueError) -> (scalar: Unicode.Scalar, length: Int) {
    let unit = try codeUnit(at: index)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    guard UTF16.isLeadSurrogate(unit), index + 7 < raw.count, raw[index + 6] == UInt8(ascii: "\\"),
      raw[index + 7] == UInt8(ascii: "u")
    else { throw .loneSurrogate(byteOffset: offset + index) }
    let trail = try codeUnit(at: index + 6)
    guard UTF16.isTrailSurrogate(trail) else { throw .loneSurrogate(byteOffset: offset + index) }
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
    guard let scalar = Unicode.Scalar(value) else { throw .loneSurrogate(byteOffset: offset + index) }
    return (scalar, 12)
  }

  /// The value of the four digits after the `\u` at `index`.
  private func codeUnit(at index: Int) throws(JSONValueError) -> UInt16 {
    guard index + 6 <= raw.count else { throw .invalidEscape(byteOffset: offset + index) }
    var value: UInt16 = 0
    for byte in raw[(index + 2)..<(index + 6)] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw .invalidEscape(byteOffset: offset + index)
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
