import Foundation

/// A file of source code as bytes, in which the compiler's offsets are looked up.
struct SourceText: Sendable {
  let path: String
  let bytes: [UInt8]

  init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The offset behind the token that begins at `offset`: the compiler's ranges end where their last token begins.
  func endOfToken(at offset: Int) -> Int {
    guard bytes.indices.contains(offset) else { return bytes.count }
    if bytes[offset] == UInt8(ascii: "\"") { return endOfString(at: offset) }
    var end = offset
    while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
    return max(end, offset + 1)
  }

  private func endOfString(at offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(end + 1, bytes.count)
  }

  /// Line and column of an offset, both from 1; the column counts bytes, as the compiler's do.
  func position(of offset: Int) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
    return (before.count { $0 == 10 } + 1, offset - start + 1)
  }

  /// The offset of a line and column; `nil` if there is no such line.
  func offset(line: Int, column: Int) -> Int? {
    var (current, start) = (1, 0)
    while current < line {
      guard let end = bytes[start...].firstIndex(of: 10) else { return nil }
      (current, start) = (current + 1, end + 1)
    }
    return min(start + column - 1, bytes.count)
  }

  /// The white space with which the line of an offset begins.
  func indentation(at offset: Int) -> String {
    let start = bytes[..<min(offset, bytes.count)].lastIndex(of: 10).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...].prefix { $0 == 32 || $0 == 9 }, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte == 96
      || byte >= 0x80
  }
}
