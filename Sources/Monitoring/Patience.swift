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

  /// Fetches `requests`, each in the name of the guest at its index, until the provider of a guest asks for patience.
  ///
  /// - Returns: What became of each, in their order.
  func fetch(
    _ requests: [FetchRequest], as guests: [Guest], with fetcher: Fetcher, deadline: ContinuousClock.Instant?
  ) async -> [Fetched] {
    var lines: [Guest: [Int]] = [:]
    for (index, guest) in guests.enumerated() { lines[guest, default: []].append(index) }
    let seats = max(1, min(fetcher.policy.maximumInFlightPerHost, fetcher.policy.maximumInFlight))
    return await withTaskGroup(of: [(Int, Fetched)].self) { group in
      for (guest, indices) in lines {
        let line = Line(indices)
        for _ in 0..<min(seats, indices.count) {
          group.addTask {
            var ended: [(Int, Fetched)] = []
            while let index = line.next() {
              ended.append((index, await self.fetch(requests[index], as: guest, with: fetcher, deadline)))
            }
            return ended
          }
        }
      }
      var results = requests.map { Fetched.ended(Transfer(label: $0.label, failure: .cancelled, finalURL: $0.url)) }
      for await ended in group { for (index, fetched) in ended { results[index] = fetched } }
      return results
    }
  }

  private func fetch(
    _ request: FetchRequest, as guest: Guest, with fetcher: Fetcher, _ deadline: ContinuousClock.Instant?
  ) async -> Fetched {
    if let reason = refusals.withLock({ $0[guest] }) { return .parked("parked for this round: \(reason)") }
    guard let transfer = await fetcher.fetch([request], deadline: deadline).first else {
      return .ended(Transfer(label: request.label, failure: .cancelled, finalURL: request.url))
    }
    let wait = RetryAfter.seconds(transfer.header("retry-after"), date: transfer.header("date"), clock: Date())
    if transfer.failure == nil, ParkingPolicy.applies(toStatus: transfer.status, retryAfter: wait) {
      let said = ParkingPolicy.words(status: transfer.status, asksToWait: wait != nil, request.label)
      refusals.withLock { $0[guest] = $0[guest] ?? said }
    }
    return .ended(transfer)
  }

  /// Requests in line for the seats at one host.
  private final class Line: Sendable {
    private let rest: Mutex<ArraySlice<Int>>

    init(_ indices: [Int]) { rest = Mutex(indices[...]) }

    func next() -> Int? { rest.withLock { $0.popFirst() } }
  }
}
