/// Decides during a call which of its requests are still sent.
///
/// Both functions are called on the fetcher's own queue, one at a time. All requests wait while they run.
public struct FetchGate: Sendable {
  /// Whether the request at an index of the call may be sent now. It is asked again before each retry. `false` ends the
  /// request with ``TransferFailure/withheld``, or with the result of an earlier attempt.
  public let mayLeave: @Sendable (_ index: Int) -> Bool
  /// Called at each attempt's end, before another request is sent, with status and header fields as received. The body
  /// may not be decoded yet.
  public let ended: @Sendable (_ index: Int, _ transfer: Transfer) -> Void

  /// A gate of these two.
  public init(
    mayLeave: @escaping @Sendable (_ index: Int) -> Bool,
    ended: @escaping @Sendable (_ index: Int, _ transfer: Transfer) -> Void
  ) {
    self.mayLeave = mayLeave
    self.ended = ended
  }
}
