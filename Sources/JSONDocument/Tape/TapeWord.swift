/// One of the 8-byte words that make up the tape.
///
/// Bits from the top: tag (4), flags (4), length (24), offset (32). A value or name begins with one such word.
/// * A scalar or name is that word alone; if its length is ``lengthMark`` or more, a word with tag `extension` follows
///   and holds the length.
/// * A container is two words: `length` of the first is its number of children (from ``lengthMark`` on they have to be
///   counted), the second holds the index after the container's last word (upper 32 bits) and the offset of its closing
///   bracket (lower 32). Its children follow, each member's value after its name; the last child is flagged.
@usableFromInline
struct TapeWord: Sendable, Hashable {
  @usableFromInline
  enum Tag: UInt8, Sendable {
    case object, array, string, number, `true`, `false`, null
    /// A member name; the member's value comes next.
    case key
    /// The length of the long scalar or name whose word stands before.
    case `extension`
  }

  /// The last child of its container; the root too.
  @usableFromInline static let last: UInt64 = 1 << 56
  /// The value of an object's member; its name stands before it.
  @usableFromInline static let member: UInt64 = 1 << 57
  /// String or name: holds an escape or a control character, so that its bytes are not its text.
  @usableFromInline static let escaped: UInt64 = 1 << 58
  /// String or name: holds a byte above 0x7F, whose UTF-8 is validated when it is read.
  @usableFromInline static let beyondASCII: UInt64 = 1 << 59
  /// Number: spelled with a fraction or an exponent (or malformed).
  @usableFromInline static let notPlainInteger = escaped
  /// Object: at least one name is escaped or beyond ASCII, so that names compare as text rather than as bytes.
  @usableFromInline static let oddNames = escaped
  /// In place of a length that does not fit.
  @usableFromInline static let lengthMark = 0xFF_FFFF

  @usableFromInline var bits: UInt64

  @inlinable
  init(bits: UInt64) { self.bits = bits }

  /// A word with a length below ``lengthMark``, or ``lengthMark`` itself.
  @inlinable @inline(__always)
  init(_ tag: Tag, flags: UInt64, offset: Int, length: Int) {
    bits =
      UInt64(truncatingIfNeeded: tag.rawValue) << 60 | flags | UInt64(truncatingIfNeeded: length) << 32
      | UInt64(truncatingIfNeeded: offset)
  }

  @inlinable var tag: Tag { Tag(rawValue: UInt8(truncatingIfNeeded: bits >> 60)) ?? .extension }
  @inlinable func `is`(_ tag: Tag) -> Bool { bits >> 60 == UInt64(truncatingIfNeeded: tag.rawValue) }
  @inlinable var isContainer: Bool { bits >> 60 <= UInt64(truncatingIfNeeded: Tag.array.rawValue) }
  @inlinable func has(_ flags: UInt64) -> Bool { bits & flags != 0 }
  /// Length of a scalar or name, or number of children; ``lengthMark`` if that is not the whole truth.
  @inlinable var length: Int { Int(truncatingIfNeeded: bits >> 32) & TapeWord.lengthMark }
  /// Where the value begins in the text: the quote of a string, the bracket of a container.
  @inlinable var offset: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
  /// The upper half of a container's second word.
  @inlinable var upperHalf: Int { Int(truncatingIfNeeded: bits >> 32) }
}
