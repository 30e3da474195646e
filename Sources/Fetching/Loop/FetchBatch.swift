internal import Synchronization

/// The requests of one call and their results so far.
final class FetchBatch: Sendable {
  /// Why the caller is woken.
  enum Event: Sendable {
    /// A result that needs more work than the loop's thread should do: decoding, or the decision about a retry.
    case unsettled(index: Int, Transfer)
    /// The last open request has ended.
    case ended
    /// A body waits for room in the budget.
    case short
    /// The decoded body at `index` has the room that it waited for.
    case room(index: Int)
  }

  let requests: [FetchRequest]
  let deadline: ContinuousClock.Instant?
  /// Whether the caller takes results before the end, so that its bodies may wait for room.
  let isPatient: Bool
  private let gate: FetchGate?
  private let results: Mutex<Results>
  private let events: AsyncStream<Event>.Continuation
  private let budget: ByteBudget?

  private struct Results: Sendable {
    var transfers: [Transfer?]
    var open = 0
    /// Results that are complete, with bodies that were not handed over.
    var bodies: [Int] = []
  }

  init(
    _ requests: [FetchRequest], deadline: ContinuousClock.Instant?, gate: FetchGate?, isPatient: Bool,
    events: AsyncStream<Event>.Continuation, budget: ByteBudget?
  ) {
    self.requests = requests
    self.deadline = deadline
    (self.gate, self.isPatient) = (gate, isPatient)
    (self.events, self.budget) = (events, budget)
    results = Mutex(Results(transfers: Array(repeating: nil, count: requests.count)))
  }

  /// Records that `count` requests are about to be sent.
  func open(_ count: Int) { results.withLock { $0.open = count } }

  /// Whether the request at `index` may be sent now.
  func mayLeave(_ index: Int) -> Bool { gate?.mayLeave(index) ?? true }

  /// Stores the result of an attempt, on the loop's queue. The caller is woken only if there is work for it, or after
  /// the last request, because switching threads costs as much as a small response.
  func deliver(_ ticket: Ticket, _ transfer: consuming Transfer) {
    if let gate, transfer.failure != .withheld { gate.ended(ticket.index, transfer) }
    if transfer.isCoded || RetryRule.mayPass(transfer, isIdempotent: ticket.request.isIdempotent) {
      events.yield(.unsettled(index: ticket.index, transfer))
    } else if end(ticket.index, transfer) {
      events.yield(.ended)
    }
  }

  /// Stores the result of a request; true if it was the last open one.
  func end(_ index: Int, _ transfer: consuming Transfer) -> Bool {
    let isNotSent = transfer.failure == .deadline || transfer.failure == .withheld
    var moved = Optional(transfer)
    let isLast = results.withLock { results in
      // The call was cancelled and has its result already; the loop learns that a little later.
      guard results.transfers.indices.contains(index) else { return false }
      // If the retry was not sent, the result of the earlier attempt is more informative.
      if !isNotSent || results.transfers[index] == nil { results.transfers[index] = moved.take() }
      if isPatient, results.transfers[index]?.body.isEmpty == false { results.bodies.append(index) }
      results.open -= 1
      return results.open == 0
    }
    if isPatient, !isLast, budget?.isShort == true { events.yield(.short) }
    return isLast
  }

  /// Takes the results that are complete out, so that their bodies can be dropped; what is left of each is all but the body.
  func takeComplete() -> [(index: Int, transfer: Transfer)] {
    results.withLock { results in
      var complete: [(index: Int, transfer: Transfer)] = []
      for index in results.bodies where results.transfers.indices.contains(index) {
        guard let transfer = results.transfers[index] else { continue }
        complete.append((index, transfer))
        results.transfers[index] = transfer.withoutBody
      }
      results.bodies = []
      return complete
    }
  }

  /// Stores `transfer` as the result of a request that is not sent, or until a later attempt replaces it, without its body: it is a
  /// failure.
  func keep(_ index: Int, _ transfer: Transfer) {
    results.withLock { results in
      if results.transfers.indices.contains(index) { results.transfers[index] = transfer.withoutBody }
    }
  }

  /// One labelled transfer for each request, with `missing` for those without a result.
  func finish(missing: TransferFailure) -> [Transfer] {
    let transfers = results.withLock { results in
      defer { results.transfers = [] }
      return results.transfers
    }
    return zip(requests, transfers).map { request, transfer in
      var transfer = transfer ?? Transfer(failure: missing, finalURL: request.url)
      transfer.label = request.label
      return transfer
    }
  }
}
