import Foundation
import TestSupport
import Testing

@Suite("Commands that are proposed ask the ledger that the call asked")
struct ProposedCommandTests {
  /// How often each part is in a text, whose lines may break anywhere.
  private static func counts(_ text: String, _ parts: String...) -> [Int] {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return parts.map { words.components(separatedBy: $0).count - 1 }
  }

  /// A ledger with an incident at an endpoint that was fetched.
  private static func broken(_ driftwatch: Driftwatch, _ options: [String], _ variables: [String: String]) async throws
    -> Program.Ending
  {
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let check = ["check", "quick/people", "--base-url", "quick=\(server.url(""))"] + options
    for _ in 0..<3 {
      try driftwatch.place.write(People.first, to: "files/people.json")
      #expect(try await driftwatch.call(check, environment: variables).code == 0)
    }
    try driftwatch.place.write(People.withoutName, to: "files/people.json")
    return try await driftwatch.call(check, environment: variables)
  }

  /// How a call came to its ledger.
  enum Way: String, CaseIterable {
    case option, variable, folder, configuration, standard
  }

  @Test(
    "In text, JSON, Markdown and pages each one leads to the same ledger, with whole paths where it is not at the user's own place",
    arguments: Way.allCases)
  func surfaces(_ way: Way) async throws {
    let driftwatch = try Driftwatch(.quick)
    // Nothing of it is read in a terminal, so that whoever copies it may be anywhere.
    let ledger = driftwatch.place.path(way == .folder ? "driftwatch.sqlite" : "l.sqlite")
    try driftwatch.place.write(#"{"db": "l.sqlite"}"#, to: "own.json")
    let options =
      switch way {
      case .option: ["--db", "l.sqlite"]
      case .configuration: ["--config", "own.json"]
      case .variable, .folder, .standard: [String]()
      }
    let variables: [String: String] =
      switch way {
      case .variable: ["DRIFTWATCH_DB": ledger]
      case .folder: ["STATE_DIRECTORY": driftwatch.place.url.path]
      case .standard: ["XDG_STATE_HOME": driftwatch.place.path("state")]
      case .option, .configuration: [:]
      }
    let named =
      switch way {
      case .option, .variable, .folder: " --db \(ledger)"
      case .configuration: " --config \(driftwatch.place.path("own.json"))"
      case .standard: ""
      }
    func call(_ words: String...) async throws -> String {
      let ending = try await driftwatch.call(words + options, environment: variables)
      #expect(ending.errors.isEmpty, "\(words): \(ending.errors)")
      return ending.text
    }
    let checked = try await Self.broken(driftwatch, options, variables).text
    var texts = ["check": checked]
    let id = String(try #require(checked.firstMatch(of: #/(?m)^([0-9A-F]{4,})  NEW/#)?.1))
    texts["report"] = try await call("report")
    texts["report in Markdown"] = try await call("report", "--all", "--format", "markdown")
    texts["show"] = try await call("show", id)
    texts["show in JSON"] = try await call("show", id, "--format", "json")
    _ = try await call("site", "pages")
    let pages = try FileManager.default.contentsOfDirectory(atPath: driftwatch.place.path("pages"))
    for page in pages where page.hasPrefix("incident.") {
      texts[page] = try String(contentsOfFile: driftwatch.place.path("pages/\(page)"), encoding: .utf8)
    }
    #expect(texts.count == 6, "\(texts.keys)")
    for (surface, text) in texts {
      let counts = Self.counts(text, "fixture-contracts ", named.isEmpty ? " --" + "db " : named)
      let hasCommands = surface != "report in Markdown"  // of what is open since before
      #expect(counts[0] > 0 || !hasCommands, "\(surface): \(text)")
      #expect(counts[1] == (named.isEmpty ? 0 : counts[0]), "\(surface): \(counts) \(text)")
      guard ["check", "report", "show"].contains(surface) else { continue }
      for line in text.split(separator: "\n")
      where !line.hasPrefix("REPRODUCE") && !line.contains(named.isEmpty ? "REPRODUCE" : named) {
        #expect(line.count <= 80, "\(surface): \(line)")
      }
    }
    #expect(texts["report"]?.contains("fixture-contracts show \(id)") == true)
    #expect(
      texts["show"]?.contains(
        "REPRODUCE     fixture-contracts check quick/people --verbose\(named.isEmpty ? "\n" : named)")
        == true, "\(texts)")
  }

  @Test("What a proposed command lists is of the same ledger, whatever it is called")
  func copied() async throws {
    let driftwatch = try Driftwatch(.quick)
    let ending = try await Self.broken(driftwatch, ["--db", "it's ours.sqlite"], [:])
    let words = ending.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let line = try #require(words.firstMatch(of: #/fixture-contracts (show [0-9A-F]+ --db .*?sqlite'?) /#)?.1)
    let shown = try await Program(
      "/bin/sh", ["-c", "\(driftwatch.shellWords) \(line)"], environment: pathOnly, folder: driftwatch.place.url.path
    ).end()
    #expect(shown.code == 0 && shown.text.contains("quick/people"), "\(line): \(shown.errors)")
  }

  @Test("A folder of days is no round: the line says how one day is checked, and how all are")
  func days() async throws {
    let driftwatch = try Driftwatch(.quick)
    for day in ["2026-01-01", "2026-01-02"] {
      try driftwatch.place.write(People.first, to: "rec/\(day)/quick/people.json")
    }
    let ending = try await driftwatch.call("check", "--from", "rec", "--db", "l.sqlite")
    #expect(ending.code == 2 && ending.errors.contains("rec holds recordings of 2 days"), "\(ending.errors)")
    #expect(ending.errors.contains("--from rec/2026-01-02, or all with --from recordings --recordings rec"))
    #expect(
      try await driftwatch.call("check", "quick/people", "--from", "rec/2026-01-02", "--db", "l.sqlite").code == 0)
    let all = ["check", "quick/people", "--from", "recordings", "--recordings", "rec", "--db", "l.sqlite"]
    #expect(try await driftwatch.call(all).code == 0)
  }

