import DriftModel
import DriftRules
import Foundation
import TestSupport
import PayloadShape
import Testing

@testable import Reporting

/// Programs that judge what is written; without one the test is skipped and says what to install.
enum Validator {
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program to its end; both streams together.
  static func run(_ program: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
    let variables = ["LC_ALL": "C.UTF-8", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    let ending = try await Program("/usr/bin/env", [program] + arguments, environment: variables).end()
    return (ending.code, ending.text + ending.errors)
  }

  /// What JSON Schema says of each text by a part of the schema, `#` for a report: empty where it is valid.
  static func schemaErrors(_ texts: [String], of definition: String = "#") async throws -> [String] {
    try ExternalTool.jsonSchema.require()
    let schema = testFolder.appending(path: "../../docs/report.schema.json").path
    let folder = FileManager.default.temporaryDirectory.appending(path: "driftwatch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try texts.enumerated().map { index, text in
      let file = folder.appending(path: "\(index).json")
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let script = """
      import json, sys
      from jsonschema import Draft202012Validator
      schema = json.load(open(sys.argv[1], encoding="utf-8"))
      Draft202012Validator.check_schema(schema)
      if sys.argv[2] != "#":
          schema = {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": sys.argv[2]}
      for name in sys.argv[3:]:
          errors = list(Draft202012Validator(schema).iter_errors(json.load(open(name, encoding="utf-8"))))
          print(json.dumps("; ".join(f"{e.json_path}: {e.message[:200]}" for e in errors)))
      """
    let (status, output) = try await run(
      "/usr/bin/python3", ["-W", "ignore", "-c", script, schema, definition] + files)
    guard status == 0 else { throw Failed(description: "the JSON Schema validator failed: \(output.suffix(600))") }
    let decoder = JSONDecoder()
    return try output.split(separator: "\n").map { try decoder.decode(String.self, from: Data($0.utf8)) }
  }

  /// What `xmllint` says of a JUnit report; status 0 where it is valid.
  static func xmllint(_ text: String) async throws -> (status: Int32, output: String) {
    try ExternalTool.xmllint.require()
    let file = FileManager.default.temporaryDirectory.appending(path: "driftwatch-\(UUID().uuidString).xml")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let schema = testFolder.appending(path: "junit.xsd").path
    return try await run("xmllint", ["--nonet", "--noout", "--schema", schema, file.path])
  }
}

@Suite("JSON report")
struct JSONReportTests {
  /// One finding of each rule at each level, one endpoint of each outcome, and every optional member once.
  static func everything() -> RoundReport {
    var report = SampleReport.twoIncidents.report
    let here = SampleReport.key("platzi-store", "products")
    report.findings += RuleID.allCases.flatMap { rule in
      Level.allCases.map {
        Finding(rule: rule, level: $0, key: here, message: "\(rule)") { ($0.confidence, $0.hint) = (0.5, "x") }
      }
    }
    report.findings[0].lastGood = SampleReport.now
    report.endpoints += Outcome.allCases.map { SampleReport.endpoint("todo", "\($0)", $0, reason: "because") }
    for verdict in [VersionReport.Verdict.crashes, .hangs, .unknown] {
      report.endpoints[0].versions.append(SampleReport.version("v9", nil, "T", verdict, status: .retired))
    }
    report.incidents += SampleReport.lifecycle.report.incidents
    report.findings += SampleReport.lifecycle.report.findings
    for index in report.incidents.indices where !report.incidents[index].incident.isOpen {
      report.incidents[index].lastFindings = [report.findings[0]]
    }
    report.contracts[0].owner = "team"
    report.contracts[0].versions[0].owner = "team"
    report.contracts[0].versions[0].status = .candidate
    (report.contracts[0].versions[0].installs, report.contracts[0].versions[0].installsOn) = (31, "2026-11-01")
    (report.endpoints[0].versions[0].installs, report.endpoints[0].versions[0].installsOn) = (31, "2026-11-01")
    report.findings[0].versions = [
      AffectedVersion(VersionInfo(id: "v3", status: .candidate), costs: .everyRecordLost)
    ]
    return report
  }

  @Test("Every report is valid against the published schema")
  func valid() async throws {
    let reports = SampleReport.allCases.map(\.report) + [Self.everything()]
    #expect(try await Validator.schemaErrors(reports.map { render($0, as: .json) }) == reports.map { _ in "" })
  }

  @Test("The schema refuses an unknown member, a missing one, and a word that no report has")
  func invalid() async throws {
    let good = render(SampleReport.twoIncidents.report, as: .json)
    let bad = [
      good.replacing("\"exitCode\" : 1", with: "\"exitCode\" : 5"),
      good.replacing("\"exitCode\" : 1,", with: ""),
      good.replacing("\"outcome\" : \"auth\"", with: "\"outcome\" : \"login\""),
      good.replacing("\"rule\" : \"field-added\"", with: "\"rule\" : \"field-new\""),
      good.replacing("\"schemaVersion\" : 1", with: "\"schemaVersion\" : 1, \"more\" : 1"),
      good.replacing("2026-11-20T14:15:00Z", with: "2026-11-20 14:15"),
      good.replacing("\"state\" : \"open\"", with: "\"state\" : \"silenced\""),
      good.replacing(/"state" : "open",\s+"total"/, with: "\"total\""),
    ]
    for text in bad { #expect(text != good) }
    #expect(try await Validator.schemaErrors(bad).filter(\.isEmpty).isEmpty)
  }

  @Test("Incidents alone and in a list are valid against their part of the schema, and come back as they were")
  func incidents() async throws {
    let entries = SampleReport.lifecycle.report.incidents + SampleReport.twoIncidents.report.incidents
    let pending = SampleReport.lifecycle.report.findings.filter { $0.state == .pending }
    #expect(!pending.isEmpty)
    let list = Reporting.renderIncidents(
      entries, pending: pending, foreseen: pending, at: SampleReport.now, as: .json, options: RenderOptions())
    let detail = try SampleReport.makeDetail()
    let single = renderIncident(detail, as: .json)
    #expect(try await Validator.schemaErrors([list], of: "#/$defs/incidentList") == [""])
    #expect(try await Validator.schemaErrors([single], of: "#/$defs/incidentDetail") == [""])
    var unrepeatable = detail
    unrepeatable.reproduce = nil
    #expect(!renderIncident(unrepeatable).contains("REPRODUCE"))
    #expect(
      try await Validator.schemaErrors([renderIncident(unrepeatable, as: .json)], of: "#/$defs/incidentDetail") == [""])
    #expect(try await Validator.schemaErrors([list], of: "#/$defs/incidentDetail") != [""])
    #expect(
      try await Validator.schemaErrors([single.replacing("\"kind\"", with: "\"what\"")], of: "#/$defs/incidentDetail")
        != [""])
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var read = try decoder.decode(IncidentDetail.self, from: Data(single.utf8))
    let summary = try #require(read.incident.summary)
    #expect(
      summary.line.contains(detail.incident.incident.headline.dropLast()) && !summary.sentences.isEmpty, "\(summary)")
    read.incident.summary = nil
    #expect(read == detail)
  }

