import CZlib

/// Decompresses gzip data (RFC 1952) with zlib.
///
/// The input must be complete. Input that zlib would wait to continue counts as cut.
public enum Gzip {
  /// Why data cannot be decompressed.
  public enum Flaw: Error, Hashable {
    /// It ends before its trailer.
    case truncated
    /// It breaks a rule of the format, or a checksum does not fit.
    case damaged
    /// The content is larger than the limit.
    case tooLarge
  }

  /// Bytes that are decompressed at once.
  private static let chunkSize = 64 << 10
  /// The first byte of each member.
  private static let magic: UInt8 = 0x1F

  /// Whether bytes begin as gzip data does.
  public static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [magic, 0x8B]) }

  /// The content of all members, each checked against its CRC and size. Bytes after the last one count as damage.
  ///
  /// - Parameters:
  ///   - bytes: All of the data.
  ///   - limit: Bytes of content at most.
  /// - Returns: The content of the members, one after the other.
  /// - Throws: ``Flaw`` for data that is cut, damaged or larger.
  public static func decompressed(_ bytes: [UInt8], limit: Int) throws(Flaw) -> [UInt8] {
    var stream = z_stream()
    guard bytes.count <= UInt32.max, drift_begin_gunzip(&stream) == Z_OK else { throw .tooLarge }
    defer { inflateEnd(&stream) }
    var output: [UInt8] = []
    output.reserveCapacity(min(limit, bytes.count * 4))
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    let flaw = bytes.withUnsafeBufferPointer { input -> Flaw? in
      // Sound: zlib only reads its input although its pointer is mutable.
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(input.count)
      while true {
        // zlib reads two bytes before it reports that the first one is wrong.
        if stream.total_in == 0, let first = stream.next_in, stream.avail_in > 0, first.pointee != magic {
          return .damaged
        }
        let code = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(chunk.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        let count = chunk.count - Int(stream.avail_out)
        guard output.count + count <= limit else { return .tooLarge }
        output += chunk[..<count]
        switch code {
        case Z_OK: continue
        case Z_STREAM_END where stream.avail_in == 0: return nil
        case Z_STREAM_END: inflateReset(&stream)  // another member follows
        case Z_BUF_ERROR: return .truncated
        default: return .damaged
        }
      }
    }
    if let flaw { throw flaw }
    return output
  }
}
