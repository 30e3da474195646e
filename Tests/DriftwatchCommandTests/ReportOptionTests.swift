import Foundation
import TestSupport
import Testing

struct LevelCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let response: String
  /// Exit codes of `--fail-on breaking`, `warning`, `info` and `never`.
  let codes: [Int32]
}

@Suite("The exit code follows the state; options change what is said, never what is true")
struct ReportOptionTests {
  @Test(
    "--fail-on sets the level from which a finding is exit 1",
    arguments: [
      LevelCase(testDescription: "nothing changed", response: People.first, codes: [0, 0, 0, 0]),
      LevelCase(testDescription: "a member was added", response: People.withAge, codes: [0, 0, 1, 0]),
      LevelCase(testDescription: "a read optional vanished", response: People.withoutEmail, codes: [0, 1, 1, 0]),
      LevelCase(testDescription: "a required member vanished", response: People.withoutName, codes: [1, 1, 1, 0]),
    ])
  func failOn(_ c: LevelCase) async throws {
    let driftwatch = try Driftwatch(.quick)
    for _ in 0..<3 { try await driftwatch.round(People.first, "--quiet") }
    var codes: [Int32] = []
    // The first sees the change, the others see it last: exit codes follow the state, not the difference.
    for level in ["breaking", "warning", "info", "never"] {
      let ending = try await driftwatch.round(c.response, "--fail-on", level)
      #expect(!ending.text.isEmpty)
      codes.append(ending.code)
    }
    #expect(codes == c.codes)
  }

