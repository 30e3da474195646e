/// The field `Link` of a response (RFC 8288).
package enum LinkHeader {
  /// The target of the first link with a relation, or of the first link at all; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - relation: The relation, such as `next`; letter case does not matter. `nil`: any or none.
  ///   - text: The field's value: `<https://api.example.com/items?page=2>; rel="next", …`.
  /// - Returns: The reference as it stands there, which may be relative.
  /// - Complexity: Linear in the text.
  package static func target(_ relation: String?, in text: String) -> String? {
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<") {
      let after = rest[rest.index(after: open)...]
      guard let close = after.firstIndex(of: ">") else { return nil }
      let target = after[..<close]
      let (relations, next) = relations(after[after.index(after: close)...])
      guard let relation else { return String(target) }
      if let relations, isOf(relation, relations) { return String(target) }
      rest = next
    }
    return nil
  }

  /// The relations of one link, and what follows its comma. A quoted value may hold commas.
  private static func relations(_ text: Substring) -> (found: String?, rest: Substring) {
    var (found, name, value): (String?, String, String) = (nil, "", "")
    var (isValue, isQuoted, isEscaped) = (false, false, false)
    func finish() {
      // Of several `rel` the first counts (section 3.3).
      if found == nil, name.filter({ !$0.isWhitespace }).lowercased() == "rel" { found = value }
      (name, value, isValue) = ("", "", false)
    }
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      index = text.index(after: index)
      if isQuoted {
        if isEscaped {
          value.append(character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isQuoted = false
        } else {
          value.append(character)
        }
        continue
      }
      switch character {
      case ",":
        finish()
        return (found, text[index...])
      case ";": finish()
      case "=" where !isValue: isValue = true
      case "\"" where isValue: isQuoted = true
      default:
        if isValue { value.append(character) } else { name.append(character) }
      }
    }
    finish()
    return (found, text[index...])
  }

  private static func isOf(_ relation: String, _ value: String) -> Bool {
    value.split(whereSeparator: \.isWhitespace).contains { $0.lowercased() == relation.lowercased() }
  }
}
