/// Colours by meaning.
enum TextStyle: Sendable {
  case plain
  case strong
  case bad
  case warning
  case good
  case faint

  /// Parameters of Select Graphic Rendition (ECMA-48, 8.3.117); empty for plain text.
  var parameters: String {
    switch self {
    case .plain: ""
    case .strong: "1"
    case .bad: "1;31"
    case .warning: "33"
    case .good: "32"
    case .faint: "2"
    }
  }
}

/// Text whose characters carry a style and a width; everything that enters is made `visible` first.
struct StyledText {
  fileprivate struct Cell {
    var character: Character
    var style: TextStyle
    var width: Int
  }
  fileprivate var cells: [Cell] = []
  /// Columns.
  private(set) var width = 0

  init(_ text: String = "", _ style: TextStyle = .plain, limit: Int = 400) { append(text, style, limit: limit) }

  mutating func append(_ text: String, _ style: TextStyle = .plain, limit: Int = 400) {
    for character in visible(text, limit: limit) {
      add(Cell(character: character, style: style, width: displayWidth(of: character)))
    }
  }

  fileprivate mutating func add(_ cell: Cell) {
    cells.append(cell)
    width += cell.width
  }

  /// The text with spaces up to `column`; never shortened.
  func padded(to column: Int) -> StyledText {
    var result = self
    result.append(String(repeating: " ", count: max(0, column - width)))
    return result
  }

  static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    for cell in right.cells { result.add(cell) }
    return result
  }

  var isEmpty: Bool { cells.isEmpty }

  /// The characters without their styles.
  var plain: String { String(cells.map(\.character)) }

  /// The words between spaces.
  fileprivate var words: [StyledText] {
    split { previous, next in next == " " || previous == " " }.filter { $0.cells.first?.character != " " }
  }

  /// The parts of a word that has no room in a line: a path breaks before its separators, Chinese anywhere.
  fileprivate var fragments: [StyledText] {
    var isWide = false
    return split { previous, next in
      defer { isWide = displayWidth(of: next) == 2 }
      return "./[?&".contains(next) && !"./[".contains(previous) || ",;=".contains(previous) || isWide
    }
  }

  private func split(between isBreak: (Character, Character) -> Bool) -> [StyledText] {
    var result: [StyledText] = []
    for cell in cells {
      if let previous = result.last?.cells.last, !isBreak(previous.character, cell.character) {
        result[result.count - 1].add(cell)
      } else {
        var next = StyledText()
        next.add(cell)
        result.append(next)
      }
    }
    return result
  }
}

/// Lines of at most `width` columns; what has no room goes on below, indented, and nothing is cut.
struct TextCanvas {
  let width: Int
  let colour: Bool
  private(set) var lines: [String] = []
  private var isBlankDue = false

  init(width: Int, colour: Bool) {
    self.width = width
    self.colour = colour
  }

  /// An empty line before the next one; not at the start, and never two.
  mutating func blank() { isBlankDue = !lines.isEmpty }

  /// Writes pieces after a label, as many per line as fit; a piece that is longer than a line is broken at spaces, and a
  /// word that is longer than a line at the separators of paths.
  mutating func flow(_ label: StyledText, _ pieces: [StyledText], separator: String = " ", hanging: Int) {
    var line = Line(text: label, width: width, hanging: min(hanging, width * 3 / 5))
    for piece in pieces where !piece.isEmpty {
      if line.append(piece, separator) { continue }
      var gap = separator
      for word in piece.words {
        if !line.append(word, gap) {
          var inner = gap
          for fragment in word.fragments {
            line.force(fragment, inner)
            inner = ""
          }
        }
        gap = " "
      }
    }
    if isBlankDue {
      lines.append("")
      isBlankDue = false
    }
    for text in line.finished() { lines.append(encoded(text)) }
  }

  /// Writes one line whatever its width: the first line of a report, which must stay whole as the subject of a mail.
  mutating func single(_ text: StyledText) { lines.append(encoded(text)) }

  /// All lines, each with a line feed.
  var text: String { lines.map { $0 + "\n" }.joined() }

  private func encoded(_ text: StyledText) -> String {
    var cells = text.cells[...]
    while cells.last?.character == " " { cells.removeLast() }
    // A word of others at the start of a line must not be a workflow command: GitHub's runner looks behind leading spaces.
    let start = cells.drop { $0.character == " " }
    if start.count > 1, start.prefix(2).allSatisfy({ $0.character == ":" }) {
      let backslash = StyledText.Cell(character: "\\", style: .plain, width: 1)
      cells = cells.prefix(cells.count - start.count) + [backslash] + start
    }
    guard colour else { return String(cells.map(\.character)) }
    var result = ""
    var current = TextStyle.plain
    for cell in cells {
      if cell.style != current, cell.character != " " {
        if current != .plain { result += "\u{1B}[0m" }
        if cell.style != .plain { result += "\u{1B}[\(cell.style.parameters)m" }
        current = cell.style
      }
      result.append(cell.character)
    }
    return current == .plain ? result : result + "\u{1B}[0m"
  }

  /// The line being filled and those before it.
  private struct Line {
    var text: StyledText
    let width: Int
    let hanging: Int
    var done: [StyledText] = []
    var isFresh = true

    init(text: StyledText, width: Int, hanging: Int) {
      self.text = text
      self.width = width
      self.hanging = hanging
    }

    /// Appends here or on a new line; `false` if it has room on neither.
    mutating func append(_ piece: StyledText, _ separator: String) -> Bool {
      let gap = isFresh ? "" : separator
      if text.width + displayWidth(of: gap) + piece.width <= width {
        put(piece, gap)
        return true
      }
      guard hanging + piece.width <= width else { return false }
      wrap()
      put(piece, "")
      return true
    }

    /// Appends here if there is room, else on a new line, however long it is.
    mutating func force(_ piece: StyledText, _ separator: String) {
      let gap = isFresh ? "" : separator
      if text.width > hanging, text.width + displayWidth(of: gap) + piece.width > width { wrap() }
      put(piece, isFresh ? "" : gap)
    }

    private mutating func put(_ piece: StyledText, _ gap: String) {
      text.append(gap)
      text = text + piece
      isFresh = false
    }

    private mutating func wrap() {
      done.append(text)
      text = StyledText(String(repeating: " ", count: hanging))
      isFresh = true
    }

    func finished() -> [StyledText] { done + [text] }
  }
}
