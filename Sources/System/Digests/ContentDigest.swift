/// SHA-256 (FIPS 180-4) of bytes or of a list of texts, to compare responses and to make ids from content.
public struct ContentDigest: Sendable, Hashable {
  /// The 32 bytes of the digest.
  public let bytes: [UInt8]

  /// Digest of `bytes`.
  public init(_ bytes: [UInt8]) { self.bytes = Cryptography.shared.sha256(bytes) }

  /// Digest of texts, each with its length, so that different lists have different digests.
  public init(of parts: [String]) {
    self.init(parts.flatMap { part in Array("\(part.utf8.count):".utf8) + Array(part.utf8) })
  }

  /// All 64 hexadecimal digits, lower case.
  public var hexadecimal: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The first 64 bits as 16 hexadecimal digits: the ids of requests, findings and incidents.
  public var short: String { String(hexadecimal.prefix(16)) }
}
