/// What a JSON value is, in the words of RFC 8259 §3 (`true` and `false` are one kind).
public enum JSONKind: String, Codable, Sendable, CaseIterable {
  case object, array, string, number, bool, null
}

/// A handle on one value of a ``JSONDocument``: an index into its tape, meaningful only with the document that gave it.
public struct JSONNode: Sendable, Hashable {
  /// Index of the value's entry; entries stand in document order, so a parent is always smaller than what it holds.
  public let index: Int

  @inlinable
  init(index: Int) { self.index = index }
}

/// One 16-byte entry of the tape: a value, a member name, or the end of an array or object.
@usableFromInline
struct TapeEntry: Sendable {
  @usableFromInline
  enum Tag: UInt8, Sendable {
    case object, array, string, number, `true`, `false`, null
    /// A member name; the entry after it is the member's value.
    case key
    /// The end of the container whose entry index is in `length`; `offset` is the closing bracket.
    case close
  }

  /// String or key: holds an escape or a control character, so its bytes are not its text.
  @usableFromInline static let escaped: UInt8 = 1
  /// String or key: holds a byte above 0x7F, whose UTF-8 is validated when it is read.
  @usableFromInline static let beyondASCII: UInt8 = 2
  /// Number: spelled with a fraction or an exponent (or malformed).
  @usableFromInline static let notPlainInteger: UInt8 = 4
  /// The value of an object's member; its name is the entry before it.
  @usableFromInline static let member: UInt8 = 8
  /// Object: at least one name is escaped or beyond ASCII, so names compare as text rather than as bytes.
  @usableFromInline static let oddNames: UInt8 = 16

  @usableFromInline var tag: Tag
  @usableFromInline var flags: UInt8
  /// First byte of the value as spelled (the quote of a string, the bracket of a container).
  @usableFromInline var offset: UInt32
  /// Scalar: bytes between the quotes or of the literal. Container: members or elements. Close: index of its container.
  @usableFromInline var length: UInt32
  /// Index of the entry after this value and all it holds.
  @usableFromInline var next: UInt32

  @inlinable
  init(tag: Tag, flags: UInt8, offset: Int, length: Int, next: Int) {
    self.tag = tag
    self.flags = flags
    self.offset = UInt32(truncatingIfNeeded: offset)
    self.length = UInt32(truncatingIfNeeded: length)
    self.next = UInt32(truncatingIfNeeded: next)
  }
}
