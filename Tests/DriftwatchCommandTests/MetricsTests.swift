import DriftModel
import DriftRules
import Foundation
import Monitoring
import TestSupport
import Testing

@testable import DriftwatchCommand

@Suite("Metrics")
struct MetricsTests {
  @Test("Names and values that a provider or an author chose cannot begin a line or end a label")
  func escaping() {
    var text = MetricsText()
    text.family("f_total", .counter, "a \\ and\na line")
    text.sample("f_total", ["l": "quote \" backslash \\ line\nescape \u{1b}[31m end"], 1)
    #expect(
      text.text == """
        # HELP f_total a \\\\ and\\na line
        # TYPE f_total counter
        f_total{l="quote \\" backslash \\\\ line\\nescape  [31m end"} 1

        """)
  }

  @Test(
    "Numbers are written as Prometheus reads them",
    arguments: [
      (0.0, "0"), (1.5, "1.5"), (1e-9, "1e-09"), (.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
      (1_790_000_000.123, "1790000000.123"), (2.5e20, "2.5e+20"),
    ])
  func numbers(_ c: (Double, String)) { #expect(MetricsText.number(c.0) == c.1) }

  @Test("The metrics of run keep the format's grammar, and promtool agrees where it is installed")
  func ofRun() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let path = driftwatch.place.path("driftwatch.prom")
    let run = try driftwatch.start(
      ["run", "--db", driftwatch.ledger, "--base-url", "quick=\(server.url(""))", "--metrics", path])
    func text() -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    #expect(
      try await Program.wait {
        text().contains(#"driftwatch_checks_total{contract="quick",endpoint="people",result="unchanged"} "#)
      }, "\(run.errorsSoFar) \(text())")
    #expect(try await Program.wait { text().contains(#"endpoint="tags",result="gone"}"#) })
    try driftwatch.place.write(People.withoutName, to: "files/people.json")
    #expect(try await Program.wait { text().contains(#"driftwatch_incidents_open{level="breaking"} 1"#) }, "\(text())")
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
    let final = text()
    expectMetrics(final)
    for name in [
      "driftwatch_build_info{version=", "driftwatch_check_duration_seconds_bucket{contract=\"quick\",le=\"+Inf\"}",
      "driftwatch_schedule_lag_seconds ", "driftwatch_missed_slots_total ",
      "driftwatch_last_success_timestamp_seconds ",
    ] { #expect(final.contains("\n" + name), "\(name)") }
    try await expectPromtool(path)
    // Nothing is left beside it, and everybody may read it.
    let names = try FileManager.default.contentsOfDirectory(atPath: driftwatch.place.url.path)
    #expect(!names.contains { $0.hasPrefix(".driftwatch.prom") })
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o644)
  }

  @Test("status speaks text, JSON and metrics; all say the same")
  func ofStatus() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    try await driftwatch.round(People.withoutName)
    let text = try await driftwatch.call("status", "--db", driftwatch.ledger)
    #expect(text.code == 0 && text.text.contains("1 open incident, 2 rounds"))
    #expect(!text.text.contains("runs rounds here"))
    let json = try await driftwatch.call("status", "--db", driftwatch.ledger, "--format", "json")
    struct Status: Decodable {
      let schemaVersion: Int
      let isAlive: Bool
      let openIncidents: [String: Int]
      let rounds: Int
    }
    let status = try JSONDecoder().decode(Status.self, from: json.output)
    #expect(status.schemaVersion == 1 && status.isAlive && status.rounds == 2)
    #expect(status.openIncidents == ["breaking": 1, "warning": 0, "info": 0])
    let metrics = try await driftwatch.call("status", "--db", driftwatch.ledger, "--format", "prometheus")
    #expect(metrics.text.contains(#"driftwatch_incidents_open{level="breaking"} 1"#))
    expectMetrics(metrics.text)
    try await expectPromtool(try driftwatch.place.write(metrics.text, to: "status.prom"))
    #expect(try await driftwatch.call("status", "--db", driftwatch.ledger, "--format", "xml").code == 2)
    #expect(try await driftwatch.call("status", "--db", driftwatch.ledger, "--max-age", "0.0001").code == 3)
  }

  @Test("status names the process that runs rounds, and no process that was killed")
  func holder() async throws {
    let driftwatch = try Driftwatch(.quick)
    let run = try driftwatch.start(["run", "--db", driftwatch.ledger, "--base-url", "quick=http://127.0.0.1:1"])
    #expect(try await Program.wait { run.errorsSoFar.contains("round 1: ") })
    let during = try await driftwatch.call("status", "--db", driftwatch.ledger)
    #expect(during.text.contains("process \(run.id) runs rounds here"))
    run.send(SIGKILL)
    _ = await run.end()
    let after = try await driftwatch.call("status", "--db", driftwatch.ledger)
    #expect(!after.text.contains("runs rounds here"))
  }

  @Test("A metrics file that cannot be written is exit 4 before anything is asked; one that is the ledger is exit 2")
  func unwritable() async throws {
    let driftwatch = try Driftwatch(.quick)
    let options = ["run", "--db", driftwatch.ledger, "--base-url", "quick=http://127.0.0.1:1", "--metrics"]
    #expect(try await driftwatch.call(options + [driftwatch.place.path("none/m.prom")]).code == 4)
    #expect(try await driftwatch.call(options + [driftwatch.ledger]).code == 2)
    #expect(!FileManager.default.fileExists(atPath: driftwatch.ledger))
  }

  @Test("A pipe as metrics file stays a pipe and gets the text")
  func pipe() throws {
    let place = try TemporaryPlace()
    let path = place.path("metrics.fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try MetricsFile(path: path).write("a 1\n")
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "a 1\n")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path) == ["metrics.fifo"])
  }

  @Test("A pipe that nobody reads, or no more, is an error and does not hold anybody up")
  func unreadPipe() throws {
    let place = try TemporaryPlace()
    let path = place.path("metrics.fifo")
    #expect(mkfifo(path, 0o600) == 0)
    func message(_ text: String) -> String? {
      do {
        try MetricsFile(path: path).write(text)
        return nil
      } catch { return (error as? CommandFailure)?.message }
    }
    #expect(message("a 1\n")?.contains("nobody reads there") == true)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(message(String(repeating: "a 1\n", count: 100_000))?.contains("reads no more") == true)
  }
}