  @Test(
    "--fail-on is refused where the exit code is 0 whatever it says, and nothing that is written depends on it",
    arguments: [
      (["report"], true), (["report", "--all"], true), (["report", "--quiet", "--format", "junit"], true),
      (["report", "--format", "markdown"], true), (["report", "--output", "html=report.html"], true),
      (["report", "--format", "github"], true), (["report", "--exit-state"], false),
      (["report", "--format", "json"], false), (["report", "--output", "junit=report.xml"], false),
      (["report", "--quiet", "--format", "junit", "--exec", "cat"], false),
      (["backtest", "a.json"], true), (["backtest", "a.json", "--quiet", "--format", "json"], true),
      (["backtest", "a.json", "--exit-state"], false), (["backtest", "a.json", "--format", "json"], false),
    ] as [([String], Bool)])
  func uselessLevel(_ words: [String], _ isRefused: Bool) async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first, "--quiet")
    try driftwatch.place.write(People.first, to: "a.json")
    let ledger = words[0] == "report" ? ["--db", driftwatch.ledger] : []
    let ending = try await driftwatch.call(words + ["--fail-on", "warning"] + ledger)
    let refusal = "driftwatch: --fail-on sets the exit code only with --exit-state: add that, or leave --fail-on out\n"
    #expect(isRefused ? ending.code == 2 && ending.errors == refusal : ending.code == 0, "\(ending)")
    // A level that is configured is one of every command.
    let configured = try await driftwatch.call(words + ledger, environment: ["DRIFTWATCH_FAIL_ON": "warning"])
    #expect(configured.code == 0, "\(configured)")
  }

  @Test("Without --exit-state a level decides what fails in JUnit, what JSON says, and whether candidates are errors")
  func shownLevel() async throws {
    let driftwatch = try Driftwatch(.quick)
    for response in [People.first, People.first, People.first, People.withoutEmail] {
      try await driftwatch.round(response, "--quiet")
    }
    let report = ["report", "--all", "--db", driftwatch.ledger]
    for (level, failures, code) in [("warning", true, 1), ("breaking", false, 0)] {
      let junit = try await driftwatch.call(report + ["--fail-on", level, "--format", "junit"])
      #expect(junit.code == 0 && junit.text.contains("<failure") == failures, "\(level): \(junit.text)")
      let json = try await driftwatch.call(report + ["--fail-on", level, "--format", "json"])
      #expect(try json.code == 0 && ReportJSON(json.output).summary.exitCode == code, "\(level)")
    }
    let never = try await driftwatch.call(report + ["--fail-on", "never", "--format", "github"])
    #expect(never.code == 0 && never.text.contains("::warning "), "\(never)")
  }

  @Test("--quiet says nothing and exits the same")
  func quiet() async throws {
    for (response, code) in [(People.first, 0), (People.withoutName, 1), ("<html>", 3)] as [(String, Int32)] {
      let driftwatch = try Driftwatch(.quick)
      let ending = try await driftwatch.round(response, "--quiet")
      #expect(ending.code == code && ending.output.isEmpty && ending.errors.isEmpty, "\(ending)")
    }
  }

  @Test("--only-due asks for nothing again at once, and still exits by the state")
  func onlyDue() async throws {
    let server = try HostileServer()
    let driftwatch = try Driftwatch()
    let check = [
      "check", "pokeapi/pokemon-list", "--only-due", "--db", driftwatch.ledger, "--base-url",
      "pokeapi=\(server.url("/json"))",
    ]
    #expect(try await driftwatch.call(check).code == 1)
    // What breaks for the first time is asked for once more.
    #expect(try server.requests(under: "/json").count == 2)
    let again = try await driftwatch.call(check + ["--quiet"])
    #expect(again.code == 1 && again.output.isEmpty)
    #expect(try server.requests(under: "/json").count == 2)
  }

  @Test("Reports for programs are valid: JSON by its schema, JUnit by xmllint, annotations by their lines")
  func outputs() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    let paths = ["json", "junit", "github", "text"].map { driftwatch.place.path("out.\($0)") }
    let ending = try await driftwatch.round(
      People.withoutName, "--output", "json=\(paths[0])", "--output", "junit=\(paths[1])", "--output",
      "github=\(paths[2])", "--output", "text=\(paths[3])", "--format", "json")
    #expect(ending.code == 1)
    #expect(try Data(contentsOf: URL(filePath: paths[0])) == ending.output)
    #expect(try ReportJSON(ending.output).findings.first?.level == "breaking")
    #expect(try String(contentsOfFile: paths[3], encoding: .utf8).hasPrefix("BREAKING: app 1.0 cannot load people"))
    let annotations = try String(contentsOfFile: paths[2], encoding: .utf8)
    #expect(annotations.split(separator: "\n").first?.hasPrefix("::error ") == true, "\(annotations)")
    try await expectValid(json: paths[0], junit: paths[1])
  }

  @Test("A pipe that is named as --output gets the report and stays a pipe; a link stays a link")
  func specialOutputs() async throws {
    let driftwatch = try Driftwatch(.quick)
    let (pipe, target, link) = (
      driftwatch.place.path("pipe"), try driftwatch.place.write("old", to: "target"), driftwatch.place.path("link")
    )
    try #require(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let reader = try Program("/bin/sh", ["-c", "exec cat '\(pipe)'"], environment: pathOnly)
    try await driftwatch.round(People.first, "--output", "json=\(pipe)", "--output", "json=\(link)")
    let read = await reader.end()
    #expect(try ReportJSON(read.output).summary.exitCode == 0)
    #expect(try Data(contentsOf: URL(filePath: target)) == read.output)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test("A URL alone is watched for its shape; what vanishes is a warning, and report tells it once")
  func urlTarget() async throws {
    let driftwatch = try Driftwatch()
    let server = try HostileServer(files: driftwatch.place.path("files"))
    func things(_ name: String) -> String {
      "[" + (1...20).map { "{\"id\": \($0)\(name)}" }.joined(separator: ",") + "]"
    }
    try driftwatch.place.write(things(", \"name\": \"Ada\""), to: "files/thing/index.json")
    let check = ["check", server.url("/thing?key=\(1)"), "--db", driftwatch.ledger]
    let first = try await driftwatch.call(check)
    #expect(first.code == 0 && first.text.hasPrefix("FIRST LOOK  2 members of 20 records"), "\(first.text)")
    try driftwatch.place.write(things(""), to: "files/thing/index.json")
    let second = try await driftwatch.call(check + ["--format", "json"])
    #expect(second.code == 1)
    let findings = try ReportJSON(second.output).findings.filter { $0.level != "info" }
    #expect(findings.map { "\($0.level) \($0.rule) \($0.path)" } == ["warning field-removed $[*].name"])
    #expect(try await driftwatch.call(check + ["--fail-on", "breaking", "--quiet"]).code == 0)
    let told = try await driftwatch.call("report", "--db", driftwatch.ledger)
    #expect(told.text.contains("$[*].name"), "\(told.text)")
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).output.isEmpty)
  }

  @Test("URLs of one host keep their names whatever stands beside them")
  func urlNames() async throws {
    let driftwatch = try Driftwatch()
    let server = try HostileServer.shared.get()
    func names(_ paths: String...) async throws -> [String] {
      let ending = try await driftwatch.call(
        ["check", "--format", "json", "--db", driftwatch.ledger] + paths.map { server.url($0) })
      return try ReportJSON(ending.output).endpoints.map { "\($0.contract)/\($0.endpoint)" }
    }
    let alone = try await names("/echo")
    let both = try await names("/json", "/echo", "/echo")
    #expect(alone.count == 1 && both.count == 2 && both.last == alone.first, "\(alone) \(both)")
    let queries = try await names("/echo?a=1", "/echo?a=2", "/echo")
    #expect(Set(queries).count == 3 && queries.last == alone.first, "\(queries)")
  }
}
