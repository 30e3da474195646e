/// How values are written between parent and worker: one byte that says what follows, then its bytes.
///
/// | first byte | value | what follows |
/// |---|---|---|
/// | `00` | none | nothing |
/// | `01`, `02` | false, true | nothing |
/// | `03` | a whole number | its zigzag form as LEB128 |
/// | `04` | a whole number above `Int.max` | 8 bytes, little endian |
/// | `05` | a number | 8 bytes, IEEE 754, little endian |
/// | `06` | a text | its length in bytes as LEB128, UTF-8 |
/// | `07` | a list | 4 bytes of length, little endian; its elements |
/// | `08` | members | 4 bytes of length, little endian; names, which are texts, each with its value |
/// | `40` to `7F` | 0 to 63 | nothing |
/// | `80` to `FF` | a text of 0 to 127 bytes | UTF-8 |
///
/// Both sides are the same program, so that the format has no version. Lengths let a reader skip what it does not want, so that reading is
/// linear in the bytes, whatever their nesting.
enum FrameFormat {
  static let none: UInt8 = 0
  static let no: UInt8 = 1
  static let yes: UInt8 = 2
  static let whole: UInt8 = 3
  static let large: UInt8 = 4
  static let number: UInt8 = 5
  static let text: UInt8 = 6
  static let list: UInt8 = 7
  static let members: UInt8 = 8
  static let smallWhole: ClosedRange<UInt8> = 0x40...0x7F
  static let shortText: ClosedRange<UInt8> = 0x80...0xFF

  /// Lists and members that may stand in each other; more is refused, so that no frame exhausts the stack.
  static let deepest = 512
}