/// Holds a text against the grammar of the exposition format, and its families against their rules.
func expectMetrics(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
  let name = "[a-zA-Z_:][a-zA-Z0-9_:]*"
  let label = #"[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\\\|\\"|\\n)*""#
  let sample = "^(\(name))(?:\\{\(label)(?:,\(label))*\\})? (NaN|[+-]Inf|[+-]?[0-9.]+(?:e[+-][0-9]+)?)$"
  guard let pattern = try? Regex(sample) else { return #expect(Bool(false), sourceLocation: sourceLocation) }
  var types: [String: String] = [:]
  var helped: Set<String> = []
  var current = ""
  var seen: Set<String> = []
  #expect(text.hasSuffix("\n"), sourceLocation: sourceLocation)
  for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
    let words = line.split(separator: " ", maxSplits: 3).map(String.init)
    if line.hasPrefix("# HELP ") {
      #expect(helped.insert(words[2]).inserted && words.count == 4, "\(line)", sourceLocation: sourceLocation)
      current = words[2]
    } else if line.hasPrefix("# TYPE ") {
      #expect(words[2] == current && types[current] == nil, "\(line)", sourceLocation: sourceLocation)
      types[current] = words[3]
      if words[3] == "counter" { #expect(current.hasSuffix("_total"), sourceLocation: sourceLocation) }
    } else {
      let match = try? pattern.wholeMatch(in: String(line))
      #expect(match != nil, "\(line)", sourceLocation: sourceLocation)
      let head = line.prefix { $0 != "{" && $0 != " " }
      let belongs =
        head == current
        || types[current] == "histogram" && ["_bucket", "_sum", "_count"].contains { head == current + $0 }
      #expect(belongs, "\(line)", sourceLocation: sourceLocation)
      let series = String(line[..<(line.lastIndex(of: " ") ?? line.endIndex)])
      #expect(seen.insert(series).inserted, "twice: \(line)", sourceLocation: sourceLocation)
    }
  }
}

/// Holds a metrics file against Prometheus's own check, where it is installed.
func expectPromtool(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  let places = ["/usr/bin/promtool", "/usr/local/bin/promtool"]
  guard let promtool = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
    // What comes before was checked all the same, so nothing is skipped.
    print("promtool is not installed: only the grammar of the metrics was checked")
    return
  }
  let ending = try await Program("/bin/sh", ["-c", "'\(promtool)' check metrics < '\(path)'"]).end()
  #expect(ending.code == 0, "\(ending.errors)\(ending.text)", sourceLocation: sourceLocation)
}
