import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Reporting

@Suite("Text report")
struct TextReportTests {
  @Test("Each report reads as in its golden text", arguments: ProgramReport.allCases, [80, 200])
  func golden(_ sample: ProgramReport, _ width: Int) throws {
    let text = render(try sample.report, as: .text, options: RenderOptions(width: width))
    try expectGolden(text, "\(sample.rawValue)-\(width).txt")
  }

  @Test(
    "With everything listed each report reads as in its golden text",
    arguments: [.recordings, .resolved, .back] as [ProgramReport])
  func listing(_ sample: ProgramReport) throws {
    let text = render(try sample.report, as: .text, options: RenderOptions(verbose: true, showAll: true))
    try expectGolden(text, "\(sample.rawValue)-listing-80.txt")
  }

  @Test("Colours are as in the golden text")
  func colour() throws {
    let text = render(try ProgramReport.worse.report, as: .text, options: RenderOptions(colour: true))
    try expectGolden(text, "worse-80-colour.txt")
  }

  @Test(
    "The formats for programs keep their bytes", arguments: [ReportFormat.junit, .github, .markdown],
    [.new, .recordings, .back] as [ProgramReport])
  func programs(_ format: ReportFormat, _ sample: ProgramReport) throws {
    try expectGolden(render(try sample.report, as: format), "\(sample.rawValue).\(format.rawValue)")
  }

  @Test("JSON keeps its bytes")
  func json() throws {
    try expectGolden(render(try ProgramReport.unchecked.report, as: .json), "unchecked.json")
  }

  @Test(
    "No line is wider than asked for, unless a single word is", arguments: SampleReport.allCases, [40, 80, 113, 200])
  func widths(_ sample: SampleReport, _ width: Int) {
    for showAll in [false, true] {
      let text = render(
        sample.report, as: .text, options: RenderOptions(width: width, verbose: showAll, showAll: showAll))
      for line in text.split(separator: "\n").dropFirst() where displayWidth(of: String(line)) > width {
        let words = line.split(separator: " ")
        let longest = words.map { displayWidth(of: String($0)) }.max() ?? 0
        #expect(longest > width / 2 - 4, "\(displayWidth(of: String(line))) columns: \(line)")
      }
    }
  }