  @Test("Programs that read it with Foundation get the same report back")
  func roundTrip() async throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let report = Self.everything()
    var read = try decoder.decode(RoundReport.self, from: Data(render(report, as: .json).utf8))
    for index in read.incidents.indices {
      #expect(read.incidents[index].summary != nil)
      read.incidents[index].summary = nil
    }
    var written = report
    for index in written.incidents.indices {
      written.incidents[index].incident.headline = report.incidents[index].incident.writtenHeadline
    }
    #expect(read == written)
  }

  @Test("An incident's summary is what the text says: what is open with what to do, what is over in the past tense")
  func summary() throws {
    func written(_ transition: IncidentTransition.Kind, _ change: (inout Incident) -> Void) throws
      -> (summary: IncidentReport.Summary, headline: String)
    {
      var report = SampleReport.twoIncidents.report
      report.incidents = [report.incidents[0]]
      report.incidents[0].transition = transition
      change(&report.incidents[0].incident)
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      let read = try decoder.decode(RoundReport.self, from: Data(render(report, as: .json).utf8))
      return (try #require(read.incidents[0].summary), read.incidents[0].incident.headline)
    }
    let open = try written(.opened) { _ in }
    #expect(open.summary.line == "BREAKING: app 1.0 to 1.4 cannot load products (platzi-store/products)")
    #expect(open.summary.sentences.first == "The whole list is lost in v1 (1.0 to 1.4).")
    #expect(
      open.summary.when.first == "between 14:00 and 14:15 UTC" && open.summary.versions.contains("v1 (1.0 to 1.4)"))
    #expect(
      open.summary.toDo?.hasPrefix("Make the property match") == true
        && open.summary.next.first == "driftwatch show 7F3A")
    let over = try written(.resolved) {
      $0.state = .resolved
      $0.resolvedAt = $0.lastOpenedAt.addingTimeInterval(7_200)
    }
    #expect(over.summary.line == "RESOLVED: app 1.0 to 1.4 could not load products (platzi-store/products)")
    #expect(
      over.headline.contains("could not load") && over.summary.toDo == nil && over.summary.when == ["after 2 h"],
      "\(over)")
  }

  @Test("rule, level and path are always there, and the schema names every rule and outcome")
  func members() async throws {
    struct Schema: Decodable {
      struct Words: Decodable { let `enum`: [String]? }
      let definitions: [String: Words]
      enum CodingKeys: String, CodingKey { case definitions = "$defs" }
    }
    let file = testFolder.appending(path: "../../docs/report.schema.json")
    let schema = try JSONDecoder().decode(Schema.self, from: Data(contentsOf: file))
    #expect(schema.definitions["rule"]?.enum == RuleID.allCases.map(\.rawValue))
    #expect(schema.definitions["change"]?.enum == ChangeKind.allCases.map(\.rawValue))
    #expect(schema.definitions["outcome"]?.enum == Outcome.allCases.map(\.rawValue))
    let hardening = testFolder.appending(path: "../../docs/harden.schema.json")
    let words = try JSONDecoder().decode(Schema.self, from: Data(contentsOf: hardening)).definitions["perturbation"]
    #expect(words?.enum == Perturbation.allCases.map(\.rawValue))
    let text = render(SampleReport.empty.report, as: .json)
    #expect(text.contains("\"findings\" : [\n\n  ]"))
    let findings = render(Self.everything(), as: .json)
    for member in ["rule", "level", "path"] {
      #expect(findings.ranges(of: "\"\(member)\" : \"").count >= Self.everything().findings.count)
    }
  }
}

