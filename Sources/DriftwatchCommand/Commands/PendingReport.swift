import DriftModel
import DriftRules
import Foundation
import Monitoring
import Reporting
import Store

/// What is to be told: changes of incidents that no delivered report holds yet, and the present state.
struct PendingReport {
  /// What is asked for.
  struct Request {
    var candidates: CandidateChoice?
    /// Whether the state of everything is wanted, including URLs without a contract.
    var isOfAll = false
    /// After so many seconds what is open is told again; `nil`: never.
    var repeatAfter: Double?
  }

  let report: RoundReport
  /// Which levels give exit code 1.
  let failOn: FailLevel
  /// Whether something happened that nobody was told.
  let hasNews: Bool
  /// Whether what is open is told again.
  let hasOpen: Bool
  private let sequences: [Int]
  private let environment: String

  /// Reads what is to be told. The delivery's lease must be held until it is noted, because two processes at once would both tell it.
  ///
  /// - Parameters:
  ///   - settings: The contracts and the environment.
  ///   - ledger: The ledger.
  ///   - request: What is asked for.
  /// - Throws: `StoreError` if the ledger cannot be read.
  init(_ settings: CommandSettings, _ ledger: any Store, _ request: Request) async throws {
    let environment = settings.environmentName
    let pending = try await Self.undelivered(in: ledger, environment)
    let present = try await ledger.incidents(openOrOf: []).filter { $0.key.environment == environment }
    let news = Self.news(pending, present)
    let isRepeated = try await Self.isDue(request.repeatAfter, present, ledger, environment)
    let unlisted = try await settings.unlistedContracts(
      news: Set(news.map(\.transition.incident.key.contract)),
      present: request.isOfAll ? nil : Set(present.map(\.key.contract)), ledger)
    failOn = try settings.failOn(withoutReaders: unlisted.withoutReaders)
    var builder = ReportBuilder(
      contracts: settings.contracts + unlisted.contracts, environment: environment, failOn: failOn,
      failsCandidates: request.candidates == .fail)
    builder.storedRequests = unlisted.requests
    let endpoints = try await builder.storedEndpoints(in: ledger)
    let info = try await settings.lastRound(in: ledger)
    report = try await builder.report(
      endpoints: endpoints, transitions: news.map(\.transition), round: info, store: ledger)
    // Transitions of requests that no version sends any more are not reported.
    hasNews = report.incidents.contains { $0.transition != nil }
    hasOpen = isRepeated && report.incidents.contains { $0.incident.state == .open }
    (sequences, self.environment) = (pending.map(\.sequence), environment)
  }

  /// Hands it to the command of `--exec`, and notes what came of that.
  ///
  /// - Parameters:
  ///   - receiver: The command.
  ///   - format: The form of the report.
  ///   - options: How it is printed.
  ///   - ledger: Where it is noted.
  ///   - settings: Whose environment the command gets.
  /// - Throws: `CommandFailure` with exit code 4 if the command failed, `StoreError` if it cannot be noted.
  func deliver(
    to receiver: DeliveryCommand, as format: ReportFormat, _ options: RenderOptions, _ ledger: any Store,
    _ settings: CommandSettings
  ) async throws {
    do { try await receiver.deliver(report, as: format, options, for: settings) } catch {
      // The command's own failure is the one to be told. One that is ended with this process has not failed.
      if Task.isCancelled { throw error }
      try? await ledger.markUndeliverable(at: Date(), environment: environment)
      throw error
    }
    // Before anything else can fail, so that nobody is told twice.
    try await noteDelivered(in: ledger)
  }

  /// Notes that it was told. If the process is killed before this, it is told again and nothing is lost.
  func noteDelivered(in ledger: any Store) async throws {
    guard !sequences.isEmpty || hasOpen else { return }
    // The list of open incidents includes acknowledged ones, so they count as reported too.
    try await ledger.markDelivered(sequences, at: Date(), environment: environment)
  }

  /// Whether there may be something to tell: a change that no delivered report holds, or what is open again.
  static func isDue(_ request: Request, in ledger: any Store, _ environment: String) async throws -> Bool {
    guard try await undelivered(in: ledger, environment).isEmpty else { return true }
    guard request.repeatAfter != nil else { return false }
    let present = try await ledger.incidents(openOrOf: []).filter { $0.key.environment == environment }
    return try await isDue(request.repeatAfter, present, ledger, environment)
  }

  /// Changes of an environment's incidents that no delivered report holds.
  static func undelivered(in ledger: any Store, _ environment: String) async throws -> [StoredTransition] {
    try await ledger.undeliveredTransitions().filter { $0.transition.incident.key.environment == environment }
  }

  /// The transitions to report: all except those of an incident before it was acknowledged.
  static func news(_ pending: [StoredTransition], _ present: [Incident]) -> [StoredTransition] {
    let known = Set(present.filter { $0.state == .acknowledged }.map(\.id))
    // Later transitions of an acknowledged incident have the acknowledgement.
    return pending.filter {
      !known.contains($0.transition.incident.id) || $0.transition.incident.state == .acknowledged
    }
  }

  /// Whether the list of open incidents is reported again: one is open and not acknowledged, and the last report is too
  /// old.
  private static func isDue(
    _ seconds: Double?, _ present: [Incident], _ ledger: any Store, _ environment: String
  ) async throws -> Bool {
    guard let seconds, present.contains(where: { $0.state == .open }) else { return false }
    guard let last = try await ledger.lastDelivery(environment: environment) else { return true }
    // A clock that was set back must not suppress the report.
    return abs(Date().timeIntervalSince(last)) >= seconds
  }
}
