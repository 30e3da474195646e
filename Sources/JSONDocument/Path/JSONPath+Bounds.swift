extension JSONPath {
  /// The longest member name, in bytes, that paths show in full.
  public static let longestName = 256
  /// How much of a longer name is kept, in scalars and in bytes. The result is not a long name itself.
  private static let kept = (scalars: 60, bytes: 180)

  /// A name as paths show it. A name longer than ``longestName`` becomes its beginning, its length and a hash, because
  /// a provider may send one of megabytes. Applying this to its own result changes nothing.
  ///
  /// Somebody could construct two names with the same result. Code that must distinguish names for certain, such as a
  /// stored shape, keeps them whole.
  ///
  /// - Parameter name: A member's name.
  /// - Returns: `kkkk… (3000000 bytes, 5f3c6a0b1d2e4f70)` for a long one.
  public static func boundedName(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    // By scalars, because one grapheme of a hostile name can be megabytes long.
    var start = String.UnicodeScalarView()
    var bytes = 0
    for scalar in name.unicodeScalars.prefix(kept.scalars) {
      bytes += UTF8.width(scalar)
      if bytes > kept.bytes { break }
      start.append(scalar)
    }
    let digits = String(FNV1a.hash(name.utf8), radix: 16)
    return "\(String(start))… (\(name.utf8.count) bytes, \(String(repeating: "0", count: 16 - digits.count))\(digits))"
  }

  /// An RFC 6901 pointer with ``boundedName(_:)`` applied to each name. It is for people, and cannot be resolved.
  public static func boundedPointer(_ pointer: String) -> String {
    guard pointer.utf8.count > longestName else { return pointer }
    // By scalars, because a combining mark at the start of a name forms one character with the slash before it.
    return pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { boundedName(String($0)) }.joined(separator: "/")
  }
}