@Suite("JUnit report")
struct JUnitReportTests {
  @Test("Every report is valid XML of the dialect", arguments: SampleReport.allCases)
  func valid(_ sample: SampleReport) async throws {
    for failOn in [Level.breaking, .warning, .info, nil] {
      let result = try await Validator.xmllint(
        render(sample.report, as: .junit, options: RenderOptions(failOn: failOn)))
      #expect(result.status == 0, "\(result.output)")
    }
  }

  @Test("The schema refuses what the dialect does not have")
  func invalid() async throws {
    let good = render(SampleReport.twoIncidents.report, as: .junit)
    for (from, to) in [
      ("<testcase classname", "<testcase file=\"a.swift\" classname"),
      ("<testsuites name", "<testsuites skipped=\"0\" name"),
      (" failures=\"1\"", ""), ("</testsuites>", ""), ("response", "ans\u{1}wer"),
    ] {
      let bad = good.replacing(from, with: to)
      #expect(bad != good)
      #expect(try await Validator.xmllint(bad).status != 0, "\(from) -> \(to)")
    }
  }

  @Test("Drift at the fail level is a failure of what it hits, could-not-check an error, not due is skipped")
  func meaning() {
    let text = render(SampleReport.twoIncidents.report, as: .junit)
    #expect(text.contains("tests=\"14\" failures=\"2\" errors=\"1\""))
    #expect(text.contains("name=\"v1 decodes [ProductDTO]\">\n      <failure type=\"decode-type-mismatch\""))
    #expect(text.contains("name=\"v2 decodes [ProductDTO]\"/>"))
    #expect(text.contains("name=\"v2 maps Landmark\"/>"))
    let strict = render(SampleReport.twoIncidents.report, as: .junit, options: RenderOptions(failOn: .warning))
    #expect(strict.contains("name=\"v2 decodes [ProductDTO]\"/>"))
    #expect(strict.contains("name=\"v2 maps Landmark\">\n      <failure type=\"mapping-record-dropped\""))
    #expect(text.contains("<error type=\"auth\" message=\"401, token TODO_TOKEN refused\"/>"))
    #expect(render(SampleReport.additions.report, as: .junit).contains("<skipped message=\"not due\"/>"))
    let never = render(SampleReport.manyFindings.report, as: .junit, options: RenderOptions(failOn: nil))
    #expect(never.contains("failures=\"0\" errors=\"0\""))
  }

