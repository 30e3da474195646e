import DriftModel
import DriftRules
import Foundation
import Store
import Monitoring

/// Reports the scheduler's events to log, metrics and service manager.
actor RunObserver {
  private let log: RunLog
  private let ledger: any Store
  private let notifier: ServiceNotifier
  private let file: MetricsFile?
  /// Tells what happened; `nil` without `--exec`.
  private let delivery: RunDelivery?
  private var metrics = RunMetrics()
  /// Whether the file does not have the latest metrics yet.
  private var hasNews = true
  private var lastWrite: ContinuousClock.Instant?
  private var lastSign: ContinuousClock.Instant?
  private var lastRound = ""
  private var status = ""
  /// Whether the process has not been idle yet since its start.
  private var isFresh = true
  /// Seconds without anything due after which it counts as idle.
  private static let longPause = 10.0
  /// Whether the open incidents have to be counted again.
  private var hasStaleCounts = true
  /// The last failure of the metrics file. It is reported when it changes.
  private var problem: String?

  /// The metrics file is written no more often than this.
  private static let metricsPause = Duration.seconds(1)

  init(
    _ log: RunLog, _ ledger: any Store, _ notifier: ServiceNotifier, environment: String, metrics file: MetricsFile?,
    delivery: RunDelivery?
  ) async throws {
    (self.log, self.ledger, self.notifier, self.file) = (log, ledger, notifier, file)
    self.delivery = delivery
    metrics.lastSuccess = try await ledger.lastRound(completeOnly: true, environment: environment)?.finishedAt
    try await countIncidents()
  }

  /// Handles an event of the scheduler.
  func report(_ event: Scheduler.Event) async throws {
    switch event {
    case .turn(let turn): note(turn)
    case .finished(let result, let lag, let seconds):
      metrics.add(result, lag: lag, at: Date())
      hasNews = true
      if !result.transitions.isEmpty { hasStaleCounts = true }
      // If the ledger cannot be read at the moment, the round that fails reports it.
      if hasStaleCounts { try? await countIncidents() }
      write(result, lag: lag, seconds: seconds)
      await delivery?.wake()
      for recording in result.recordings {
        guard let words = recording.words else { continue }
        log.write(
          recording.isLost ? .warning : .info, recording.isLost ? "not_recorded" : "recorded", words,
          ["endpoint": .text("\(recording.contract)/\(recording.endpoint)")])
      }
    case .failed(let error, let endpoints):
      metrics.addFailure()
      hasNews = true
      let names = endpoints.map(\.description).joined(separator: ", ")
      log.write(
        .error, "store_failed", "\(error) To be checked again: \(names)",
        ["reason": .text("\(error)"), "endpoints": .list(endpoints.map(\.description))])
    }
  }

  /// Notes whether the configuration could be read again.
  func note(configuration isGood: Bool) {
    metrics.isConfigurationGood = isGood
    // Levels may have changed.
    (hasNews, hasStaleCounts) = (true, true)
  }

  /// Writes what is not written yet, and ends the delivery of reports.
  func finish() async {
    await delivery?.finish()
    writeMetrics()
  }

  private func note(_ turn: Scheduler.Turn) {
    if metrics.missedSlots != turn.missedSlots {
      metrics.missedSlots = turn.missedSlots
      hasNews = true
    }
    let now = ContinuousClock.now
    // Nothing is due soon, so this is the best moment.
    let isQuiet = turn.secondsToNext.map { $0 >= 1 } ?? true
    if hasNews, isQuiet || lastWrite.map({ $0.duration(to: now) >= Self.metricsPause }) ?? true { writeMetrics() }
    sign(now, turn)
    if isFresh, turn.runningRounds == 0, turn.secondsToNext.map({ $0 >= Self.longPause }) ?? true {
      isFresh = false
      releaseStartPages()
    }
  }

  /// Sends the watchdog signal. It is sent only from the loop, so that a loop that hangs sends none.
  private func sign(_ now: ContinuousClock.Instant, _ turn: Scheduler.Turn) {
    // Not at every turn of the loop. It turns at least twice in the time that the manager allows.
    let pause = min(1, (notifier.watchdogSeconds ?? 4) / 4)
    guard lastSign.map({ $0.duration(to: now) >= .seconds(pause) }) ?? true else { return }
    lastSign = now
    if notifier.watchdogSeconds != nil { notifier.send("WATCHDOG=1") }
    let open = metrics.openIncidents.values.reduce(0, +)
    let words = "\(turn.endpoints) endpoints, \(open) open incident\(open == 1 ? "" : "s")\(lastRound)"
    guard words != status else { return }
    status = words
    notifier.send("STATUS=\(words)")
  }

  private func countIncidents() async throws {
    hasStaleCounts = true
    metrics.openIncidents = Dictionary(grouping: try await ledger.incidents().filter(\.isOpen), by: \.level)
      .mapValues(\.count)
    hasStaleCounts = false
  }

  private func writeMetrics() {
    guard hasNews else { return }
    hasNews = false
    lastWrite = .now
    guard let file else { return }
    do {
      try file.write(metrics.text(at: Date()))
      problem = nil
    } catch {
      let message = CommandFailure(error).message
      if message != problem { log.write(.error, "metrics_failed", message) }
      problem = message
    }
  }

  /// A line for the round, one for each endpoint that was not checked, and one for each transition.
  private func write(_ result: Round.Result, lag: Double, seconds: Double) {
    guard let number = result.number else { return }
    let checked = result.endpoints.count { $0.outcome.isChecked }
    let drift = result.endpoints.filter { $0.outcome == .drift }.map { "\($0.contract)/\($0.endpoint)" }
    let missing = result.endpoints.filter(\.isUnchecked)
    var words = "round \(number): \(checked) checked"
    if !drift.isEmpty { words += ", drift in \(drift.joined(separator: ", "))" }
    if !missing.isEmpty { words += ", \(missing.count) not checked" }
    if result.wasInterrupted { words += ", interrupted" }
    lastRound = "; \(words)"
    log.write(
      .info, result.wasInterrupted ? "round_interrupted" : "round_finished", words,
      [
        "round": .integer(number), "checked": .integer(checked), "not_checked": .integer(missing.count),
        "drift": .list(drift), "lag_seconds": .number(lag), "duration_ms": .number((seconds * 1000).rounded()),
      ])
    for endpoint in missing {
      let id = EndpointID(contract: endpoint.contract, endpoint: endpoint.endpoint)
      log.write(
        .warning, "not_checked", "\(id) \(endpoint.outcome.rawValue)\(endpoint.reason.map { ": \($0)" } ?? "")",
        [
          "round": .integer(number), "endpoint": .text("\(id)"), "outcome": .text(endpoint.outcome.rawValue),
          "reason": endpoint.reason.map { .text($0) },
          "duration_ms": result.seconds[id].map { .number(($0 * 1000).rounded()) },
        ])
    }
    for transition in result.transitions {
      let incident = transition.incident
      let isGood = transition.kind == .resolved || incident.level == .info
      let id = EndpointID(contract: incident.key.contract, endpoint: incident.key.endpoint)
      log.write(
        isGood ? .info : .warning, "transition",
        "\(transition.kind.rawValue): \(id): \(incident.headline) (incident \(incident.id))",
        [
          "round": .integer(number), "contract": .text(id.contract), "endpoint": .text("\(id)"),
          "incident": .text(incident.id),
          "transition": .text(transition.kind.rawValue), "incident_level": .text(incident.level.rawValue),
        ])
    }
  }
}
