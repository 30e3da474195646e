internal import Synchronization

/// Takes complete results, by the index of their request, before the call that asked for them ends.
public typealias TransferRelief = @Sendable ([(index: Int, transfer: Transfer)]) async -> Void

/// Fetches over HTTP/1.1 with one policy for every request. It never throws, never follows a redirect to another
/// origin, and never reports an incomplete response as complete.
///
/// Connections and TLS sessions are kept between calls, so one fetcher should serve a whole program. Its libcurl loop
/// only has a thread while requests are running.
public final class Fetcher: Sendable {
  /// The policy for every request of this fetcher.
  public let policy: FetchPolicy
  private let loop: TransferLoop?
  let budget: ByteBudget
  /// Random numbers for the waits before retries. Tests use a fixed seed.
  private let generator: Mutex<SeededGenerator>

  /// Whether a body waits for room (``FetchPolicy/maximumBytesInMemory``), so that others had better be dropped.
  public var isShortOfMemory: Bool { budget.isShort }

  /// The loop starts with the first request.
  public convenience init(policy: FetchPolicy = .standard) {
    self.init(policy: policy, resolving: [], seed: .random(in: .min ... .max))
  }

  /// For tests: `resolving` gives addresses of hosts without a name server (`host:port:address`).
  init(policy: FetchPolicy, resolving: [String], seed: UInt64 = 1) {
    self.policy = policy
    generator = Mutex(SeededGenerator(seed: seed))
    budget = ByteBudget(policy.maximumBytesInMemory)
    loop = TransferLoop(policy: policy, resolving: resolving, budget: budget)
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
  ///   - relief: Gets the results that are complete, perhaps none, while a body waits for room in the budget, so that bodies can be used and
  ///     dropped. At the end they are returned without their bodies. `nil`: no body waits.
  /// - Returns: One transfer for each request, in their order.
  @concurrent public func fetch(
    _ requests: [FetchRequest], deadline: ContinuousClock.Instant? = nil, gate: FetchGate? = nil,
    relief: TransferRelief? = nil
  ) async -> [Transfer] {
    let (events, continuation) = AsyncStream<FetchBatch.Event>.makeStream()
    let batch = FetchBatch(
      requests, deadline: deadline, gate: gate, isPatient: relief != nil, events: continuation, budget: budget)
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
      let holder = relief.map { _ in budget.addHolder { continuation.yield(.short) } }
      defer { if let holder { budget.removeHolder(holder) } }
      continuation.onTermination = { reason in
        if case .cancelled = reason { loop.cancel(batch) }
      }
      loop.submit(sent)
      // Decoded here and not on the loop's thread, where it would delay other requests.
      var decodings: [Int: ContentCoding] = [:]
      receiving: for await event in events {
        let index: Int
        switch event {
        case .ended: break receiving
        case .short:
          // Perhaps somebody else has made room meanwhile.
          if let relief, budget.isShort { await relief(batch.takeComplete()) }
          continue
        case .unsettled(let number, let transfer):
          index = number
          decodings[index] = ContentCoding(transfer, limit: policy.maximumBodyBytes, deadline: deadline)
        case .room(let number): index = number
        }
        guard
          let decoded = decodings[index]?.proceed(
            isPatient: batch.isPatient, wake: { continuation.yield(.room(index: index)) })
        else { continue }
        decodings[index] = nil
        if let ticket = tickets[index], let retry = retry(of: decoded, ticket) {
          batch.keep(index, decoded)
          tickets[index] = retry
          loop.submit([retry])
        } else if batch.end(index, decoded) {
          break receiving
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
