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

  /// The text with one layer undone: `%2F`, `\\/`, `\\u002f`, `&#47;`, `&#x2f;`, `&amp;`; `nil` where there is nothing to undo.
  func undone() -> EscapedText? {
    guard bytes.contains(where: { $0 == 0x25 || $0 == 0x5C || $0 == 0x26 }) else { return nil }
    var (out, places) = ([UInt8](), [UInt32]())
    out.reserveCapacity(bytes.count)
    places.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let start = index
      let (byte, length) = character(at: index)
      index += length
      out.append(byte)
      places.append(UInt32(truncatingIfNeeded: origin(of: start)))
    }
    return out.count == bytes.count ? nil : EscapedText(out, places, originalCount: originalCount)
  }

  /// The byte that stands at `index`, escaped or not, and how many bytes it takes there.
  private func character(at index: Int) -> (byte: UInt8, length: Int) {
    switch bytes[index] {
    case 0x25:
      if let value = number(index + 1, digits: 2, base: 16) { return (UInt8(value), 3) }
    case 0x5C where index + 1 < bytes.count:
      let next = bytes[index + 1]
      if next == 0x75, let value = number(index + 2, digits: 4, base: 16), value < 0x80 { return (UInt8(value), 6) }
      if next == 0x22 || next == 0x5C || next == 0x2F { return (next, 2) }
    case 0x26: return reference(at: index)
    default: break
    }
    return (bytes[index], 1)
  }

  private static let names: [(name: [UInt8], byte: UInt8)] =
    ([
      ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&sol;", "/"), ("&plus;", "+"),
      ("&equals;", "="), ("&num;", "#"), ("&percnt;", "%"), ("&colon;", ":"), ("&lowbar;", "_"),
    ] as [(String, Character)]).compactMap { name, character in character.asciiValue.map { (Array(name.utf8), $0) } }

  /// A character reference of HTML at `index`, or the ampersand that it is else.
  private func reference(at index: Int) -> (byte: UInt8, length: Int) {
    if index + 1 < bytes.count, bytes[index + 1] == 0x23 {
      let isHexadecimal = index + 2 < bytes.count && bytes[index + 2] | 0x20 == 0x78
      let start = index + (isHexadecimal ? 3 : 2)
      let end = bytes[min(start, bytes.count)...].prefix(8).firstIndex(of: 0x3B) ?? start
      if end > start, let value = number(start, digits: end - start, base: isHexadecimal ? 16 : 10), value < 0x80 {
        return (UInt8(value), end + 1 - index)
      }
    }
    for (name, byte) in Self.names where bytes[index...].starts(with: name) { return (byte, name.count) }
    return (0x26, 1)
  }

  /// A number of exactly `digits` digits from `start` on.
  private func number(_ start: Int, digits: Int, base: Int) -> Int? {
    guard start + digits <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[start..<start + digits] {
      let value: Int
      switch byte {
      case 0x30...0x39: value = Int(byte) - 0x30
      case 0x41...0x46, 0x61...0x66: value = Int(byte | 0x20) - 0x61 + 10
      default: return nil
      }
      guard value < base else { return nil }
      number = number * base + value
    }
    return number
  }
}
