import DriftModel
import DriftRules
import Foundation
import PayloadShape
import Testing

@testable import Reporting

/// Compares with a golden text, or writes it with `RECORD_GOLDEN=1`.
func expectGolden(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let file = testFolder.appending(path: "Golden/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
  #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self), sourceLocation: sourceLocation)
}

@Suite("Incidents")
struct IncidentPagesTests {
  static let entries = SampleReport.lifecycle.report.incidents + SampleReport.twoIncidents.report.incidents

  @Test("One incident is told with its history", arguments: [80, 200])
  func detail(_ width: Int) throws {
    let text = renderIncident(try ProgramReport.incident, options: RenderOptions(width: width))
    try expectGolden(text, "incident-\(width).txt")
  }

  @Test("Incidents are listed, worst first, in a table where there is room", arguments: [80, 200])
  func list(_ width: Int) throws {
    let entries = try ProgramReport.incidents
    let now = try ProgramReport.many.report.round.startedAt
    let text = renderIncidents(entries, at: now, options: RenderOptions(width: width))
    try expectGolden(text, "incidents-\(width).txt")
    let shuffled = renderIncidents(entries.reversed(), at: now, options: RenderOptions(width: width))
    #expect(shuffled == text)
  }

  @Test(
    "The list and the report count the days of an open incident alike",
    arguments: [(1_031 * 1_440 + 60, "day 1,032"), (1_440, "day 2"), (2 * 1_440 - 1, "day 2"), (180, "3 h")])
  func days(_ minutes: Int, _ age: String) {
    let incident = SampleReport.incident(
      "7f3a000000000001", SampleReport.key("a", "b"), subject: "$", "app cannot load b",
      openedAt: SampleReport.ago(Double(minutes)), lastGoodAt: nil)
    let entry = IncidentReport(incident: incident, transition: nil, shortID: "7F3A")
    let list = renderIncidents([entry], at: SampleReport.now, options: RenderOptions(width: 200))
    #expect(list.contains("  breaking  \(age)  a/b  "), "\(list)")
    let report = render(
      SampleReport.report([], incidents: [entry]), as: .text, options: RenderOptions(width: 200, showAll: true))
    #expect(report.contains(age.hasPrefix("day") ? age : "day 1"), "\(report)")
  }

  @Test(
    "The age of a resolved incident is how long it lasted, however short that was",
    arguments: [(0, "under 1 s"), (12, "12 s")])
  func shortLife(_ seconds: Int, _ age: String) {
    var incident = SampleReport.incident(
      "7f3a000000000001", SampleReport.key("a", "b"), subject: "$", "app cannot load b", openedAt: SampleReport.ago(60),
      lastGoodAt: nil)
    (incident.state, incident.resolvedAt) = (.resolved, incident.lastOpenedAt.addingTimeInterval(Double(seconds)))
    let entry = IncidentReport(incident: incident, transition: nil, shortID: "7F3A")
    let list = renderIncidents([entry], at: SampleReport.now, options: RenderOptions(width: 200))
    #expect(list.contains("  breaking  \(age)"), "\(list)")
    #expect(list.contains("app could not load b") && !list.contains("new"), "\(list)")
  }

  @Test("No line is wider than asked for, and none ends with a blank", arguments: [40, 60, 80, 100, 140, 200])
  func widths(_ width: Int) throws {
    let options = RenderOptions(width: width)
    for text in [
      renderIncidents(Self.entries, at: SampleReport.now, options: options),
      renderIncident(try SampleReport.makeDetail(), options: options),
    ] {
      for line in text.split(separator: "\n") where !line.hasPrefix("REPRODUCE") {
        #expect(line.last != " ")
        let longest = line.split(separator: " ").map { displayWidth(of: String($0)) }.max() ?? 0
        // A command is copied whole.
        let isWhole = line.contains("driftwatch ")
        #expect(displayWidth(of: String(line)) <= width || longest > width / 2 - 4 || isWhole, "\(line)")
      }
    }
  }

  @Test("A long list is folded with a count, unless all is asked for")
  func folding() {
    let many = (0..<60).map { number in
      let id = "\(String(number + 4_096, radix: 16))000000000000"
      return IncidentReport(
        incident: SampleReport.incident(
          id, SampleReport.key("a", "b"), subject: "$", "number \(number)",
          openedAt: SampleReport.ago(Double(number)),
          lastGoodAt: nil), transition: nil, shortID: String(id.prefix(4)))
    }
    let folded = renderIncidents(many, at: SampleReport.now)
    #expect(folded.contains("60 open incidents") && folded.contains("and 40 more · driftwatch report --all"))
    #expect(folded.contains("number 19\n") && !folded.contains("number 20\n"))
    let all = renderIncidents(many, at: SampleReport.now, options: RenderOptions(showAll: true))
    #expect(all.contains("number 59\n") && !all.contains("more"))
    #expect(!renderIncidents(Array(many.prefix(21)), at: SampleReport.now).contains("more"))
  }

  @Test("What is foreseen is folded from the fifth on, and said once if two requests of an endpoint foresee it")
  func foreseen() {
    func finding(_ number: Int, _ request: String = "") -> Finding {
      var key = SampleReport.key("a", "b")
      key.request = request
      return Finding(
        rule: .fieldBecameNullable, level: .info, key: key, path: "$.m\(number)",
        message: "$.m\(number) can be null now."
      ) {
        ($0.isPrediction, $0.hint) = (true, "would lose B.m\(number) in v1")
      }
    }
    func page(_ count: Int, showAll: Bool = false) -> String {
      let findings = (0..<count).map { finding($0) } + [finding(0, "other")]
      return Reporting.renderIncidents(
        [], foreseen: findings, at: SampleReport.now, options: RenderOptions(showAll: showAll))
    }
    #expect(
      page(1) == """
        No incident is open

        FORESEEN  a/b field-became-nullable at $.m0; would lose B.m0 in v1

        """)
    #expect(page(4).contains("$.m3") && !page(4).contains("more"))
    #expect(page(5).hasSuffix("$.m2; would lose B.m2 in v1\nand 2 more losses foreseen · driftwatch report --all\n"))
    #expect(page(5, showAll: true).contains("$.m4") && !page(5, showAll: true).contains("more"))
  }

  @Test("No incident is said in one line")
  func none() { #expect(renderIncidents([], at: SampleReport.now) == "No incident is open\n") }

  @Test("Text of others neither steers a terminal nor forges a line")
  func hostile() throws {
    let evil = "\u{1B}[2J\u{202E}x\n::error::forged\r##[error]"
    var detail = try SampleReport.makeDetail()
    detail.incident.incident.headline = evil
    detail.incident.incident.subject = evil
    detail.incident.incident.acknowledgement = Incident.Acknowledgement(by: evil, note: evil, at: SampleReport.now)
    detail.acceptances[0].by = evil
    detail.acceptances[0].reason = evil
    detail.acceptances[0].form = ObservedForm(name: evil)
    detail.reproduce = evil
    detail.history[2].resolution = evil
    for format in IncidentFormat.allCases {
      for text in [
        renderIncident(detail, as: format), renderIncidents([detail.incident], at: SampleReport.now, as: format),
      ] {
        #expect(!text.contains("##"))
        for line in text.split(separator: "\n") { #expect(!line.drop { $0 == " " }.hasPrefix("::")) }
        for scalar in text.unicodeScalars where scalar != "\n" {
          #expect(scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format)
        }
      }
    }
  }

  @Test("A long history shows its latest part, and says how much came before")
  func history() throws {
    var detail = try SampleReport.makeDetail()
    detail.history = (0..<50).flatMap { _ in detail.history.prefix(1) }
    let text = renderIncident(detail)
    #expect(text.contains("HISTORY       30 earlier changes · driftwatch report --all\n"))
    #expect(text.components(separatedBy: "opened").count == 21)
    let all = renderIncident(detail, options: RenderOptions(showAll: true))
    #expect(all.components(separatedBy: "opened").count == 51)
  }

  @Test(
    "Past checks are counted",
    arguments: [
      ("1", "found at 1 of the last 1 check"), ("0011", "came back once in the last 4 checks, found at 2 of them"),
      ("1010", "came back once in the last 4 checks, found at 2 of them, not at the last one"),
      ("x0101\u{1B}", "came back twice in the last 4 checks, found at 2 of them"),
    ])
  func checks(_ marks: String, _ expected: String) {
    var incident = Self.entries[0].incident
    incident.recentChecks = marks
    #expect(incident.checks?.words == expected)
    incident.recentChecks = "?"
    #expect(incident.checks == nil)
  }
}

@Suite("News of incidents")
struct NewsTests {
  private func text(_ change: (inout RoundReport) -> Void, _ options: RenderOptions = RenderOptions()) -> String {
    var report = SampleReport.lifecycle.report
    change(&report)
    return render(report, as: .text, options: options)
  }

  @Test("An acknowledged incident without news is one line, however much is asked for; with news it is a block")
  func acknowledged() {
    for options in [RenderOptions(), RenderOptions(verbose: true, showAll: true, showsOpenInFull: true)] {
      let text = text({ _ in }, options)
      #expect(text.contains("D400  pokeapi/species"))
      #expect(text.replacing(/\s+/, with: " ").contains("day 3, acknowledged by Ann"))
      #expect(!text.contains("D400  ACKNOWLEDGED") && !text.contains("ack D400"))
    }
    #expect(text({ $0.incidents[2].transition = .escalated }).contains("\nD400  WORSE  BREAKING"))
  }

  @Test("What somebody knows leads the first line only where nothing else is open")
  func subject() {
    func only(_ indexes: [Int]) -> String {
      text { report in
        report.incidents = indexes.map { report.incidents[$0] }
        report.findings = []
      }
    }
    let known = only([2])
    #expect(known.hasPrefix("BREAKING: app 1.0 cannot load species (pokeapi) · acknowledged, day 3\n"))
    let both = only([2, 3])
    #expect(both.hasPrefix("WARNING: products may lose image in v1 (platzi-store) · 1 flapping"))
  }

  @Test("One that flaps and is away is told once, and is not open")
  func away() {
    let text = text { report in
      report.incidents = [report.incidents[3]]
      report.incidents[0].incident.state = .resolved
      report.incidents[0].incident.recentChecks = "010100"
      report.findings = []
    }
    #expect(text.hasPrefix("FLAPPING: products may lose image in v1 (platzi-store) · not at the last check\n"))
    #expect(text.contains("\nA100  FLAPPING  WARNING"))
    #expect(text.contains("checks    .x.x..   came back twice in the last 6 checks, found at 2 of them,"))
    #expect(text.contains("not at the last one\n"))
    #expect(!text.contains("RESOLVED") && !text.contains("ack A100"))
  }

  @Test("What was accepted or waits is counted in one line, and neither is ever a block or makes a round unclean")
  func quiet() {
    let clean = text { report in
      report.incidents = []
      report.findings = report.findings.filter { $0.state != .open }
      (report.summary.exitCode, report.summary.exitReasons) = (0, [])
    }
    #expect(clean.hasPrefix("OK  "))
    #expect(clean.contains("HELD BACK    opens no incident: 1 change pending"))
    #expect(clean.split(separator: "\n").count == 3, "\(clean)")
  }

  @Test("What waits or was accepted is no part of an incident's block, though it is about the same path")
  func asides() {
    let text = text { report in
      for index in report.findings.indices where report.findings[index].state != .open {
        report.findings[index].incident = report.incidents[0].incident.id
        report.findings[index].path = "$.items[*].name"
      }
    }
    // What waits at the same path is no second thing beside what is open there.
    #expect(!text.contains("1 change pending"))
    func block(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.hasPrefix("HELD BACK") && !$0.hasPrefix("             ") }
    }
    #expect(block(text) == block(self.text { _ in }))
  }

  @Test("What became worse is said only where it is known how it was before")
  func worse() {
    let known = text { _ in }
    #expect(known.contains("worse     was a warning; 12 of 24 instead of at most 2 of 24; v3 is hit too"))
    #expect(!text({ $0.incidents[0].former = nil }).contains("  worse  "))
  }

  @Test("Where incidents cannot be looked up, the rule is what can be explained")
  func thrownAway() {
    let text = text({ _ in }, RenderOptions(explainsIncidents: false))
    #expect(text.contains("next      driftwatch explain mapping-record-dropped"))
    #expect(!text.contains("driftwatch show"))
  }
}
