/// A pattern of paths as git and shells write it: `*` is anything without a slash, `**/` any folders.
struct PathPattern {
  private let expression: Regex<AnyRegexOutput>?

  init(_ pattern: String) {
    var (text, rest) = ("", pattern[...])
    while let character = rest.first {
      if rest.hasPrefix("**/") {
        text += "(?:.*/)?"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("**") {
        text += ".*"
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
        switch character {
        case "*": text += "[^/]*"
        case "?": text += "[^/]"
        default:
          text +=
            character.isLetter || character.isNumber || "/_".contains(character) ? "\(character)" : "\\\(character)"
        }
      }
    }
    expression = try? Regex(text)
  }

  func matches(_ path: String) -> Bool { expression.map { path.wholeMatch(of: $0) != nil } ?? false }
}
