/// One of the 8-byte words of the tape.
///
/// Bits from the top: tag (4), flags (4), length (24), offset (32). A value or name begins with one such word. * A
/// scalar or name is that word alone. If its length is ``lengthMark`` or more, a word with tag `extension` follows,
/// which has the length. * A container has two words. `length` of the first is the number of children (from
/// ``lengthMark`` on they must be counted). The second has the index after the container's last word (upper 32 bits)
/// and the offset of its closing bracket (lower 32 bits). Its children follow, each member's name before its value. The
/// last child is flagged.
@usableFromInline
struct TapeWord: Sendable, Hashable {
  @usableFromInline
  enum Tag: UInt8, Sendable {
    case object, array, string, number, `true`, `false`, null
    /// A member name. The member's value comes next.
    case key
    /// The length of the long scalar or name whose word comes before.
    case `extension`
  }

  /// The last child of its container; also set for the root.
  @usableFromInline static let last: UInt64 = 1 << 56
  /// The value of an object's member, whose name comes before it.
  @usableFromInline static let member: UInt64 = 1 << 57
  /// For a string or name: it has an escape or a control character, so that its bytes are not its text.
  @usableFromInline static let escaped: UInt64 = 1 << 58
  /// For a string or name: it has a byte above 0x7F. Its UTF-8 is validated when it is read.
  @usableFromInline static let beyondASCII: UInt64 = 1 << 59
  /// For a number: it has a fraction or an exponent, or is malformed.
  @usableFromInline static let notPlainInteger = escaped
  /// For an object: at least one name is escaped or beyond ASCII, so that names must be compared as text.
  @usableFromInline static let oddNames = escaped
  /// The value of `length` if the real length does not fit.
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
  /// Length of a scalar or name, or number of children; ``lengthMark`` if the real one does not fit.
  @inlinable var length: Int { Int(truncatingIfNeeded: bits >> 32) & TapeWord.lengthMark }
  /// Offset of the value's first byte: the quote of a string, the bracket of a container.
  @inlinable var offset: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }
  /// The upper half of a container's second word.
  @inlinable var upperHalf: Int { Int(truncatingIfNeeded: bits >> 32) }
}
