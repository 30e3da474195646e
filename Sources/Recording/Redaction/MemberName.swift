import PayloadShape

/// Names of members, as far as one can tell what gave them.
public enum MemberName {
  /// Letters of any script are part of names, and digits a few.
  private static let (longest, mostDigits) = (64, 4)

  /// Whether a name is one that a program gave, and no value of its own: `first_name` is; `ada@example.com`, `ada.lovelace`, `4711`, UUIDs and
  /// other random words are not.
  ///
  /// - Complexity: Linear in its length, of which 64 bytes count.
  public static func isDeclared(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= longest else { return name.isEmpty }
    let isStart = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20) || "_$@".utf8.contains(first)
    var digits = 0
    let isWord = name.utf8.dropFirst().allSatisfy { byte in
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isDigit { digits += 1 }
      return isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "_-$:".utf8.contains(byte)
    }
    return isStart && isWord && digits <= mostDigits && !ResponseFeatures.isData(name)
  }
}
