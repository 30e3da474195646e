import DriftModel
import DriftRules
import Foundation
import Store

/// What `driftwatch status` knows of a ledger, as text, JSON or metrics.
struct LedgerStatus {
  let path: String
  let now: Date
  /// From this age of the last complete round on, in seconds, the monitor does not count as alive.
  let limit: Double
  let complete: StoredRound
  let end: Date
  /// A later round without an end, which is running or was interrupted.
  let unfinished: StoredRound?
  /// The processes that run rounds on it.
  let holders: [Lease.Holder]
  let open: [Level: Int]
  let rounds: Int
  let places: [StoredRequest]
  /// What no delivered report of this environment holds yet, oldest first.
  let undelivered: [IncidentTransition]
  /// When a report of this environment was last delivered; `nil`: never, and who never asks for one is not told that none is.
  let lastDelivery: Date?
  /// Since when the command of `--exec` fails; `nil` if it does not.
  let undeliverableSince: Date?

  /// The same while there is something to tell: a change, or what is open and may be told again.
  private var failingSince: Date? {
    undelivered.isEmpty && open.values.allSatisfy { $0 == 0 } ? nil : undeliverableSince
  }

  var age: Double { now.timeIntervalSince(end) }
  /// Whether the round ended later than now, by more than clocks of one machine differ, so that its age says nothing.
  var isOfFuture: Bool { age < -60 }
  var isAlive: Bool { age <= limit && !isOfFuture }
  /// The requests that are still checked: those that the contracts declare now, and URLs that were checked lately; others are history.
  let current: Set<RequestKey>
  let environment: String
  /// Requests of this environment without any response for so long that it is an incident, in the order of the ledger.
  var blind: [StoredRequest] { places.filter(isBlind) }

  private func isBlind(_ place: StoredRequest) -> Bool {
    place.report?.blindness != nil && isCurrent(place) && place.key.environment == environment
      && place.findings.contains { $0.rule.family == .watch && $0.level >= .warning && $0.count >= $0.total }
  }

  private func isCurrent(_ place: StoredRequest) -> Bool { current.contains(place.key) }

  /// Processes that are named.
  private static let mostHolders = 5

  /// Seconds that a change may wait for a report: who reports once a day is not told that reports fail.
  private static let longestWait = 25 * 3600.0
  /// Seconds for which a URL without a contract counts as still checked after its last check, or the limit of the monitor's age if that is
  /// more: who checks it once a day is told, and who does not check it any more is not told for ever.
  static let longestURLPause = 25 * 3600.0

  /// A few lines for people.
  var text: String {
    var text =
      "last complete round \(complete.number) ended \(end.formatted(.iso8601)), \(isOfFuture ? "\(Self.words(-age)) from now" : "\(Self.words(age)) ago")\n"
    if let unfinished {
      text +=
        "round \(unfinished.number) began \(unfinished.startedAt.formatted(.iso8601)) and has no end: it runs or was interrupted\n"
    }
    if !holders.isEmpty {
      let names = holders.prefix(Self.mostHolders).map(\.description)
      let more = holders.count > names.count ? " and \(holders.count - names.count) more" : ""
      text += "\(names.joined(separator: ", "))\(more) run\(holders.count == 1 ? "s" : "") rounds here\n"
    }
    for place in blind {
      guard let report = place.report, let since = report.blindness?.since else { continue }
      text +=
        "\(place.key.contract)/\(place.key.endpoint) has had no response since \(since.formatted(.iso8601)): \((report.reason ?? report.outcome.rawValue).printable)\n"
    }
    if let since = failingSince {
      let waiting = "\(undelivered.count) change\(undelivered.count == 1 ? " waits" : "s wait") for it"
      text +=
        "the command of --exec has failed since \(since.formatted(.iso8601))\(undelivered.isEmpty ? "" : ": \(waiting)")\n"
    }
    if let first = undelivered.first, let lastDelivery, now.timeIntervalSince(first.at) > Self.longestWait {
      text +=
        "\(undelivered.count) change\(undelivered.count == 1 ? " waits" : "s wait") for a report since \(first.at.formatted(.iso8601)); the last one was delivered \(lastDelivery.formatted(.iso8601))\n"
    }
    let count = open.values.reduce(0, +)
    return text + "\(count) open incident\(count == 1 ? "" : "s"), \(rounds) round\(rounds == 1 ? "" : "s"), \(path)\n"
  }

