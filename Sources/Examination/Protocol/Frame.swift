/// Frames on a pipe: four bytes of length (big endian), then a value in ``FrameFormat``.
enum Frame {
  /// Larger frames are refused, because only a broken worker writes one.
  static let limit = 256 << 20

  /// - Throws: The encoder's errors, and ``FrameReader/TooLong`` for a message beyond ``limit``.
  static func encode(_ message: some Encodable) throws -> [UInt8] {
    var frame = try FrameEncoder.encode(message, after: 4)
    guard frame.count - 4 <= limit else { throw FrameReader.TooLong() }
    let length = UInt32(frame.count - 4)
    for byte in 0..<4 { frame[byte] = UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32(byte))) }
    return frame
  }

  static func length(_ prefix: some Sequence<UInt8>) -> Int { prefix.reduce(0) { $0 << 8 | Int($1) } }
}

/// Splits bytes that arrive in pieces into frames.
struct FrameReader {
  struct TooLong: Error, CustomStringConvertible {
    var description: String { "more than \(Frame.limit >> 20) MB of results" }
  }

  private var buffer: [UInt8] = []
  private var start = 0

  mutating func append(_ bytes: ArraySlice<UInt8>) { buffer += bytes }

  /// Removes the first complete frame; nil if there is none yet.
  mutating func next() throws(TooLong) -> [UInt8]? {
    let available = buffer.count - start
    guard available >= 4 else { return nil }
    let length = Frame.length(buffer[start..<start + 4])
    guard length <= Frame.limit else { throw TooLong() }
    guard available >= 4 + length else { return nil }
    let body = Array(buffer[start + 4..<start + 4 + length])
    start += 4 + length
    // The buffer is moved rarely, so that many small frames stay cheap.
    if start == buffer.count || start > 1 << 20 {
      buffer.removeFirst(start)
      start = 0
    }
    return body
  }
}
