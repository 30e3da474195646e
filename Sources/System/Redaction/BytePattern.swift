/// A byte sequence to search for with the method of Knuth, Morris and Pratt. The time is linear in the text for every
/// text and pattern.
struct BytePattern: Sendable, Equatable {
  private let bytes: [UInt8]
  /// For each length of a match: the longest shorter match that remains if the next byte does not match.
  private let fallbacks: [Int]

  /// `…` in UTF-8, at which text was cut.
  private static let ellipsis: [UInt8] = [0xE2, 0x80, 0xA6]

  /// - Parameter bytes: The bytes to search for; not empty.
  init(_ bytes: [UInt8]) {
    var fallbacks = [0, 0]
    var length = 0
    for index in bytes.indices.dropFirst() {
      while length > 0, bytes[index] != bytes[length] { length = fallbacks[length] }
      if bytes[index] == bytes[length] { length += 1 }
      fallbacks.append(length)
    }
    (self.bytes, self.fallbacks) = (bytes, fallbacks)
  }

  /// The ranges of the pattern in `text`. If text was cut with `…` inside the pattern, its beginning counts from
  /// `shortest` bytes on.
  func ranges(in text: [UInt8], shortest: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var length = 0
    for (index, byte) in text.enumerated() {
      if byte == Self.ellipsis[0], length >= shortest, text[index...].starts(with: Self.ellipsis) {
        ranges.append(index - length..<index)
      }
      while length > 0, byte != bytes[length] { length = fallbacks[length] }
      if byte == bytes[length] { length += 1 }
      if length == bytes.count {
        ranges.append(index + 1 - length..<index + 1)
        length = fallbacks[length]
      }
    }
    return ranges
  }
}

extension UInt8 {
  /// The lower-case letter for an ASCII upper-case one, else itself.
  package var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
