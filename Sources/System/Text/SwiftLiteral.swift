/// Texts as literals of Swift.
public enum SwiftLiteral {
  /// A text between quotation marks. What nobody sees, ends a line or turns the reading direction is escaped, so that source code shows what
  /// it means.
  public static func text(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isSeen(scalar): result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result + "\""
  }

  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    guard scalar != " " else { return true }
    guard !properties.isDefaultIgnorableCodePoint, !properties.isNoncharacterCodePoint else { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse, .unassigned:
      false
    case .nonspacingMark, .spacingMark, .enclosingMark: properties.isAlphabetic
    default: true
    }
  }
}
