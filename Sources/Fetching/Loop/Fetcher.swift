internal import Synchronization

/// Fetches over HTTP/1.1 with one policy for every request. It never throws, never follows a redirect to another
/// origin, and never reports an incomplete response as complete.
///
/// Connections and TLS sessions are kept between calls, so one fetcher should serve a whole program. Its libcurl loop
/// only has a thread while requests are running.
public final class Fetcher: Sendable {
  /// The policy for every request of this fetcher.
  public let policy: FetchPolicy
  private let loop: TransferLoop?
  /// Random numbers for the waits before retries. Tests use a fixed seed.
  private let generator: Mutex<SeededGenerator>

  /// The loop starts with the first request.
  public convenience init(policy: FetchPolicy = .standard) {
    self.init(policy: policy, resolving: [], seed: .random(in: .min ... .max))
  }

  /// For tests: `resolving` gives addresses of hosts without a name server (`host:port:address`).
  init(policy: FetchPolicy, resolving: [String], seed: UInt64 = 1) {
    self.policy = policy
    generator = Mutex(SeededGenerator(seed: seed))
    loop = TransferLoop(policy: policy, resolving: resolving)
  }

  /// Fetches all `requests`, at most as many at once as the policy allows, and waits for the last.
  ///
  /// A response is returned as received, even if the host repeats a secret in it; the caller masks secrets before it
  /// shows or stores them. Temporary failures are retried as the policy says, and the last attempt's result counts.
  ///
  /// If the calling task is cancelled, running requests are aborted and complete ones are still returned.
  ///
  /// - Parameters:
  ///   - requests: Each is checked first. A request that fails its check is not sent; the others are.
  ///   - deadline: When incomplete requests end with ``TransferFailure/deadline``; `nil` if only the policy's timeout
  ///     applies.
  ///   - gate: Asked before each request is sent; `nil` sends all.
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
        // Decoded here and not on the loop's thread, where it would delay other requests.
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
    // A retry may have been queued just after the cancellation.
    if Task.isCancelled { loop?.cancel(batch) }
    return batch.finish(missing: loop == nil ? .policy("libcurl cannot start; reinstall it") : .cancelled)
  }

  /// The next attempt after `transfer`; `nil` if it is complete, cannot succeed, or it is too late.
  private func retry(of transfer: Transfer, _ ticket: Ticket) -> Ticket? {
    guard ticket.attempt <= policy.appliedRetries, let began = transfer.began,
      RetryRule.mayPass(transfer, isIdempotent: ticket.request.isIdempotent)
    else { return nil }
    let delay = generator.withLock { RetryRule.delay(before: ticket.attempt, policy: policy, using: &$0) }
    let start = ContinuousClock.now + .seconds(delay)
    let timeout = began + .seconds(policy.appliedTimeout)
    let end = min(timeout, ticket.deadline ?? timeout)
    guard start < end else { return nil }
    return Ticket(retrying: ticket, after: transfer, notBefore: start, end: end)
  }
}
