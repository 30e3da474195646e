/// Texts as JSON writes them (RFC 8259 section 7): quotation marks, backslashes and control characters are escaped, everything else stands as it is.
public enum JSONText {
  /// A text between quotation marks.
  public static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// A text as it stands between quotation marks.
  public static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return text
    }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
