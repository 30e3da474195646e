import DriftModel
import DriftRules
import Foundation
import Store
import StoreSQL
import StoreSQLite
import TestSupport
import Testing

@testable import DriftwatchCommand

/// Checks and reports that are killed at random moments, and what must hold afterwards.
///
/// The provider responds well or badly at random, so that incidents open, resolve and come back. After each step everything is
/// held against what the processes that ended by themselves have said.
final class KillTrial {
  /// Counts of what happened, for the record.
  struct Figures: CustomStringConvertible {
    var kills = 0
    var killedChecks = 0
    var killedReports = 0
    var keptOfKilled = 0
    var acknowledgedRounds = 0
    var acknowledgedReports = 0
    var transitions = 0
    var reports = 0
    var repeated = 0

    var description: String {
      "\(kills) kills (\(killedChecks) checks, of which \(keptOfKilled) had stored their result; \(killedReports) reports), \(acknowledgedRounds) rounds and \(acknowledgedReports) reports that ended by themselves, \(transitions) transitions in \(reports) delivered reports, \(repeated) of them told more than once"
    }
  }

  /// What the provider responds, until it changes its mind: what came and went each time would be told only once.
  private enum Response: CaseIterable {
    case good, withoutName, withoutEmail

    var text: String {
      switch self {
      case .good: People.first
      case .withoutName: People.withoutName
      case .withoutEmail: People.withoutEmail
      }
    }
  }

  private let driftwatch: Driftwatch
  private var response = Response.good
  /// Each stands for an API of its own, with its own history: what comes and goes for long is told only once.
  private var environment = "e1"
  private var environments: Set<String> = ["e1"]
  private let sink: URL
  private(set) var figures = Figures()
  /// Round of the result that is stored, and whether it is that of a bad response.
  private var stored: (round: Int, isBad: Bool)?
  private var step = 0
  /// Every transition ever seen in the ledger, by its sequence.
  private var seen: [Int: StoredTransition] = [:]
  private var told: [String: DeliveredReport] = [:]

  init() throws {
    driftwatch = try Driftwatch(.quick)
    sink = driftwatch.place.url.appending(path: "sink")
    try FileManager.default.createDirectory(at: sink, withIntermediateDirectories: true)
  }

  /// Runs until so many processes were killed, then lets one report end by itself and looks at the whole.
  func run(kills: Int) async throws {
    while figures.kills < kills {
      step += 1
      if step.isMultiple(of: 10) {
        environment = "e\(environments.count + 1)"
        environments.insert(environment)
        (stored, response) = (nil, .good)
      }
      let hasNews = seen.values.contains {
        $0.deliveredAt == nil && $0.transition.incident.key.environment == environment
      }
      switch Int.random(in: 0..<10) {
      case 0..<(hasNews ? 2 : 7): try await check(and: false)
      case 8...: try await check(and: true)
      default: try await report(hasNews: hasNews)
      }
      try await holds()
    }
    for name in environments.sorted() {
      environment = name
      let last = try await startReport().end()
      let isKnown = try await isKnown()
      #expect(last.code == (isKnown ? 0 : 3), "\(last.errors)")
    }
    try await holds()
    let ledger = try SQLiteStore(path: driftwatch.ledger)
    #expect(try await ledger.undeliveredTransitions().isEmpty)
    try everythingWasTold()
  }

