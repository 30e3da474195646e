import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Reporting

/// What a reader of Markdown sees as text that is not code: everything that could be live stands there.
private enum Outside {
  /// `line` without its code spans, found as CommonMark finds them: a run of backticks up to the next run of equal length.
  static func code(_ line: String) -> String {
    var result = ""
    var rest = Substring(line.replacing(/<code>[^<]*<\/code>/, with: ""))
    while let start = rest.firstIndex(of: "`") {
      result += rest[..<start]
      let fence = rest[start...].prefix { $0 == "`" }
      var search = rest[fence.endIndex...]
      var end: Substring.Index?
      while let next = search.firstIndex(of: "`") {
        let run = search[next...].prefix { $0 == "`" }
        if run.count == fence.count {
          end = run.endIndex
          break
        }
        search = search[run.endIndex...]
      }
      guard let end else { return result + "UNCLOSED" + rest[start...] }
      rest = rest[end...]
    }
    return result + rest
  }

  /// Tags that are ours.
  static var tags: Regex<Substring> { /<\/?(?:details|summary|sub)>|<br>/ }
}

@Suite("Markdown report")
struct MarkdownTests {
  static let hostile: [(name: String, text: String)] = [
    ("html", "<script>alert(1)</script><img src=x onerror=y> </details>"), ("comment", "<!-- x --> <![CDATA[x]]>"),
    ("link", "[click](https://evil.example) ![x](//evil.example/x.png) <https://evil.example>"),
    ("reference", "[a]: https://evil.example [^1]"), ("bare link", "see https://evil.example, www.evil.example or"),
    ("mail", "a@evil.example mailto:b@evil.example"), ("mention", "@octocat/team @octocat, cc:@all"),
    ("issue", "#1 octocat/hello#12 GH-3 fixes #4"), ("commit", "8d5c1f2 octocat@8d5c1f2a deadbeef"),
    ("pipes", "a|b||c \\|d | e \\\\| f"), ("one pipe", "|"), ("backticks", "a`b ``c`` ```d"),
    ("fence", "```\n# x\n```"),
    ("backslash", "a\\ \\`b\\` c\\"), ("emphasis", "*a* _b_ **c** __d__ ~~e~~"), ("heading", "# x\n## y\n---\n==="),
    ("list", "- a\n1. b\n> c"), ("reference of a character", "&lt;b&gt; &#64;octocat &commat;octocat"),
    ("formula", "$x^2$ $`y`$ $$z$$"), ("emoji", ":tada: :+1:"), ("lines", "a\r\nb\u{2028}c\u{85}d\u{B}e"),
    ("control", "\u{1B}[31m\u{0}\u{7}\u{9B}"), ("bidi", "\u{202E}gnp.exe\u{2066}\u{200F}\u{FEFF}"),
    ("command", "::error::x ##[error]y"), ("blanks", "   "), ("wide", "漢字 🙂 e\u{301}"), ("empty", ""),
  ]

  /// A report with `text` wherever a response, a configuration or a person can put it.
  static func report(_ text: String) -> RoundReport {
    var report = SampleReport.lifecycle.report
    for index in report.findings.indices {
      report.findings[index].path = text
      report.findings[index].paths = Array(repeating: text, count: 5)
      report.findings[index].example = Finding.Example(pointer: text, line: 1, column: 2, excerpt: text)
      report.findings[index].expected = text
      report.findings[index].actual = text
      report.findings[index].message = "\(text) is gone, \(text)."
      report.findings[index].hint = text
      report.findings[index].accepted?.by = text
      report.findings[index].accepted?.reason = text
      for version in report.findings[index].versions.indices {
        report.findings[index].versions[version].property = text
        report.findings[index].versions[version].shippedIn = text
      }
    }
    for index in report.endpoints.indices {
      report.endpoints[index].reason = text
      for version in report.endpoints[index].versions.indices {
        report.endpoints[index].versions[version].typeName = text
        report.endpoints[index].versions[version].shippedIn = text
        for mapping in report.endpoints[index].versions[version].mappings.indices {
          report.endpoints[index].versions[version].mappings[mapping].name = text
        }
      }
    }
    report.endpoints[3].outcome = .requestError
    for index in report.incidents.indices {
      report.incidents[index].incident.headline = text
      report.incidents[index].incident.losses = [text, "\(text)2"]
      report.incidents[index].incident.acknowledgement?.by = text
      report.incidents[index].incident.resolution = report.incidents[index].incident.resolution.map { _ in text }
      report.incidents[index].former?.acknowledgement?.by = text
    }
    report.summary.exitReasons = [text]
    return report
  }

  @Test("Nothing that a response or a person wrote is live, wherever it stands", arguments: hostile.indices)
  func escaping(_ index: Int) {
    let (name, text) = Self.hostile[index]
    let markdown = render(Self.report(text), as: .markdown)
    for line in markdown.split(separator: "\n").map(String.init) {
      let outside = Outside.code(line).replacing(Outside.tags, with: "")
      #expect(!outside.contains("UNCLOSED"), "\(name): \(line)")
      let body = outside.trimmingPrefix(/#+\s/)
      for mark in [
        "<", "@", "#", "](", "`", "&", "\\", "$", "://", "www.", "GH-", "8d5c", "deadbeef", ":tada:", "~", "_",
      ]
      where body.contains(mark) {
        Issue.record("\(name): \(mark) outside of code in \(line)")
      }
      #expect(!line.hasPrefix("    ") && !line.hasPrefix("\t"))
    }
    for scalar in markdown.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(category != .control && category != .format && category != .lineSeparator, "\(name)")
    }
  }

