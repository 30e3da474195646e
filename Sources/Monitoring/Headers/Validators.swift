import Fetching

/// The validators of a response for conditional requests (RFC 9110 section 8.8).
struct Validators: Hashable, Sendable {
  /// `ETag`, weak or strong.
  var etag: String?
  /// `Last-Modified`.
  var lastModified: String?

  /// The longest tag, in bytes, that is kept.
  private static let longestTag = 512

  /// The validators of a response that can be sent back: a tag in visible ASCII and a valid date, as received; `nil` if
  /// neither can be used.
  ///
  /// - Parameters:
  ///   - etag: As received, or as stored.
  ///   - lastModified: As received, or as stored.
  init?(etag: String?, lastModified: String?) {
    self.etag = etag.flatMap { tag in
      let isUsable =
        !tag.isEmpty && tag.utf8.count <= Self.longestTag && tag != "*"
        && tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      return isUsable ? tag : nil
    }
    self.lastModified = lastModified.flatMap { HTTPDate.seconds($0) != nil ? $0 : nil }
    if self.etag == nil, self.lastModified == nil { return nil }
  }
}
