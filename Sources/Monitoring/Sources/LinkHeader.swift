/// The field `Link` of a response (RFC 8288).
enum LinkHeader {
  /// The target of the first link with a relation, or of the first link at all; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - relation: The relation, such as `next`; letter case does not matter. `nil`: any or none.
  ///   - text: The field's value: `<https://api.example.com/items?page=2>; rel="next", …`.
  /// - Returns: The reference as it stands there, which may be relative.
  /// - Complexity: Linear in the text.
  static func target(_ relation: String?, in text: String) -> String? {
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<") {
      let after = rest[rest.index(after: open)...]
      guard let close = after.firstIndex(of: ">") else { return nil }
      let target = after[..<close]
      let (parameters, next) = parameters(after[after.index(after: close)...])
      guard let relation else { return String(target) }
      if parameters.contains(where: { $0.name == "rel" && isOf(relation, $0.value) }) { return String(target) }
      rest = next
    }
    return nil
  }

  /// The parameters of one link, and what follows its comma. A quoted value may hold commas.
  private static func parameters(_ text: Substring) -> (found: [(name: String, value: String)], rest: Substring) {
    var (found, name, value): ([(name: String, value: String)], String, String) = ([], "", "")
    var (isValue, isQuoted, isEscaped) = (false, false, false)
    func finish() {
      let key = name.filter { !$0.isWhitespace }.lowercased()
      // Of several `rel` the first counts (section 3.3).
      if !key.isEmpty, !found.contains(where: { $0.name == key }) { found.append((key, value)) }
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