  @Test(
    "Messages that say which command helps name the ledger as well",
    arguments: [
      (["report", "--db", "none"], "run driftwatch check --db none first"),
      (["incidents", "--db", "none"], "run driftwatch check --db none first"),
      (["site", "pages", "--db=no ne"], "run driftwatch check --db 'no ne' first"),
      (["show", "--db", "none"], "; driftwatch incidents --db none lists them"),
      (["ack", "--db", "none"], "; driftwatch incidents --db none lists them"),
      (["ack"], "; driftwatch incidents lists them"),
    ])
  func messages(_ words: [String], _ message: String) async throws {
    let ending = try await Driftwatch().call(words)
    #expect([2, 3].contains(ending.code) && ending.errors.contains(message), "\(ending.errors)")
  }

  @Test("An address that may hold a password is never repeated")
  func passwords() async throws {
    for address in [
      "postgres://me:CANARY@db.example.com/drift", "postgres://db.example.com/drift?password=CANARY",
      "postgres://me:1#CANARY@db.example.com/drift", "postgres://me:1/CANARY@db.example.com",
      "mysql://me:CANARY@db.example.com/drift",
    ] {
      let name = address.replacing("CANARY", with: Driftwatch.canary)
      let ending = try await Driftwatch().call("show", "--db", name)
      #expect(ending.code == 2 && ending.errors.contains("; driftwatch incidents lists them"), "\(ending.errors)")
    }
    for (name, words) in [
      ("host=db user=me password=CANARY", "begins with postgres:// and holds no password"),
      ("me:CANARY@db.example.com", "begins with postgres:// and holds no password"),
      ("server=db;pwd=CANARY", "begins with postgres:// and holds no password"),
      ("mysql://me:CANARY@db.example.com/drift", "begins with postgres://"),
      ("postgres://me:CANARY@db.example.com/drift", "a password does not belong into its address"),
      ("no\u{1B}[31mne", "no ledger at no"),
    ] {
      let commands = [["report"], ["status"], ["incidents"], ["store", "backup", "copy"], ["store", "verify"]]
      for command in commands + (name.contains("CANARY") ? [["check"]] : []) {
        let ending = try await Driftwatch().call(
          command + ["--db", name.replacing("CANARY", with: Driftwatch.canary)])
        #expect([2, 3].contains(ending.code) && ending.errors.contains(words), "\(command) \(ending.errors)")
        #expect(!ending.errors.contains("\u{1B}"))
      }
    }
    let address = "postgres://ann@db.example.com/drift?schema=shop"
    let ending = try await Driftwatch().call("show", "--db", address)
    #expect(ending.errors.contains("; driftwatch incidents --db '\(address)' lists them"), "\(ending.errors)")
  }

  @Test("A ledger that was not named at the command line is found by whoever copies, as it was found here")
  func elsewhere() async throws {
    let driftwatch = try Driftwatch()
    let file = try driftwatch.place.write(#"{"db": "none"}"#, to: "driftwatch.json")
    for (words, variables, option) in [
      (["report"], ["DRIFTWATCH_DB": "none"], ""), (["report", "--config", file], [:], " --config \(file)"),
    ] as [([String], [String: String], String)] {
      let ending = try await driftwatch.call(words, environment: variables)
      #expect(ending.code == 3 && ending.errors.contains("run driftwatch check\(option) first"), "\(ending.errors)")
    }
  }
}
