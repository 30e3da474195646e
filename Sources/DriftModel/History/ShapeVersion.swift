public import PayloadShape

/// What the payloads of a request key had looked like by one moment, as far as it was learned.
///
/// A version is kept when what the payloads tell a reader changes (``PayloadShape/ShapeOutline/digest``), and not with each count.
public struct ShapeVersion: Sendable, Equatable {
  /// Where it belongs.
  public var key: RequestKey
  /// The first check after which it was so.
  public var since: HistoryMoment
  /// Responses that it was learned from by then.
  public var responses: Int
  /// What was learned by then.
  public var shape: PayloadShape

  /// A version.
  public init(key: RequestKey, since: HistoryMoment, responses: Int, shape: PayloadShape) {
    (self.key, self.since, self.responses, self.shape) = (key, since, responses, shape)
  }
}
