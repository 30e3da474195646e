import DriftModel
import DriftRules
import Foundation
import PayloadShape

@testable import Reporting

extension SampleReport {
  /// What has a life: acknowledged, flapping, worse, back, accepted, and what waits to be confirmed.
  static func makeLifecycle() -> RoundReport {
    let (products, items) = (key("platzi-store", "products"), key("landmarks", "items"))
    let (pokemon, purls) = (key("pokeapi", "pokemon"), key("omg-lol", "purls"))
    let renamed = belonging(
      [
        Finding(
          rule: .fieldRenamed, level: .warning, key: products, path: "$[*].image",
          versions: [AffectedVersion(version: "v1", shippedIn: "1.0", property: "ProductDTO.image: String?")],
          message: "$[*].image is now called imageURL."
        ) {
          ($0.expected, $0.actual, $0.count, $0.total) = ("image", "imageURL", 20, 20)
          ($0.confidence, $0.hint) = (0.92, "renamed to `imageURL`: 18 of 20 compared values are the same")
        }
      ], to: "a100000000000001")
    let dropped = belonging(
      [
        Finding(
          rule: .mappingRecordDropped, level: .breaking, key: items, path: "$.items[*].name",
          versions: [
            AffectedVersion(version: "v3", shippedIn: "3.0"), AffectedVersion(version: "v4", shippedIn: "4.0"),
          ], message: "12 of 24 records are lost in Landmark; the app shows no error."
        ) {
          $0.example = Finding.Example(pointer: "/items/3")
          ($0.expected, $0.actual, $0.count, $0.total) = ("24 Landmark", "12", 12, 24)
          $0.mappings = [
            AffectedMapping(version: "v3", mapping: "Landmark", recordsIn: 24, recordsOut: 12),
            AffectedMapping(version: "v4", mapping: "Landmark", recordsIn: 24, recordsOut: 12),
          ]
        }
      ], to: "b200000000000002")
    let halves = belonging(
      [
        Finding(
          rule: .decodeTypeMismatch, level: .breaking, key: purls, path: "$.response.purls[*].counter",
          versions: [
            AffectedVersion(version: "v1", shippedIn: "1.0", property: "PURLDTO.counter: Int", losesResponse: true)
          ], message: "PURLDTO.counter expects Int and gets string \"12\"."
        ) {
          $0.example = Finding.Example(pointer: "/response/purls/0/counter", line: 9, column: 20, excerpt: "\"12\"")
          ($0.expected, $0.actual, $0.count, $0.total) = ("Int", "string \"12\"", 3, 6)
          $0.hint = "the number is in quotes"
        }
      ], to: "c300000000000003")
    let waiting = [
      Finding(
        rule: .fieldBecameOptional, level: .info, key: pokemon, path: "$.moves[*].power",
        versions: [AffectedVersion(version: "v1", property: "MoveDTO.power: Int")],
        message: "$.moves[*].power can be absent now."
      ) {
        ($0.expected, $0.actual, $0.count, $0.total) = ("always present", "absent", 1, 13)
        ($0.confidence, $0.state) = (0.7, .pending)
        $0.hint = "11 more responses like this decide"
      }
    ]
    var accepted = [
      Finding(
        rule: .fieldRemoved, level: .info, key: items, path: "$.items[*].subtitle",
        message: "$.items[*].subtitle is gone; it was string."
      ) {
        ($0.expected, $0.actual, $0.count, $0.total) = ("string", "absent", 24, 24)
        $0.state = .accepted
      },
      Finding(
        rule: .mappingPropertyLost, level: .info, key: pokemon,
        message: "Pokemon.spriteURL is nil in 2 of 13 records.", subject: "Pokemon.spriteURL"
      ) {
        ($0.expected, $0.actual, $0.count, $0.total) = ("URL", "nil", 2, 13)
        $0.mappings = [
          AffectedMapping(version: "v1", mapping: "Pokemon", properties: ["spriteURL"], recordsIn: 13, recordsOut: 13)
        ]
        $0.state = .accepted
      },
    ]
    accepted[0].accepted = Finding.Accepted(
      by: "Ann", reason: "announced on 2026-10-01, shipped in 4.1",
      until: Date(timeIntervalSince1970: 1_796_083_200), level: .breaking)
    accepted[1].accepted = Finding.Accepted(
      by: "Bo", reason: "new ones have no picture yet", until: nil, level: .warning)
    return report(
      [
        endpoint(
          "platzi-store", "products", .drift,
          versions: [version("v1", "1.0", "[ProductDTO]", mappings: [mapping("Product", 20, 20)])]),
        endpoint(
          "landmarks", "items", .drift,
          versions: [
            version("v3", "3.0", installs: 10, "LandmarkEnvelope", mappings: [mapping("Landmark", 24, 12)]),
            version("v4", "4.0", installs: 60.5, "LandmarkEnvelope", mappings: [mapping("Landmark", 24, 12)]),
          ]),
        endpoint(
          "omg-lol", "purls", .drift,
          versions: [halfFailing, version("v2", "1.1", "PURLResponse", mappings: [mapping("StorablePURL", 6, 6)])]),
        endpoint("pokeapi", "pokemon"), endpoint("pokeapi", "species", .drift), endpoint("todo", "items", .drift),
      ], findings: dropped + halves + renamed + waiting + accepted,
      incidents: lifecycleIncidents(renamed: renamed, dropped: dropped, halves: halves), exitCode: 1,
      reasons: ["3 breaking findings", "2 warning findings"])
  }

