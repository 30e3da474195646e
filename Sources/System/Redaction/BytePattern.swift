/// A byte sequence that is looked for by the method of Knuth, Morris and Pratt: the time is linear in the text, whatever the
/// text and the pattern are.
struct BytePattern: Sendable, Equatable {
  private let bytes: [UInt8]
  /// For each length of a match: the longest shorter match that is still one if the next byte does not fit.
  private let fallbacks: [Int]

  /// `…` in UTF-8: text was cut here.
  private static let ellipsis: [UInt8] = [0xE2, 0x80, 0xA6]

  /// - Parameter bytes: What is looked for; not empty.
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

  /// Where the pattern stands in `text`. If text was cut with `…` inside the pattern, its beginning counts from `shortest` bytes
  /// on.
  func places(in text: [UInt8], shortest: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var length = 0
    for (index, byte) in text.enumerated() {
      if byte == Self.ellipsis[0], length >= shortest, text[index...].starts(with: Self.ellipsis) {
        places.append(index - length..<index)
      }
      while length > 0, byte != bytes[length] { length = fallbacks[length] }
      if byte == bytes[length] { length += 1 }
      if length == bytes.count {
        places.append(index + 1 - length..<index + 1)
        length = fallbacks[length]
      }
    }
    return places
  }
}

extension UInt8 {
  /// The lower-case letter for an ASCII upper-case one, else itself.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
