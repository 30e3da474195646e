import ContractKit
import Fetching
import Foundation
import Synchronization

/// Sends the requests of a round, and stops sending to a provider that says there are too many.
///
/// It is asked when a request is about to be sent. So a refusal comes too late only for requests that were running
/// at the same time, and not for those in the queue or before a retry.
final class RateLimitGate: Sendable {
  /// A client of a provider: one credential at one origin. A refusal because of too many requests applies to all its
  /// requests.
  struct Client: Hashable, Sendable {
    /// Scheme, host and port.
    let origin: String
    /// The name of the credential that is sent; empty if none is.
    let credential: String

    /// Who sends `request`.
    init(_ request: ConcreteRequest, _ authorization: Authorization?) {
      origin = request.origin
      credential = authorization?.name ?? ""
    }
  }

  /// The result of a request.
  enum Result: Sendable {
    /// It was sent, or its check failed.
    case ended(Transfer)
    /// It was not sent, and why.
    case withheld(String)
  }

  /// By client: the refusal that is valid for the rest of the round, in words.
  private let refusals = Mutex<[Client: String]>([:])

  /// Fetches `requests`, each for the client at its index, until the client's provider refuses because of
  /// too many requests.
  ///
  /// - Returns: The result of each, in their order.
  func fetch(
    _ requests: [FetchRequest], as clients: [Client], with fetcher: Fetcher, deadline: ContinuousClock.Instant?,
    relief: TransferRelief? = nil
  ) async -> [Result] {
    let gate = FetchGate(
      mayLeave: { [self] index in refusals.withLock { $0[clients[index]] == nil } },
      ended: { [self] index, transfer in note(transfer, requests[index].label, clients[index]) })
    let transfers = await fetcher.fetch(requests, deadline: deadline, gate: gate, relief: relief)
    return zip(transfers, clients).map { transfer, client in
      guard transfer.failure == .withheld else { return .ended(transfer) }
      let reason = refusals.withLock { $0[client] } ?? "the provider asked to wait"
      return .withheld("not asked in this round: \(reason)")
    }
  }

  /// Records that a provider refuses because of too many requests. A 503 does not affect other requests, with or
  /// without a time to wait.
  private func note(_ transfer: Transfer, _ label: String, _ client: Client) {
    guard transfer.failure == nil, transfer.status == 429 else { return }
    let wait = RetryAfter.seconds(transfer.header("retry-after"), date: transfer.header("date"), clock: Date())
    let said = BackoffPolicy.words(status: transfer.status, asksToWait: wait != nil, label)
    refusals.withLock { $0[client] = $0[client] ?? said }
  }
}
