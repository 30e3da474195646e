/// A position in a document's text.
public struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  /// Line, from 1. LF, CR and CR LF each end a line.
  public let line: Int
  /// Column in Unicode scalars, from 1.
  public let column: Int
  /// Offset in bytes, from 0, into ``JSONDocument/text`` (the document's own bytes unless it was transcoded).
  public let byteOffset: Int

  /// `line 1, column 96`
  public var description: String { "line \(line), column \(column)" }
}

extension TextPosition {
  /// Finds the line and column of `offset` by reading `bytes` from `start`. An offset beyond the end counts as the end.
  init(of offset: Int, in bytes: [UInt8], from start: Int) {
    let end = min(max(offset, start), bytes.count)
    var line = 1
    var column = 1
    var index = start
    while index < end {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && !(index < end && bytes[index] == 10)) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 && byte != UInt8(ascii: "\r") {
        column += 1
      }
    }
    self.init(line: line, column: column, byteOffset: end)
  }
}

/// Why a text is not JSON as Foundation's `JSONDecoder` reads it.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Offset of the unexpected byte, from 0.
  public let byteOffset: Int
  /// Line, from 1.
  public let line: Int
  /// Column in Unicode scalars, from 1.
  public let column: Int
  /// What was expected there: "a value", "a comma or ]".
  public let expected: String
  /// What was found there: "'x'", "byte 0x01", "the end of the text".
  public let found: String

  init(at position: TextPosition, expected: String, found: String) {
    byteOffset = position.byteOffset
    line = position.line
    column = position.column
    self.expected = expected
    self.found = found
  }

  /// `not JSON at line 3, column 7 (byte 41): expected a value, found '}'`
  public var description: String {
    "not JSON at line \(line), column \(column) (byte \(byteOffset)): expected \(expected), found \(found)"
  }
}

/// Why one value of a well-formed document cannot be read as requested.
public enum JSONValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value is of another kind.
  case wrongKind(expected: JSONKind, found: JSONKind, byteOffset: Int)
  /// A number that violates RFC 8259 §6, such as `01` or `1.`.
  case malformedNumber(byteOffset: Int)
  /// An escape that RFC 8259 §7 does not allow.
  case invalidEscape(byteOffset: Int)
  /// Half of a UTF-16 surrogate pair, which is not a character.
  case loneSurrogate(byteOffset: Int)
  /// A byte below 0x20 that should have been escaped.
  case controlCharacter(byteOffset: Int)
  /// Bytes that are not UTF-8.
  case invalidUTF8(byteOffset: Int)

  /// One line: what is wrong, and at which byte.
  public var description: String {
    switch self {
    case .wrongKind(let expected, let found, let offset):
      "expected a value of kind \(expected.rawValue), found \(found.rawValue) at byte \(offset)"
    case .malformedNumber(let offset): "malformed number at byte \(offset)"
    case .invalidEscape(let offset): "invalid escape at byte \(offset)"
    case .loneSurrogate(let offset): "half of a surrogate pair at byte \(offset)"
    case .controlCharacter(let offset): "unescaped control character at byte \(offset)"
    case .invalidUTF8(let offset): "bytes that are not UTF-8 at byte \(offset)"
    }
  }
}
