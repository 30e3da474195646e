extension JSONPath {
  /// The longest member name, in bytes, that paths show in full.
  public static let longestName = 256
  /// How much of a longer name is kept, in scalars and in bytes. The result is not a long name itself.
  private static let kept = (scalars: 60, bytes: 180)

  /// The longest pointer, in bytes, that is shown in full.
  public static let longestPointer = 4096

  /// A name as paths show it and shapes keep it. A name longer than ``longestName`` becomes its beginning, its length and
  /// a hash, because a provider may send one of megabytes. Applying this to its own result changes nothing.
  ///
  /// Somebody could construct two long names with the same result; they then count as one member, whose first value counts.
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
    return "\(String(start))… (\(name.utf8.count) bytes, \(digest(name)))"
  }

  /// Whether a name is what ``boundedName(_:)`` makes of a longer one, as far as the name itself can tell.
  public static func isBounded(_ name: String) -> Bool {
    guard let end = name.unicodeScalars.lastIndex(of: "(").map({ name[$0...] }) else { return false }
    return name[..<end.startIndex].hasSuffix("… ") && (try? #/\(\d+ bytes, [0-9a-f]{16}\)/#.wholeMatch(in: end)) != nil
  }

  /// An RFC 6901 pointer with ``boundedName(_:)`` applied to each name, and only the first steps of one that is longer than
  /// ``longestPointer`` even so. It is for people, and cannot be resolved. Applying this to its own result changes nothing.
  public static func boundedPointer(_ pointer: String) -> String {
    guard pointer.utf8.count > longestName else { return pointer }
    // By scalars, because a combining mark at the start of a name forms one character with the slash before it.
    let names = pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { boundedName(String($0)) }
    guard names.reduce(-1, { $0 + 1 + $1.utf8.count }) > longestPointer else { return names.joined(separator: "/") }
    let end = "… (\(pointer.utf8.count) bytes, \(digest(pointer)))"
    var room = longestPointer - end.utf8.count
    let first = names.prefix { name in
      room -= 1 + name.utf8.count
      return room >= 0
    }
    return (first + [end]).joined(separator: "/")
  }

  private static func digest(_ text: String) -> String {
    let digits = String(FNV1a.hash(text.utf8), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
