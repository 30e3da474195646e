/// One pass over a UTF-8 text, without recursion: checks the structure and writes the tape.
///
/// Accepts what Foundation's scanner accepts (swift-foundation 6.3.1, `JSONScanner`): trailing commas, any spelling of a
/// number made of digits and `.+-eE`, any escape, any byte in a string. What is inside scalars is checked on access.
struct TapeBuilder {
  private let bytes: [UInt8]
  private let start: Int
  private let maximumDepth: Int
  private var index: Int
  private(set) var tape: [TapeEntry] = []
  private(set) var trailingCommas: (first: Int, count: Int) = (0, 0)
  /// Entry index and number of children of each open container.
  private var open: [(entry: Int, count: Int)] = []

  init(bytes: [UInt8], start: Int, maximumDepth: Int) {
    self.bytes = bytes
    self.start = start
    self.maximumDepth = maximumDepth
    index = start
    // Most documents have an entry for every 8 to 16 bytes; a long string must not cost twice its length.
    tape.reserveCapacity(min(bytes.count / 8, 1 << 20) + 2)
  }

  mutating func build() throws(JSONSyntaxError) {
    var flags: UInt8 = 0  // of the value that comes next: is it a member's?
    repeat {
      let opened = try scanValue(flags)
      var complete = !opened
      if opened { complete = try scanAfterOpening() }
      while complete, !open.isEmpty { complete = try scanAfterValue() }
      guard let container = open.last else { break }
      flags = 0
      if tape[container.entry].tag == .object {
        try scanName(of: container.entry)
        flags = TapeEntry.member
      }
    } while true
    skipWhitespace()
    if index < bytes.count { throw unexpected("the end of the text") }
  }

  /// Scans one scalar, or the opening bracket of a container; true if it opened one.
  private mutating func scanValue(_ flags: UInt8) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    guard index < bytes.count else { throw unexpected("a value") }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      try scanString(tag: .string, flags)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < maximumDepth else { throw unexpected("at most \(maximumDepth) nested arrays and objects") }
      let tag = bytes[index] == UInt8(ascii: "{") ? TapeEntry.Tag.object : .array
      open.append((tape.count, 0))
      tape.append(TapeEntry(tag: tag, flags: flags, offset: index, length: 0, next: 0))
      index += 1
      return true
    case UInt8(ascii: "t"): try scanLiteral("true", tag: .true, flags)
    case UInt8(ascii: "f"): try scanLiteral("false", tag: .false, flags)
    case UInt8(ascii: "n"): try scanLiteral("null", tag: .null, flags)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): scanNumber(flags)
    default: throw unexpected("a value")
    }
    return false
  }

  /// Just after an opening bracket; true if the container was empty and is now closed.
  private mutating func scanAfterOpening() throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    guard let container = open.last else { return true }
    let isObject = tape[container.entry].tag == .object
    guard index < bytes.count else { throw unexpected(isObject ? "a member name or }" : "a value or ]") }
    guard bytes[index] == closingBracket(isObject) else { return false }
    close(container)
    return true
  }

  /// Just after a value inside a container; true if that closed the container too.
  private mutating func scanAfterValue() throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    open[open.count - 1].count += 1
    let container = open[open.count - 1]
    let isObject = tape[container.entry].tag == .object
    guard index < bytes.count else { throw unexpected(isObject ? "a comma or }" : "a comma or ]") }
    if bytes[index] == UInt8(ascii: ",") {
      let comma = index
      index += 1
      skipWhitespace()
      guard index < bytes.count else { throw unexpected(isObject ? "a member name" : "a value") }
      guard bytes[index] == closingBracket(isObject) else { return false }
      if trailingCommas.count == 0 { trailingCommas.first = comma }
      trailingCommas.count += 1
    } else if bytes[index] != closingBracket(isObject) {
      throw unexpected(isObject ? "a comma or }" : "a comma or ]")
    }
    close(container)
    return true
  }

  private func closingBracket(_ isObject: Bool) -> UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

  /// Ends `container`, the innermost open one, whose closing bracket is the present byte.
  private mutating func close(_ container: (entry: Int, count: Int)) {
    tape.append(TapeEntry(tag: .close, flags: 0, offset: index, length: container.entry, next: tape.count + 1))
    tape[container.entry].next = UInt32(truncatingIfNeeded: tape.count)
    tape[container.entry].length = UInt32(truncatingIfNeeded: container.count)
    open.removeLast()
    index += 1
  }

  private mutating func scanName(of object: Int) throws(JSONSyntaxError) {
    skipWhitespace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw unexpected("a member name in quotes") }
    try scanString(tag: .key, 0)
    if tape[tape.count - 1].flags != 0 { tape[object].flags |= TapeEntry.oddNames }
    skipWhitespace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { throw unexpected("a colon") }
    index += 1
  }

  private mutating func scanString(tag: TapeEntry.Tag, _ flags: UInt8) throws(JSONSyntaxError) {
    let quote = index
    var seen: UInt8 = 0
    var isEscaped = false
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        let odd = (isEscaped ? TapeEntry.escaped : 0) | (seen > 0x7F ? TapeEntry.beyondASCII : 0)
        append(tag, flags | odd, from: quote, length: index - quote - 1)
        index += 1
        return
      }
      seen |= byte
      index += 1
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try skipEscape()
      } else if byte < 0x20 {
        isEscaped = true
      }
    }
    throw unexpected("the closing quote of a string")
  }

  /// Just after a backslash: whatever is escaped cannot end the string, nor can the four bytes after `\u`.
  private mutating func skipEscape() throws(JSONSyntaxError) {
    guard index < bytes.count else { throw unexpected("the rest of an escape") }
    let isUnicode = bytes[index] == UInt8(ascii: "u")
    index += 1
    guard isUnicode else { return }
    for _ in 0..<4 {
      guard index < bytes.count, bytes[index] != UInt8(ascii: "\"") else { throw unexpected("four hexadecimal digits") }
      index += 1
    }
  }

  private mutating func scanNumber(_ flags: UInt8) {
    let first = index
    var isPlain = true
    index += 1
    scanning: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        isPlain = false
      default: break scanning
      }
      index += 1
    }
    append(.number, flags | (isPlain ? 0 : TapeEntry.notPlainInteger), from: first, length: index - first)
  }

  private mutating func scanLiteral(
    _ literal: StaticString, tag: TapeEntry.Tag, _ flags: UInt8
  ) throws(JSONSyntaxError) {
    let first = index
    for expected in "\(literal)".utf8 {
      guard index < bytes.count, bytes[index] == expected else { throw unexpected("\(literal)") }
      index += 1
    }
    append(tag, flags, from: first, length: index - first)
  }

  private mutating func append(_ tag: TapeEntry.Tag, _ flags: UInt8, from offset: Int, length: Int) {
    tape.append(TapeEntry(tag: tag, flags: flags, offset: offset, length: length, next: tape.count + 1))
  }

  private mutating func skipWhitespace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  private func unexpected(_ expected: String) -> JSONSyntaxError {
    let position = TextPosition(of: index, in: bytes, from: start)
    return JSONSyntaxError(at: position, expected: expected, found: Self.name(of: index, in: bytes))
  }

  /// The byte or character at `index`, for a message.
  private static func name(of index: Int, in bytes: [UInt8]) -> String {
    guard index < bytes.count else { return "the end of the text" }
    let byte = bytes[index]
    guard byte >= 0x21, byte < 0x7F else { return "byte 0x" + String(byte, radix: 16, uppercase: true) }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}