  /// A check of a good or bad response, perhaps beside a report; killed at a random moment, or left alone.
  private func check(and hasReport: Bool) async throws {
    if Bool.random() { response = Response.allCases.randomElement() ?? .good }
    let isBad = response == .withoutName
    // No two responses are equal, so that each is judged.
    let text = response.text.replacing("Ada", with: "Ada \(step)").replacing("\"ada", with: "\"ada\(step)")
    try driftwatch.place.write(text, to: "response\(step)/quick/people/index.json")
    let before = stored?.round ?? 0
    let check = try driftwatch.start([
      "check", "quick/people", "--quiet", "--from", driftwatch.place.path("response\(step)"), "--db", driftwatch.ledger,
      "--environment", environment,
    ])
    let report = hasReport ? try startReport() : nil
    let isLeft = usualSeconds[false] == nil || Int.random(in: 0..<4) == 0
    let start = ContinuousClock.now
    if !isLeft { try await killSoon(check, isReport: false) }
    if let report { try await killSoon(report, isReport: true) }
    let ending = await check.end()
    if isLeft, !hasReport { noteEnd(after: start.duration(to: .now), isReport: false) }
    let reported = await report?.end()
    if let reported { count(reported, isReport: true) }
    count(ending, isReport: false)
    let ledger = try SQLiteStore(path: driftwatch.ledger)
    let place = try await ledger.requests(environment: environment).first
    let round = place?.round ?? 0
    let isShown = place?.findings.contains { $0.rule == .decodeKeyNotFound } ?? false
    if ending.code >= 0 {
      // A process that ended by itself has acknowledged its result.
      #expect(ending.code == (isBad ? 1 : 0), "\(ending.errors)")
      figures.acknowledgedRounds += 1
      #expect(round > before, "an acknowledged round is not there")
      #expect(try await ledger.lastRound(completeOnly: true)?.number == round)
    } else if round > before {
      figures.keptOfKilled += 1
    }
    // Whole or not at all: the findings are those of the response that the stored round saw.
    if round > before {
      #expect(isShown == isBad, "round \(round) is stored with the findings of another response")
      stored = (round, isBad)
    } else if let stored {
      #expect(round == stored.round && isShown == stored.isBad, "a stored result was lost")
    }
    try FileManager.default.removeItem(atPath: driftwatch.place.path("response\(step)"))
  }

  private func report(hasNews: Bool) async throws {
    let start = ContinuousClock.now
    let report = try startReport()
    let isLeft = usualSeconds[true] == nil && hasNews || Int.random(in: 0..<4) == 0
    if !isLeft { try await killSoon(report, isReport: true) }
    let ending = await report.end()
    if isLeft, hasNews { noteEnd(after: start.duration(to: .now), isReport: true) }
    count(ending, isReport: true)
    guard ending.code >= 0, FileManager.default.fileExists(atPath: driftwatch.ledger), try await isKnown() else {
      return
    }
    #expect(ending.code == 0, "\(ending.errors)")
    let ledger = try SQLiteStore(path: driftwatch.ledger)
    let left = try await ledger.undeliveredTransitions().filter {
      $0.transition.incident.key.environment == environment
    }
    #expect(left.isEmpty, "a report ended well and left something untold")
  }

  /// Whether a check was recorded in the environment; of one in which none was, a report says that nothing is known.
  private func isKnown() async throws -> Bool {
    try await !SQLiteStore(path: driftwatch.ledger).requests(environment: environment).isEmpty
  }

  /// Seconds that a process of each kind took lately when it was left alone, so that kills meet every part of its work
  /// however busy the machine is.
  private var usualSeconds: [Bool: Double] = [:]

  private func noteEnd(after duration: Duration, isReport: Bool) {
    let seconds = duration.seconds
    usualSeconds[isReport] = usualSeconds[isReport].map { min(seconds, 0.7 * $0 + 0.3 * seconds) } ?? seconds
  }

  private func startReport() throws -> Program {
    let command = DeliveredReport.command(into: sink)
    return try driftwatch.start(
      ["report", "--format", "json", "--exec", command, "--db", driftwatch.ledger, "--environment", environment],
      environment: pathOnly)
  }

  private func killSoon(_ program: Program, isReport: Bool) async throws {
    let usual = usualSeconds[isReport] ?? 0.1
    // Mostly late, where results are stored and reports handed over.
    let earliest = Int.random(in: 0..<4) == 0 ? 0 : usual * 0.5
    let start = ContinuousClock.now
    let moment = start + .microseconds(Int(Double.random(in: earliest..<usual * 1.1) * 1e6))
    while ContinuousClock.now < moment {
      guard !program.hasEnded else {
        // It was faster than it used to be, as when other tests have ended.
        usualSeconds[isReport] = min(usual, start.duration(to: .now).seconds)
        return
      }
      try await Task.sleep(for: min(.milliseconds(5), ContinuousClock.now.duration(to: moment)))
    }
    program.send(SIGKILL)
  }

