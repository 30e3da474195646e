import DriftModel
import DriftRules
import Foundation
import Monitoring

/// What `driftwatch run` counts from its start, for `--metrics FILE`.
struct RunMetrics {
  /// One row of the counter of checks.
  private struct Check: Hashable {
    let id: EndpointID
    let result: String
  }

  /// How long checks of one contract took.
  private struct Durations {
    var buckets = Array(repeating: 0, count: RunMetrics.bounds.count)
    var count = 0
    var sum = 0.0
  }

  /// Upper bounds of the histogram, in seconds.
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
  /// Seconds over which the largest lag is kept.
  private static let lagSeconds = 60.0

  private var checks: [Check: Int] = [:]
  private var durations: [String: Durations] = [:]
  private var lags: [(at: Date, lag: Double)] = []
  private var rounds = 0
  private var failedRounds = 0
  /// End of the last complete round in which anything was checked; `nil` before the first.
  var lastSuccess: Date?
  /// Slots that passed without a check.
  var missedSlots = 0
  /// Whether the configuration could be read at the last reload.
  var isConfigurationGood = true
  /// Open incidents, acknowledged or not, by level.
  var openIncidents: [Level: Int] = [:]

  /// Counts a round that has ended.
  mutating func add(_ result: Round.Result, lag: Double, at now: Date) {
    note(lag: lag, at: now)
    for endpoint in result.endpoints where endpoint.outcome != .notDue {
      let id = EndpointID(contract: endpoint.contract, endpoint: endpoint.endpoint)
      checks[Check(id: id, result: endpoint.outcome.rawValue), default: 0] += 1
      guard let seconds = result.seconds[id] else { continue }
      var known = durations[id.contract] ?? Durations()
      known.count += 1
      known.sum += seconds
      for (index, bound) in Self.bounds.enumerated() where seconds <= bound { known.buckets[index] += 1 }
      durations[id.contract] = known
    }
    guard !result.wasInterrupted else { return }
    rounds += 1
    // A round in which nothing could be checked is not a success.
    if result.endpoints.contains(where: \.outcome.isChecked) { lastSuccess = now }
  }

  /// Counts a round whose results could not be stored.
  mutating func addFailure() { failedRounds += 1 }

  private mutating func note(lag: Double, at now: Date) {
    lags.removeAll { abs(now.timeIntervalSince($0.at)) > Self.lagSeconds }
    lags.append((now, lag))
  }

  /// All of it as text.
  func text(at now: Date) -> String {
    var text = MetricsText()
    text.family("driftwatch_build_info", .gauge, "Version of the monitor; the value is always 1.")
    text.sample("driftwatch_build_info", ["version": DriftwatchCommand.version], 1)
    text.family(
      "driftwatch_checks_total", .counter, "Checks of an endpoint since the start, by what came of them.")
    for (check, count) in checks.sorted(by: { ($0.key.id, $0.key.result) < ($1.key.id, $1.key.result) }) {
      text.sample(
        "driftwatch_checks_total",
        ["contract": check.id.contract, "endpoint": check.id.endpoint, "result": check.result], Double(count))
    }
    let name = "driftwatch_check_duration_seconds"
    text.family(name, .histogram, "Time on the wire of one check, all its requests in sum.")
    for (contract, known) in durations.sorted(by: { $0.key < $1.key }) {
      for (bound, count) in zip(Self.bounds, known.buckets) {
        text.sample(name + "_bucket", ["contract": contract, "le": MetricsText.number(bound)], Double(count))
      }
      text.sample(name + "_bucket", ["contract": contract, "le": "+Inf"], Double(known.count))
      text.sample(name + "_sum", ["contract": contract], known.sum)
      text.sample(name + "_count", ["contract": contract], Double(known.count))
    }
    text.incidents(openIncidents)
    text.lastSuccess(lastSuccess)
    text.family(
      "driftwatch_schedule_lag_seconds", .gauge, "Time between slot and look, the longest of the last minute.")
    let recent = lags.filter { abs(now.timeIntervalSince($0.at)) <= Self.lagSeconds }.map(\.lag).max()
    text.sample("driftwatch_schedule_lag_seconds", [:], recent ?? 0)
    text.family("driftwatch_missed_slots_total", .counter, "Slots that passed without a check since the start.")
    text.sample("driftwatch_missed_slots_total", [:], Double(missedSlots))
    text.family("driftwatch_rounds_total", .counter, "Rounds since the start, by whether their results are stored.")
    text.sample("driftwatch_rounds_total", ["stored": "yes"], Double(rounds))
    text.sample("driftwatch_rounds_total", ["stored": "no"], Double(failedRounds))
    text.family(
      "driftwatch_config_last_reload_successful", .gauge, "Whether the configuration could be read at the last reload.")
    text.sample("driftwatch_config_last_reload_successful", [:], isConfigurationGood ? 1 : 0)
    return text.text
  }
}

extension MetricsText {
  /// Open incidents by level, of every level, so that none is missing while it is 0.
  mutating func incidents(_ open: [Level: Int]) {
    family("driftwatch_incidents_open", .gauge, "Open incidents, acknowledged or not.")
    for level in [Level.breaking, .warning, .info] {
      sample("driftwatch_incidents_open", ["level": level.rawValue], Double(open[level] ?? 0))
    }
  }

  /// When the last complete round ended; left out before the first.
  mutating func lastSuccess(_ date: Date?) {
    guard let date else { return }
    family("driftwatch_last_success_timestamp_seconds", .gauge, "When the last complete round ended.")
    sample("driftwatch_last_success_timestamp_seconds", [:], (date.timeIntervalSince1970 * 1000).rounded() / 1000)
  }
}
