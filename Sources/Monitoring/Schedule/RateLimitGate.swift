import ContractKit
import Fetching
import Foundation
import Synchronization

/// Sends the requests of a round, and stops sending to a provider that says there are too many.
///
/// It is asked when a request is about to leave for its host. So a refusal comes too late only for what was on the wire
/// with it, and never for what still stood in the queue or waited to be tried again.
final class RateLimitGate: Sendable {
  /// Who asks a provider: one credential at one origin. A refusal for being too many means all of its requests.
  struct Client: Hashable, Sendable {
    /// Scheme, host and port.
    let origin: String
    /// The name of the credential that is sent; empty if none is.
    let credential: String

    /// Who sends `request`.
    init(_ request: ConcreteRequest, _ authorization: Authorization?) {
      origin = request.origin
      credential = authorization.map { "\($0.header) \($0.credential.name)" } ?? ""
    }
  }

  /// What became of a request.
  enum Result: Sendable {
    /// It was sent, or its check failed.
    case ended(Transfer)
    /// It was not sent, and why.
    case withheld(String)
  }

  /// By client: the refusal that is valid for the rest of the round, in words.
  private let refusals = Mutex<[Client: String]>([:])

  /// Fetches `requests`, each in the name of the client at its index, until the client's provider refuses for being
  /// asked too much.
  ///
  /// - Returns: What became of each, in their order.
  func fetch(
    _ requests: [FetchRequest], as clients: [Client], with fetcher: Fetcher, deadline: ContinuousClock.Instant?
  ) async -> [Result] {
    let gate = FetchGate(
      mayLeave: { [self] index in refusals.withLock { $0[clients[index]] == nil } },
      ended: { [self] index, transfer in note(transfer, requests[index].label, clients[index]) })
    let transfers = await fetcher.fetch(requests, deadline: deadline, gate: gate)
    return zip(transfers, clients).map { transfer, client in
      guard transfer.failure == .withheld else { return .ended(transfer) }
      let reason = refusals.withLock { $0[client] } ?? "the provider asked to wait"
      return .withheld("parked for this round: \(reason)")
    }
  }

  /// Keeps that a provider finds that we ask too much. A 503 says nothing of the other requests to it, with or without
  /// a time to wait.
  private func note(_ transfer: Transfer, _ label: String, _ client: Client) {
    guard transfer.failure == nil, transfer.status == 429 else { return }
    let wait = RetryAfter.seconds(transfer.header("retry-after"), date: transfer.header("date"), clock: Date())
    let said = BackoffPolicy.words(status: transfer.status, asksToWait: wait != nil, label)
    refusals.withLock { $0[client] = $0[client] ?? said }
  }
}
