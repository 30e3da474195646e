/// Says, while the requests of a call are on their way, which of them still leave.
///
/// Both functions are called on the fetcher's own queue, one at a time, and hold everything up while they run.
public struct FetchGate: Sendable {
  /// Whether the request at an index of the call may be sent now that it has a seat; asked anew before each retry. A `false`
  /// ends it with ``TransferFailure/withheld``, or with what an earlier attempt met.
  public let mayLeave: @Sendable (_ index: Int) -> Bool
  /// Told of each attempt's end before anything else leaves: status and header fields as they came, the body perhaps still
  /// coded.
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
