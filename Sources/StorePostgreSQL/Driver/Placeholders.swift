/// Writes the places of values as PostgreSQL does.
enum Placeholders {
  /// `?` and `?1` as `$1`. A question mark inside quotes stays.
  static func numbered(_ sql: String) -> String {
    var result = ""
    var next = 1
    var isQuoted = false
    var rest = Substring(sql)
    while let character = rest.popFirst() {
      if character == "'" { isQuoted.toggle() }
      guard character == "?", !isQuoted else {
        result.append(character)
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      result += "$" + (digits.isEmpty ? "\(next)" : digits)
      if digits.isEmpty { next += 1 }
    }
    return result
  }
}
