import Foundation
import TestSupport
import Testing

/// The built command in a folder of its own, called as a process in a bare environment.
///
/// Whatever is called: no trap, nothing but `driftwatch: ` lines on standard error (exactly one where the call failed), and
/// no secret on any stream or in any file.
struct Driftwatch {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let contracts = repository.appending(path: "Contracts").path
  /// What must be seen nowhere.
  static let canary = "canary-7d1f0c"

  /// A group of made-up contracts in `Tests/Fixtures`.
  enum Fixture: String {
    case account, broken, dates, feeds, hostile, many, mapped, polite, quick, recorded, releases, wild
  }

  let place: TemporaryPlace
  private let program: String
  private let fixture: Fixture?

  /// A folder for the command: the product's, or that with a group of made-up contracts.
  ///
  /// - Parameters:
  ///   - fixture: The group; nil: the product's contracts.
  ///   - program: Path of another build of the command.
  /// - Throws: An error where no folder can be made.
  init(_ fixture: Fixture? = nil, program: String? = nil) throws {
    place = try TemporaryPlace()
    self.program = program ?? (fixture == nil ? "driftwatch" : "fixture-contracts")
    self.fixture = fixture
  }

  /// What calls the command in a line for the shell.
  var shellWords: String {
    fixtureVariables.map { "\($0)=\($1) " }.joined() + "'\(Program.products.appending(path: program).path)'"
  }

  private var fixtureVariables: [String: String] { fixture.map { ["FIXTURE_CONTRACTS": $0.rawValue] } ?? [:] }

  var ledger: String { place.path("ledger.sqlite") }

  /// Proxies that lead nowhere, and secrets.
  static let environment: [String: String] = [
    "TODO_TOKEN": canary, "OMG_LOL_TOKEN": canary, "http_proxy": "http://127.0.0.1:1",
    "HTTPS_PROXY": "http://127.0.0.1:1", "ALL_PROXY": "http://127.0.0.1:1",
  ]

  /// Starts a call and does not wait for it.
  func start(_ arguments: [String], environment: [String: String] = [:], folder: String? = nil) throws -> Program {
    try Program(
      program, arguments,
      environment: Self.environment.merging(fixtureVariables) { $1 }.merging(environment) { $1 },
      folder: folder ?? place.url.path)
  }

  /// Calls the command and waits for its end.
  @discardableResult
  func call(
    _ arguments: String..., environment: [String: String] = [:], folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Program.Ending {
    try await call(arguments, environment: environment, folder: folder, sourceLocation: sourceLocation)
  }

  @discardableResult
  func call(
    _ arguments: [String], environment: [String: String] = [:], folder: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Program.Ending {
    let ending = try await start(arguments, environment: environment, folder: folder).end()
    holds(ending, "\(arguments)", sourceLocation)
    return ending
  }

  /// What is true of every call.
  func holds(_ ending: Program.Ending, _ words: String, _ sourceLocation: SourceLocation = #_sourceLocation) {
    let comment = Comment(rawValue: "\(words): exit \(ending.code)\n\(ending.text.prefix(2000))\n\(ending.errors)")
    #expect([0, 1, 2, 3, 4, 75].contains(ending.code), comment, sourceLocation: sourceLocation)
    let lines = ending.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.allSatisfy { $0.hasPrefix("driftwatch: ") }, comment, sourceLocation: sourceLocation)
    #expect(ending.errors.isEmpty || ending.errors.hasSuffix("\n"), comment, sourceLocation: sourceLocation)
    if [2, 4, 75].contains(ending.code) { #expect(lines.count == 1, comment, sourceLocation: sourceLocation) }
    #expect(!(ending.text + ending.errors).contains(Self.canary), comment, sourceLocation: sourceLocation)
    #expect(!(ending.text + ending.errors).contains("Fatal error"), comment, sourceLocation: sourceLocation)
    for file in files() where file.contains(Data(Self.canary.utf8)) {
      Issue.record("a secret is in a file after \(words)", sourceLocation: sourceLocation)
    }
  }

  private func files() -> [Data] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: place.url.path)) ?? []
    return names.compactMap { try? Data(contentsOf: place.url.appending(path: $0)) }
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}

