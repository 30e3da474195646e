/// Text of a foreign host, from which one layer of escapes after another can be taken, and where each of its bytes came from.
struct EscapedText {
  /// Layers that are undone at most; nobody means more, and each costs as much as the search that follows it.
  static let mostLayers = 4

  let bytes: [UInt8]
  /// Where each of ``bytes`` began in the original; `nil`: at the same place.
  private let origins: [UInt32]?
  private let originalCount: Int

  /// The text as it came; of UTF-16 or UTF-32 text the bytes that are not zero.
  init(_ original: [UInt8]) {
    originalCount = original.count
    guard original.prefix(4).contains(0) else {
      (bytes, origins) = (original, nil)
      return
    }
    let places = original.indices.filter { original[$0] != 0 }
    bytes = places.map { original[$0] }
    origins = places.map { UInt32(truncatingIfNeeded: $0) }  // no body is near 4 GiB
  }

  private init(_ bytes: [UInt8], _ origins: [UInt32], originalCount: Int) {
    (self.bytes, self.origins, self.originalCount) = (bytes, origins, originalCount)
  }

  /// Where the byte at `index` began in the original; its end for the end.
  func origin(of index: Int) -> Int {
    guard index < bytes.count else { return originalCount }
    return origins.map { Int($0[index]) } ?? index
  }

  /// What an escape begins with.
  enum Escape: UInt8, CaseIterable {
    /// `\/`, `\"`, `\u002f`, also in pairs of surrogates (RFC 8259 section 7).
    case json = 0x5C
    /// `%2F` (RFC 3986 section 2.1).
    case percent = 0x25
    /// `&#47;`, `&#x2f;`, `&amp;` (HTML).
    case reference = 0x26
  }

  /// Kinds of escapes that may be in the text.
  var escapes: [Escape] { Escape.allCases.filter { bytes.contains($0.rawValue) } }

  /// The text with one layer of `escapes` undone; `nil` where there is nothing to undo.
  func undone(_ escapes: [Escape] = Escape.allCases) -> EscapedText? {
    let signs = escapes.map(\.rawValue)
    guard bytes.contains(where: signs.contains) else { return nil }
    var (out, places) = ([UInt8](), [UInt32]())
    out.reserveCapacity(bytes.count)
    places.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let place = UInt32(truncatingIfNeeded: origin(of: index))
      if signs.contains(bytes[index]), let (scalar, length) = escape(at: index) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          out.append(byte)
          places.append(place)
        }
        index += length
      } else if signs.contains(0x25), bytes[index] == 0x25, let byte = number(index + 1, digits: 2, base: 16) {
        out.append(UInt8(byte))  // a byte and no character: two of them may be one
        places.append(place)
        index += 3
      } else {
        out.append(bytes[index])
        places.append(place)
        index += 1
      }
    }
    return out.count == bytes.count ? nil : EscapedText(out, places, originalCount: originalCount)
  }

  /// The character that is escaped at `index`, and how many bytes it takes there; `nil` for what is no escape of JSON or HTML.
  private func escape(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    switch bytes[index] {
    case 0x5C where index + 1 < bytes.count:
      let next = bytes[index + 1]
      if next == 0x22 || next == 0x5C || next == 0x2F { return (Unicode.Scalar(next), 2) }
      guard next == 0x75, let first = number(index + 2, digits: 4, base: 16) else { return nil }
      if let scalar = Unicode.Scalar(UInt32(first)) { return (scalar, 6) }
      guard first < 0xDC00, index + 7 < bytes.count, bytes[index + 6] == 0x5C, bytes[index + 7] == 0x75,
        let second = number(index + 8, digits: 4, base: 16), (0xDC00...0xDFFF).contains(second)
      else { return nil }
      return Unicode.Scalar(UInt32(0x10000 + (first - 0xD800) << 10 + second - 0xDC00)).map { ($0, 12) }
    case 0x26: return reference(at: index)
    default: return nil
    }
  }

  private static let names: [(name: [UInt8], scalar: Unicode.Scalar)] =
    ([
      ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&sol;", "/"), ("&plus;", "+"),
      ("&equals;", "="), ("&num;", "#"), ("&percnt;", "%"), ("&colon;", ":"), ("&lowbar;", "_"),
    ] as [(String, Unicode.Scalar)]).map { (Array($0.utf8), $1) }
  private static let longestName = 8

  /// A character reference at `index`; as browsers read them, the semicolon of a number may be missing.
  private func reference(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard index + 2 < bytes.count else { return nil }
    guard bytes[index + 1] == 0x23 else {
      guard (0x61...0x7A).contains(bytes[index + 1]) else { return nil }
      let following = bytes[(index + 1)..<min(index + Self.longestName, bytes.count)]
      guard let end = following.firstIndex(of: 0x3B) else { return nil }
      let name = bytes[index...end]
      return Self.names.first { $0.name.count == name.count && name.elementsEqual($0.name) }.map {
        ($0.scalar, name.count)
      }
    }
    let isHexadecimal = bytes[index + 2] | 0x20 == 0x78
    let start = index + (isHexadecimal ? 3 : 2)
    let base = isHexadecimal ? 16 : 10
    let zeros = bytes[start...].prefix { $0 == 0x30 }
    let digits = bytes[zeros.endIndex...].prefix(Self.mostDigits).prefix { Self.digit($0, base: base) != nil }
    guard !zeros.isEmpty || !digits.isEmpty,
      let value = number(zeros.endIndex, digits: digits.count, base: base), value <= 0x10FFFF,
      let scalar = Unicode.Scalar(UInt32(value))
    else { return nil }
    let end = digits.endIndex
    return (scalar, (end < bytes.count && bytes[end] == 0x3B ? end + 1 : end) - index)
  }

  /// More digits, zeros before them left out, make no character.
  private static let mostDigits = 8

  /// A number of exactly `digits` digits from `start` on.
  private func number(_ start: Int, digits: Int, base: Int) -> Int? {
    guard start + digits <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[start..<start + digits] {
      guard let value = Self.digit(byte, base: base) else { return nil }
      number = number * base + value
    }
    return number
  }

  private static func digit(_ byte: UInt8, base: Int) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46 where base == 16, 0x61...0x66 where base == 16: Int(byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