  @Test("Every row of a table has as many cells as its head", arguments: hostile.indices)
  func tables(_ index: Int) {
    let text = Self.hostile[index].text
    for sample in [Self.report(text), SampleReport.manyFindings.report] {
      var width = 0
      var rows = 0
      for line in render(sample, as: .markdown).split(separator: "\n", omittingEmptySubsequences: false) {
        guard line.hasPrefix("|") else {
          width = 0
          continue
        }
        let count = line.count { $0 == "|" }
        if width == 0 { width = count }
        #expect(count == width && line.hasSuffix("|"), "\(line)")
        rows += 1
      }
      #expect(rows > 10)
    }
  }

  @Test("Blocks of HTML are closed, and Markdown in them stands apart", arguments: SampleReport.allCases)
  func folds(_ sample: SampleReport) {
    let lines = render(sample.report, as: .markdown).split(separator: "\n", omittingEmptySubsequences: false)
    var depth = 0
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("<details>") {
        depth += 1
        #expect(line.hasSuffix("</summary>") && lines[index + 1].isEmpty && lines[index - 1].isEmpty)
      }
      if line == "</details>" {
        depth -= 1
        #expect(lines[index - 1].isEmpty && lines[index + 1].isEmpty)
      }
      #expect(depth == 0 || depth == 1)
      #expect(line.last != " ")
    }
    #expect(depth == 0)
  }

  @Test("The first line is a title", arguments: SampleReport.allCases)
  func title(_ sample: SampleReport) throws {
    let first = try #require(render(sample.report, as: .markdown).split(separator: "\n").first)
    let words = ["BREAKING: ", "OK ", "COULD NOT CHECK: ", "NOTHING CHECKED "]
    #expect(words.contains { first.hasPrefix("# \($0)") }, "\(first)")
  }

  @Test(
    "However much is found, the text stays far below what GitHub takes",
    arguments: ["x", "漢字🙂", "\u{202E}\u{10FFFF}", "a|b`c\\", "a long name with many words in it "])
  func size(_ unit: String) {
    let long = String(repeating: unit, count: 500)
    var report = Self.report(long)
    let (entries, findings, endpoints) = (report.incidents, report.findings, report.endpoints)
    for copy in 0..<60 {
      for entry in entries {
        var entry = entry
        entry.incident.id = "\(entry.incident.id.prefix(8))\(10_000_000 + copy)"
        report.incidents.append(entry)
        for finding in findings
        where finding.incident == entries.first(where: { $0.shortID == entry.shortID })?.incident.id {
          var finding = finding
          finding.incident = entry.incident.id
          report.findings.append(finding)
        }
      }
      report.findings += findings.filter { $0.state != .open }
      report.endpoints += endpoints
    }
    report.summary.exitReasons = Array(repeating: long, count: 50)
    let markdown = render(report, as: .markdown, options: RenderOptions(verbose: true, showAll: true))
    #expect(markdown.utf16.count < 58_000)
    #expect(markdown.contains(" more: `driftwatch report --all`"))
  }

  @Test(
    "Code is fenced by more backticks than it has",
    arguments: [
      ("a", "`a`"), ("", ""), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("``a", "``` ``a ```"), (" a ", "`  a  `"),
      ("a\nb", #"`a\nb`"#), ("a|b", "`a|b`"), ("\\", "`\\`"),
    ])
  func code(_ text: String, _ expected: String) { #expect(markdownCode(text) == expected) }

  @Test(
    "Code in a cell has no bar",
    arguments: [("a|b", "<code>a&#124;b</code>"), ("`|<", "<code>&#96;&#124;&#60;</code>"), ("a`b", "``a`b``")])
  func cell(_ text: String, _ expected: String) { #expect(markdownCode(text, inTable: true) == expected) }

  @Test(
    "Words that could be live become code, neighbours together; the rest stays as it is",
    arguments: [
      ("v2 (1.5) is fine.", "v2 (1.5) is fine."), ("$[*].price was number.", "`$[*].price` was number."),
      ("object {amount, currency}.", "object `{amount, currency}`."),
      ("perhaps renamed to `imageURL`; a guess", "perhaps renamed to `imageURL`; a guess"),
      ("token OMG_LOL_TOKEN refused", "token `OMG_LOL_TOKEN` refused"), ("1. first", "`1.` first"),
      ("at 14:15 UTC, 31 % of 1,204", "at 14:15 UTC, 31 % of 1,204"), ("a  b\nc", #"a `b\nc`"#), ("...", "..."),
      ("ask @ann, please!", "ask `@ann`, please!"), ("2026-11-20 and 12345678", "2026-11-20 and `12345678`"),
    ])
  func prose(_ text: String, _ expected: String) { #expect(markdownProse(text) == expected) }
}
