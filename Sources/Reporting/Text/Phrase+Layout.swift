extension Phrase.Role {
  /// Parameters of Select Graphic Rendition (ECMA-48, 8.3.117); empty for plain text.
  var parameters: String {
    switch self {
    case .plain, .code, .arrow: ""
    case .strong, .subject: "1"
    case .bad: "1;31"
    case .warning: "33"
    case .good: "32"
    case .faint: "2"
    }
  }
}

extension Phrase {
  static func spaces(_ count: Int) -> Phrase { Phrase(String(repeating: " ", count: max(0, count))) }

  /// The phrase with spaces up to `column`; never shortened.
  func padded(to column: Int) -> Phrase { self + .spaces(column - width) }

  /// The phrase with `text` before the scalar of that number, which one of its spans holds.
  func inserting(_ text: String, at scalar: Int) -> Phrase {
    var (result, left) = (Phrase(), scalar)
    for span in spans {
      var scalars = Array(span.text.unicodeScalars)
      if scalars.indices.contains(left) { scalars.insert(contentsOf: text.unicodeScalars, at: left) }
      left -= span.text.unicodeScalars.count
      result = result + Phrase(String(String.UnicodeScalarView(scalars)), span.role, limit: .max / 2)
    }
    return result
  }

  /// The words between spaces.
  var words: [Phrase] {
    split { previous, next in next == " " || previous == " " }.filter { !$0.text.hasPrefix(" ") }
  }

  /// The parts of a word that has no room in a line: a path breaks before its separators, Chinese anywhere.
  var fragments: [Phrase] {
    var isWide = false
    return split { previous, next in
      defer { isWide = displayWidth(of: next) == 2 }
      return "./[?&".contains(next) && !"./[".contains(previous) || ",;=".contains(previous) || isWide
    }
  }

  private func split(between isBreak: (Character, Character) -> Bool) -> [Phrase] {
    var result: [Phrase] = []
    var previous: Character?
    for span in spans {
      for character in span.text {
        if previous.map({ isBreak($0, character) }) ?? true { result.append(Phrase()) }
        result[result.count - 1].append(character, span.role)
        previous = character
      }
    }
    return result
  }
}
