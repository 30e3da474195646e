/// Member names that are values themselves: identifiers, dates, numbers.
enum DataName {
  private static let identifiers: Set<String> = [
    "id", "ids", "uid", "uuid", "guid", "identifier", "key", "slug", "code", "token", "cursor", "sku", "ref",
    "reference",
    "hash", "sha", "etag", "number", "nr", "zip", "postcode", "phone",
  ]

  /// Strict on purpose: digits, a UUID, an ISO 8601 date or a random word such as `usr_8f3k2m9xq1`. `generation-ix` is an
  /// odd name, not data.
  static func isData(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { isData($0) }
  }

  /// The same of a name in UTF-8.
  static func isData(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    switch StringFormat(bytes: name) {
    case .digits, .uuid, .date, .dateTime, .dateTimeFraction: true
    case .text: isRandom(name)
    default: false
    }
  }

  /// Hexadecimal digits, ULIDs and the like, with or without a prefix: 10 to 64 letters and digits, whose last word has
  /// digits here and there among at least ten. Words of a language have none, and a number stands at the end of a name.
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

  /// Names that are data even when there are few: nobody calls a field by a UUID or a day.
  static func isCertainlyData(_ name: String) -> Bool { isData(name) && StringFormat(of: name) != .digits }

  /// Whether a member is called like an identifier, whose spelling may change without a change of meaning.
  static func isIdentifier(_ name: String) -> Bool {
    let words = NameLikeness.words(of: name)
    return words.last.map(identifiers.contains) ?? false
  }
}
