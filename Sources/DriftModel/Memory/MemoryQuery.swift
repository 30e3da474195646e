/// What a round wants to know about one request key.
public struct MemoryQuery: Sendable, Hashable {
  /// The request key.
  public var key: RequestKey
  /// The request as declared, of which `key.request` is a digest: a store refuses another request with the same digest. `nil`: any.
  public var signature: String?
  /// URLs whose latest responses are wanted.
  public var urls: [String]
  /// How much is wanted.
  public var depth: Depth

  /// How much of a memory is read.
  public enum Depth: Sendable {
    /// What an unchanged response needs: report, findings, open incidents, pending changes, dates, latest responses and which
    /// structures were tried for their impact.
    case present
    /// What an evaluation needs besides: baseline, mapping statistics, shapes of writes, resolved incidents, uses of acceptances
    /// and the impact matrix.
    case whole
  }

  /// A query.
  public init(key: RequestKey, signature: String?, urls: [String] = [], depth: Depth = .whole) {
    (self.key, self.signature, self.urls, self.depth) = (key, signature, urls, depth)
  }
}
