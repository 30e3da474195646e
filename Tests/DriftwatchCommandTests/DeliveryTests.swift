import Foundation
import TestSupport
import Testing

@Suite("Handing reports over: once, to a command, again after a while, never lost")
struct DeliveryTests {
  /// A ledger with one break that nobody was told of.
  private func broken() async throws -> Driftwatch {
    let driftwatch = try Driftwatch(.quick)
    _ = try await IncidentCommandTests.broken(driftwatch)
    return driftwatch
  }

  @Test("--exec gets the report on its standard input and the subject beside it, in any format, and once")
  func executed() async throws {
    let driftwatch = try await broken()
    let (body, subject) = (driftwatch.place.path("body"), driftwatch.place.path("subject"))
    let report = ["report", "--db", driftwatch.ledger, "--format", "markdown"]
    let command = "printf %s \"$DRIFTWATCH_SUBJECT\" > '\(subject)'; cat > '\(body)'"
    let ending = try await driftwatch.call(report + ["--exec", command], environment: pathOnly)
    #expect(ending.code == 0 && ending.output.isEmpty && ending.errors.isEmpty, "\(ending)")
    let told = try String(contentsOfFile: subject, encoding: .utf8)
    #expect(told == "BREAKING: app 1.0 cannot load people (quick) · 1 new")
    #expect(try String(contentsOfFile: body, encoding: .utf8).contains("cannot load people"))
    let again = try await driftwatch.call(report + ["--exec", "echo called"], environment: pathOnly)
    #expect(again.code == 0 && again.output.isEmpty)
  }

  @Test(
    "A command that fails, dies or hangs has delivered nothing: exit 4, one line, and the next report tells it",
    arguments: [
      ("cat > /dev/null; exit 7", "it ended with exit code 7"), ("exit 1", "it ended with exit code 1"),
      ("kill -9 $$", "it was ended by signal 9"), ("sleep 60 & sleep 60", "it took longer than 0.5 s"),
      ("trap '' TERM; while :; do sleep 0.05; done", "it took longer than 0.5 s"),
      ("/nowhere/mail 2> /dev/null", "it ended with exit code 127"),
    ])
  func failed(_ command: String, _ message: String) async throws {
    let driftwatch = try await broken()
    let report = ["report", "--db", driftwatch.ledger]
    let ending = try await driftwatch.call(
      report + ["--exec", command, "--exec-timeout", "0.5"], environment: pathOnly)
    #expect(ending.code == 4 && ending.errors.contains("--exec: \(message)"), "\(ending)")
    #expect(try await driftwatch.call(report).text.hasPrefix("BREAKING"))
    #expect(try await driftwatch.call(report).output.isEmpty)
  }

  @Test("--all shows what is open as often as it is asked, and takes no news from the report that is delivered")
  func shown() async throws {
    let driftwatch = try await broken()
    let report = ["report", "--db", driftwatch.ledger]
    for _ in 1...2 {
      let listing = try await driftwatch.call(report + ["--all"])
      #expect(listing.code == 0 && listing.text.contains("1 new"), "\(listing)")
    }
    #expect(try await driftwatch.call(report).text.contains("1 new"))
    #expect(try await driftwatch.call(report).output.isEmpty)
    #expect(try await driftwatch.call(report + ["--all"]).text.contains("still open"))
  }

  @Test("A command that exited 0 has delivered whatever becomes of the files: exit 4, and nobody is told twice")
  func filesFailed() async throws {
    let driftwatch = try await broken()
    let sink = driftwatch.place.path("sink")
    let report = [
      "report", "--db", driftwatch.ledger, "--exec", "echo told >> '\(sink)'", "--output", "json=/dev/full",
    ]
    let ending = try await driftwatch.call(report, environment: pathOnly)
    #expect(ending.code == 4 && ending.errors.contains("cannot write /dev/full"), "\(ending)")
    #expect(try await driftwatch.call(report, environment: pathOnly).code == 0)
    #expect(try String(contentsOfFile: sink, encoding: .utf8) == "told\n")
  }

