import Foundation
import TestSupport
import Testing

struct FailureCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  let code: Int32
  /// What the one line must hold.
  let words: String

  /// `DIR` in an argument stands for the test's folder.
  init(_ arguments: [String], _ code: Int32, _ words: String) {
    (self.arguments, self.code, self.words) = (arguments, code, words)
    testDescription = arguments.joined(separator: " ")
  }
}

@Suite("What cannot be done is one line on standard error and its exit code")
struct FailureTests {
  @Test(
    "Wrong use and configuration is exit 2",
    arguments: [
      FailureCase(["chek"], 2, "did you mean check?"),
      FailureCase(["shim"], 2, "unknown command \"shim\""),
      FailureCase(["check", "--formt", "json"], 2, "did you mean --format?"),
      FailureCase(["check", "--format", "jsn"], 2, "did you mean json?"),
      FailureCase(["check", "--format", "sarif"], 2, "not \"sarif\""),
      FailureCase(["check", "--output", "pdf=DIR/x"], 2, "not \"pdf\""),
      FailureCase(["check", "--output", "json"], 2, "FORMAT=FILE"),
      FailureCase(["check", "--output", "json=-"], 2, "--format json puts a report on standard output"),
      FailureCase(["check", "--deadline", "0x10"], 2, "number of seconds"),
      FailureCase(["check", "--deadline", "nan"], 2, "number of seconds"),
      FailureCase(["check", "--fail-on", "braking"], 2, "did you mean breaking?"),
      FailureCase(["check", "pokapi"], 2, "did you mean pokeapi?"),
      FailureCase(["check", "pokeapi/pokemn"], 2, "did you mean pokeapi/pokemon?"),
      FailureCase(["check", "pokeapi/"], 2, "no endpoint \"\""),
      FailureCase(["check", "\u{1b}[31mred\u{7}"], 2, "unknown contract"),
      FailureCase(["check", "/srv/nofile"], 2, #"unknown contract "/srv/nofile";"#),
      FailureCase(["check", "//me:\(Driftwatch.canary)@127.0.0.1/x?key=\(Driftwatch.canary)"], 2, "unknown contract"),
      FailureCase(["check", "example.com?key=\(Driftwatch.canary)"], 2, "a URL begins with its scheme"),
      FailureCase(["check", "me:\(Driftwatch.canary)@localhost/x"], 2, "unknown contract"),
      FailureCase(["check", "pokeapi/pokemn?key=\(Driftwatch.canary)"], 2, "no endpoint"),
      FailureCase(["check", "/v1/items?api_key=\(Driftwatch.canary)"], 2, #"unknown contract "/v1/items";"#),
      FailureCase(["check", "/\u{1b}[31m"], 2, "unknown contract"),
      FailureCase(["check", "--deadline", "soon"], 2, "number of seconds"),
      FailureCase(["check", "--deadline", "nan"], 2, "number of seconds"),
      FailureCase(["check", "--timeout", "-1"], 2, "number of seconds"),
      FailureCase(["check", "--base-url", "pokeapi"], 2, "ID=URL"),
      FailureCase(["check", "--base-url", "pokapi=http://127.0.0.1"], 2, "did you mean pokeapi?"),
      FailureCase(["check", "--base-url", "pokeapi=ftp://127.0.0.1"], 2, "is not an http or https URL"),
      FailureCase(["check", "--base-url", "pokeapi=http://me:\(Driftwatch.canary)@127.0.0.1"], 2, "pokeapi"),
      FailureCase(["check", "--base-url", "pokeapi=//me:\(Driftwatch.canary)@127.0.0.1"], 2, "pokeapi"),
      FailureCase(["check", "http://me:\(Driftwatch.canary)@127.0.0.1/x?key=\(Driftwatch.canary)"], 2, "password"),
      FailureCase(["check", "ftp://127.0.0.1/x?key=\(Driftwatch.canary)"], 2, "no http or https URL"),
      FailureCase(["check", "http://"], 2, "no http or https URL"),
      FailureCase(["check", "http://127.0.0.1/{id}"], 2, "%7B"),
      FailureCase(["check", "https://пример.рф/x"], 2, "write the host name in ASCII"),
      FailureCase(["check", "https://bücher.example/x"], 2, "xn--"),
      FailureCase(["check", "--from", "DIR/none"], 2, "no folder"),
      FailureCase(["check", "--from", "recording"], 2, "did you mean recordings?"),
      FailureCase(["check", "--from", "recordings"], 2, "no Contracts/"),
      FailureCase(["check", "--from", "recordings", "--from", "recordings"], 2, "--from recordings stands alone"),
      FailureCase(["check", "--from", "live", "--from", "live"], 2, "--from live stands alone"),
      FailureCase(["check", "--from", "DIR", "--from", "live"], 2, "--from live stands alone"),
      FailureCase(["check", "--from", "DIR", "--from", "recordings"], 2, "--from recordings stands alone"),
      FailureCase(["check", "--from", "recordings", "--contracts", "DIR/none"], 2, "no folder"),
      FailureCase(["check", "--ca-file", "DIR/none"], 2, "cannot be read"),
      FailureCase(["check"], 2, "DRIFTWATCH_DB"),
      FailureCase(["contracts", "pokapi"], 2, "did you mean pokeapi?"),
      FailureCase(["explain"], 2, "explain needs one RULE"),
      FailureCase(["explain", "field-remved"], 2, "did you mean field-removed?"),
      FailureCase(["explain", "abcd", "--db", "DIR/none"], 2, "no ledger"),
      FailureCase(["report", "now"], 2, "takes no argument"),
      FailureCase(["run", "--base-url", "pokapi=http://127.0.0.1", "--db", "DIR/x"], 2, "did you mean pokeapi?"),
      FailureCase(["status", "--max-age", "0"], 2, "number of seconds"),
      FailureCase(["check", "--from", "recordings", "--environment", "x/y"], 2, "--environment needs a name"),
      FailureCase(["check", "--from", "recordings", "--perspective", "recorded"], 2, "--perspective needs a name"),
      FailureCase(["report", "--db", "DIR/none"], 3, "no ledger"),
      FailureCase(["status", "--db", "DIR/none"], 3, "no ledger"),
    ])
  func wrongUse(_ c: FailureCase) async throws {
    let driftwatch = try Driftwatch()
    let arguments = c.arguments.map { $0.replacingOccurrences(of: "DIR", with: driftwatch.place.url.path) }
    let ending = try await driftwatch.call(arguments)
    #expect(ending.code == c.code)
    #expect(ending.text.isEmpty)
    #expect(ending.errors.contains(c.words), "\(ending.errors)")
    #expect(ending.errors.split(separator: "\n").count == 1)
    #expect(!ending.errors.contains("\u{1b}") && !ending.errors.contains("\u{7}"))
    #expect(!FileManager.default.fileExists(atPath: driftwatch.ledger))
  }

  @Test(
    "Of a ledger that is a folder or is nowhere that is said, and not that it should be writable",
    arguments: [
      ("DIR", "(it is a folder)"), ("DIR/", "(it is a folder)"),
      ("DIR/new/", "(a name that ends with / is a folder's)"), ("DIR/file/new", "(Not a directory)"),
      ("/proc/nowhere/ledger.sqlite", "(its folder does not exist)"),
    ])
  func noLedger(_ path: String, _ reason: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write("", to: "file")
    try driftwatch.place.write(People.first, to: "round/quick/people/index.json")
    let path = path.replacing("DIR", with: driftwatch.place.url.path)
    let ending = try await driftwatch.call(
      "check", "quick/people", "--from", driftwatch.place.path("round"), "--db", path)
    #expect(ending.code == 4 && ending.text.isEmpty, "\(ending)")
    #expect(ending.errors.hasSuffix("\(reason). Name another ledger with --db.\n"), "\(ending.errors)")
    #expect(!ending.errors.contains("writable"), "\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: driftwatch.place.path("new")))
  }

  @Test(
    "A ledger that cannot be used is exit 4, and its bytes are left alone",
    arguments: ["a folder", "garbage", "below a file", "cut", "another program's"])
  func unusableLedger(_ kind: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    var path = driftwatch.ledger
    switch kind {
    case "a folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    case "garbage": try driftwatch.place.write(String(repeating: "no database ", count: 900), to: "ledger.sqlite")
    case "below a file": path = try driftwatch.place.write("", to: "file") + "/ledger.sqlite"
    case "cut":
      try await driftwatch.round(People.first)
      let bytes = try Data(contentsOf: URL(filePath: path))
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    default:
      try await Self.python(
        "import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);c.execute('create table t(x)');c.commit()", path)
    }
    let before = try? Data(contentsOf: URL(filePath: path))
    try driftwatch.place.write(People.first, to: "round/quick/people/index.json")
    let calls = [
      ["check", "quick/people", "--from", driftwatch.place.path("round")], ["report"], ["status"], ["run"],
    ]
    for call in calls {
      var call = call + ["--db", path]
      if call[0] == "run" { call += ["--base-url", "quick=http://127.0.0.1:1"] }
      if kind == "below a file" && ["report", "status"].contains(call[0]) { continue }
      #expect(try await driftwatch.call(call).code == 4, "\(call)")
    }
    #expect((try? Data(contentsOf: URL(filePath: path))) == before)
  }

  @Test("A ledger that another connection keeps locked is exit 4 after the timeout")
  func lockedLedger() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    let holder = try driftwatch.writer()
    #expect(try await Program.wait { holder.outputSoFar.contains("held") })
    let ending = try await driftwatch.round(People.first)
    #expect(ending.code == 4)
    #expect(ending.errors.contains("locked by another process"))
    holder.send(SIGKILL)
    _ = await holder.end()
    #expect(try await driftwatch.round(People.first).code == 0)
  }

  @Test("While another instance holds the lock, exit is 75; when that has died, 0")
  func heldLock() async throws {
    try ExternalTool.python.require()
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    let script = """
      import fcntl, sys, time
      file = open(sys.argv[1] + ".lock", "a")
      fcntl.flock(file, fcntl.LOCK_EX)
      print("held", flush=True)
      time.sleep(120)
      """
    let holder = try Program("/usr/bin/python3", ["-c", script, driftwatch.ledger], environment: pathOnly)
    #expect(try await Program.wait { holder.outputSoFar.contains("held") })
    #expect(try await driftwatch.round(People.first).code == 75)
    let run = try await driftwatch.call("run", "--db", driftwatch.ledger, "--base-url", "quick=http://127.0.0.1:1")
    #expect(run.code == 75)
    // A round would store again what it read before.
    #expect(try await driftwatch.call("store", "forget", "quick/people", "--db", driftwatch.ledger).code == 75)
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).code == 0)
    holder.send(SIGKILL)
    _ = await holder.end()
    #expect(try await driftwatch.round(People.first).code == 0)
  }

  @Test("Recordings that contradict themselves are exit 2", arguments: ["two", "meta"])
  func badRecordings(_ kind: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    let folder = "round/quick/people"
    if kind == "two" {
      for label in ["a", "b"] { try driftwatch.place.write(People.first, to: "\(folder)/index.\(label).json") }
    } else {
      try driftwatch.place.write(People.first, to: "\(folder)/index.json")
      try driftwatch.place.write("{\"status\": \"\(Driftwatch.canary.dropLast(99))", to: "\(folder)/index.meta.json")
    }
    let ending = try await driftwatch.call("check", "quick", "--from", driftwatch.place.path("round"))
    #expect(ending.code == 2)
    #expect(ending.errors.contains(kind == "two" ? "index.a.json and index.b.json" : "index.meta.json"))
  }

  @Test("A report that cannot be written is exit 4 before anything is asked", arguments: ["none/x.json", "", "file/x"])
  func unwritableOutput(_ name: String) async throws {
    let server = try HostileServer()
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write("", to: "file")
    let ending = try await driftwatch.call(
      "check", "--base-url", "quick=\(server.url(""))", "--db", driftwatch.ledger, "--output",
      "json=\(driftwatch.place.path(name))")
    #expect(ending.code == 4)
    #expect(ending.errors.contains("cannot write"))
    #expect(try server.requests(under: "/").isEmpty)
  }

  @Test(
    "A file that may not grow is exit 4 and one line that says so, whichever of the ledger's files it is",
    arguments: [2, 16, 48, 200])
  func fileLimit(kilobytes: Int) async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "round/quick/people/index.json")
    // The unit of `ulimit -f` is 512 bytes.
    let line = "ulimit -f \(2 * kilobytes); \(driftwatch.shellWords) check quick/people --from round --db ledger.sqlite"
    let ending = try await Program("/bin/sh", ["-c", line], folder: driftwatch.place.url.path).end()
    driftwatch.holds(ending, line)
    #expect(ending.code == 4)
    #expect(ending.errors.contains("ledger.sqlite: the ledger may not grow") && ending.errors.contains("ulimit -f"))
    #expect(!ending.errors.contains("SQLite"), "\(ending.errors)")
  }

  @Test("A full disk behind standard output is exit 4, and the news are told again")
  func fullOutput() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    try await driftwatch.round(People.withoutName)
    let report = "\(driftwatch.shellWords) report --db '\(driftwatch.ledger)'"
    let full = try await Program("/bin/sh", ["-c", "\(report) >/dev/full"]).end()
    driftwatch.holds(full, "report on a full disk")
    #expect(full.code == 4)
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.hasPrefix("BREAKING"))
  }

  private static func python(_ script: String, _ argument: String) async throws {
    try ExternalTool.python.require()
    let ending = try await Program("/usr/bin/python3", ["-c", script, argument], environment: pathOnly).end()
    try #require(ending.code == 0, "\(ending.errors)")
  }
}

/// For helpers of the tests themselves: where their programs are.
let pathOnly = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
