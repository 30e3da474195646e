import ContractKit
import Fetching
import Foundation
import Synchronization

/// Who asks a provider: the same credential at the same origin. A refusal for being too many means all of its requests.
struct Guest: Hashable, Sendable {
  /// Scheme, host and port.
  let origin: String
  /// Whose credential is sent, by name; empty: nobody's.
  let credential: String

  /// Who sends `request`.
  init(_ request: ConcreteRequest, _ authorization: Authorization?) {
    origin = request.origin
    credential = authorization.map { "\($0.header) \($0.credential.name)" } ?? ""
  }
}

/// Sends what is to be sent of a round, and stops sending to a provider that asks for patience.
///
/// Asked as a request gets its seat at its host, so that what a refusal comes too late for is what was on the wire with it, and
/// never what still stood in line or waited to be tried again.
final class Patience: Sendable {
  /// What became of a request.
  enum Fetched: Sendable {
    /// It was sent, or its check failed.
    case ended(Transfer)
    /// It was not sent, and why.
    case parked(String)
  }

  /// The refusal that holds for each guest for the rest of the round, in words.
  private let refusals = Mutex<[Guest: String]>([:])

  /// Fetches `requests`, each in the name of the guest at its index, until the provider of a guest asks for patience.
  ///
  /// - Returns: What became of each, in their order.
  func fetch(
    _ requests: [FetchRequest], as guests: [Guest], with fetcher: Fetcher, deadline: ContinuousClock.Instant?
  ) async -> [Fetched] {
    let gate = FetchGate(
      mayLeave: { [self] index in refusals.withLock { $0[guests[index]] == nil } },
      ended: { [self] index, transfer in note(transfer, requests[index].label, guests[index]) })
    let transfers = await fetcher.fetch(requests, deadline: deadline, gate: gate)
    return zip(transfers, guests).map { transfer, guest in
      guard transfer.failure == .withheld else { return .ended(transfer) }
      let reason = refusals.withLock { $0[guest] } ?? "the provider asked for patience"
      return .parked("parked for this round: \(reason)")
    }
  }

  /// Keeps that a provider finds that we ask too much. A 503 says nothing of the others that are asked of it, with or without
  /// a time to wait.
  private func note(_ transfer: Transfer, _ label: String, _ guest: Guest) {
    guard transfer.failure == nil, transfer.status == 429 else { return }
    let wait = RetryAfter.seconds(transfer.header("retry-after"), date: transfer.header("date"), clock: Date())
    let said = ParkingPolicy.words(status: transfer.status, asksToWait: wait != nil, label)
    refusals.withLock { $0[guest] = $0[guest] ?? said }
  }
}