  private func count(_ ending: Program.Ending, isReport: Bool) {
    guard ending.code < 0 else {
      if isReport { figures.acknowledgedReports += 1 }
      return
    }
    #expect(ending.code == -SIGKILL, "it died by itself: \(ending.code) \(ending.errors)")
    figures.kills += 1
    if isReport { figures.killedReports += 1 } else { figures.killedChecks += 1 }
  }

  /// What must hold at any moment.
  private func holds() async throws {
    guard FileManager.default.fileExists(atPath: driftwatch.ledger) else { return }
    let verified = try await driftwatch.call("store", "verify", "--db", driftwatch.ledger)
    // A kill before the first table was made leaves an empty file, which the next check fills.
    let isEmpty = stored == nil && verified.errors.contains("there is no ledger at")
    #expect(verified.code == 0 || isEmpty, "step \(step): \(verified.text)\(verified.errors)")
    let ledger = try SQLiteStore(path: driftwatch.ledger)
    for incident in try await ledger.incidents() {
      let history = try await ledger.history(ofIncident: incident.id)
      // Each change of state has left its transition: the last one says where the incident stands.
      #expect((history.last?.transition.kind != .resolved) == incident.isOpen, "step \(step): a transition was lost")
      for transition in history {
        if let known = seen[transition.sequence] {  // told or not, it stays as it was
          #expect(known.transition == transition.transition && known.round == transition.round)
          #expect(known.deliveredAt == nil || transition.deliveredAt != nil, "what was told is untold again")
        } else {
          #expect(transition.round == stored?.round, "step \(step): a transition without its round's result")
        }
        seen[transition.sequence] = transition
      }
      let present = Set(history.map(\.sequence))
      for (sequence, known) in seen where known.transition.incident.id == incident.id && known.deliveredAt == nil {
        #expect(present.contains(sequence), "step \(step): a transition that nobody was told of is gone")
      }
    }
    try readSink()
    for (_, transition) in seen where transition.deliveredAt != nil {
      #expect(wasTold(transition) > 0, "step \(step): counted as delivered, and nobody got it")
    }
  }

  private func readSink() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: sink.path)
    where name.hasSuffix(".json") && told[name] == nil {
      told[name] = try JSONDecoder().decode(DeliveredReport.self, from: Data(contentsOf: sink.appending(path: name)))
    }
  }

  /// Reports that tell of the transition's incident. Their round may be an earlier one: that of a check that runs beside has not ended.
  private func wasTold(_ transition: StoredTransition) -> Int {
    told.values.count { report in
      report.incidents.contains { $0.incident.id == transition.transition.incident.id && $0.transition != nil }
    }
  }

  /// Every transition was told, and nothing else was.
  private func everythingWasTold() throws {
    #expect(seen.values.allSatisfy { $0.deliveredAt != nil && wasTold($0) > 0 })
    for report in told.values {
      for entry in report.incidents {
        guard let kind = entry.transition else { continue }
        #expect(
          seen.values.contains {
            $0.transition.incident.id == entry.incident.id && $0.transition.kind.rawValue == kind
          }, "told and never happened: \(kind)")
      }
    }
    figures.transitions = seen.count
    figures.reports = told.count
    // The same round's news in two files: killed after the command was done and before that was noted.
    let news = told.values.map { report in
      "\(report.round.number) " + report.incidents.filter { $0.transition != nil }.map(\.incident.id).joined()
    }
    figures.repeated = news.count - Set(news).count
  }
}

@Suite("Killed at any moment, nothing that was acknowledged is lost and nothing is left untold")
struct KillTrialTests {
  /// `DRIFTWATCH_KILLS=300` for the long run, whose figures it prints.
  @Test("Checks and reports killed with SIGKILL at random moments")
  func killed() async throws {
    let wanted = ProcessInfo.processInfo.environment["DRIFTWATCH_KILLS"].flatMap(Int.init)
    let trial = try KillTrial()
    try await trial.run(kills: wanted ?? 12)
    if wanted != nil { print(trial.figures) }
  }
}

extension Duration {
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