  @Test(
    "A break counts as long as it lasts, also where nobody looked: one failure that says so",
    arguments: [Outcome.notDue, .notChecked])
  func lasting(_ outcome: Outcome) {
    var report = SampleReport.twoIncidents.report
    for index in report.endpoints.indices where report.endpoints[index].contract == "platzi-store" {
      (report.endpoints[index].outcome, report.endpoints[index].reason) = (outcome, "the time was over")
    }
    for hasFindings in [true, false] {
      if !hasFindings { report.findings = [] }
      let text = render(report, as: .junit)
      #expect(text.contains("name=\"response\">\n      <failure type="), "\(text)")
      #expect(text.contains("not looked at this time (") && text.contains("the time was over)"), "\(text)")
    }
  }

  @Test("What was accepted or waits is no failure; what was acknowledged still is")
  func states() {
    func text(_ state: Finding.State, _ incidentState: Incident.State = .open) -> String {
      var report = SampleReport.twoIncidents.report
      for index in report.findings.indices { report.findings[index].state = state }
      for index in report.incidents.indices where report.incidents[index].incident.isOpen {
        report.incidents[index].incident.state = incidentState
      }
      report.endpoints.removeAll { $0.contract == "omg-lol" }
      return render(report, as: .junit, options: RenderOptions(failOn: .info))
    }
    #expect(
      text(.open).contains("<failure type=\"field-type-changed\"")
        || text(.open).contains("<failure type=\"decode-type-mismatch\""))
    #expect(text(.open, .acknowledged) == text(.open))
    #expect(!text(.accepted).contains("<failure"))
    #expect(!text(.pending).contains("<failure"))
  }

  @Test("A version that does not decode fails, even if no finding says why; a candidate where candidates fail")
  func unexplained() {
    func text(_ status: VersionInfo.Status, _ options: RenderOptions = RenderOptions(rules: Rules.catalog)) -> String {
      let version = SampleReport.version("v1", nil, "T", .fails, status: status)
      let endpoint = SampleReport.endpoint("a", "b", .drift, versions: [version])
      return render(SampleReport.report([endpoint]), as: .junit, options: options)
    }
    let failure = "<failure type=\"decode\" message=\"v1 does not decode T\">"
    #expect(text(.supported).contains(failure) && text(.candidate).contains(failure))
    #expect(!text(.candidate, .sparingCandidates).contains("<failure"))
    #expect(!text(.retired).contains("<failure"))
  }

  @Test("A candidate fails at what would be breaking if it had shipped, and its finding stays a warning")
  func candidates() {
    let report = SampleReport.makeCandidate()
    let text = render(report, as: .junit)
    #expect(text.contains("name=\"v1 maps Product\"/>") && text.contains("name=\"v3 decodes [ProductDTO]\"/>"))
    #expect(
      text.contains("name=\"v3 maps Product\">\n      <failure type=\"mapping-record-dropped\" message=\"gone\">"))
    #expect(text.contains(">warning (breaking once it ships) mapping-record-dropped, 20 of 20: gone&#10;"))
    #expect(
      text.contains("&#10;incident C0DE") && text.contains("&#10;to do: ")
        && text.contains("&#10;next: driftwatch show C0DE<"))
    #expect(!render(report, as: .junit, options: .sparingCandidates).contains("<failure"))
    for change: (inout Finding) -> Void in [
      { $0.state = .accepted }, { $0.state = .pending },
      { $0.setLevel = Finding.SetLevel(by: "driftwatch.json", level: .breaking) },
      { $0.versions[0].levelOnceShipped = nil },
    ] {
      var spared = report
      change(&spared.findings[0])
      #expect(!render(spared, as: .junit).contains("<failure"))
    }
  }

  @Test("What XML 1.0 forbids is left out, and what it uses is escaped")
  func escaping() {
    #expect(xml("a\u{1}\u{8}\u{FFFE}b<&>\"'\n\u{85}") == "ab&lt;&amp;&gt;&quot;&apos;&#10;\u{85}")
  }
}

