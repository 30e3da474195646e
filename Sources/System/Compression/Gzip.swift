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
    /// There is no memory left for it. Says nothing about the data.
    case noMemory
  }

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
  /// - Throws: ``Flaw`` for data that is cut, damaged or larger, or if memory runs out.
  public static func decompressed(_ bytes: [UInt8], limit: Int) throws(Flaw) -> [UInt8] {
    let reader = try GzipReader(bytes, limit: limit)
    var output: [UInt8] = []
    while try reader.read(into: &output) {}
    return output
  }
}
