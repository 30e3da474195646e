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

  /// Puts an empty line before the next one; not at the start, and never two.
  mutating func blank() { isBlankDue = !lines.isEmpty }

  /// Writes pieces after a label, as many per line as fit. A piece that is longer than a line is broken at spaces, and
  /// a word that is longer than a line at the separators of paths; a command is never broken, and may be longer than a line.
  mutating func flow(_ label: Phrase, _ pieces: [Phrase], separator: String = " ", hanging: Int) {
    let hanging = min(hanging, width * 3 / 5)
    var line = label
    var isFresh = true
    func put(
      _ piece: Phrase, _ gap: String, _ breaks: ArraySlice<(gap: String, parts: (Phrase) -> [Phrase])>
    ) {
      let gap = isFresh ? "" : gap
      let hasRoom = line.width + displayWidth(of: gap) + piece.width <= width
      if !hasRoom, !piece.isWhole, hanging + piece.width > width, let split = breaks.first {
        for (index, part) in split.parts(piece).enumerated() {
          put(part, index == 0 ? gap : split.gap, breaks.dropFirst())
        }
        return
      }
      if hasRoom || hanging + piece.width > width && line.width <= hanging {
        line = line + Phrase(gap) + piece
      } else {
        write(line)
        line = .spaces(hanging) + piece
      }
      isFresh = false
    }
    for piece in pieces where !piece.isEmpty { put(piece, separator, [(" ", \.words), ("", \.fragments)]) }
    write(line)
  }

  private mutating func write(_ text: Phrase) {
    if isBlankDue { lines.append("") }
    isBlankDue = false
    lines.append(encoded(text))
  }

  /// Writes one line of any width, for the first line of a report, which must stay whole as the subject of a mail.
  mutating func single(_ text: Phrase) { write(text) }

  /// All lines, each with a line feed.
  var text: String { lines.map { $0 + "\n" }.joined() }

  private func encoded(_ line: Phrase) -> String {
    var result = ""
    var style = ""
    for span in harmless(line).spans where colour {
      let isBlank = span.text.allSatisfy { $0 == " " }
      if !isBlank, span.role.parameters != style {
        if !style.isEmpty { result += "\u{1B}[0m" }
        style = span.role.parameters
        if !style.isEmpty { result += "\u{1B}[\(style)m" }
      }
      result += span.text
    }
    if !colour { result = harmless(line).text }
    while result.last == " " { result.removeLast() }
    return style.isEmpty ? result : result + "\u{1B}[0m"
  }

  /// The line, in which a word of others at the start is no workflow command: GitHub's runner looks behind leading white space of any kind
  /// (`String.Trim` of .NET), and compares as people read, who see no mark on a space. Colours may be taken away before.
  private func harmless(_ line: Phrase) -> Phrase {
    let scalars = line.text.unicodeScalars
    let start = scalars.prefix { $0.properties.isWhitespace || $0.properties.generalCategory == .nonspacingMark }
    guard scalars[start.endIndex...].starts(with: "::".unicodeScalars) else { return line }
    return line.inserting("\\", at: start.count)
  }
}
