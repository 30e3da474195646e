/// Member names that are values themselves: identifiers, dates, numbers.
enum DataName {
  /// Strict on purpose: digits, a UUID or an ISO 8601 date. `generation-ix` is an odd name, not data.
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

  /// Names that are data even when there are few: nobody calls a field by a UUID or a day.
  static func isCertainlyData(_ name: String) -> Bool { isData(name) && StringFormat(of: name) != .digits }

  /// Whether a member is called like an identifier, whose spelling may change without a change of meaning.
  static func isIdentifier(_ name: String) -> Bool {
    let words = NameLikeness.words(of: name)
    return words.last.map { ["id", "ids", "uid", "guid", "key", "slug", "code", "token", "cursor"].contains($0) }
      ?? false
  }
}
