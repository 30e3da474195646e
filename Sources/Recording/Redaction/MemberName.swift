/// Names of members, as far as one can tell what gave them.
public enum MemberName {
  /// Whether a name is one that a program gave, and no value of its own: `first_name` is, `ada@example.com` and `4711` are not.
  ///
  /// - Complexity: Linear in its length, of which 64 bytes count.
  public static func isDeclared(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64 else { return name.isEmpty }
    let isStart = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20) || "_$@".utf8.contains(first)
    var digits = 0
    return isStart
      && name.utf8.allSatisfy { byte in
        let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        digits = isDigit ? digits + 1 : 0
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        return digits < 5 && (isDigit || isLetter || "_-$.:@".utf8.contains(byte))
      } && !(name.contains("@") && name.contains("."))
  }
}