  @Test("What the command prints goes where the report would, and its files take no stream's place")
  func printing() async throws {
    let driftwatch = try await broken()
    let sink = driftwatch.place.path("sink")
    let command = "echo told; echo 'driftwatch: said' >&2; exec 7> '\(sink)'; echo kept >&7"
    let ending = try await driftwatch.call("report", "--db", driftwatch.ledger, "--exec", command)
    #expect(ending.code == 0 && ending.text == "told\n" && ending.errors == "driftwatch: said\n", "\(ending)")
    #expect(try String(contentsOfFile: sink, encoding: .utf8) == "kept\n")
    // Without streams of its own it has none to hand on, which is no failure.
    try await driftwatch.round(People.first, "--quiet")
    let report = "\(driftwatch.shellWords) report --db '\(driftwatch.ledger)' --exec 'cat; echo said >&2' >&- 2>&-"
    let closed = try await Program("/bin/sh", ["-c", report], environment: pathOnly, folder: driftwatch.place.url.path)
      .end()
    #expect(closed.code == 0 && closed.text.isEmpty && closed.errors.isEmpty, "\(closed)")
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).output.isEmpty)
  }

  @Test(
    "A signal ends the command with the report, which has told nobody and has not failed", arguments: [SIGTERM, SIGINT])
  func interrupted(_ signal: Int32) async throws {
    let driftwatch = try await broken()
    let shell = driftwatch.place.path("shell")
    let command = "sleep 3600 & echo $$ $! > '\(shell).part'; mv '\(shell).part' '\(shell)'; wait"
    let report = try driftwatch.start(["report", "--db", driftwatch.ledger, "--exec", command], environment: pathOnly)
    try #require(try await Program.wait { FileManager.default.fileExists(atPath: shell) || report.hasEnded })
    report.send(signal)
    let ending = await report.end()
    #expect(ending.code == -signal && ending.text.isEmpty && ending.errors.isEmpty, "\(ending)")
    let started = try String(contentsOfFile: shell, encoding: .utf8).split(whereSeparator: \.isWhitespace)
    #expect(started.count == 2)
    #expect(try await Program.wait { !started.map(String.init).contains(where: Program.runs) }, "\(started)")
    #expect(try await !driftwatch.call("status", "--db", driftwatch.ledger).text.contains("has failed since"))
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.hasPrefix("BREAKING"))
  }

  @Test("A command that reads nothing and exits 0 has delivered")
  func unread() async throws {
    let driftwatch = try await broken()
    let report = ["report", "--db", driftwatch.ledger]
    #expect(try await driftwatch.call(report + ["--exec", "true"], environment: pathOnly).code == 0)
    #expect(try await driftwatch.call(report).output.isEmpty)
  }

  @Test("A report that nobody reads counts as not delivered")
  func brokenPipe() async throws {
    let driftwatch = try await broken()
    // The reader is gone before the report begins: from then on, nothing can be written.
    let report = "\(driftwatch.shellWords) report --db '\(driftwatch.ledger)'"
    let line = "{ trap '' PIPE; while echo 2>&-; do :; done; \(report); echo $? > code; } | true"
    let shell = try Program("/bin/sh", ["-c", line], environment: pathOnly, folder: driftwatch.place.url.path)
    let ending = await shell.end()
    #expect(ending.errors.contains("nobody read the report"), "\(ending.errors)")
    #expect(try String(contentsOfFile: driftwatch.place.path("code"), encoding: .utf8) == "4\n")
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.hasPrefix("BREAKING"))
  }

  @Test("Of two reports at once one delivers, and the other waits for it and has nothing to tell")
  func concurrent() async throws {
    let driftwatch = try await broken()
    let report = ["report", "--db", driftwatch.ledger, "--exec"]
    let sink = driftwatch.place.path("sink")
    let programs = try (0..<4).map { _ in
      try driftwatch.start(report + ["echo told >> '\(sink)'; sleep 0.2"], environment: pathOnly)
    }
    for program in programs { #expect(await program.end().code == 0) }
    #expect(try String(contentsOfFile: sink, encoding: .utf8) == "told\n")
  }

  @Test("A report that is killed after its command was done has it again in the next")
  func killed() async throws {
    let driftwatch = try await broken()
    let (sink, gate) = (driftwatch.place.path("sink"), driftwatch.place.path("gate"))
    let report = ["report", "--db", driftwatch.ledger, "--exec"]
    let first = try driftwatch.start(
      report + ["cat > '\(sink)'; while [ ! -e '\(gate)' ]; do sleep 0.02; done"], environment: pathOnly)
    #expect(try await Program.wait { (try? Data(contentsOf: URL(filePath: sink)))?.isEmpty == false })
    first.send(SIGKILL)
    _ = await first.end()
    try driftwatch.place.write("", to: "gate")
    #expect(try await driftwatch.call(["report", "--db", driftwatch.ledger]).text.hasPrefix("BREAKING"))
  }

  @Test("--repeat-after tells what is open again once the last report is old enough, and not what somebody knows of")
  func repeated() async throws {
    let driftwatch = try await broken()
    let report = ["report", "--db", driftwatch.ledger, "--repeat-after"]
    #expect(try await driftwatch.call(report + ["12h"]).text.hasPrefix("BREAKING"))
    #expect(try await driftwatch.call(report + ["12h"]).output.isEmpty)
    let again = try await driftwatch.call(report + ["0.01s"])
    #expect(again.text.hasPrefix("BREAKING") && again.text.contains("STILL OPEN"), "\(again.text)")
    #expect(try await driftwatch.call(report + ["1h"]).output.isEmpty)
    try await driftwatch.round(People.first, "--quiet")
    #expect(try await driftwatch.call(report + ["0.01"]).text.hasPrefix("RESOLVED"))
    #expect(try await driftwatch.call(report + ["0.01"]).output.isEmpty)
  }

  @Test(
    "Options that make no sense are refused before anything is told",
    arguments: [
      (
        ["--repeat-after", "soon"],
        "--repeat-after needs a number of seconds above 0 and up to a year, or a time such as"
      ),
      (["--repeat-after", "0"], "--repeat-after needs"), (["--repeat-after", "-1h"], "--repeat-after needs"),
      (["--exec-timeout", "5"], "--exec-timeout goes with --exec"), (["--exec", ""], "--exec needs a value"),
      (["--exec", "true", "--exec-timeout", "x"], "--exec-timeout needs"),
      (["--format", "markdwn"], "did you mean markdown?"),
    ])
  func refused(_ options: [String], _ message: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first, "--quiet")
    let ending = try await driftwatch.call(["report", "--db", driftwatch.ledger] + options)
    #expect(ending.code == 2 && ending.output.isEmpty && ending.errors.contains(message), "\(ending)")
  }
}