  /// One of two responses decodes.
  private static var halfFailing: VersionReport {
    var version = version("v1", "1.0", "PURLResponse", .fails, mappings: [mapping("StorablePURL", 3, 3)])
    (version.responses, version.decoded) = (2, 1)
    return version
  }

  private static func lifecycleIncidents(renamed: [Finding], dropped: [Finding], halves: [Finding]) -> [IncidentReport]
  {
    let (products, items) = (key("platzi-store", "products"), key("landmarks", "items"))
    var worse = incident(
      "b200000000000002", items, subject: "$.items[*].name", "12 of 24 landmarks are missing in v3 and v4",
      openedAt: ago(1_500), lastGoodAt: ago(1_515), responsesBefore: 96, versions: ["v3", "v4"], findings: dropped)
    worse.worst = Incident.Extent(count: 12, total: 24)
    worse.losses = ["mapping Landmark", "mapping Landmark.name"]
    var former = worse
    (former.level, former.versions, former.losses) = (.warning, ["v4"], ["mapping Landmark"])
    former.worst = Incident.Extent(count: 2, total: 24)
    former.acknowledgement = Incident.Acknowledgement(by: "Ann", at: ago(900))
    var flapping = incident(
      "a100000000000001", products, subject: "$[*].image", level: .warning, "products may lose image in v1",
      openedAt: ago(6_000), lastGoodAt: ago(30), responsesBefore: 400, findings: renamed)
    (flapping.lastOpenedAt, flapping.reopenedCount, flapping.resolvedAt) = (ago(15), 5, ago(45))
    (flapping.recentChecks, flapping.isFlapping) = ("00010110100110100101", true)
    var back = incident(
      "c300000000000003", key("omg-lol", "purls"), subject: "$.response.purls[*].counter",
      "app 1.0 cannot load purls", openedAt: ago(60_000), lastGoodAt: ago(30), responsesBefore: 700, findings: halves)
    (back.lastOpenedAt, back.reopenedCount, back.resolvedAt) = (ago(15), 2, ago(9_000))
    back.lastSeenAt = now
    var known = incident(
      "d400000000000004", key("pokeapi", "species"), subject: "$.names", "app 1.0 cannot load species",
      openedAt: ago(4_000), lastGoodAt: nil)
    known.state = .acknowledged
    known.acknowledgement = Incident.Acknowledgement(by: "Ann", note: "vendor ticket 4711", at: ago(3_900))
    var restless = incident(
      "e500000000000005", key("todo", "items"), subject: "$.data", level: .warning, "2 of 50 todos are missing",
      openedAt: ago(2_000), lastGoodAt: nil)
    (restless.isFlapping, restless.recentChecks) = (true, "1100110011")
    var accepted = incident(
      "f600000000000006", items, subject: "$.items[*].subtitle", "app 4.0 cannot load items", openedAt: ago(9_000),
      lastGoodAt: nil)
    (accepted.state, accepted.resolvedAt) = (.resolved, ago(1))
    accepted.resolution = "accepted by Ann until 2026-12-01"
    return [
      IncidentReport(incident: worse, transition: .escalated, shortID: "B200", former: former),
      IncidentReport(incident: back, transition: .reopened, shortID: "C300"),
      IncidentReport(incident: known, transition: nil, shortID: "D400"),
      IncidentReport(incident: flapping, transition: .flapping, shortID: "A100"),
      IncidentReport(incident: restless, transition: nil, shortID: "E500"),
      IncidentReport(incident: accepted, transition: .resolved, shortID: "F600"),
    ]
  }

  /// One that came back, with all that `show` tells.
  static func makeDetail() throws -> IncidentDetail {
    let report = makeLifecycle()
    guard var entry = report.incidents.first(where: { $0.shortID == "C300" }) else { throw NoSample() }
    entry.incident.state = .acknowledged
    entry.incident.acknowledgement = Incident.Acknowledgement(by: "Ann", note: "vendor ticket 4711", at: ago(5))
    func step(_ kind: IncidentTransition.Kind, _ minutes: Double, _ round: Int, told: Double?) -> IncidentDetail.Step {
      var incident = entry.incident
      incident.worst = Incident.Extent(count: 3, total: 6)
      let transition = IncidentTransition(kind: kind, at: ago(minutes), incident: incident)
      return IncidentDetail.Step(transition, round: round, deliveredAt: told.map(ago))
    }
    let asides = report.findings.filter { $0.state != .open }.map { finding in
      var finding = finding
      finding.incident = entry.incident.id
      return finding
    }
    return IncidentDetail(
      entry, findings: report.findings + asides, endpoint: report.endpoints.first { $0.contract == "omg-lol" },
      history: [
        step(.opened, 60_000, 12, told: 59_999), step(.escalated, 40_000, 612, told: 39_000),
        step(.resolved, 9_000, 2_200, told: 8_990), step(.reopened, 15, 2_880, told: nil),
      ],
      acceptances: [
        Acceptance(
          of: halvesLead(in: report), by: "Bo", reason: "only the beta", at: ago(59_000), until: ago(50_000))
      ], at: now, environment: "production")
  }

  private struct NoSample: Error {}

  private static func halvesLead(in report: RoundReport) -> Finding {
    var finding =
      report.findings.first { $0.incident == "c300000000000003" }
      ?? Finding(rule: .fieldAdded, level: .info, key: key("a", "b"), message: "")
    finding.form = ObservedForm(kinds: [.string])
    return finding
  }
}
