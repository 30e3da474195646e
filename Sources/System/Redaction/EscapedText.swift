/// Text from which layers of escapes can be removed, with the origin of each byte.
struct EscapedText {
  let bytes: [UInt8]
  /// The position in the original of each of ``bytes``; `nil` if it is the same.
  private let origins: [Int]?
  private let originalCount: Int

  /// The text without changes.
  init(_ bytes: [UInt8]) { (self.bytes, origins, originalCount) = (bytes, nil, bytes.count) }

  private init(_ bytes: [UInt8], _ origins: [Int], originalCount: Int) {
    (self.bytes, self.origins, self.originalCount) = (bytes, origins, originalCount)
  }

  /// The range in the original from which `range` was made.
  func original(_ range: Range<Int>) -> Range<Int> { origin(range.lowerBound)..<origin(range.upperBound) }

  private func origin(_ index: Int) -> Int {
    guard index < bytes.count else { return originalCount }
    return origins.map { $0[index] } ?? index
  }

  /// The text with one layer of JSON escapes (RFC 8259 section 7) and percent-encoding (RFC 3986 section 2.1) undone;
  /// `nil` if there is none.
  var unescaped: EscapedText? {
    guard bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }) else { return nil }
    var (plain, origins) = ([UInt8](), [Int]())
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let (meaning, length) = escape(at: index) ?? (bytes[index...index], 1)
      plain += meaning
      origins += repeatElement(origin(index), count: meaning.count)
      index += length
    }
    return plain.count == bytes.count ? nil : EscapedText(plain, origins, originalCount: originalCount)
  }

  /// What the escape at `index` means, and its length; `nil` if there is none.
  private func escape(at index: Int) -> (meaning: ArraySlice<UInt8>, length: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "%"):
      return number(at: index + 1, digits: 2).map { ([UInt8($0)], 3) }
    case UInt8(ascii: "\\") where index + 1 < bytes.count:
      guard bytes[index + 1] == UInt8(ascii: "u") else { return (bytes[(index + 1)...(index + 1)], 2) }
      guard let unit = number(at: index + 2, digits: 4) else { return nil }
      if let scalar = Unicode.Scalar(unit) { return (Array(String(scalar).utf8)[...], 6) }
      // A pair of surrogates is one scalar.
      guard index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"), bytes[index + 7] == UInt8(ascii: "u"),
        let second = number(at: index + 8, digits: 4), (0xD800...0xDBFF).contains(unit),
        (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
      else { return nil }
      return (Array(String(scalar).utf8)[...], 12)
    default: return nil
    }
  }

  private func number(at index: Int, digits: Int) -> UInt32? {
    guard index + digits <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<index + digits] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
