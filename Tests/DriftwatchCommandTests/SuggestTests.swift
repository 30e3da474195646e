import Foundation
import TestSupport
import Testing

@Suite("The edit and the transform that mend a break, through the command")
struct SuggestTests {
  let driftwatch: Driftwatch
  /// Where the tools are.
  private let tools = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }

  init() throws {
    driftwatch = try Driftwatch(.broken)
    for entry in BreakCase.all {
      try driftwatch.place.write(entry.old, to: "recordings/2026-01-01/broken/\(entry.endpoint).json")
      try driftwatch.place.write(entry.new, to: "recordings/2026-02-01/broken/\(entry.endpoint).json")
    }
  }

  private struct Report: Decodable {
    struct Version: Decodable {
      struct Break: Decodable { let rule: String }
      struct Proof: Decodable {
        let read: Int
        let recordings: Int
        let identical: Int
      }
      struct Edit: Decodable {
        let patch: String
        let proof: Proof
      }
      struct Trial: Decodable { let outcome: String }
      struct Transform: Decodable {
        let proof: Proof
        let jqTrial: Trial
        let swiftTrial: Trial
      }

      let breaks: [Break]
      let edit: Edit?
      let transform: Transform?
    }

    let versions: [Version]
  }

  private func suggest(_ endpoint: String, _ more: [String] = [], tools: [String: String]? = nil) async throws
    -> Program.Ending
  {
    try await driftwatch.call(
      ["suggest", "broken/\(endpoint)", "--from", driftwatch.place.path("recordings")] + more,
      environment: tools ?? self.tools)
  }

  /// What is wrong with what is found for a case; `nil`: an edit and a transform are found and proved.
  private func problem(_ entry: BreakCase) async throws -> String? {
    let ending = try await suggest(entry.endpoint, ["--format", "json"])
    guard ending.code == 0, let report = try? JSONDecoder().decode(Report.self, from: Data(ending.text.utf8)),
      let version = report.versions.first
    else { return "\(entry.endpoint): \(ending)" }
    guard version.breaks.map(\.rule) == [entry.rule] else { return "\(entry.endpoint): \(version.breaks)" }
    guard let edit = version.edit, edit.proof.read == 2, edit.proof.recordings == 2, edit.proof.identical > 0 else {
      return "\(entry.endpoint): no edit"
    }
    guard entry.hasTransform else { return nil }
    guard let transform = version.transform, transform.proof.read == 2, transform.jqTrial.outcome == "same",
      transform.swiftTrial.outcome == "same"
    else { return "\(entry.endpoint): no transform \(ending.text)" }
    return nil
  }

  @Test("A break by a quoted number and one by a word without a case are mended; the patch applies")
  func few() async throws {
    try ExternalTool.jq.require()
    try ExternalTool.patch.require()
    for entry in BreakCase.all where entry.endpoint == "swallowed-number" {
      #expect(try await problem(entry) == nil)
    }
    let patch = try await suggest("enum-switched", ["--format", "patch"])
    #expect(patch.text.contains("+  case steep\n") && patch.text.contains("+      case .steep, .hilly: "), "\(patch)")
    try driftwatch.place.write(patch.text, to: "edit.patch")
    // Named from the root of the repository, in whose other folder the command was called.
    let applied = try await Program(
      "/usr/bin/env", ["patch", "--dry-run", "-p1", "-i", driftwatch.place.path("edit.patch")], environment: tools,
      folder: Driftwatch.repository.path
    ).end()
    #expect(applied.code == 0, "\(applied)")
  }

  @Test(
    "Of thirty kinds of break, three for each rule of decoding and loss, an edit is found for all thirty and proved, a transform for 27",
    .enabled(if: ProcessInfo.processInfo.environment["DRIFTWATCH_LONG_TESTS"] != nil))
  func thirty() async throws {
    let counts = Dictionary(grouping: BreakCase.all, by: \.rule).mapValues(\.count)
    #expect(counts.count == 10 && counts.values.allSatisfy { $0 == 3 } && BreakCase.all.count { $0.hasTransform } == 27)
    for entry in BreakCase.all { #expect(try await problem(entry) == nil) }
  }

  @Test("The JSON document is as its schema says: with an edit and a transform, without tools, and without a remedy")
  func schema() async throws {
    for (endpoint, tools) in [
      ("type-quoted", tools), ("key-removed", ["PATH": "/nonexistent"]), ("fallback-plain", ["PATH": "/nonexistent"]),
    ] {
      let ending = try await suggest(endpoint, ["--format", "json"], tools: tools)
      let file = try driftwatch.place.write(ending.text, to: "\(endpoint).json")
      try await expectValid(json: file, schema: "suggest.schema.json")
      #expect(ending.text.contains(#""schemaVersion" : 1"#), "\(ending)")
    }
  }

  @Test("Without a toolchain there are transforms, and a line says why no edit was tried")
  func withoutToolchain() async throws {
    let ending = try await suggest("type-quoted", tools: ["PATH": "/nonexistent"])
    #expect(ending.code == 0 && ending.text.contains("not tried: there is no swiftc in PATH"), "\(ending)")
    #expect(ending.text.contains("untried: there is no jq in PATH"), "\(ending)")
    #expect(ending.text.contains("becomes a number where it is one in quotes"), "\(ending)")
    let none = try await suggest("fallback-plain", tools: ["PATH": "/nonexistent"])
    #expect(none.code == 3, "\(none)")
  }

  @Test(
    "What cannot be answered is one line",
    arguments: [
      ([], 2, "suggest needs one INCIDENT or ID/ENDPOINT"), (["broken/none"], 2, "broken has no endpoint"),
      (["7F3A"], 2, "there is no ledger"),
      (["broken/key-moved", "--format", "diff"], 2, "--format knows text, json, patch"),
      (["broken"], 2, ", such as broken/"), (["broken"], 2, "\"broken\" is a contract"),
      (["brokn"], 2, "or ID/ENDPOINT, such as broken/"), (["no word"], 2, "\"no word\" is neither"),
    ] as [([String], Int32, String)])
  func wrong(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    let ending = try await driftwatch.call(
      ["suggest"] + arguments + ["--from", driftwatch.place.path("recordings")], environment: tools)
    #expect(ending.code == code && ending.errors.contains(words), "\(ending)")
  }

  @Test("Where no recording shows a failure, the line says how to get one, as far as there is an address")
  func nothingShown() async throws {
    try driftwatch.place.write(#"[{"id":1,"count":4}]"#, to: "fine/2026-01-01/broken/type-quoted.json")
    let ending = try await driftwatch.call(
      ["suggest", "broken/type-quoted", "--from", driftwatch.place.path("fine")], environment: tools)
    #expect(
      ending.code == 3 && ending.errors.contains("broken/type-quoted is not fetched; docs/recordings.md")
        && !ending.errors.contains(" record "), "\(ending)")
    let fetched = try await Driftwatch().call(
      "suggest", "platzi-store/categories", "--version", "v1", "--contracts", Driftwatch.contracts)
    #expect(
      fetched.code == 3 && fetched.errors.contains("record platzi-store/categories keeps the present response"),
      "\(fetched)")
  }

  @Test("Of what a mapping drops it is said that no edit is tried for it, and nothing is to be recorded")
  func mapping() async throws {
    let driftwatch = try Driftwatch()
    let options = ["--contracts", Driftwatch.contracts]
    let checked = try await driftwatch.call(
      ["check", "landmarks", "--from", "recordings", "--db", driftwatch.ledger, "--format", "json"] + options)
    let id = try #require(try ReportJSON(checked.output).incidents.first?.incident.id).prefix(6)
    let incident = try await driftwatch.call(["suggest", String(id), "--db", driftwatch.ledger] + options)
    #expect(incident.code == 3 && incident.errors.contains("no edit is tried for \(id.prefix(4).uppercased())"))
    let endpoint = try await driftwatch.call(["suggest", "landmarks/list"] + options)
    #expect(endpoint.code == 3 && endpoint.errors.contains("for which no edit is tried"), "\(endpoint)")
    for ending in [incident, endpoint] {
      #expect(
        ending.errors.contains("the mapping Landmark of v4 loses records (2 of 24 in ")
          && !ending.errors.contains("driftwatch record"), "\(ending.errors)")
    }
  }

  @Test("What was found elsewhere than in production is to be recorded there")
  func elsewhere() async throws {
    let driftwatch = try Driftwatch()
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let address = "platzi-store=\(server.url("/files"))"
    var report: ReportJSON?
    for price in ["38", "38", "38", "\"38\""] {
      let products = (1...6).map {
        """
        {"id": \($0), "title": "Shirt", "slug": "shirt-\($0)", "price": \(price), "description": "For hot days.",
         "category": {"id": 7, "name": "Clothes", "slug": "clothes", "image": "https://i.example.com/7.jpeg",
          "creationAt": "2026-02-06T04:02:19.000Z", "updatedAt": "2026-02-06T04:02:19.000Z"},
         "images": ["https://i.example.com/\($0).jpeg"], "creationAt": "2026-02-06T04:02:19.000Z",
         "updatedAt": "2026-02-06T04:02:19.000Z"}
        """
      }
      try driftwatch.place.write("[\(products.joined(separator: ","))]", to: "files/products.json")
      let checked = try await driftwatch.call(
        "check", "platzi-store/products", "--base-url", address, "--db", driftwatch.ledger, "--format", "json")
      report = try ReportJSON(checked.output)
    }
    let id = try #require(report?.incidents.first?.incident.id)
    let ending = try await driftwatch.call(
      "suggest", String(id.prefix(6)), "--db", driftwatch.ledger, "--contracts", Driftwatch.contracts)
    let command =
      "record platzi-store/products --base-url platzi-store=URL --environment 127.0.0.1:\(server.port) keeps the present"
    #expect(ending.code == 3 && ending.errors.contains(command), "\(ending)")
  }

  @Test("A form that holds remedies alone says on standard error of which version there is none, and why")
  func noRemedy() async throws {
    let patch = try await suggest("type-quoted", ["--format", "patch"], tools: ["PATH": "/nonexistent"])
    #expect(patch.code == 0 && patch.output.isEmpty, "\(patch)")
    #expect(
      patch.errors.contains("no edit of broken/type-quoted for ")
        && patch.errors.contains(": not tried: there is no swiftc in PATH"), "\(patch.errors)")
    let jq = try await suggest("fallback-plain", ["--format", "jq"], tools: ["PATH": "/nonexistent"])
    #expect(jq.code == 3 && jq.errors.contains("no transform of broken/fallback-plain holds"), "\(jq)")
    let text = try await suggest("type-quoted", tools: ["PATH": "/nonexistent"])
    #expect(text.errors.isEmpty, "\(text)")
  }

  @Test("An incident of the ledger is named by the beginning of its id, and only its paths are looked at")
  func incident() async throws {
    let ledger = driftwatch.place.path("ledger.sqlite")
    for day in ["2026-01-01", "2026-02-01"] {
      _ = try await driftwatch.call(
        ["check", "broken/type-quoted", "--from", driftwatch.place.path("recordings/\(day)"), "--db", ledger])
    }
    let list = try await driftwatch.call(["incidents", "--db", ledger])
    let id = try #require(
      list.text.split(whereSeparator: { $0 == " " || $0 == "\n" }).first {
        $0.count == 4 && $0.allSatisfy(\.isHexDigit)
      })
    let ending = try await driftwatch.call(
      ["suggest", String(id), "--db", ledger, "--from", driftwatch.place.path("recordings"), "--format", "jq"],
      environment: tools)
    #expect(ending.code == 0 && ending.text.contains("tonumber"), "\(ending)")
    let document = driftwatch.place.path("incident.json")
    _ = try await driftwatch.call(
      ["suggest", String(id), "--db", ledger, "--from", driftwatch.place.path("recordings"), "--format", "json"]
        + ["--output", "json=\(document)"], environment: ["PATH": "/nonexistent"])
    try await expectValid(json: document, schema: "suggest.schema.json")
    let text = try String(contentsOfFile: document, encoding: .utf8)
    #expect(text.contains("\"incident\" : \"\(String(id))\""), "\(text)")
  }

  @Test("Types in a package of their own are edited there, also if they are public, and the patch applies")
  func typesApart() async throws {
    let driftwatch = try Driftwatch()
    let ending = try await driftwatch.call(
      ["suggest", "omg-lol/purls", "--version", "v1", "--contracts", Driftwatch.contracts, "--format", "patch"],
      environment: tools)
    #expect(ending.code == 0, "\(ending)")
    #expect(ending.text.contains("+++ b/Contracts/OmgLol/OMGAPI/PURLsResponse.swift"), "\(ending)")
    #expect(ending.text.contains("+  public init(from decoder: any Decoder) throws {"))
  }
}