/// The parts of the JSON report that these tests look at.
struct ReportJSON: Decodable {
  struct Summary: Decodable {
    let exitCode: Int
    let exitReasons: [String]
  }
  struct Endpoint: Decodable {
    let contract: String
    let endpoint: String
    let outcome: String
    let reason: String?
  }
  struct Finding: Decodable {
    let rule: String
    let level: String
    let path: String
  }
  struct Incident: Decodable {
    struct Stored: Decodable {
      let id: String
      let state: String
    }
    let incident: Stored
  }
  let schemaVersion: Int
  let summary: Summary
  let endpoints: [Endpoint]
  let findings: [Finding]
  let incidents: [Incident]

  init(_ data: Data) throws { self = try JSONDecoder().decode(ReportJSON.self, from: data) }
}

/// Responses of the `quick` contract, as folders for `--from`.
enum People {
  static let first = list { #""name":"Ada \#($0)","email":"ada\#($0)@example.org""# }
  /// A member more than `first`, read by nobody.
  static let withAge = list { #""name":"Ada \#($0)","email":"ada\#($0)@example.org","age":\#(30 + $0)"# }
  /// An optional member less: the app shows less.
  static let withoutEmail = list { #""name":"Ada \#($0)""# }
  /// A required member less: the app shows nothing.
  static let withoutName = list { #""email":"ada\#($0)@example.org""# }

  /// Six people: fewer would prove little when something is gone.
  private static func list(_ members: (Int) -> String) -> String {
    "[" + (1...6).map { "{\"id\":\($0),\(members($0))}" }.joined(separator: ",") + "]"
  }
}

extension Driftwatch {
  /// One round of the quick contract's `people` over `response`, in the ledger of this folder.
  @discardableResult
  func round(_ response: String, _ options: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws
    -> Program.Ending
  {
    try place.write(response, to: "round/quick/people/index.json")
    return try await call(
      ["check", "quick/people", "--from", place.path("round"), "--db", ledger] + options,
      sourceLocation: sourceLocation)
  }
}

extension Driftwatch {
  /// A program that keeps the ledger's write lock for so many seconds, from when it has printed `held`.
  func writer(seconds: Double = 600) throws -> Program {
    try ExternalTool.python.require()
    let script = """
      import sqlite3, sys, time
      connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
      connection.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      time.sleep(float(sys.argv[2]))
      """
    return try Program("/usr/bin/python3", ["-c", script, ledger, String(seconds)], environment: pathOnly)
  }
}

/// Validates a JSON file against the JSON Schema in another file, of whatever draft that says it is.
func expectValid(_ json: String, schema: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  try ExternalTool.jsonSchema.require()
  let script = """
    import json, sys
    from jsonschema.validators import validator_for
    schema = json.load(open(sys.argv[1]))
    validator = validator_for(schema)
    validator.check_schema(schema)
    validator(schema).validate(json.load(open(sys.argv[2])))
    """
  let checked = try await Program("/usr/bin/python3", ["-c", script, schema, json]).end()
  #expect(checked.code == 0, "\(checked.errors.suffix(2000))", sourceLocation: sourceLocation)
}

/// Holds a JSON document against its published schema.
func expectValid(
  json: String, schema name: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try await expectValid(
    json, schema: Driftwatch.repository.appending(path: "docs/\(name)").path, sourceLocation: sourceLocation)
}

/// Holds a JSON report against its published schema, and a JUnit file against the schema of those who read it.
func expectValid(
  json: String, junit: String, schema name: String = "report.schema.json",
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  try ExternalTool.xmllint.require()
  try await expectValid(json: json, schema: name, sourceLocation: sourceLocation)
  let schemaOfJUnit = Driftwatch.repository.appending(path: "Tests/ReportingTests/junit.xsd").path
  let linted = try await Program(
    "/usr/bin/env", ["xmllint", "--noout", "--schema", schemaOfJUnit, junit], environment: pathOnly
  ).end()
  #expect(linted.code == 0, "\(linted.errors.suffix(2000))", sourceLocation: sourceLocation)
}
