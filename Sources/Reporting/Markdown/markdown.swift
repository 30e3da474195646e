/// `text` as a code span, in which GitHub makes nothing live: no markup, no link, no mention.
///
/// Backticks inside are fenced by longer ones. In a table a vertical bar would end the cell even in a code span, and a
/// backslash before it is read differently by different parsers, so that a text with bars becomes an HTML element of
/// character references.
///
/// - Parameters:
///   - text: Anything; control and direction characters are made visible first.
///   - limit: Scalars kept of it.
///   - inTable: Whether it is in a table cell.
/// - Returns: One line; empty for an empty text.
/// - SeeAlso: CommonMark 0.31 section 6.1; GitHub Flavored Markdown section 4.10.
func markdownCode(_ text: String, limit: Int = 160, inTable: Bool = false) -> String {
  let shown = visible(text, limit: limit)
  guard !shown.isEmpty else { return "" }
  if inTable, shown.unicodeScalars.contains("|") {
    let references = shown.unicodeScalars.map { scalar -> String in
      let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      return isPlain || scalar == " " ? String(scalar) : "&#\(scalar.value);"
    }
    return "<code>\(references.joined())</code>"
  }
  var longest = 0
  var run = 0
  for character in shown.unicodeScalars {
    run = character == "`" ? run + 1 : 0
    longest = max(longest, run)
  }
  let fence = String(repeating: "`", count: longest + 1)
  let touches = shown.unicodeScalars.first == "`" || shown.unicodeScalars.last == "`"
  let isSpaced = shown.unicodeScalars.first == " " && shown.unicodeScalars.last == " "
  let pad = touches || isSpaced ? " " : ""
  return "\(fence)\(pad)\(shown)\(pad)\(fence)"
}

/// A sentence whose words are plain text, but for those that Markdown, HTML or GitHub could take for more than that:
/// they become code spans, neighbours together.
///
/// - Parameters:
///   - text: A sentence, perhaps with pieces of a response in it.
///   - limit: Scalars kept of it.
///   - inTable: Whether it is in a table cell.
/// - Returns: One line that shows `text` and nothing else.
func markdownProse(_ text: String, limit: Int = 400, inTable: Bool = false) -> String {
  var parts: [String] = []
  var pending: [Substring] = []
  func flush() {
    guard !pending.isEmpty else { return }
    var words = pending.joined(separator: " ")
    pending = []
    var end = ""
    let isMarker = words.wholeMatch(of: /[0-9]+[.)]/) != nil
    while !isMarker, words.count > 1, let last = words.last, ".,;:!?".contains(last) {
      end = String(words.removeLast()) + end
    }
    // Names in our own hints are between backticks.
    if words.count > 2, words.hasPrefix("`"), words.hasSuffix("`"),
      !words.dropFirst().dropLast().unicodeScalars.contains("`")
    {
      words = String(words.dropFirst().dropLast())
    }
    parts.append(markdownCode(words, limit: .max / 2, inTable: inTable) + end)
  }
  for (index, word) in visible(text, limit: limit).split(separator: " ").enumerated() {
    if isLive(word, isFirst: index == 0) {
      pending.append(word)
    } else {
      flush()
      parts.append(String(word))
    }
  }
  flush()
  return parts.joined(separator: " ")
}

/// Whether a word contains what could be markup, a character reference, a link, a mention, an issue, a commit, a
/// formula or an emoji. What reads the page goes by scalars, so this does.
private func isLive(_ word: Substring, isFirst: Bool) -> Bool {
  let special = "\\`*_{}[]<>|#@~$^&".unicodeScalars
  if word.unicodeScalars.contains(where: special.contains) { return true }
  let lower = word.lowercased()
  if ["://", "www.", "gh-"].contains(where: { lower.unicodeScalars.contains($0.unicodeScalars) }) { return true }
  if lower.unicodeScalars.count(where: { $0 == ":" }) > 1 { return true }
  let core = lower.drop { !$0.isLetter && !$0.isNumber }.prefix { $0.isLetter || $0.isNumber }
  if core.count >= 7, core.allSatisfy({ $0.isASCII && $0.isHexDigit }) { return true }
  guard isFirst else { return false }
  return word.allSatisfy { "-+=".contains($0) } || word.wholeMatch(of: /[0-9]+[.)]/) != nil
}

/// A Markdown text of bounded length. What has no room is left out, and the caller counts it.
struct MarkdownPage {
  private(set) var lines: [String] = []
  /// Characters written, as GitHub counts them.
  private(set) var length = 0

  mutating func line(_ text: String = "") {
    // Never two empty lines, and none at the start.
    if text.isEmpty, lines.last?.isEmpty ?? true { return }
    lines.append(text)
    length += text.utf16.count + 1
  }

  mutating func lines(_ texts: [String]) {
    for text in texts { line(text) }
  }

  /// Adds items as long as they stay within `room` characters.
  ///
  /// - Returns: How many were left out.
  mutating func items(_ items: [String], room: Int) -> Int {
    let end = length + room
    for (index, item) in items.enumerated() {
      guard length + item.utf16.count + 1 <= end else { return items.count - index }
      line(item)
    }
    return 0
  }

  var text: String { lines.map { $0 + "\n" }.joined() }
}
