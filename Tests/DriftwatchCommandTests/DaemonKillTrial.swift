import DriftModel
import DriftRules
import Foundation
import Store
import StorePostgreSQL
import StoreSQL
import StoreSQLite
import TestSupport
import Testing

@testable import DriftwatchCommand

/// The scheduler killed at random moments, over and over on one ledger, and what must hold after each death.
///
/// The provider responds well or badly at random. What the killed process has logged as done is what it has acknowledged: every
/// such round must be whole in the ledger, and every transition must be told by a report sooner or later.
final class DaemonKillTrial {
  /// The parts of a log line that are looked at.
  private struct Line: Decodable {
    let event: String
    let round: Int?
    let checked: Int?
    let incident: String?
    let transition: String?
  }

  /// Counts of what happened, for the record.
  struct Figures: CustomStringConvertible {
    var kills = 0
    var rounds = 0
    var acknowledged = 0
    var incomplete = 0
    var transitions = 0
    var reports = 0

    var description: String {
      "\(kills) kills, \(rounds) rounds of which \(incomplete) have no end, \(acknowledged) acknowledged in logs and all stored, \(transitions) transitions, all told in \(reports) reports"
    }
  }

  private let driftwatch: Driftwatch
  private let server: HostileServer
  private let sink: URL
  private(set) var figures = Figures()
  private var transitions: [Int: StoredTransition] = [:]
  private var told: [String: DeliveredReport] = [:]
  /// The ledger: a file, or the address of a server.
  private let address: String

  /// On a file, or on the server with this address.
  init(server address: String? = nil) throws {
    driftwatch = try Driftwatch(.quick)
    self.address = address ?? driftwatch.ledger
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    try driftwatch.place.write(People.first, to: "files/people.json")
    server = try HostileServer(files: driftwatch.place.path("files"))
    sink = driftwatch.place.url.appending(path: "sink")
    try FileManager.default.createDirectory(at: sink, withIntermediateDirectories: true)
  }

