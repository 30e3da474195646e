import System

/// `text` with everything escaped that could forge a line, move the cursor, change colours or turn the reading direction.
///
/// Line ends and tabs become `\n`, `\r`, `\t`; other ``SteeringCharacters``, and letters that show nothing, `\u{1B}`. A joiner stays
/// where it joins emoji. Of a run of combining marks the first four stay.
///
/// - Parameters:
///   - text: Text from a response, an error or a configuration.
///   - limit: Characters kept; the middle of a longer text is replaced by `…`.
/// - Returns: One line that prints as what it is.
func visible(_ text: String, limit: Int = 400) -> String {
  var kept = text
  // Cut by scalars first: one grapheme of a hostile text can be megabytes long.
  if text.unicodeScalars.prefix(limit + 1).count > limit {
    let head = text.unicodeScalars.prefix(limit - limit / 3 - 1)
    let tail = text.unicodeScalars.suffix(limit / 3)
    kept = String(String.UnicodeScalarView(head)) + "…" + String(String.UnicodeScalarView(tail))
  }
  var result = String.UnicodeScalarView()
  var marks = 0
  var previous: Unicode.Scalar?
  var steering = SteeringCharacters()
  for scalar in kept.unicodeScalars {
    let properties = scalar.properties
    let isMark = properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    marks = isMark ? marks + 1 : 0
    let joins =
      scalar.value == 0x200D && (previous.map { $0.properties.isEmoji && !$0.isASCII || $0.value == 0xFE0F } ?? false)
    switch properties.generalCategory {
    case _ where steering.includesNextNumberSign(scalar): result.append(contentsOf: escape(scalar).unicodeScalars)
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
      result.append(contentsOf: escape(scalar).unicodeScalars)
    case .format where !joins: result.append(contentsOf: escape(scalar).unicodeScalars)
    case .otherLetter where properties.isDefaultIgnorableCodePoint:
      result.append(contentsOf: escape(scalar).unicodeScalars)
    case _ where isMark && marks > 4: result.append(contentsOf: escape(scalar).unicodeScalars)
    default: result.append(scalar)
    }
    previous = scalar
  }
  return String(result)
}

private func escape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  default: scalar.escaped
  }
}

/// Columns that `character` takes in a terminal: 0, 1 or 2.
///
/// Wide are the East Asian wide and full-width blocks (Unicode TR11) and everything drawn as emoji.
func displayWidth(of character: Character) -> Int {
  var width = 0
  for scalar in character.unicodeScalars {
    if scalar.value == 0xFE0F, width > 0 { return 2 }
    width = max(width, displayWidth(of: scalar))
    if width == 2 { return 2 }
  }
  return width
}

/// Columns that `text` takes in a terminal.
func displayWidth(of text: String) -> Int { text.reduce(0) { $0 + displayWidth(of: $1) } }

private func displayWidth(of scalar: Unicode.Scalar) -> Int {
  if scalar.isASCII { return 1 }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .control: return 0
  default: break
  }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
    return 2
  default: return scalar.properties.isEmojiPresentation ? 2 : 1
  }
}