@Suite("GitHub annotations")
struct GitHubAnnotationsTests {
  @Test("Worst first, one annotation for an incident")
  func order() {
    let lines = render(SampleReport.twoIncidents.report, as: .github).split(separator: "\n").map(String.init)
    #expect(
      lines[0]
        == "::error title=BREAKING platzi-store/products (7F3A)::The whole list is lost in v1 (1.0 to 1.4). v2 (1.5) is fine. $[*].price: number -> object {amount, currency}, 20 of 20 [field-type-changed] When: between 14:00 and 14:15 UTC. To do: Make the property match what is sent, ship it, and tell the provider; older releases stay broken. Next: driftwatch show 7F3A"
    )
    let kinds = lines.map { $0.prefix { $0 != " " } }
    #expect(kinds == ["::error", "::error", "::warning", "::warning"] + Array(repeating: "::notice", count: 7))
    #expect(lines[3] == "::warning title=NOT CHECKED todo/items::auth: 401, token TODO_TOKEN refused (not drift)")
  }

  @Test("What would be breaking if a candidate had shipped is an error, unless candidates are spared")
  func candidates() {
    let report = SampleReport.makeCandidate()
    #expect(render(report, as: .github).hasPrefix("::error title=CANDIDATE platzi-store/products (C0DE)::"))
    #expect(
      render(report, as: .github, options: .sparingCandidates).hasPrefix(
        "::warning title=WARNING platzi-store/products (C0DE)::"))
  }

  @Test("An acknowledged incident keeps its kind and names who knows; what waits or was accepted is not told")
  func states() {
    let text = render(SampleReport.lifecycle.report, as: .github)
    #expect(text.contains("::error title=BREAKING pokeapi/species (D400) acknowledged by Ann::"))
    #expect(text.contains("::warning title=WARNING platzi-store/products (A100)::"))
    #expect(!text.contains("subtitle is gone") && !text.contains("moves"))
    var report = SampleReport.lifecycle.report
    for index in report.incidents.indices where report.incidents[index].transition == .flapping {
      report.incidents[index].incident.state = .resolved
    }
    #expect(render(report, as: .github).contains("::notice title=FLAPPING platzi-store/products (A100)::"))
  }

  @Test("At most ten of a kind; the last says how many more")
  func limit() {
    let lines = render(SampleReport.additions.report, as: .github).split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.last == "::notice title=308 more::and 308 more; driftwatch report --all")
    let ten = SampleReport.report([], findings: Array(SampleReport.additions.report.findings.prefix(10)))
    #expect(!render(ten, as: .github).contains("more"))
  }

  @Test("Percent, colon and comma are escaped as the runner expects, and no text ends a command")
  func hostile() {
    let lines = render(SampleReport.hostile.report, as: .github).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4)
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::error title=") || $0.hasPrefix("::warning title=") })
    var report = SampleReport.couldNotCheck.report
    report.endpoints = [SampleReport.endpoint("a:b,c%0A", "d", .outage, reason: "100% : , \r\n::error::x")]
    #expect(
      render(report, as: .github)
        == "::warning title=NOT CHECKED a%3Ab%2Cc%250A/d::outage: 100%25 : , \\r\\n::error::x (not drift)\n")
  }
}

extension RenderOptions {
  fileprivate static var sparingCandidates: RenderOptions {
    var options = RenderOptions(rules: Rules.catalog)
    options.failsCandidates = false
    return options
  }
}

extension SampleReport {
  /// A candidate whose mapping loses every record that the shipped version has.
  fileprivate static func makeCandidate() -> RoundReport {
    let here = key("platzi-store", "products")
    let candidate = VersionInfo(id: "v3", shippedIn: "2.0 beta", status: .candidate)
    let finding = Finding(
      rule: .mappingRecordDropped, level: .warning, key: here,
      versions: [AffectedVersion(candidate, costs: .everyRecordLost)], message: "gone"
    ) {
      ($0.count, $0.total) = (20, 20)
      $0.mappings = [AffectedMapping(version: "v3", mapping: "Product", recordsIn: 20, recordsOut: 0)]
    }
    let findings = belonging([finding], to: "c0de")
    let incident = incident(
      "c0de", here, subject: "mapping Product", level: .warning, "gone", openedAt: ago(60), lastGoodAt: nil,
      versions: ["v3"], findings: findings)
    let endpoint = endpoint(
      "platzi-store", "products", .drift,
      versions: [
        version("v1", "1.0 to 1.4", "[ProductDTO]", mappings: [mapping("Product", 20, 20)]),
        version("v3", "2.0 beta", "[ProductDTO]", mappings: [mapping("Product", 20, 0)], status: .candidate),
      ])
    return report(
      [endpoint], findings: findings,
      incidents: [IncidentReport(incident: incident, transition: .opened, shortID: "C0DE")])
  }
}