  /// One JSON object; see the type below for its members.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    func round(_ stored: StoredRound) -> Document.Round {
      Document.Round(
        number: stored.number, startedAt: stored.startedAt, endedAt: stored.finishedAt, exitCode: stored.exitCode)
    }
    let levels = Dictionary(uniqueKeysWithValues: Level.allCases.map { ($0.rawValue, open[$0] ?? 0) })
    let document = Document(
      isAlive: isAlive, ageSeconds: age, maximumAgeSeconds: limit, ledger: path, heldByProcess: holders.first?.process,
      heldBy: holders.map(\.description),
      undeliveredTransitions: undelivered.count, undeliveredSince: undelivered.first?.at,
      undeliverableSince: failingSince,
      lastCompleteRound: round(complete), unfinishedRound: unfinished.map(round), openIncidents: levels, rounds: rounds,
      endpoints: places.map { stored in
        Document.Endpoint(
          contract: stored.key.contract, endpoint: stored.key.endpoint, environment: stored.key.environment,
          perspective: stored.key.perspective, outcome: stored.report?.outcome.rawValue, checkedAt: stored.checkedAt,
          blindSince: stored.report?.blindness?.since, isBlind: isBlind(stored))
      })
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }

  /// The same as metrics. Counters since the start of a process are in the file of `run --metrics` only.
  var metrics: String {
    var text = MetricsText()
    text.family("driftwatch_build_info", .gauge, "Version of the monitor; the value is always 1.")
    text.sample("driftwatch_build_info", ["version": DriftwatchCommand.version], 1)
    text.incidents(open)
    text.lastSuccess(end)
    text.family("driftwatch_rounds_recorded_total", .counter, "Rounds that were ever begun on this ledger.")
    text.sample("driftwatch_rounds_recorded_total", [:], Double(rounds))
    text.family(
      "driftwatch_undelivered_transitions", .gauge,
      "Changes of incidents that no delivered report of this environment holds.")
    text.sample("driftwatch_undelivered_transitions", [:], Double(undelivered.count))
    if let first = undelivered.first {
      let name = "driftwatch_oldest_undelivered_transition_timestamp_seconds"
      text.family(name, .gauge, "When the first of them happened, by the round's clock.")
      text.sample(name, [:], (first.at.timeIntervalSince1970 * 1000).rounded() / 1000)
    }
    let live = places.filter { $0.key.perspective != "recorded" }
    let name = "driftwatch_endpoint_last_look_timestamp_seconds"
    text.family(name, .gauge, "When the endpoint was last checked, whatever the outcome.")
    for stored in live {
      guard let date = stored.checkedAt else { continue }
      text.sample(name, Self.labels(stored, []), (date.timeIntervalSince1970 * 1000).rounded() / 1000)
    }
    let blindName = "driftwatch_endpoint_blind_since_timestamp_seconds"
    text.family(
      blindName, .gauge, "First of the checks in a row that lacked a response; none for an endpoint that got all.")
    for stored in live {
      guard let date = stored.report?.blindness?.since, isCurrent(stored) else { continue }
      text.sample(blindName, Self.labels(stored, []), (date.timeIntervalSince1970 * 1000).rounded() / 1000)
    }
    text.family("driftwatch_endpoint_result", .gauge, "What came of the last check, as a label; the value is always 1.")
    for stored in live {
      guard let outcome = stored.report?.outcome else { continue }
      text.sample("driftwatch_endpoint_result", Self.labels(stored, [("result", outcome.rawValue)]), 1)
    }
    return text.text
  }

  private static func labels(_ stored: StoredRequest, _ more: [(String, String)]) -> [(String, String)] {
    let place = stored.key
    return [
      ("contract", place.contract), ("endpoint", place.endpoint), ("environment", place.environment),
      ("perspective", place.perspective), ("request", place.request),
    ] + more
  }

  static func words(_ seconds: Double) -> String {
    let whole = Int(max(0, seconds))
    if whole < 120 { return "\(whole) s" }
    if whole < 7200 { return "\(whole / 60) min" }
    return whole < 172_800 ? "\(whole / 3600) h" : "\(whole / 86400) days"
  }

  /// The JSON form; members are only ever added within a schema version.
  private struct Document: Encodable {
    struct Round: Encodable {
      let number: Int
      let startedAt: Date
      let endedAt: Date?
      let exitCode: Int?
    }
    struct Endpoint: Encodable {
      let contract: String
      let endpoint: String
      let environment: String
      let perspective: String
      let outcome: String?
      let checkedAt: Date?
      let blindSince: Date?
      /// Whether it has lacked responses for so long that it is exit code 3.
      let isBlind: Bool
    }
    let schemaVersion = 1
    let isAlive: Bool
    let ageSeconds: Double
    let maximumAgeSeconds: Double
    let ledger: String
    let heldByProcess: Int?
    let heldBy: [String]
    let undeliveredTransitions: Int
    let undeliveredSince: Date?
    let undeliverableSince: Date?
    let lastCompleteRound: Round
    let unfinishedRound: Round?
    let openIncidents: [String: Int]
    let rounds: Int
    let endpoints: [Endpoint]
  }
}
