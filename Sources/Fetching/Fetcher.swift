internal import Synchronization

/// Fetches over HTTP/1.1 with one policy for every request; never throws, never follows a redirect to another origin,
/// and never calls an answer complete that is not.
///
/// Connections and TLS sessions are kept between calls, so one fetcher should serve a whole program. Its libcurl loop has
/// a thread only while something is under way.
public final class Fetcher: Sendable {
  /// What holds for every request of this fetcher.
  public let policy: FetchPolicy
  private let loop: TransferLoop?
  private let batches = Atomic<UInt64>(0)

  /// Starts nothing yet: the loop begins with the first request.
  public init(policy: FetchPolicy = FetchPolicy()) {
    self.policy = policy
    loop = TransferLoop(policy: policy)
  }

  /// Fetches all `requests`, at most as many at once as the policy allows, and waits for the last.
  ///
  /// Cancelling the calling task aborts what is under way; what was complete by then is still returned.
  ///
  /// - Parameters:
  ///   - requests: Each is checked first; one that fails its check is not sent and fails alone.
  ///   - deadline: When to give up on what is not complete, with ``TransferFailure/deadline``; `nil` sets no other end
  ///     than the policy's timeout for each.
  /// - Returns: One transfer for each request, in their order.
  @concurrent public func fetch(
    _ requests: [FetchRequest], deadline: ContinuousClock.Instant? = nil
  ) async -> [Transfer] {
    var results: [Transfer?] = Array(repeating: nil, count: requests.count)
    let (stream, continuation) = AsyncStream<(index: Int, transfer: Transfer)>.makeStream()
    let batch = batches.wrappingAdd(1, ordering: .relaxed).newValue
    var tickets: [TransferLoop.Ticket] = []
    for (index, request) in requests.enumerated() {
      do {
        try RequestCheck.check(policy)
        tickets.append(
          TransferLoop.Ticket(
            batch: batch, request: request, address: try RequestCheck.address(of: request), deadline: deadline,
            deliver: { continuation.yield((index, $0)) }))
      } catch {
        results[index] = Transfer(failure: error, finalURL: request.url)
      }
    }
    if let loop, !tickets.isEmpty {
      continuation.onTermination = { reason in
        if case .cancelled = reason { loop.cancel(batch) }
      }
      loop.submit(tickets)
      var open = tickets.count
      for await (index, transfer) in stream {
        // Here and not on the loop's thread, where it would hold up the others.
        results[index] = ContentCoding.decoded(transfer, limit: policy.maximumBodyBytes)
        open -= 1
        if open == 0 { break }
      }
    }
    continuation.finish()
    let missing: TransferFailure = loop == nil ? .policy("libcurl cannot start; reinstall it") : .cancelled
    return zip(requests, results).map { request, result in
      var transfer = result ?? Transfer(failure: missing, finalURL: request.url)
      transfer.label = request.label
      return transfer
    }
  }
}
