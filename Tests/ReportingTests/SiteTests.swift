import DriftModel
import Foundation
import TestSupport
import Testing

@testable import Reporting

@Suite("Pages of a ledger")
struct SiteTests {
  private static func pages(_ site: Site) -> [String: String] {
    Dictionary(uniqueKeysWithValues: renderSite(site, options: RenderOptions()).map { ($0.name, $0.text) })
  }

  @Test(
    "A year of five APIs: each page is below 300 kB, sound for a browser and a reader of screens, and each link leads to a page"
  )
  func year() async throws {
    let site = try SampleSite.year()
    let pages = Self.pages(site)
    #expect(pages.count == 326)
    let largest = pages.max { $0.value.utf8.count < $1.value.utf8.count }
    #expect((largest?.value.utf8.count ?? 0) < 300_000, "\(largest?.key ?? "") \(largest?.value.utf8.count ?? 0)")
    let faults = try await PageFaults.of(pages)
    #expect(faults == [])
    #expect(
      pages["index.html"]?.contains(" more</p>") == true || pages["index.html"]?.contains(" more: <code>") == true)
  }

  @Test("The same site gives the same bytes, and the first page comes last, when what it leads to is there")
  func order() throws {
    let site = try SampleSite.year("price", SampleSite.Amount(incidents: 12, intervals: 60, paths: 6))
    let (one, other) = (renderSite(site, options: RenderOptions()), renderSite(site, options: RenderOptions()))
    #expect(one == other && one.last?.name == "index.html")
    #expect(Set(one.map(\.name)).count == one.count && one.allSatisfy { SitePage.isPossible(name: $0.name) })
  }

  @Test("Nothing that a provider or a person wrote becomes markup, a name of a file or a link")
  func hostile() async throws {
    for (index, text) in (HostileText.all.map(\.text) + HTMLReportTests.markup).enumerated() {
      let site = try SampleSite.year(text, SampleSite.Amount(incidents: 3, intervals: 6, paths: 2))
      let pages = Self.pages(site)
      #expect(pages.keys.allSatisfy(SitePage.isPossible), "\(index)")
      for page in pages.values { #expect(SurfaceFaults.ofLines(page) == [], "\(index)") }
      let faults = try await PageFaults.of(pages)
      #expect(faults == [], "\(index)")
    }
  }

  @Test("A ledger without incidents, and one of which nothing is declared any more, have pages too")
  func little() async throws {
    let clean = Site(report: try ProgramReport.clean.report, incidents: [])
    let past = try SampleSite.year("price", SampleSite.Amount(incidents: 8, intervals: 20, paths: 1))
    var former = past
    (former.report.endpoints, former.report.contracts, former.report.incidents) = ([], [], [])
    for site in [clean, former] {
      let pages = Self.pages(site)
      let faults = try await PageFaults.of(pages)
      #expect(faults == [])
    }
    #expect(Self.pages(clean)["index.html"]?.contains("Nothing is open.") == true)
    #expect(Self.pages(former)["api.api-2.html"]?.contains("not declared any more") == true)
  }

  @Test("The first page says who is hurt, since when and by what, before any figure")
  func first() throws {
    let site = try SampleSite.year("price", SampleSite.Amount(incidents: 8, intervals: 40, paths: 6))
    let page = try #require(Self.pages(site)["index.html"])
    let titles = page.matches(of: /<h2[^>]*>([^<]*)</).map { String($0.1) }
    #expect(
      titles == [
        "Open now", "Who is hurt now", "Share of installs that lost something", "Incidents over time",
        "What could not be seen", "APIs",
      ])
    #expect(page.contains("The whole response is lost in v1") || page.contains("The whole list is lost in v1"))
    #expect(page.contains("since 2026-11-"))
  }

  @Test("The title of the first page says who is hurt most, also where somebody knows of it")
  func title() throws {
    /// The title where these incidents are open, which may be acknowledged.
    func title(_ incidents: [(level: Level, isKnown: Bool)]) throws -> String {
      let entries = incidents.enumerated().map { index, incident in
        var made = SampleReport.incident(
          "c\(index)00000000000000", SampleReport.key("a", "b\(index)"), subject: "$", level: incident.level,
          "app 1.0 cannot load b\(index)", openedAt: SampleReport.ago(3 * 1_440), lastGoodAt: nil)
        if incident.isKnown { made.acknowledge(by: "Ann", note: nil, at: SampleReport.ago(60)) }
        return IncidentReport(incident: made, transition: nil, shortID: "C\(index)00")
      }
      let site = Site(report: SampleReport.report([], incidents: entries), incidents: [])
      let page = try #require(Self.pages(site)["index.html"])
      return String(try #require(page.firstMatch(of: /<title>([^<]*)</)).1)
    }
    let start = "BREAKING: app 1.0 cannot load "
    #expect(try title([(.breaking, true), (.warning, false)]) == start + "b0 (a) · acknowledged, day 4, 1 warning")
    #expect(
      try title([(.breaking, false), (.warning, true)]) == start
        + "b0 (a) · still open, day 4, 1 warning, 1 acknowledged")
    #expect(try title([(.breaking, true), (.breaking, false)]) == start + "b1 (a) · 2 open, 1 acknowledged")
    #expect(
      try title([(.breaking, true), (.warning, true)]) == start
        + "b0 (a) · acknowledged, day 4, 1 warning, 1 more acknowledged")
  }

  @Test("Different ids have different files, which no file system takes for each other")
  func names() {
    let ids = [
      "a", "A", "a.b", "a-b", "a_b", "a/b", "..", "a\u{0}", "ä", "", String(repeating: "x", count: 300),
      String(repeating: "x", count: 301),
    ]
    var names = ids.map { PageName.api($0).text } + ids.map { PageName.incident($0).text }
    for one in ids { names += ids.map { PageName.endpoint($0, of: one).text } }
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.utf8.count < 256 && PageName.isPossible(name), "\(name)")
      #expect(name.lowercased() == name)
    }
    for name in ["../index.html", "index.html\n", "notes.html", ".driftwatch-site", "api.x", "api.X.html", ""] {
      #expect(!SitePage.isPossible(name: name), "\(name)")
    }
  }
}
