internal import Synchronization

/// Fetches over HTTP/1.1 with one policy for every request; never throws, never follows a redirect to another origin,
/// and never calls a response complete that is not.
///
/// Connections and TLS sessions are kept between calls, so one fetcher should serve a whole program. Its libcurl loop has
/// a thread only while something is under way.
public final class Fetcher: Sendable {
  /// What holds for every request of this fetcher.
  public let policy: FetchPolicy
  private let loop: TransferLoop?
  /// Spreads retries; a seed makes the waits of a test the same each time.
  private let generator: Mutex<SeededGenerator>

  /// Starts nothing yet: the loop begins with the first request.
  public convenience init(policy: FetchPolicy = FetchPolicy()) {
    self.init(policy: policy, resolving: [], seed: .random(in: .min ... .max))
  }

  /// For tests: `resolving` names hosts without a name server (`host:port:address`).
  init(policy: FetchPolicy, resolving: [String], seed: UInt64 = 1) {
    self.policy = policy
    generator = Mutex(SeededGenerator(seed: seed))
    loop = TransferLoop(policy: policy, resolving: resolving)
  }

  /// Fetches all `requests`, at most as many at once as the policy allows, and waits for the last.
  ///
  /// A response is as it came, also where a host repeats what it was sent: whoever shows or stores something of it masks the
  /// secrets. What fails in a way that may pass is tried again as the policy says; the last attempt's result counts.
  ///
  /// Cancelling the calling task aborts what is under way; what was complete by then is still returned.
  ///
  /// - Parameters:
  ///   - requests: Each is checked first; one that fails its check is not sent and fails alone.
  ///   - deadline: When to give up on what is not complete, with ``TransferFailure/deadline``; `nil` sets no other end
  ///     than the policy's timeout for each.
  ///   - gate: Asked before each is sent; `nil` sends all.
  /// - Returns: One transfer for each request, in their order.
  @concurrent public func fetch(
    _ requests: [FetchRequest], deadline: ContinuousClock.Instant? = nil, gate: FetchGate? = nil
  ) async -> [Transfer] {
    let (events, continuation) = AsyncStream<FetchBatch.Event>.makeStream()
    let batch = FetchBatch(requests, deadline: deadline, gate: gate, events: continuation)
    var tickets: [Ticket?] = []
    tickets.reserveCapacity(requests.count)
    let check = RequestCheck(policy)
    for index in requests.indices {
      do {
        tickets.append(Ticket(batch, index: index, address: try check.address(of: requests[index])))
      } catch {
        tickets.append(nil)
        batch.keep(index, Transfer(failure: error, finalURL: requests[index].url))
      }
    }
    let sent = tickets.compactMap(\.self)
    if let loop, !sent.isEmpty {
      batch.open(sent.count)
      continuation.onTermination = { reason in
        if case .cancelled = reason { loop.cancel(batch) }
      }
      loop.submit(sent)
      for await event in events {
        guard case .unsettled(let index, let transfer) = event else { break }
        // Here and not on the loop's thread, where it would hold up the others.
        let decoded = ContentCoding.decoded(transfer, limit: policy.maximumBodyBytes)
        if let ticket = tickets[index], let retry = retry(of: decoded, ticket) {
          batch.keep(index, decoded)
          tickets[index] = retry
          loop.submit([retry])
        } else if batch.end(index, decoded) {
          break
        }
      }
    }
    continuation.finish()
    // A retry may have been handed in just after the cancellation was.
    if Task.isCancelled { loop?.cancel(batch) }
    return batch.finish(missing: loop == nil ? .policy("libcurl cannot start; reinstall it") : .cancelled)
  }

  /// The next attempt after `transfer`; `nil` if it is the result: complete, hopeless, or too late.
  private func retry(of transfer: Transfer, _ ticket: Ticket) -> Ticket? {
    guard ticket.attempt <= policy.appliedRetries, let began = transfer.began,
      RetryRule.mayPass(transfer, isIdempotent: ticket.request.isIdempotent)
    else { return nil }
    let delay = generator.withLock { RetryRule.delay(before: ticket.attempt, policy: policy, using: &$0) }
    let start = ContinuousClock.now + .seconds(delay)
    let end = began + .seconds(policy.appliedTimeout)
    guard start < min(end, ticket.deadline ?? end) else { return nil }
    return Ticket(retrying: ticket, after: transfer, notBefore: start)
  }
}
