import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite("Text of a provider is text on every surface")
struct SurfaceTests {
  /// A report with `text` wherever a response, a configuration or a person can put it.
  static func report(_ text: String) -> RoundReport {
    var report = MarkdownTests.report(text)
    for index in report.findings.indices {
      report.findings[index].responses = ShowingResponses(count: 1, total: 5, names: ["/told/\(text)"])
      report.findings[index].example?.healthy = text
      if index.isMultiple(of: 3) { report.findings[index].environment = text }
    }
    for index in report.endpoints.indices where index.isMultiple(of: 3) { report.endpoints[index].environment = text }
    for index in report.incidents.indices where !report.incidents[index].incident.isOpen {
      report.incidents[index].lastFindings = report.findings
    }
    for index in report.incidents.indices where index.isMultiple(of: 3) {
      report.incidents[index].incident.key = RequestKey(
        contract: "todo", endpoint: "items", request: "00aa11bb22cc33dd", environment: text, perspective: text)
    }
    return report
  }

  @Test("Reports for people, in 80 and 200 columns, with colour and without", arguments: HostileText.all)
  func lines(_ hostile: HostileText) {
    for (width, isColoured) in [(80, false), (80, true), (200, false), (200, true)] {
      let options = RenderOptions(width: width, colour: isColoured, verbose: true, showAll: true)
      let text = render(Self.report(hostile.text), as: .text, options: options)
      let faults = SurfaceFaults.ofLines(text, isColoured: isColoured)
      #expect(faults.isEmpty, "\(width) columns: \(faults.prefix(3))")
      #expect(text.split(separator: "\n").count > 20)
    }
  }

  @Test("Reports for programs and pages", arguments: HostileText.all)
  func programs(_ hostile: HostileText) {
    let (report, calm) = (Self.report(hostile.text), Self.report("calm"))
    let options = RenderOptions(verbose: true, showAll: true, failOn: .info)
    #expect(SurfaceFaults.ofMarkdown(render(report, as: .markdown, options: options)) == [])
    #expect(SurfaceFaults.ofJSON([render(report, as: .json, options: options)]) == [])
    let github = render(report, as: .github, options: options)
    #expect(SurfaceFaults.ofGitHub(github) == [])
    #expect(SurfaceFaults.ofLines(github.replacing(/(?m)^::/, with: "")) == [])
    let cases = render(calm, as: .junit, options: options).ranges(of: "<testcase ").count
    #expect(SurfaceFaults.ofJUnit(render(report, as: .junit, options: options), cases: cases) == [])
    // What a program reads is what was sent.
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let read = try? decoder.decode(RoundReport.self, from: Data(render(report, as: .json).utf8))
    #expect(read?.findings.map(\.path) == report.findings.map(\.path))
  }

  @Test("Pages about incidents, what explains them, backtests and the impact", arguments: HostileText.all)
  func pages(_ hostile: HostileText) throws {
    let text = hostile.text
    let report = Self.report(text)
    var detail = try SampleReport.makeDetail()
    detail.findings = detail.findings.indices.map { index in
      var finding = report.findings[index % report.findings.count]
      finding.incident = detail.incident.incident.id
      return finding
    }
    detail.incident.incident.headline = text
    detail.incident.incident.acknowledgement = Incident.Acknowledgement(by: text, note: text, at: SampleReport.now)
    var step = BacktestStep(step: 1, file: text, outcome: .notJSON, reason: text)
    step.findings = report.findings.map { BacktestFinding($0, state: .open) }
    for (width, isColoured) in [(80, false), (200, true)] {
      let options = RenderOptions(width: width, colour: isColoured, showAll: true)
      let explained = explanation(
        of: detail, withdrawn: [], levels: LevelSettings(), hasContract: true, pendingWords: "", rules: Rules.catalog)
      let asked = explanation(
        of: [
          RequestExplanation(
            report.incidents[0].incident.key, baselineResponses: 3, incidents: report.incidents,
            findings: report.findings, pendingChanges: [])
        ], about: text, pendingWords: "")
      let pages = [
        "show": Reporting.renderIncident(detail, as: .text, options: options),
        "incidents": Reporting.renderIncidents(
          report.incidents, pending: report.findings, foreseen: report.findings, at: SampleReport.now, as: .text,
          options: options),
        "explain": explained.text(width: width, colour: isColoured),
        "explain of a place": asked.text(width: width, colour: isColoured),
        "backtest": renderBacktest(step, as: .text, options: options),
        "impact": renderImpact([Self.matrix(text)], from: text, options: options),
        "impact by domain": renderImpact([Self.matrix(text)], from: text, byDomain: true, options: options),
      ]
      for (name, page) in pages {
        let faults = SurfaceFaults.ofLines(page, isColoured: isColoured)
        #expect(faults.isEmpty && !page.isEmpty, "\(name), \(width) columns: \(faults.prefix(3))")
      }
    }
    let json = [
      Reporting.renderIncident(detail, as: .json, options: RenderOptions()),
      Reporting.renderIncidents(
        report.incidents, pending: report.findings, at: SampleReport.now, as: .json, options: RenderOptions()),
      renderBacktest(step, as: .json, options: RenderOptions()), impactJSON([Self.matrix(text)]),
    ]
    #expect(SurfaceFaults.ofJSON(json) == [])
  }

