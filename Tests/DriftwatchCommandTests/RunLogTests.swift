import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

@Suite("The log of run")
struct RunLogTests {
  /// What is written by `body` through a log with these options.
  private func written(_ arguments: [String], _ environment: [String: String] = [:], _ body: (RunLog) -> Void) throws
    -> String
  {
    let place = try TemporaryPlace()
    try place.write("", to: "errors")
    let errors = try FileHandle(forWritingTo: place.url.appending(path: "errors"))
    var environment = environment
    if environment["JOURNAL_STREAM"] == "own" {
      var status = stat()
      fstat(errors.fileDescriptor, &status)
      environment["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino)"
    }
    let console = Console(
      output: .nullDevice, errors: errors, width: 80, isTerminal: false, showsProgress: false)
    body(try RunLog(try CommandCall(["run"] + arguments), environment, console))
    try errors.close()
    return try String(contentsOf: place.url.appending(path: "errors"), encoding: .utf8)
  }

  private struct Line: Decodable {
    let ts: String
    let level: String
    let event: String
    let endpoint: String?
    let reason: String?
    let duration_ms: Double?
    let drift: [String]?
    let message: String
  }

  @Test("A JSON line is one object with time, level and event first, whatever a reason holds")
  func json() throws {
    let hostile = "two\nlines \"quoted\" \\ \u{1b}[31m \u{85} \u{2028} ##vso[task] \u{7f} \u{0}"
    let text = try written(["--log-format", "json"]) { log in
      log.write(
        .warning, "not_checked", "a \(hostile)",
        [
          "endpoint": .text("c/e"), "reason": .text(hostile), "duration_ms": .number(12.34567),
          "drift": .list(["a\nb"]),
        ])
      log.write(.info, "other", "without", ["reason": nil])
    }
    let lines = text.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix(#"{"ts":"20"#) && lines[0].contains(#"Z","level":"warning","event":"not_checked","#))
    #expect(lines[0].unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{2028}" })
    let line = try JSONDecoder().decode(Line.self, from: Data(lines[0].utf8))
    #expect(line.reason == hostile && line.message == "a \(hostile)")
    #expect(line.duration_ms == 12.346 && line.drift == ["a\nb"] && line.endpoint == "c/e")
    #expect(try JSONDecoder().decode(Line.self, from: Data(lines[1].utf8)).reason == nil)
  }

  @Test("A text line holds no control character and no command to a build server")
  func text() throws {
    let text = try written([]) { $0.write(.error, "failed", "one\ntwo \u{1b}[31m ##vso[task]") }
    #expect(text.hasPrefix("driftwatch: 20") && text.hasSuffix(" one two  [31m #\\u{23}vso[task]\n"), "\(text)")
  }

  @Test(
    "Lines begin with their priority only where standard error is the journal's socket",
    arguments: [("own", "<3>", true), ("1:2", "", true), ("own", "<3>", false)])
  func journal(_ stream: String, _ prefix: String, isJSON: Bool) throws {
    let text = try written(isJSON ? ["--log-format", "json"] : [], ["JOURNAL_STREAM": stream]) {
      $0.write(.error, "failed", "words")
    }
    #expect(text.hasPrefix(prefix + (isJSON ? "{" : "driftwatch: ")), "\(text)")
  }

  @Test("--quiet leaves only warnings and errors")
  func quiet() throws {
    let text = try written(["--quiet"]) { log in
      log.write(.info, "started", "one")
      log.write(.warning, "not_checked", "two")
      log.write(.error, "failed", "three")
    }
    #expect(!text.contains("one") && text.contains("two") && text.contains("three"))
  }

  @Test("Of a provider that is down each check is one line with outcome and reason, in JSON up to the last line")
  func process() async throws {
    let driftwatch = try Driftwatch(.quick)
    let port = try ClosedPort()
    defer { withExtendedLifetime(port) {} }
    let arguments = [
      "run", "--db", driftwatch.ledger, "--base-url", "quick=http://127.0.0.1:\(port.number)", "--log-format", "json",
    ]
    let run = try driftwatch.start(arguments)
    #expect(try await Program.wait { run.errorsSoFar.contains("not_checked") })
    // A second instance says so in the same form, and with the usual code.
    let second = try await driftwatch.start(arguments).end()
    #expect(second.code == 75)
    let refusal = try JSONDecoder().decode(
      Line.self, from: Data((second.errors.split(separator: "\n").last ?? "").utf8))
    #expect(refusal.event == "failed" && refusal.message.contains("(process \(run.id))"))
    run.send(SIGTERM)
    let ending = await run.end()
    #expect(ending.code == 0)
    let lines = try ending.errors.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    #expect(lines.contains { $0.event == "started" } && lines.last?.event == "stopped")
    let missing = try #require(lines.first { $0.event == "not_checked" })
    #expect(missing.endpoint?.hasPrefix("quick/") == true && missing.reason?.isEmpty == false)
  }
}
