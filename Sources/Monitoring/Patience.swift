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
/// A request leaves only when a seat at its host is free, so that what a refusal comes too late for is what was on the wire with
/// it, and never what still stood in line.
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
  /// Requests of one guest under way at most, where they come back only after being tried again.
  private static let mostUnderWay = 32

  /// What is under way for one guest.
  private struct Line {
    /// Indices of the requests that stand in line.
    var rest: ArraySlice<Int> = []
    var underWay = 0
    /// Requests that may be under way. As many as a host has seats, so that none waits anywhere but in line; more while a host
    /// fails, since those that wait to be tried again hold no seat, and one after the other they would take minutes.
    var most: Int
  }

  /// Fetches `requests`, each in the name of the guest at its index, until the provider of a guest asks for patience.
  ///
  /// - Returns: What became of each, in their order.
  func fetch(
    _ requests: [FetchRequest], as guests: [Guest], with fetcher: Fetcher, deadline: ContinuousClock.Instant?
  ) async -> [Fetched] {
    let seats = max(1, min(fetcher.policy.maximumInFlightPerHost, fetcher.policy.maximumInFlight))
    var lines: [Guest: Line] = [:]
    for (index, guest) in guests.enumerated() { lines[guest, default: Line(most: seats)].rest.append(index) }
    return await withTaskGroup(of: (Int, Transfer).self) { group in
      var results = requests.map { Fetched.ended(Transfer(label: $0.label, failure: .cancelled, finalURL: $0.url)) }
      func send(_ guest: Guest, _ line: inout Line) {
        while line.underWay < line.most, let index = line.rest.popFirst() {
          if let reason = refusals.withLock({ $0[guest] }) {
            results[index] = .parked("parked for this round: \(reason)")
            continue
          }
          line.underWay += 1
          let request = requests[index]
          group.addTask {
            let transfers = await fetcher.fetch([request], deadline: deadline)
            return (
              index, transfers.first ?? Transfer(label: request.label, failure: .cancelled, finalURL: request.url)
            )
          }
        }
      }
      for guest in lines.keys { send(guest, &lines[guest, default: Line(most: seats)]) }
      for await (index, transfer) in group {
        results[index] = .ended(transfer)
        note(transfer, guests[index])
        var line = lines[guests[index]] ?? Line(most: seats)
        line.underWay -= 1
        line.most = transfer.attempts > 1 ? min(2 * line.most, max(Self.mostUnderWay, seats)) : seats
        send(guests[index], &line)
        lines[guests[index]] = line
      }
      return results
    }
  }

  /// Keeps that a provider asks for patience.
  private func note(_ transfer: Transfer, _ guest: Guest) {
    let wait = RetryAfter.seconds(transfer.header("retry-after"), date: transfer.header("date"), clock: Date())
    guard transfer.failure == nil, ParkingPolicy.applies(toStatus: transfer.status, retryAfter: wait) else { return }
    let said = ParkingPolicy.words(status: transfer.status, asksToWait: wait != nil, transfer.label)
    refusals.withLock { $0[guest] = $0[guest] ?? said }
  }
}
