/// Member names that are values themselves: identifiers, dates, numbers.
enum DataName {
  private static let identifiers: Set<String> = [
    "id", "ids", "uid", "uuid", "guid", "identifier", "key", "slug", "code", "token", "cursor", "sku", "ref", "reference",
    "hash", "sha", "etag", "number", "nr", "zip", "postcode", "phone",
  ]

  /// Strict on purpose: digits, a UUID or an ISO 8601 date. `generation-ix` is an odd name, not data.
  static func isData(_ name: String) -> Bool { isData(StringFormat(of: name)) }

  /// The same of a name in UTF-8.
  static func isData(_ name: UnsafeBufferPointer<UInt8>) -> Bool { isData(StringFormat(bytes: name)) }

  private static func isData(_ format: StringFormat) -> Bool {
    switch format {
    case .digits, .uuid, .date, .dateTime, .dateTimeFraction: true
    default: false
    }
  }

  /// Names that are data even when there are few: nobody calls a field by a UUID or a day.
  static func isCertainlyData(_ name: String) -> Bool { isData(name) && StringFormat(of: name) != .digits }

  /// Whether a member is called like an identifier, whose spelling may change without a change of meaning.
  static func isIdentifier(_ name: String) -> Bool {
    let words = NameLikeness.words(of: name)
    return words.last.map(identifiers.contains) ?? false
  }
}
