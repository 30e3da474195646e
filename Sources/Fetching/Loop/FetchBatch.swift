internal import Synchronization

/// The requests of one call and what has come of them so far.
final class FetchBatch: Sendable {
  /// What the caller is woken for.
  enum Event: Sendable {
    /// A result that wants more work than the loop's thread should do: decoding, or the decision about another attempt.
    case unsettled(index: Int, Transfer)
    /// The last open request has ended.
    case ended
  }

  let requests: [FetchRequest]
  let deadline: ContinuousClock.Instant?
  private let gate: FetchGate?
  private let results: Mutex<Results>
  private let events: AsyncStream<Event>.Continuation

  private struct Results: Sendable {
    var transfers: [Transfer?]
    var open = 0
  }

  init(
    _ requests: [FetchRequest], deadline: ContinuousClock.Instant?, gate: FetchGate?,
    events: AsyncStream<Event>.Continuation
  ) {
    self.requests = requests
    self.deadline = deadline
    self.gate = gate
    self.events = events
    results = Mutex(Results(transfers: Array(repeating: nil, count: requests.count)))
  }

  /// Says that `count` requests are about to be sent.
  func open(_ count: Int) { results.withLock { $0.open = count } }

  /// Whether the request at `index` may be sent now.
  func mayLeave(_ index: Int) -> Bool { gate?.mayLeave(index) ?? true }

  /// Takes the result of an attempt, on the loop's queue. The caller is woken for what is to be done, and for the last: a
  /// switch of threads costs as much as a small response.
  func deliver(_ ticket: Ticket, _ transfer: consuming Transfer) {
    if let gate, transfer.failure != .withheld { gate.ended(ticket.index, transfer) }
    if transfer.isCoded || RetryRule.mayPass(transfer, isIdempotent: ticket.request.isIdempotent) {
      events.yield(.unsettled(index: ticket.index, transfer))
    } else if end(ticket.index, transfer) {
      events.yield(.ended)
    }
  }

  /// Takes the result of a request; whether it was the last that was open.
  func end(_ index: Int, _ transfer: consuming Transfer) -> Bool {
    let isNotSent = transfer.failure == .deadline || transfer.failure == .withheld
    var moved = Optional(transfer)
    return results.withLock { results in
      // Ended already: whoever asked was cancelled, which the loop learns a little later.
      guard results.transfers.indices.contains(index) else { return false }
      // What was not sent again was sent before: what that attempt met says more.
      if !isNotSent || results.transfers[index] == nil { results.transfers[index] = moved.take() }
      results.open -= 1
      return results.open == 0
    }
  }

  /// Keeps `transfer` as the result of a request unless a later attempt brings another, or of one that is not sent.
  func keep(_ index: Int, _ transfer: Transfer) {
    results.withLock { results in
      if results.transfers.indices.contains(index) { results.transfers[index] = transfer }
    }
  }

  /// One transfer for each request, labelled, with `missing` where there is none.
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
