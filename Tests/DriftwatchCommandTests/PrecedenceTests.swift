import ContractKit
@testable import Fetching
import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

private let contracts = [Contract("shop", baseURL: "https://shop.example.com") { Endpoint("list", get: "/list") }]

@Suite("Options over environment over file over default")
struct PrecedenceTests {
  private func settings(
    _ arguments: [String], _ text: String, _ environment: [String: String] = [:], in place: TemporaryPlace
  ) throws -> CommandSettings {
    let path = try place.write(text, to: "driftwatch.json")
    let call = try CommandCall(arguments + ["--config", path])
    let configuration = try Configuration(call, environment, contracts)
    return CommandSettings(
      try call.filled(by: configuration, environment), configuration.applied(to: contracts), environment, .standard)
  }

  private struct Step: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    let environment: [String: String]
    let text: String
    let expected: Double
  }

  @Test(
    "Each source beats the one below it",
    arguments: [
      Step(testDescription: "default", arguments: [], environment: [:], text: "{}", expected: 10),
      Step(testDescription: "file", arguments: [], environment: [:], text: #"{"limits": {"timeout": 3}}"#, expected: 3),
      Step(
        testDescription: "environment", arguments: [], environment: ["DRIFTWATCH_TIMEOUT": "4s"],
        text: #"{"limits": {"timeout": 3}}"#, expected: 4),
      Step(
        testDescription: "an empty variable is none", arguments: [], environment: ["DRIFTWATCH_TIMEOUT": ""],
        text: #"{"limits": {"timeout": 3}}"#, expected: 3),
      Step(
        testDescription: "option", arguments: ["--timeout", "5"], environment: ["DRIFTWATCH_TIMEOUT": "4"],
        text: #"{"limits": {"timeout": 3}}"#, expected: 5),
      Step(
        testDescription: "an option with a unit", arguments: ["--timeout", "1m"], environment: [:], text: "{}",
        expected: 60),
    ])
  private func timeout(_ step: Step) throws {
    let settings = try settings(["check"] + step.arguments, step.text, step.environment, in: try TemporaryPlace())
    #expect(try FetchPolicy(settings.call).timeout == step.expected)
  }

  @Test("Every limit of the file reaches the policy by which is fetched")
  func limits() throws {
    let text = """
      {"limits": {"timeout": 20, "connectTimeout": 7, "bodyBytes": 1000, "bodiesInMemory": 3000, "headerBytes": 2000, "headerLines": 30,
        "redirects": 0, "inFlight": 9, "inFlightPerHost": 3}}
      """
    let policy = try FetchPolicy(try settings(["run"], text, in: try TemporaryPlace()).call)
    #expect(
      policy
        == FetchPolicy(
          timeout: 20, connectTimeout: 7, maximumBodyBytes: 1000, maximumBytesInMemory: 3000, maximumHeaderBytes: 2000,
          maximumHeaderLines: 30,
          maximumRedirects: 0, maximumInFlight: 9, maximumInFlightPerHost: 3))
  }

  @Test(
    "A variable with a wrong value is exit 2 and names the variable",
    arguments: [
      ("DRIFTWATCH_FAIL_ON", "sometimes", "is \"sometimes\", not breaking, warning, info, never"),
      ("DRIFTWATCH_PERSPECTIVE", "recorded", "is \"recorded\", not a name of up to 40 letters"),
      ("DRIFTWATCH_PERSPECTIVE", "eu west!", "is \"eu west!\", not a name"),
      ("DRIFTWATCH_ENVIRONMENT", "x/y", "is \"x/y\", not a name of up to 100 characters"),
      ("DRIFTWATCH_SHAPE_BYTES", "1KiB", "is \"1KiB\", not a whole number of bytes from 64 KiB"),
      ("DRIFTWATCH_DB", "mysql://ann:x@db.example.com/d", "names no ledger: a ledger is a file"),
    ])
  func wrongVariable(_ name: String, _ value: String, _ words: String) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try settings(["check"], "{}", [name: value], in: try TemporaryPlace())
    }
    #expect(failure?.code == 2 && failure?.message.hasPrefix("$\(name) \(words)") == true, "\(failure?.message ?? "")")
  }

  private struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    let environment: [String: String]
    let text: String
    let words: [String]

    init(
      _ testDescription: String, _ arguments: [String] = [], _ environment: [String: String] = [:],
      _ text: String = "{}",
      _ words: String...
    ) {
      (self.testDescription, self.arguments, self.environment) = (testDescription, arguments, environment)
      (self.text, self.words) = (text, words)
    }
  }

  @Test(
    "What turns out to be wrong where it is used is told with the place where it was said, and no option that nobody typed",
    arguments: [
      Place(
        "recordings by option", ["--recordings", "nope"], [:], "{}", #"--recordings: there is no folder "nope""#),
      Place(
        "recordings by variable", [], ["DRIFTWATCH_RECORDINGS": "nope"], "{}",
        #"$DRIFTWATCH_RECORDINGS: there is no folder "nope""#),
      Place(
        "recordings by file", [], [:], "{\n \"recordings\": \"nope\"}",
        "driftwatch.json: recordings: there is no folder",
        "/nope\" (line 2, column 16)"),
      Place(
        "contracts by variable", [], ["DRIFTWATCH_CONTRACTS": "nope"], "{}",
        #"$DRIFTWATCH_CONTRACTS: there is no folder "nope""#),
      Place(
        "contracts by file", [], [:], #"{"contracts": "nope"}"#, "driftwatch.json: contracts: there is no folder",
        "(line 1, column 15)"),
      Place(
        "authorities by file", [], [:], #"{"limits": {"caFile": "nope.pem"}}"#,
        "driftwatch.json: limits.caFile: ", "cannot be read (line 1, column 23)"),
      Place(
        "authorities by variable", [], ["DRIFTWATCH_CA_FILE": "nope.pem"], "{}",
        #"$DRIFTWATCH_CA_FILE: "nope.pem" cannot be read"#),
      Place(
        "environment by file", [], [:], #"{"environment": "stging"}"#,
        "driftwatch.json: environment: no contract and no configuration knows an environment \"stging\"",
        "(line 1, column 17)"),
    ])
  private func place(_ c: Place) throws {
    let settings = try settings(["check"] + c.arguments, c.text, c.environment, in: try TemporaryPlace())
    let failure = #expect(throws: CommandFailure.self) {
      _ = try FetchPolicy(settings.call)
      try settings.checkEnvironment()
      if settings.call.settings["contracts"] != nil { _ = try settings.contractsFolder() }
      _ = try settings.recordingsFolders()
    }
    let message = failure?.message ?? ""
    #expect(failure?.code == 2, "\(message)")
    for words in c.words { #expect(message.contains(words), "\(message)") }
    if c.arguments.isEmpty { #expect(!message.contains("--"), "\(message)") }
  }

  @Test("Base URLs are those of the environment, and --base-url beats them; recordings ask only the option")
  func baseURLs() throws {
    let place = try TemporaryPlace()
    let text = """
      {"environment": "staging", "baseURLs": {"staging": {"shop": "https://s.example.com"},
        "production": {"shop": "https://p.example.com"}}}
      """
    #expect(try settings(["check"], text, in: place).baseURLs() == ["shop": "https://s.example.com"])
    let production = try settings(["check", "--environment", "production"], text, in: place)
    #expect(try production.baseURLs() == ["shop": "https://p.example.com"])
    #expect(try production.givenBaseURLs().isEmpty)
    let given = try settings(["check", "--base-url", "shop=http://127.0.0.1:1"], text, in: place)
    #expect(try given.baseURLs() == ["shop": "http://127.0.0.1:1"])
  }

  @Test(
    "A base URL at another host never mixes with what is checked in production: the call is refused, and says what to add"
  )
  func oneEnvironment() throws {
    let both = contracts + [Contract("bank", baseURL: "https://bank.example.com") { Endpoint("list", get: "/list") }]
    func baseURLs(_ words: String...) throws -> [String: String] {
      let call = try CommandCall(words)
      return try CommandSettings(call, both, [:], .standard).baseURLs()
    }
    for command in ["check", "run", "record"] {
      let failure = #expect(throws: CommandFailure.self) {
        try baseURLs(command, "--base-url", "shop=http://127.0.0.1:1")
      }
      #expect(failure?.code == 2 && failure?.message.contains("shop would be checked at 127.0.0.1:1") == true)
      #expect(failure?.message.contains("--environment") == true)
      let named = ["--base-url", "shop=http://127.0.0.1:1", "--environment", "test"]
      let call = try CommandCall([command] + named)
      #expect(try CommandSettings(call, both, [:], .standard).baseURLs() == ["shop": "http://127.0.0.1:1"])
    }
    #expect(try baseURLs("check", "shop", "--base-url", "shop=http://127.0.0.1:1").count == 1)
    #expect(try baseURLs("check", "--base-url", "shop=https://shop.example.com/v2").count == 1)
  }

  @Test("The ledger of the file is used, but a round over recordings still throws its ledger away")
  func ledger() throws {
    let place = try TemporaryPlace()
    let settings = try settings(["check"], #"{"db": "here.sqlite"}"#, in: place)
    #expect(try settings.ledgerPath() == place.url.standardizedFileURL.appending(path: "here.sqlite").path)
    #expect(settings.call.value("--db") == nil)
  }

  @Test("quiet and format are of the commands that the table names: no alert report is silenced by a file")
  func quiet() throws {
    let place = try TemporaryPlace()
    let text = #"{"quiet": true, "format": "github"}"#
    #expect(try settings(["check"], text, in: place).call.has("--quiet"))
    #expect(try !settings(["report"], text, in: place).call.has("--quiet"))
    #expect(try settings(["report"], text, in: place).call.value("--format") == "github")
    #expect(try settings(["incidents"], text, in: place).call.value("--format") == nil)
  }

  @Test("The file is read anew on request; one that went wrong gives one line, and what held stays")
  func reload() throws {
    let place = try TemporaryPlace()
    let settings = try settings(["run", "--timeout", "5"], #"{"intervals": {"shop": "30m"}}"#, in: place)
    #expect(settings.contracts.first?.endpoints.first?.interval == .minutes(30))
    try place.write(#"{"intervals": {"shop": "20m"}, "limits": {"timeout": 9}}"#, to: "driftwatch.json")
    let second = try settings.reloaded().get()
    #expect(second.contracts.first?.endpoints.first?.interval == .minutes(20))
    #expect(try FetchPolicy(second.call).timeout == 5, "options still beat the file")
    try place.write("{}", to: "driftwatch.json")
    #expect(try second.reloaded().get().contracts.first?.endpoints.first?.interval == .minutes(15))
    try place.write(#"{"intervalls": {}}"#, to: "driftwatch.json")
    guard case .failure(let failure) = second.reloaded() else {
      Issue.record("a wrong file was taken")
      return
    }
    #expect(failure.message.contains("did you mean \"intervals\"?") && !failure.message.contains("\n"))
  }

  @Test("What the user of this machine has of the program is neither read nor written by a test that needs a toolchain")
  func apart() async throws {
    let home = try #require(ProcessInfo.processInfo.environment["HOME"])
    let words = "echo $HOME; echo $XDG_STATE_HOME; echo $XDG_CONFIG_HOME"
    let lines = try await Program("/bin/sh", ["-c", words], environment: ["HOME": home]).end().text
      .split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines.first == home)
    #expect(lines.dropFirst().allSatisfy { !$0.hasPrefix(home + "/") }, "\(lines)")
    let own = try await Program("/bin/sh", ["-c", words], environment: ["HOME": "/nowhere"]).end().text
    #expect(own == "/nowhere\n\n\n")
  }
}
