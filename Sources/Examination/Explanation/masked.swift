/// A short text of a response without what looks like a secret: a value echoed by a host must not reach ledger, report or log.
///
/// Masked are runs of at least 20 letters, digits and `_ - + = . ~` that hold both a letter and a digit (keys, tokens, JWTs,
/// UUIDs), and the query of a URL. Words, dates, numbers and hosts stay as they are.
func masked(_ text: String) -> String {
  var result = ""
  var run: [Character] = []
  func ended() -> String {
    defer { run = [] }
    let isToken =
      run.count >= 20 && run.contains { $0.isNumber } && run.contains { $0.isLetter } && !run.contains("…")
    return isToken ? "…(\(run.count) characters)" : String(run)
  }
  var isQuery = false
  for character in text {
    if isQuery {
      if character.isWhitespace || character == "\"" { isQuery = false } else { continue }
    }
    let isPart = character.isASCII && (character.isLetter || character.isNumber) || "_-+=.~".contains(character)
    if isPart {
      run.append(character)
      continue
    }
    result += ended()
    result.append(character)
    if character == "?", text.contains("://") {
      result += "…"
      isQuery = true
    }
  }
  return result + ended()
}
