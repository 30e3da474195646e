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
  /// A request's secrets are taken out of its answer. What fails in a way that may pass is tried again as the policy says; the last attempt's result counts.
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
    let results = Mutex(Results(count: requests.count))
    let (stream, continuation) = AsyncStream<(index: Int, transfer: Transfer)?>.makeStream()
    let batch = batches.wrappingAdd(1, ordering: .relaxed).newValue
    let policy = policy
    var tickets: [Int: TransferLoop.Ticket] = [:]
    for (index, request) in requests.enumerated() {
      do {
        try RequestCheck.check(policy)
        tickets[index] = TransferLoop.Ticket(
          batch: batch, request: request, address: try RequestCheck.address(of: request, policy: policy),
          deadline: deadline
        ) { transfer in
          // Woken for what is to be done, and for the last: a switch of threads costs as much as a small answer.
          if transfer.isCoded || RetryRule.mayPass(transfer, request) {
            continuation.yield((index, transfer))
          } else if results.withLock({ $0.end(index, transfer) }) {
            continuation.yield(nil)
          }
        }
      } catch {
        results.withLock { $0.transfers[index] = Transfer(failure: error, finalURL: request.url) }
      }
    }
    if let loop, !tickets.isEmpty {
      results.withLock { $0.open = tickets.count }
      continuation.onTermination = { reason in
        if case .cancelled = reason { loop.cancel(batch) }
      }
      loop.submit(requests.indices.compactMap { tickets[$0] })
      for await event in stream {
        guard let (index, transfer) = event else { break }
        // Here and not on the loop's thread, where it would hold up the others.
        let decoded = ContentCoding.decoded(transfer, limit: policy.maximumBodyBytes)
        if let ticket = tickets[index], let retry = retry(of: decoded, ticket) {
          results.withLock { $0.transfers[index] = decoded }
          tickets[index] = retry
          loop.submit([retry])
        } else if results.withLock({ $0.end(index, decoded) }) {
          break
        }
      }
    }
    continuation.finish()
    // A retry may have been handed in just after the cancellation was.
    if Task.isCancelled { loop?.cancel(batch) }
    let ended = results.withLock { $0.transfers }
    let missing: TransferFailure = loop == nil ? .policy("libcurl cannot start; reinstall it") : .cancelled
    return zip(requests, ended).map { request, result in
      var transfer = SecretMask(request).masked(result ?? Transfer(failure: missing, finalURL: request.url))
      transfer.label = request.label
      return transfer
    }
  }

  /// What has come of a call so far.
  private struct Results: Sendable {
    var transfers: [Transfer?]
    var open = 0

    init(count: Int) { transfers = Array(repeating: nil, count: count) }

    /// Takes the result of a request; whether it was the last that was open.
    mutating func end(_ index: Int, _ transfer: Transfer) -> Bool {
      // The deadline came while a retry waited for its turn: what the attempt before it met says more.
      if transfer.failure != .deadline || transfers[index] == nil { transfers[index] = transfer }
      open -= 1
      return open == 0
    }
  }

  /// The next attempt after `transfer`; `nil` if it is the result: complete, hopeless, or too late.
  private func retry(of transfer: Transfer, _ ticket: TransferLoop.Ticket) -> TransferLoop.Ticket? {
    guard ticket.attempt <= policy.appliedRetries, let began = transfer.began,
      RetryRule.mayPass(transfer, ticket.request)
    else { return nil }
    let delay = generator.withLock { RetryRule.delay(before: ticket.attempt, policy: policy, using: &$0) }
    let start = ContinuousClock.now.advanced(by: .seconds(delay))
    let end = began.advanced(by: .seconds(policy.appliedTimeout))
    guard start < min(end, ticket.deadline ?? end) else { return nil }
    return ticket.retry(of: transfer, notBefore: start)
  }
}
