/// Replaces every escape of RFC 8259 §7 by the UTF-8 of its character.
struct EscapeResolver {
  private let raw: UnsafeBufferPointer<UInt8>
  /// The offset of `raw` in the document's text.
  private let offset: Int
  /// At least as long as `raw`, which is enough: six bytes of `\uXXXX` become at most three, twelve bytes of a pair
  /// become four, and two bytes of any other escape become one.
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
      let plain = copyPlainBytes(from: index)
      index += plain
      guard index < raw.count else { return }
      guard raw[index] >= 0x20 else { throw .controlCharacter(byteOffset: offset + index) }
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
        append(scalar)
        index += length
        continue
      default: throw .invalidEscape(byteOffset: offset + index)
      }
      index += 2
    }
  }

  /// Copies the bytes from `start` up to the next backslash or control character, and returns their number.
  private mutating func copyPlainBytes(from start: Int) -> Int {
    guard let source = UnsafeRawPointer(raw.baseAddress), let target = UnsafeMutableRawPointer(output.baseAddress)
    else {
      return 0
    }
    var length = 0
    // The output is never longer than the input so far, so if 16 bytes can be read, 16 bytes can be written.
    while start &+ length &+ 16 <= raw.count {
      let block = source.loadUnaligned(fromByteOffset: start &+ length, as: SIMD16<UInt8>.self)
      let backslashes = unsafeBitCast(block .== SIMD16<UInt8>(repeating: 0x5C), to: SIMD2<UInt64>.self)
      let controls = unsafeBitCast(block .< SIMD16<UInt8>(repeating: 0x20), to: SIMD2<UInt64>.self)
      guard backslashes[0] | backslashes[1] | controls[0] | controls[1] == 0 else { break }
      target.storeBytes(of: block, toByteOffset: count &+ length, as: SIMD16<UInt8>.self)
      length = length &+ 16
    }
    while start &+ length < raw.count {
      let byte = raw[start &+ length]
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { break }
      output[count &+ length] = byte
      length = length &+ 1
    }
    count += length
    return length
  }

  private mutating func append(_ byte: UInt8) {
    output[count] = byte
    count += 1
  }

  /// Appends the UTF-8 of a character (RFC 3629 §3).
  private mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: value >> shift) & 0x3F }
    switch value {
    case 0..<0x80:
      append(UInt8(truncatingIfNeeded: value))
    case 0x80..<0x800:
      append(0xC0 | UInt8(truncatingIfNeeded: value >> 6))
      append(continuation(0))
    case 0x800..<0x1_0000:
      append(0xE0 | UInt8(truncatingIfNeeded: value >> 12))
      append(continuation(6))
      append(continuation(0))
    default:
      append(0xF0 | UInt8(truncatingIfNeeded: value >> 18))
      append(continuation(12))
      append(continuation(6))
      append(continuation(0))
    }
  }

  /// The character of the `\uXXXX` (or pair of them) at `index`, and its length in bytes.
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
