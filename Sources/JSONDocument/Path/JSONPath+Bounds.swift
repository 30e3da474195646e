extension JSONPath {
  /// Bytes of a member's name that paths show in full; nobody calls a field by more.
  public static let longestName = 256
  /// What remains of the beginning of a longer one: scalars and bytes at most, so that the result is no long name itself.
  private static let kept = (scalars: 60, bytes: 180)

  /// A name as paths have it: a longer one than ``longestName`` is its beginning, its length and a hash, since a provider may send
  /// one of megabytes. Applying it to its own result changes nothing. Two names stay two unless somebody makes them collide:
  /// what must tell names apart for certain, such as a stored shape, keeps them whole.
  ///
  /// - Parameter name: A member's name.
  /// - Returns: `kkkk… (3000000 bytes, 5f3c6a0b1d2e4f70)` for a long one.
  public static func boundedName(_ name: String) -> String {
    guard name.utf8.count > longestName else { return name }
    // By scalars: one grapheme of a hostile name can be megabytes long.
    var start = String.UnicodeScalarView()
    var bytes = 0
    for scalar in name.unicodeScalars.prefix(kept.scalars) {
      bytes += UTF8.width(scalar)
      if bytes > kept.bytes { break }
      start.append(scalar)
    }
    // FNV-1a (draft-eastlake-fnv-17): the same in each process, unlike Swift's own hashes.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var name = name
    name.withUTF8 { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 } }
    let digits = String(hash, radix: 16)
    return "\(String(start))… (\(name.utf8.count) bytes, \(String(repeating: "0", count: 16 - digits.count))\(digits))"
  }

  /// An RFC 6901 pointer with each name as ``boundedName(_:)`` has it; it is to be read then, and leads to no value.
  public static func boundedPointer(_ pointer: String) -> String {
    guard pointer.utf8.count > longestName else { return pointer }
    // By scalars: a combining mark at the beginning of a name is one character with the slash before it.
    return pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map { boundedName(String($0)) }.joined(separator: "/")
  }
}