  @Test(
    "No line of a report that the program made is wider than asked for", arguments: ProgramReport.allCases, [80, 113])
  func widths(_ sample: ProgramReport, _ width: Int) throws {
    for showAll in [false, true] {
      let text = render(
        try sample.report, as: .text, options: RenderOptions(width: width, verbose: showAll, showAll: showAll))
      for line in text.split(separator: "\n") { #expect(displayWidth(of: String(line)) <= width, "\(line)") }
    }
  }

  @Test(
    "The first line is one line that fits, with what is worst",
    arguments: [
      (.clean, "OK  1 API, 3 endpoints, 9 version checks, "),
      (.recordings, "BREAKING: app 1.0 to 1.2 cannot load purls (omg-lol) · 1 new, 1 warning"),
      (.new, "BREAKING: app 1.0 to 1.4 and 1.5 cannot load products (platzi-store) · 1 new"),
      (.worse, "BREAKING: 12 of 24 landmarks are missing in v4 (landmarks/list) · 1 worse"),
      (.unchecked, "COULD NOT CHECK: todo/items"), (.notRecorded, "COULD NOT CHECK: 5 of 5 endpoints"),
      (.configured, "WARNING: $[*].rating is new"),
    ] as [(ProgramReport, String)])
  func subject(_ sample: ProgramReport, _ start: String) throws {
    let text = render(try sample.report, as: .text)
    let first = try #require(text.split(separator: "\n").first)
    #expect(displayWidth(of: String(first)) <= 80)
    #expect(first.hasPrefix(start), "\(first)")
  }

  @Test("The first line fits, whatever was found", arguments: SampleReport.allCases)
  func shortSubject(_ sample: SampleReport) throws {
    let first = try #require(render(sample.report, as: .text).split(separator: "\n").first)
    #expect(first.hasPrefix("OK") || displayWidth(of: String(first)) <= 80)
  }

  @Test("What opens no incident stands under two headings, each of which says what it means")
  func headings() throws {
    let text = render(SampleReport.lifecycle.report, as: .text)
    #expect(text.contains("\nHELD BACK    opens no incident: 1 change pending until more responses confirm or"))
    #expect(text.contains("2 findings accepted"))
    let notices = render(SampleReport.notices.report, as: .text)
    #expect(notices.contains("\nINFORMATION  below a warning: 1 acceptance matches nothing"))
    var report = SampleReport.manyFindings.report
    for index in report.findings.indices where report.findings[index].isPrediction {
      (report.findings[index].level, report.findings[index].incident) = (.info, nil)
      report.findings[index].hint = "v1 would lose the response"
    }
    let foreseen = render(report, as: .text)
    #expect(foreseen.contains("\nINFORMATION  below a warning: 1 loss foreseen"))
    #expect(foreseen.contains("\n             foreseen at todo/items"))
  }

  @Test("A refused request is shown with what was sent and answered; an announcement with its day alone")
  func notices() {
    let text = render(SampleReport.notices.report, as: .text)
    #expect(text.contains("\n  sent      v2 CreatePricedProductDTO · v1 CreateProductDTO\n            made of what"))
    #expect(text.contains("\n  answer    422, with a message at  $.code  $.errors.price[*]  $.errors.title[*]"))
    #expect(text.contains("\n  when      announced since 2026-10-09 22:15 UTC\n  to do"))
    #expect(text.contains("\n  level     raised to breaking by driftwatch.json (default: information)\n"))
  }

  @Test("A clean round is one line; the same round unchecked is not OK")
  func oneLine() throws {
    let clean = try ProgramReport.clean.report
    let text = render(clean, as: .text)
    #expect(text.split(separator: "\n").count == 1 && text.hasSuffix(" records mapped, none lost · 1.2 s\n"))
    var unchecked = clean
    for index in unchecked.endpoints.indices { unchecked.endpoints[index].outcome = .notChecked }
    (unchecked.summary.checked, unchecked.summary.notChecked) = (0, 3)
    #expect(!render(unchecked, as: .text).contains("OK  "))
    var failing = clean
    (failing.summary.exitCode, failing.summary.exitReasons) = (4, ["the ledger could not be written"])
    #expect(render(failing, as: .text).hasPrefix("NOT CLEAN: the ledger could not be written\n"))
  }

  @Test("A finding at warning or above without an incident is shown all the same")
  func looseFindings() {
    var report = SampleReport.twoIncidents.report
    report.incidents = []
    let text = render(report, as: .text)
    #expect(text.contains("BREAKING   platzi-store/products"))
    #expect(text.contains("$[*].price   number -> object {amount, currency}   20 of 20 records"))
    #expect(!text.hasPrefix("OK"))
  }

  @Test("Escapes and forged lines of others never reach the output", arguments: ReportFormat.allCases)
  func hostile(_ format: ReportFormat) {
    let text = render(SampleReport.hostile.report, as: format, options: RenderOptions(verbose: true, showAll: true))
    for scalar in text.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(category != .control, "U+\(String(scalar.value, radix: 16))")
      #expect(category != .format || scalar.value == 0x200D, "U+\(String(scalar.value, radix: 16))")
    }
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("::error title=forged") })
    for line in text.split(separator: "\n") { #expect(line.last != " ") }
  }

  @Test("Another environment or a special perspective is named wherever the endpoint is")
  func otherPlaces() {
    var report = SampleReport.couldNotCheck.report
    report.endpoints[0].environment = "staging"
    report.endpoints[1].perspective = "account-b"
    let text = render(report, as: .text, options: RenderOptions(width: 120))
    #expect(text.contains("platzi-store/products (staging)"))
    #expect(text.contains("platzi-store/categories (account-b)"))
    #expect(render(report, as: .github).contains("title=NOT CHECKED platzi-store/products (staging)::outage"))
    report.endpoints[1].endpoint = "products"
    let junit = render(report, as: .junit)
    #expect(junit.contains("classname=\"platzi-store.products.staging.default\""))
    #expect(junit.contains("classname=\"platzi-store.products.production.account-b\""))
  }

  @Test("No text of others starts a workflow command in a build's log, wherever a line is broken")
  func commands() {
    let injection = "##[error]a ::error title=x::y " + String(repeating: "a=::stop-commands::z ", count: 30)
    var report = SampleReport.twoIncidents.report
    for index in report.findings.indices { report.findings[index].hint = injection }
    for index in report.endpoints.indices { report.endpoints[index].reason = injection }
    report.summary.exitReasons = [injection]
    for width in 40...100 {
      let text = render(report, as: .text, options: RenderOptions(width: width, verbose: true, showAll: true))
      #expect(!text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::") }, "\(width) columns")
      #expect(text.contains("::error"))
    }
    for space in ["\u{A0}", "\u{2003}", "\u{3000}", "\u{1680}"] {
      for index in report.findings.indices { report.findings[index].hint = "\(space)::error title=x::y" }
      for index in report.endpoints.indices { report.endpoints[index].reason = "\(space)::error title=x::y" }
      report.summary.exitReasons = ["\(space)::error title=x::y"]
      for width in [40, 80, 200] {
        let text = render(report, as: .text, options: RenderOptions(width: width, verbose: true, showAll: true))
        #expect(
          !text.split(separator: "\n").contains { $0.drop(while: \.isWhitespace).hasPrefix("::") }, "\(width) columns")
      }
    }
    for index in report.findings.indices { report.findings[index].hint = injection }
    for format in ReportFormat.allCases {
      // Headings of our own in Markdown are no commands.
      let lines = render(report, as: format).split(separator: "\n").map { $0.trimmingPrefix(/#+\s/) }
      #expect(!lines.contains { $0.contains("##") })
    }
  }

  @Test("Colours end where they begin, and never cross a line")
  func colours() {
    let text = render(SampleReport.lifecycle.report, as: .text, options: RenderOptions(colour: true))
    #expect(text.contains("\u{1B}[1;31m"))
    for line in text.split(separator: "\n") {
      let codes = line.matches(of: /\u{1B}\[([0-9;]+)m/).map { String($0.output.1) }
      #expect(codes.count.isMultiple(of: 2))
      for (index, code) in codes.enumerated() { #expect((code == "0") == !index.isMultiple(of: 2)) }
    }
    let plain = text.replacing(/\u{1B}\[[0-9;]+m/, with: "")
    #expect(plain == render(SampleReport.lifecycle.report, as: .text))
  }

  @Test("The same report gives the same bytes, whatever order its findings come in", arguments: ReportFormat.allCases)
  func reproducible(_ format: ReportFormat) {
    let report = SampleReport.twoIncidents.report
    #expect(render(report, as: format) == render(report, as: format))
    var shuffled = report
    shuffled.findings =
      Array(report.findings.filter { $0.level != .info }.reversed()) + report.findings.filter { $0.level == .info }
    if format == .text || format == .github { #expect(render(shuffled, as: format) == render(report, as: format)) }
  }
}
