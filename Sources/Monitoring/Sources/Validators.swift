import Fetching

/// What a response is known by when it is asked for again (RFC 9110 section 8.8).
struct Validators: Hashable, Sendable {
  /// `ETag`, weak or strong.
  var etag: String?
  /// `Last-Modified`.
  var lastModified: String?

  /// More bytes than that are no tag but a burden on every request to come.
  private static let longestTag = 512

  /// Those of a response which can be sent back: a tag in visible ASCII, as it came, and a date that is one; `nil` where
  /// neither can be used.
  ///
  /// - Parameters:
  ///   - etag: As it came, or as it was stored.
  ///   - lastModified: As it came, or as it was stored.
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
