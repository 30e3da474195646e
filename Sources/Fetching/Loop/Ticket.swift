/// One attempt at a request that has passed its checks.
final class Ticket: Sendable {
  /// The call that it belongs to, which takes its result once, on the loop's queue, unless it is cancelled before.
  let batch: FetchBatch
  /// Index of the request in the batch.
  let index: Int
  let request: FetchRequest
  let address: WebAddress
  /// 1, or more for a retry.
  let attempt: Int
  /// When the first attempt left the queue; `nil` for the first itself.
  let began: ContinuousClock.Instant?
  /// Before this a retry waits, without a slot; `nil`: at once.
  let notBefore: ContinuousClock.Instant?
  /// From when on it is not sent, and ends if it was: the batch's deadline, and for a retry the end of the time for all attempts.
  let deadline: ContinuousClock.Instant?

  /// The first attempt at the request at `index` of `batch`.
  init(_ batch: FetchBatch, index: Int, address: WebAddress) {
    self.batch = batch
    self.index = index
    request = batch.requests[index]
    self.address = address
    (attempt, began, notBefore, deadline) = (1, nil, nil, batch.deadline)
  }

  /// The next attempt at the request of `ticket`, whose result was `transfer`, not before `instant`; all attempts together end at `end`.
  init(
    retrying ticket: Ticket, after transfer: Transfer, notBefore instant: ContinuousClock.Instant,
    end: ContinuousClock.Instant
  ) {
    (batch, index, request, address) = (ticket.batch, ticket.index, ticket.request, ticket.address)
    attempt = ticket.attempt + 1
    (began, notBefore, deadline) = (transfer.began, instant, end)
  }

  /// Whether it is what an easy handle does without further options: a GET without content that may be sent twice.
  var isPlain: Bool { request.method == "GET" && request.body == nil && request.isIdempotent }
}
