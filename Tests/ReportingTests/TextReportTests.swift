import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Reporting

struct TextCase: Sendable, CustomTestStringConvertible {
  let sample: SampleReport
  let width: Int
  let colour: Bool

  static let all = SampleReport.allCases.flatMap { sample in
    [80, 200].flatMap { width in [false, true].map { TextCase(sample: sample, width: width, colour: $0) } }
  }
  var testDescription: String { "\(sample.rawValue)-\(width)\(colour ? "-colour" : "")" }
}

/// The folder of this file; goldens and schemas are read from the sources.
let testFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

@Suite("Text report")
struct TextReportTests {
  /// With `RECORD_GOLDEN=1` the texts are written anew; look at the difference before you commit it.
  @Test("Each report reads as in its golden text", arguments: TextCase.all)
  func golden(_ c: TextCase) throws {
    let text = render(c.sample.report, as: .text, options: RenderOptions(width: c.width, colour: c.colour))
    let file = testFolder.appending(path: "Golden/\(c.testDescription).txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test(
    "The formats for programs keep their bytes", arguments: [ReportFormat.json, .junit, .github, .markdown],
    ["two-incidents", "lifecycle"])
  func programs(_ format: ReportFormat, _ name: String) throws {
    let sample = try #require(SampleReport(rawValue: name))
    let text = render(sample.report, as: format)
    let file = testFolder.appending(path: "Golden/\(name).\(format.rawValue)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
    #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test("Information that is asked for is listed by endpoint, and endpoints with their outcome")
  func listing() throws {
    var report = SampleReport.twoIncidents.report
    report.findings += SampleReport.additions.report.findings.suffix(5)
    for (name, report) in [
      ("listing", report), ("lifecycle-listing", SampleReport.lifecycle.report),
      ("notices-listing", SampleReport.notices.report),
    ] {
      let text = render(report, as: .text, options: RenderOptions(verbose: true, showAll: true))
      let file = testFolder.appending(path: "Golden/\(name)-80.txt")
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
      #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
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

  @Test("The first line is one line that fits, with what is worst", arguments: SampleReport.allCases)
  func subject(_ sample: SampleReport) throws {
    let text = render(sample.report, as: .text)
    let first = try #require(text.split(separator: "\n").first)
    #expect(first.hasPrefix("OK") || displayWidth(of: String(first)) <= 80)
    let start =
      switch sample {
      case .nothingWrong: "OK  5 APIs, 11 endpoints, "
      case .twoIncidents: "BREAKING: app 1.0 to 1.4 cannot load products (platzi-store) · 1 new, 1 open"
      case .couldNotCheck: "COULD NOT CHECK: 8 of 9 endpoints"
      case .lasting: "BREAKING: 24 of 24 Landmark are missing in v4 (landmarks) · 1 back, 1 worse"
      case .additions: "OK  3 APIs, 2 of 3 endpoints due, "
      case .hostile: "BREAKING: app "
      case .empty: "NOTHING CHECKED  no endpoint took part"
      case .manyFindings: "BREAKING: v1 cannot load products (platzi-store) · 2 new, 1 warning"
      case .lifecycle: "BREAKING: 12 of 24 landmarks are missing in v3 and v4 (landmarks) · 1 back"
      case .notices: "BREAKING: $.results[*].kind is gone"
      }
    #expect(first.hasPrefix(start))
  }

  @Test("A clean round is one line; the same round unchecked is not OK")
  func oneLine() {
    let clean = SampleReport.nothingWrong.report
    #expect(
      render(clean, as: .text)
        == "OK  5 APIs, 11 endpoints, 22 version checks, 1,204 records mapped, none lost · 1.2 s\n")
    var unchecked = clean
    for index in unchecked.endpoints.indices { unchecked.endpoints[index].outcome = .notChecked }
    (unchecked.summary.checked, unchecked.summary.notChecked) = (0, 11)
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
    for format in ReportFormat.allCases {
      // Headings of our own in Markdown are no commands.
      let lines = render(report, as: format).split(separator: "\n").map { $0.trimmingPrefix(/#+\s/) }
      #expect(!lines.contains { $0.contains("##") })
    }
  }

  @Test("Colours end where they begin, and never cross a line")
  func colours() {
    let text = render(SampleReport.lasting.report, as: .text, options: RenderOptions(colour: true))
    #expect(text.contains("\u{1B}[1;31m"))
    for line in text.split(separator: "\n") {
      let codes = line.matches(of: /\u{1B}\[([0-9;]+)m/).map { String($0.output.1) }
      #expect(codes.count.isMultiple(of: 2))
      for (index, code) in codes.enumerated() { #expect((code == "0") == !index.isMultiple(of: 2)) }
    }
    let plain = text.replacing(/\u{1B}\[[0-9;]+m/, with: "")
    #expect(plain == render(SampleReport.lasting.report, as: .text))
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
