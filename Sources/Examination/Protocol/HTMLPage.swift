/// Tells a page for people, such as a login or an error of a proxy, from a text that was meant to be JSON.
package enum HTMLPage {
  /// Why such a text is not JSON.
  package static let reason = "an HTML page came in place of JSON"

  /// What a page begins with, in small letters.
  private static let beginnings = [Array("<!doctype html".utf8), Array("<html".utf8)]
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a text begins as an HTML page does, in any letter case, after a byte order mark and white space.
  static func isOne(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(byteOrderMark.count) }
    // Space, tab, LF, FF and CR (the white space of HTML).
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    return beginnings.contains { beginning in
      let start = rest.prefix(beginning.count)
      guard start.count == beginning.count, zip(start, beginning).allSatisfy({ small($0) == $1 }) else { return false }
      // The name of the element or of the document's type ends here, so that `<htmlx` is none.
      return rest.dropFirst(beginning.count).first.map { !isLetter(small($0)) } ?? true
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  /// A letter of ASCII as a small one, everything else as it is.
  private static func small(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
