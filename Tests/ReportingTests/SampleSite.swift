import DriftModel
import Foundation

@testable import Reporting

/// A year of five APIs, made by hand: many incidents that came and went, findings over time, and what would break.
enum SampleSite {
  /// How much there is of everything.
  struct Amount {
    var incidents = 300
    var intervals = 3_000
    var paths = 60
  }

  /// The site, with `text` wherever a provider, a configuration or a person can put it.
  static func year(_ text: String = "price", _ amount: Amount = Amount()) throws -> Site {
    let contracts = (1...5).map { number in
      ContractInfo(
        id: number == 1 ? "api-\(text)" : "api-\(number)",
        versions: (1...4).map { version in
          VersionInfo(
            id: "v\(version)", shippedIn: "\(version).0 to \(version).9 \(text)",
            status: version == 4 ? .candidate : .supported,
            installs: version == 4 ? nil : 30, owner: text)
        }, owner: text)
    }
    let places = contracts.flatMap { contract in
      (1...4).map { EndpointID(contract: contract.id, endpoint: $0 == 1 ? "list-\(text)" : "list-\($0)") }
    }
    let incidents = (0..<amount.incidents).map { incident($0, places[$0 % places.count], text) }
    var report = try SampleReport.makeDetail().report
    report.contracts = contracts
    report.endpoints = places.enumerated().map { endpoint($1, $0, text) }
    report.incidents = incidents.filter(\.incident.isOpen)
    report.findings = incidents.flatMap { findings(of: $0.incident, text) }
    report.round = SampleReport.round()
    let details = incidents.map { entry in
      IncidentDetail(
        entry, findings: findings(of: entry.incident, text),
        endpoint: report.endpoints.first { $0.endpoint == entry.incident.key.endpoint },
        history: steps(entry.incident), at: SampleReport.now, environment: "production")
    }
    var site = Site(report: report, incidents: details)
    site.history = (0..<amount.intervals).map { interval($0, incidents[$0 % incidents.count].incident, text) }
    site.counts = places.flatMap { place in (0..<amount.intervals / 8).map { counts($0, place, text) } }
    site.impacts = places.map { matrix($0, amount.paths, text) }
    site.requests = Dictionary(
      uniqueKeysWithValues: places.map { ($0, ["GET /\(text)?limit=50", "POST /graphql\n\(text)"]) })
    return site
  }

  private static func key(_ place: EndpointID) -> RequestKey {
    RequestKey(
      contract: place.contract, endpoint: place.endpoint, request: "00aa11bb22cc33dd", environment: "production",
      perspective: "default")
  }

  /// Of four, one is open; each came twice.
  private static func incident(_ number: Int, _ place: EndpointID, _ text: String) -> IncidentReport {
    let day = Double(number * 7 % 360)
    let id = String(repeating: "0", count: 16 - String(number, radix: 16).count) + String(number, radix: 16)
    var incident = Incident(
      id: id, key: key(place), subject: "$[*].\(text)\(number)", level: number % 3 == 0 ? .breaking : .warning,
      headline: "app 1.0 to 1.4 cannot load \(text) \(number)", at: SampleReport.ago((day + 4) * 1_440),
      versions: ["v1", "v2"])
    incident.lastOpenedAt = SampleReport.ago((day + 1) * 1_440)
    incident.reopenedCount = 1
    incident.lastSeenAt = SampleReport.now
    incident.acknowledge(by: text, note: text, at: SampleReport.ago(day * 1_440))
    incident.recentChecks = "0101"
    if number % 4 != 0 {
      (incident.state, incident.resolvedAt) = (.resolved, SampleReport.ago(day * 1_440))
    }
    if number % 8 == 1 { incident.resolution = text }
    return IncidentReport(incident: incident, transition: nil, shortID: String(id.suffix(6)).uppercased())
  }

  private static func steps(_ incident: Incident) -> [IncidentDetail.Step] {
    func step(_ kind: IncidentTransition.Kind, _ at: Date) -> IncidentDetail.Step {
      IncidentDetail.Step(IncidentTransition(kind: kind, at: at, incident: incident), round: 7, deliveredAt: at)
    }
    let first = [
      step(.opened, incident.openedAt), step(.resolved, incident.openedAt.addingTimeInterval(86_400)),
      step(.reopened, incident.lastOpenedAt), step(.escalated, incident.lastOpenedAt.addingTimeInterval(3_600)),
    ]
    return first + (incident.resolvedAt.map { [step(.resolved, $0)] } ?? [])
  }