  /// Kills so many processes, then lets a report end by itself and looks at the whole.
  func run(kills: Int) async throws {
    var environment = 0
    while figures.kills < kills {
      // Each stands for an API of its own: what comes and goes for long is told only once.
      if figures.kills.isMultiple(of: 25) { environment += 1 }
      try await kill(in: "e\(environment)", number: figures.kills)
      if figures.kills.isMultiple(of: 5) { try await report(in: "e\(environment)") }
      if figures.kills.isMultiple(of: 25) || figures.kills == kills { try await report(in: "e\(environment)") }
    }
    let ledger = try #require(try ledger())
    #expect(try await ledger.undeliveredTransitions().isEmpty)
    for (_, transition) in transitions { #expect(wasTold(transition), "a transition that no report told") }
    figures.transitions = transitions.count
    figures.reports = told.count
    figures.rounds = try await ledger.roundCount()
  }

  /// The ledger; `nil` if there is none yet.
  private func ledger() throws -> (any Store)? {
    do {
      guard ServerAddress.isOne(address) else {
        guard FileManager.default.fileExists(atPath: address) else { return nil }
        return try SQLiteStore(path: address)
      }
      return try PostgreSQLStore(server: ServerAddress(address), access: .readOnly)
    } catch StoreError.missing {
      return nil
    }
  }

  private func kill(in environment: String, number: Int) async throws {
    if Bool.random() {
      let response = [People.first, People.withoutName, People.withoutEmail].randomElement() ?? People.first
      // No two responses are equal, so that each is judged.
      try driftwatch.place.write(
        response.replacing("Ada", with: "Ada \(number)").replacing("\"ada", with: "\"ada\(number)"),
        to: "files/people.json")
    }
    let before = try server.requests(under: "/people").count
    let run = try driftwatch.start([
      "run", "--db", address, "--base-url", "quick=\(server.url(""))", "--log-format", "json",
      "--environment", environment,
    ])
    if Int.random(in: 0..<5) == 0 {
      // Somewhere on the way to the first round.
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<400_000)))
    } else {
      // Somewhere from the response over the worker to the end of the round.
      let asked = before + Int.random(in: 1...2)
      #expect(try await Program.wait { try server.requests(under: "/people").count >= asked }, "\(run.errorsSoFar)")
      try await Task.sleep(for: .microseconds(Int.random(in: 0..<300_000)))
    }
    run.send(SIGKILL)
    let ending = await run.end()
    #expect(ending.code == -SIGKILL, "\(ending.errors)")
    figures.kills += 1
    try await holds(ending)
  }

  /// What must hold after a process was killed that had logged `ending`.
  private func holds(_ ending: Program.Ending) async throws {
    // The last line may be cut, as anything may be that is written when one is killed.
    let lines = ending.errors.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    guard let ledger = try ledger() else { return #expect(lines.isEmpty) }
    let verified = try await driftwatch.call("store", "verify", "--db", address)
    let isEmpty = lines.isEmpty && verified.errors.contains("there is no ledger at")
    #expect(verified.code == 0 || isEmpty, "\(verified.text)\(verified.errors)")
    guard !isEmpty else { return }
    let complete = try await ledger.lastRound(completeOnly: true)?.number ?? 0
    let last = try await ledger.lastRound(completeOnly: false)?.number ?? 0
    if last > complete { figures.incomplete += 1 }
    for line in lines where line.event == "round_finished" {
      figures.acknowledged += 1
      #expect((line.round ?? .max) <= complete, "an acknowledged round has no end in the ledger")
    }
    let incidents = try await ledger.incidents()
    for incident in incidents {
      let history = try await ledger.history(ofIncident: incident.id)
      #expect((history.last?.transition.kind != .resolved) == incident.isOpen, "a transition was lost")
      for transition in history {
        if let known = transitions[transition.sequence] {
          #expect(known.transition == transition.transition)
          #expect(known.deliveredAt == nil || transition.deliveredAt != nil, "what was told is untold again")
        }
        transitions[transition.sequence] = transition
      }
    }
    for line in lines where line.event == "transition" {
      let isThere = transitions.values.contains {
        $0.transition.incident.id == line.incident && $0.transition.kind.rawValue == line.transition
          && $0.round == line.round
      }
      #expect(isThere, "a transition in the log is not in the ledger")
    }
    try readSink()
    for (_, transition) in transitions where transition.deliveredAt != nil { #expect(wasTold(transition)) }
  }

  private func report(in environment: String) async throws {
    guard try await ledger()?.requests(environment: environment).isEmpty == false else { return }
    let command = DeliveredReport.command(into: sink)
    let ending = try await driftwatch.call(
      ["report", "--format", "json", "--exec", command, "--db", address, "--environment", environment],
      environment: pathOnly)
    #expect(ending.code == 0, "\(ending.errors)")
    try readSink()
    let ledger = try #require(try ledger())
    for incident in try await ledger.incidents() {
      for transition in try await ledger.history(ofIncident: incident.id) {
        transitions[transition.sequence] = transition
      }
    }
  }

  private func readSink() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: sink.path)
    where name.hasSuffix(".json") && told[name] == nil {
      told[name] = try JSONDecoder().decode(DeliveredReport.self, from: Data(contentsOf: sink.appending(path: name)))
    }
  }

  private func wasTold(_ transition: StoredTransition) -> Bool {
    told.values.contains { report in
      report.round.number >= transition.round
        && report.incidents.contains { $0.incident.id == transition.transition.incident.id && $0.transition != nil }
    }
  }
}

@Suite("The scheduler killed at any moment: nothing that it acknowledged is lost and nothing is left untold")
struct DaemonKillTrialTests {
  /// `DRIFTWATCH_DAEMON_KILLS=500` for the long run, whose figures it prints.
  @Test("run, killed with SIGKILL at random moments")
  func killed() async throws {
    let wanted = ProcessInfo.processInfo.environment["DRIFTWATCH_DAEMON_KILLS"].flatMap(Int.init)
    let trial = try DaemonKillTrial()
    try await trial.run(kills: wanted ?? 5)
    if wanted != nil { print(trial.figures) }
  }

  @Test(
    "run on a server, killed with SIGKILL at random moments",
    .enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func killedOnServer() async throws {
    let wanted = ProcessInfo.processInfo.environment["DRIFTWATCH_DAEMON_KILLS"].flatMap(Int.init)
    let server = try PostgreSQLServer(isDurable: true)
    let trial = try DaemonKillTrial(server: server.address(schema: "kills"))
    try await trial.run(kills: wanted ?? 5)
    if wanted != nil { print(trial.figures) }
  }
}
