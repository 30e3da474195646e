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

  /// The first attempt at the request at `index` of `batch`.
  init(_ batch: FetchBatch, index: Int, address: WebAddress) {
    self.batch = batch
    self.index = index
    request = batch.requests[index]
    self.address = address
    (attempt, began, notBefore) = (1, nil, nil)
  }

  /// The next attempt at the request of `ticket`, whose result was `transfer`, not before `instant`.
  init(retrying ticket: Ticket, after transfer: Transfer, notBefore instant: ContinuousClock.Instant) {
    (batch, index, request, address) = (ticket.batch, ticket.index, ticket.request, ticket.address)
    attempt = ticket.attempt + 1
    (began, notBefore) = (transfer.began, instant)
  }

  /// Whether it is what an easy handle does without further options: a GET without content that may be sent twice.
  var isPlain: Bool { request.method == "GET" && request.body == nil && request.isIdempotent }
  var deadline: ContinuousClock.Instant? { batch.deadline }
}