  private static func findings(of incident: Incident, _ text: String) -> [Finding] {
    [
      Finding(
        rule: .fieldTypeChanged, level: incident.level, key: incident.key, path: "$[*].\(text)",
        versions: [AffectedVersion(version: "v1", shippedIn: text, property: text, losesResponse: true)],
        message: "\(text) was number."
      ) {
        ($0.expected, $0.actual, $0.incident) = ("number \(text)", "object \(text)", incident.id)
        $0.example = Finding.Example(pointer: "/0/\(text)", line: 1, column: 2, excerpt: text)
        ($0.count, $0.total, $0.hint) = (3, 20, text)
      }
    ]
  }

  private static func interval(_ number: Int, _ incident: Incident, _ text: String) -> FindingInterval {
    let rules: [RuleID] = [
      .fieldTypeChanged, .mappingRecordDropped, .decodeTypeMismatch, .watchUnreachable, .fieldAdded,
    ]
    let rule = rules[number % rules.count]
    let finding = Finding(
      rule: rule, level: rule == .fieldAdded ? .info : incident.level, key: incident.key, path: "$[*].\(text)\(number)",
      versions: [AffectedVersion(version: "v\(number % 3 + 1)", property: "DTO.\(text): Double")],
      message: "\(text) \(number) was number."
    ) {
      ($0.expected, $0.actual, $0.incident) = ("number \(text)", "object \(text)", incident.id)
      $0.example = Finding.Example(pointer: "/0/\(text)", excerpt: "{\(text)}")
      ($0.count, $0.total) = (number % 20, 20)
      $0.paths = ["$[*].other.\(text)"]
      if rule == .mappingRecordDropped {
        $0.mappings = [AffectedMapping(version: "v1", mapping: text, recordsIn: 20, recordsOut: 3)]
      }
    }
    let day = Double(number % 350)
    var interval = FindingInterval(
      finding, key: incident.key, first: HistoryMoment(round: number, at: SampleReport.ago((day + 3) * 1_440)),
      isLearned: false)
    if number % 5 != 4 {
      interval.ended = HistoryMoment(round: number + 1, at: SampleReport.ago(day * 1_440))
      interval.ending = FindingInterval.Ending.allCases[number % 4]
    }
    return interval
  }

  private static func counts(_ number: Int, _ place: EndpointID, _ text: String) -> RecordCounts {
    var counts = MappingCounts()
    (counts.offered, counts.made, counts.lostResponses) = (number % 30, number % 20, number % 11 == 0 ? 1 : 0)
    return RecordCounts(
      key: key(place), mapping: MappingKey(version: "v\(number % 3 + 1)", mapping: text),
      since: HistoryMoment(round: number, at: SampleReport.ago(Double(360 - number % 360) * 1_440)), counts: counts)
  }

  private static func endpoint(_ place: EndpointID, _ number: Int, _ text: String) -> EndpointReport {
    let versions = (1...3).map { version in
      SampleReport.version(
        "v\(version)", text, installs: 30, "[\(text)]", version == 1 && number % 3 == 0 ? .fails : .decodes,
        mappings: [SampleReport.mapping(text, 20, number % 20)])
    }
    let isSeen = number % 5 != 0
    return SampleReport.endpoint(
      place.contract, place.endpoint, isSeen ? .ok : .auth, reason: isSeen ? nil : text,
      versions: isSeen ? versions : [])
  }

  private static func matrix(_ place: EndpointID, _ paths: Int, _ text: String) -> ImpactMatrix {
    let effects: [[LineageEffect]] = [[.responseLost], [.recordLost], [.property(text, .lost)], [], [.crash]]
    let rows = (0..<paths).map { row in
      LineagePath(
        pattern: "$[*].\(text)\(row)", readers: ["\(text).\(row)"],
        cells: Perturbation.allCases.enumerated().map { index, perturbation in
          LineageCell(perturbation: perturbation, effects: effects[(row + index) % effects.count])
        })
    }
    return ImpactMatrix(
      contract: place.contract, endpoint: place.endpoint, request: "GET /\(text)",
      versions: ["v1", "v2"].map { VersionInfo(id: $0) },
      lineages: [
        Lineage(version: "v1", mapping: text, paths: rows), Lineage(version: "v2", mapping: text, unavailable: text),
      ],
      madeAt: SampleReport.now)
  }
}
