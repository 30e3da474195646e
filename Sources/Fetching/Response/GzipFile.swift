/// Files compressed with gzip (RFC 1952), as archives of responses often are.
public enum GzipFile {
  /// Why a file cannot be decompressed, in a few words.
  public struct Flaw: Error, Sendable, CustomStringConvertible {
    /// In a few words.
    public let description: String
  }

  /// Whether bytes begin as such a file does.
  public static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// The decompressed content of all members of a file, at most `limit` bytes.
  ///
  /// - Throws: ``Flaw`` for what is cut, damaged or larger.
  public static func decompressed(_ bytes: [UInt8], limit: Int) throws(Flaw) -> [UInt8] {
    do throws(Inflate.Flaw) { return try ContentCoding.members(bytes, limit: limit) } catch {
      switch error {
      case .truncated: throw Flaw(description: "the gzip file is cut")
      case .invalid: throw Flaw(description: "damaged gzip data")
      case .tooLarge: throw Flaw(description: "decompressed larger than \(limit) bytes")
      }
    }
  }
}
