/// Member names that are data, such as identifiers, dates and numbers.
enum DataName {
  private static let identifiers: Set<String> = [
    "id", "ids", "uid", "uuid", "guid", "identifier", "key", "slug", "code", "token", "cursor", "sku", "ref",
    "reference",
    "hash", "sha", "etag", "number", "nr", "zip", "postcode", "phone",
  ]

  /// Whether a name is digits, a UUID, an ISO 8601 date, an e-mail address or a random word such as `usr_8f3k2m9xq1`. This is strict on
  /// purpose: `generation-ix` is an unusual name, but not data.
  static func isData(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { isData($0) }
  }

  /// The same for a name in UTF-8.
  static func isData(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let format = StringFormat(bytes: name)
    return format == .text ? isRandom(name) : format == .digits || format == .uuid || format == .email || format.isDate
  }

  /// Whether a name is hexadecimal digits, a ULID or similar, with or without a prefix: it has 10 to 64 letters and
  /// digits, and digits and letters alternate in its last word, which has at least ten. Ordinary names have digits only
  /// at the end.
  static func isRandom(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count >= 10, name.count <= 64 else { return false }
    var (length, digits, turns, wasDigit) = (0, 0, 0, false)
    for byte in name {
      let isDigit = byte &- 0x30 < 10
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
        (length, digits, turns) = (0, 0, 0)
        continue
      }
      guard isDigit || (byte | 0x20) &- 0x61 < 26 else { return false }
      if length > 0, isDigit != wasDigit { turns += 1 }
      if isDigit { digits += 1 }
      length += 1
      wasDigit = isDigit
    }
    return length >= 10 && digits >= 2 && turns >= 3
  }

  /// Whether a name is data even if there are few such names, because no field is named by a UUID, a date or a person.
  static func isCertainlyData(_ name: String) -> Bool { isData(name) && StringFormat(of: name) != .digits }

  /// Whether a member's name is that of an identifier, whose spelling may change without a change of meaning.
  static func isIdentifier(_ name: String) -> Bool {
    var name = name
    let word = name.withUTF8 { bytes in
      bytes.contains { $0 >= 0x80 }
        ? nil : lastWord(bytes).map { String(decoding: bytes[$0], as: UTF8.self).lowercased() }
    }
    return (word ?? NameLikeness.words(of: name).last).map(identifiers.contains) ?? false
  }

  /// Where the last word of a name in ASCII stands, as ``NameLikeness/words(of:)`` finds it.
  private static func lastWord(_ name: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
    func isSmall(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
    guard let end = name.lastIndex(where: { isCapital($0) || isSmall($0) || $0 &- 0x30 < 10 }) else { return nil }
    var start = end
    while true {
      let byte = name[start]
      let before = start > 0 ? name[start - 1] : 0
      if isCapital(byte), !isCapital(before) || start + 1 < name.count && isSmall(name[start + 1]) { break }
      guard isCapital(before) || isSmall(before) || before &- 0x30 < 10 else { break }
      start -= 1
    }
    return start..<(end + 1)
  }
}

extension PayloadShape {
  /// Whether a member's name is data, such as an identifier, a date or a number.
  package static func isData(name: String) -> Bool { DataName.isData(name) }
}