  @Test(
    "The command that shows a response again is one word for a shell, whatever the response is called",
    arguments: HostileText.all)
  func reproduced(_ hostile: HostileText) async throws {
    let detail = try SampleReport.makeDetail()
    var finding = try #require(detail.findings.first)
    finding.responses = ShowingResponses(count: 1, total: 5, names: ["/\(hostile.text)"])
    // No shell takes a zero, and no name of a response that was cut is printed.
    guard let names = finding.responses?.names, ShowingResponses.isWhole(names[0]), !hostile.text.contains("\0") else {
      return
    }
    let shown = IncidentDetail(
      detail.incident, findings: [finding], endpoint: detail.endpoint, history: [], at: SampleReport.now,
      environment: "production")
    let line = try #require(shown.reproduce)
    let words = try await Program("/bin/sh", ["-c", "printf '<%s>' \(line)"], environment: [:], folder: "/").end()
    #expect(words.text.hasSuffix("<--request></\(hostile.text)><--verbose>"), "\(line)")
  }

  static func matrix(_ text: String) -> ImpactMatrix {
    let cell = LineageCell(perturbation: .removed, effects: [.property(text, .lost)])
    let path = LineagePath(pattern: "$.\(text)", readers: [text], cells: [cell])
    let lineages = [
      Lineage(version: "v1", mapping: text, paths: [path], unexercised: [text], untried: [text]),
      Lineage(version: "v2", mapping: text, unavailable: text),
    ]
    return ImpactMatrix(
      contract: "todo", endpoint: "items", request: text, versions: [VersionInfo(id: "v1"), VersionInfo(id: "v2")],
      lineages: lineages, madeAt: SampleReport.now)
  }

  @Test("Each check finds what it is for")
  func canFail() {
    for line in [
      "  ::error::x", "\u{A0}::error::x", " \u{301}::error::x", "\u{200B}::x", "a\n\u{3000}::x", "a ##[error]",
      "#\u{FE0F}#vso", "\u{D4E}##x", "\u{1B}[2J", "a\rb", "\u{202E}", "\u{2028}", "\u{7}", "\u{9B}",
    ] {
      #expect(!SurfaceFaults.ofLines(line).isEmpty, "\(line.debugDescription)")
    }
    #expect(!SurfaceFaults.ofLines("\u{1B}[2J", isColoured: true).isEmpty)
    #expect(SurfaceFaults.ofLines("\u{1B}[1;31mred\u{1B}[0m a::b # c", isColoured: true).isEmpty)
    for line in [
      "::error title=a,file=b::c\n", "::error title=a\u{D4E},file=b::c\n", "x\n", "::set-env title=a::b\n",
      "::error title=a::b", "::error title=a::b%0Ac\n",
    ] {
      #expect(!SurfaceFaults.ofGitHub(line).isEmpty, "\(line.debugDescription)")
    }
    #expect(SurfaceFaults.ofGitHub("::error title=a%2C b::c, d: e%25\n").isEmpty)
    for text in ["{", "{\"a\":\"\u{202E}\"}", "{\"a\":\"##[x]\"}"] { #expect(!SurfaceFaults.ofJSON([text]).isEmpty) }
    for text in [
      "<testsuites><x/></testsuites>", "<testsuites", "<testcase file=\"a\"/>", "<testsuites>\u{202E}</testsuites>",
    ] {
      #expect(!SurfaceFaults.ofJUnit(text).isEmpty)
    }
    #expect(
      !SurfaceFaults.ofJUnit("<testsuites/>", cases: 1).isEmpty
        && SurfaceFaults.ofJUnit("<testsuites/>", cases: 0).isEmpty)
    for text in ["a <b>", "\u{D4E}<b", "`a` \u{D4E}`b", "\u{D4E}@x", "a](b", "www.x", "``a` b"] {
      #expect(!SurfaceFaults.ofMarkdown(text).isEmpty, "\(text.debugDescription)")
    }
    #expect(SurfaceFaults.ofMarkdown("## a\n`<b>` <br> ``a`b`` <code>&#124;</code>").isEmpty)
    for text in ["a{b=\"c\"} 1 2 3\n", "a{b=\"c\"d\"} 1\n", "a{b=\"\u{D4E}\"} 1\nb{\"} 1\n", "a{b=\"\u{2028}\"} 1\n"] {
      #expect(!SurfaceFaults.ofMetrics(text).isEmpty, "\(text.debugDescription)")
    }
    #expect(SurfaceFaults.ofMetrics("# HELP a b\na{b=\"c\\\"\\\\\",d=\"e\"} 1.5\na 2\n").isEmpty)
  }
}
