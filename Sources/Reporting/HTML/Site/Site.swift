public import DriftModel
import Foundation

/// All that the pages of a ledger show: its present state and a year of its past.
public struct Site: Sendable {
  /// The present state of everything that is watched, with all open incidents.
  public var report: RoundReport
  /// Incidents with their histories, open and resolved ones, each once.
  public var incidents: [IncidentDetail]
  /// Incidents that were too many to have a page.
  public var furtherIncidents = 0
  /// Endpoints that some version reads; `nil` if that is not known.
  public var readEndpoints: Set<EndpointID>?
  /// Findings over time, of a year.
  public var history: [FindingInterval] = []
  /// What mappings made of the records that came in, of a year.
  public var counts: [RecordCounts] = []
  /// Shares of installs over time.
  public var installShares: [InstallShare] = []
  /// What would break, for each request.
  public var impacts: [ImpactMatrix] = []
  /// The requests of each endpoint as declared: `GET /products?limit=50`.
  public var requests: [EndpointID: [String]] = [:]

  /// The present state of a ledger; its past is set afterwards.
  public init(report: RoundReport, incidents: [IncidentDetail]) {
    (self.report, self.incidents) = (report, incidents)
  }

  /// The clock of the last round, which counts as now.
  var now: Date { report.round.finishedAt ?? report.round.startedAt }
}

/// One page of a site.
public struct SitePage: Sendable, Equatable {
  /// Name of its file: lower-case letters of ASCII, digits, `.`, `_` and `-`, with `.html` at the end.
  public let name: String
  /// The whole page.
  public let text: String

  init(_ name: PageName, _ page: HTMLPage) { (self.name, text) = (name.text, page.text) }

  /// Whether a file name is one that a page of some site may have.
  public static func isPossible(name: String) -> Bool { PageName.isPossible(name) }
}

/// Writes the pages of a site: the first, one for each API, endpoint and incident. They stand in one folder and load nothing.
///
/// Pure: the same site and options give the same bytes.
///
/// - Parameters:
///   - site: What they show.
///   - options: The rules, and the zone of times.
/// - Returns: The pages, the first one last, so that what it leads to is there before it; each below 300 kB.
public func renderSite(_ site: Site, options: RenderOptions) -> [SitePage] {
  let scene = SiteScene(site, options)
  return scene.incidents.map { SitePage(.incident($0.id), IncidentPages(scene).page(of: $0)) }
    + scene.endpoints.map { SitePage(.endpoint($0.endpoint, of: $0.contract), EndpointPages(scene).page(of: $0)) }
    + scene.contracts.map { SitePage(.api($0.id), APIPages(scene).page(of: $0)) }
    + [SitePage(.index, IndexPage(scene).page)]
}
