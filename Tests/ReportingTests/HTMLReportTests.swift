import DriftModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite("Report as a page for a browser")
struct HTMLReportTests {
  @Test("It keeps its bytes", arguments: [.new, .recordings] as [ProgramReport])
  func golden(_ sample: ProgramReport) throws {
    try expectGolden(render(try sample.report, as: .html), "\(sample.rawValue).html")
  }

  @Test("A browser and a reader of screens find nothing wrong with it, whatever was found")
  func isSound() async throws {
    var pages: [String: String] = [:]
    for sample in ProgramReport.allCases {
      pages["program-\(sample.rawValue).html"] = render(try sample.report, as: .html)
    }
    for sample in SampleReport.allCases {
      let options = RenderOptions(verbose: true, showAll: true)
      pages["made-\(sample.rawValue).html"] = Reporting.render(sample.report, as: .html, options: options)
    }
    let faults = try await PageFaults.of(pages)
    #expect(faults == [])
  }

  @Test("Nothing that a provider or a person wrote becomes markup")
  func hostile() async throws {
    var pages: [String: String] = [:]
    let texts = HostileText.all.map(\.text) + MarkdownTests.hostile.map(\.text) + Self.markup
    for (index, text) in texts.enumerated() {
      let options = RenderOptions(verbose: true, showAll: true)
      let page = Reporting.render(SurfaceTests.report(text), as: .html, options: options)
      pages["\(index).html"] = page
      #expect(SurfaceFaults.ofLines(page) == [], "\(text)")
    }
    let faults = try await PageFaults.of(pages)
    #expect(faults == [])
    let page = render(SurfaceTests.report("<script>alert('1')</script>"), as: .html)
    #expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
  }

  /// What HTML alone takes for markup.
  static let markup = [
    "</style><script>x</script>", "</title><h1>x", "\" onload=\"x", "' onload='x", "` onload=`x", "<svg/onload=x>",
    "<!--", "-->",
    "</main></body></html>", "<meta http-equiv=refresh content=0>", "<a href=javascript:x>y</a>", "javascript:x",
    "&#60;b&#62;", "&lt",
    "<style>*{display:none}</style>", "<base href=//evil.example>", "\u{0}<b>", "<\u{0}b>", "<b\n>", "＜script＞",
  ]

  @Test("Thousands of findings and hundreds of incidents stay below 300 kB, and what is left out is counted")
  func size() async throws {
    var report = SampleReport.manyFindings.report
    let (findings, incidents) = (report.findings, report.incidents)
    report.findings = (0..<3_000).map { number in
      var finding = findings[number % findings.count]
      finding.path = "$.\(String(repeating: "member", count: 20))\(number)"
      finding.fingerprint = String(number, radix: 16)
      if number % 3 == 0 {
        finding.incident = "incident-\(number % 400)"
      } else {
        (finding.incident, finding.level) = (nil, .info)
      }
      return finding
    }
    report.incidents = (0..<400).map { number in
      var entry = incidents[number % incidents.count]
      entry.incident.id = "incident-\(number)"
      entry.shortID = "A\(number)"
      entry.transition = number % 2 == 0 ? .opened : nil
      return entry
    }
    report.endpoints = (0..<300).map { number in
      var endpoint = report.endpoints[number % report.endpoints.count]
      endpoint.endpoint = "endpoint-\(number)"
      return endpoint
    }
    for showAll in [false, true] {
      let page = Reporting.render(
        report, as: .html, options: RenderOptions(verbose: showAll, showAll: showAll, showsOpenInFull: true))
      #expect(page.utf8.count < 300_000 && page.utf8.count > 100_000, "\(page.utf8.count)")
      #expect(page.contains("Further incidents") && page.contains(" more: <code>driftwatch report --all</code>"))
      let faults = try await PageFaults.of(["report.html": page])
      #expect(faults == [])
    }
  }

  @Test("It loads nothing, and each cell that says who is hurt says it in words")
  func words() throws {
    let page = render(try ProgramReport.new.report, as: .html)
    #expect(!page.contains("src=") && !page.contains("style=") && !page.contains("<script") && !page.contains("://"))
    for (style, words) in [("strong", "cannot read it"), ("good", "ok")] {
      #expect(try page.contains(Regex("<td class=\"\(style)\">(<span[^>]*>v[0-9]+</span>)?<strong>\(words)</strong>")))
    }
    #expect(page.contains("<span class=\"note faint\">before</span><code>number</code>"))
  }
}

@Suite("What reads pages in tests finds what it is for")
struct PageFaultsTests {
  private static let page = render(SampleReport.twoIncidents.report, as: .html)

  @Test(
    "A page with a fault",
    arguments: [
      ("<main", "<script>x</script><main", "element 'script'"), ("<main", "<img src=x><main", "element 'img'"),
      ("<main id=\"main\"", "<main id=\"main\" onload=\"x\"", "attribute 'onload'"),
      ("<main", "<!-- x --><main", "a comment"), ("</main>", "", "closes another element"),
      ("<h1>", "<h3>", "a heading of level 3"),
      ("<a class", "<a href=\"https://evil.example\" class", "href='https://evil.example'"),
      ("href=\"#main\"", "href=\"nowhere.html\"", "which is no file"),
      ("href=\"#main\"", "href=\"#nowhere\"", "which is nowhere"),
      ("body{", "body{color:red;", "policy"), ("<th scope=\"col\">", "<th>", "without its direction"),
      ("default-src &#39;none&#39;", "default-src *", "policy"),
      ("<!DOCTYPE html>", "", "no doctype"), ("<html lang=\"en\">", "<html>x", "text in html"),
    ])
  func fault(_ old: String, _ new: String, _ words: String) async throws {
    try #require(Self.page.contains(old))
    let faults = try await PageFaults.of(["page.html": Self.page.replacing(old, with: new, maxReplacements: 1)])
    #expect(faults.contains { $0.contains(words) }, "\(faults)")
  }

  @Test("A page without one")
  func none() async throws {
    let faults = try await PageFaults.of(["page.html": Self.page])
    #expect(faults == [])
  }
}
