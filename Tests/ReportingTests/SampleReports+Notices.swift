import DriftModel
import DriftRules
import Foundation

extension SampleReport {
  /// What a provider announces, a request that a sandbox refuses, levels that somebody set, and what is old.
  static func makeNotices() -> RoundReport {
    let products = key("platzi-store", "products")
    var create = key("platzi-store", "create-product")
    create.environment = "sandbox"
    let (items, list) = (key("landmarks", "items"), key("pokeapi", "pokemon-list"))
    var sunset = belonging(
      [
        Finding(
          rule: .noticeSunset, level: .warning, key: products,
          message: "The provider switches products off on 2026-12-01."
        ) {
          $0.actual = "2026-12-01"
          ($0.count, $0.total) = (1, 1)
          $0.hint = "the provider's page on it: https://api.example/gone"
        }
      ], to: "aa00000000000001")
    sunset[0].firstSeen = ago(60_000)
    let certificate = belonging(
      [
        Finding(
          rule: .noticeCertificateExpiring, level: .warning, key: items,
          message: "The host's certificate ends on 2026-11-24; from then on the app cannot connect."
        ) {
          $0.actual = "2026-11-24"
          ($0.count, $0.total) = (1, 1)
        }
      ], to: "bb00000000000002")
    let refused = belonging(
      [("v1", "1.0 to 1.4", "CreateProductDTO"), ("v2", "1.5", "CreatePricedProductDTO")].map { version in
        Finding(
          rule: .requestRejected, level: .warning, key: create,
          versions: [AffectedVersion(version: version.0, shippedIn: version.1)],
          message: "sandbox refuses what \(version.0) sends to create-product: 422, with a message at $.code.",
          subject: version.0
        ) {
          $0.paths = ["$.code", "$.errors.price[*]", "$.errors.title[*]", "$.errors.images[*]", "$.errors.…"]
          ($0.expected, $0.actual, $0.count, $0.total) = (version.2, "422", 1, 1)
          $0.hint =
            "neither the body nor the message is kept: send such a body by hand and read what it says, then mend the type or ask the provider"
        }
      }, to: "cc00000000000003")
    var raised = belonging(
      [
        Finding(
          rule: .fieldRemoved, level: .breaking, key: list, path: "$.results[*].kind",
          message: "$.results[*].kind is gone; it was string."
        ) { ($0.expected, $0.actual, $0.count, $0.total) = ("string", "absent", 20, 20) }
      ], to: "dd00000000000004")
    raised[0].setLevel = Finding.SetLevel(by: "driftwatch.json", level: .info)
    let standing = information(products, items)
    func entry(_ findings: [Finding], _ key: RequestKey, _ subject: String, _ shortID: String) -> IncidentReport {
      let id = findings.compactMap(\.incident).first ?? ""
      let incident = incident(
        id, key, subject: subject, level: findings[0].level, findings[0].message, openedAt: ago(15),
        lastGoodAt: ago(30), responsesBefore: 2_880, versions: findings.flatMap(\.versions).map(\.version),
        findings: findings)
      return IncidentReport(incident: incident, transition: .opened, shortID: shortID)
    }
    var waited = entry(raised, list, "$.results[*].kind", "DD00")
    (waited.incident.firstSeenAt, waited.incident.lastGoodAt) = (ago(75), ago(90))
    var aside = incident(
      "ee00000000000005", items, subject: "$.items[*].note", "Landmark.note is nil in 24 of 24", openedAt: ago(3_000),
      lastGoodAt: nil)
    (aside.state, aside.resolvedAt) = (.resolved, now)
    (aside.resolution, aside.isSetAside) = ("kept at information by driftwatch.json", true)
    let follows = "pokemon could not be checked, and this follows it"
    return report(
      [
        endpoint(
          "platzi-store", "products", .drift,
          versions: [version("v1", "1.0 to 1.4", "[ProductDTO]"), version("v2", "1.5", "[ProductDTO]")]),
        endpoint("platzi-store", "create-product", .drift),
        endpoint("landmarks", "items", .drift, versions: [version("v4", "4.0", "LandmarkEnvelope")]),
        endpoint("pokeapi", "pokemon-list", .drift, versions: [version("v1", "1.0", "PageDTO")]),
        endpoint(
          "pokeapi", "pokemon", .notChecked,
          reason: "not asked until 2026-11-20 15:15 UTC: the provider answered 429 (too many requests)"),
        endpoint("pokeapi", "species", .notChecked, reason: follows),
        endpoint("pokeapi", "evolution", .notChecked, reason: follows),
      ], findings: raised + sunset + certificate + refused + standing,
      incidents: [
        waited, entry(sunset, products, "notice-sunset", "AA00"),
        entry(certificate, items, "notice-certificate", "BB00"),
        entry(refused, create, "request-rejected", "CC00"),
        IncidentReport(incident: aside, transition: .resolved, shortID: "EE00"),
      ], exitCode: 1, reasons: ["1 breaking finding", "3 of 7 endpoints could not be checked"])
  }

  /// One of each kind of notice that wakes nobody.
  private static func information(_ products: RequestKey, _ items: RequestKey) -> [Finding] {
    var lowered = Finding(
      rule: .decodeKeyNotFound, level: .info, key: items, path: "$.items[*].note",
      message: "LandmarkDTO.note is missing."
    ) { ($0.count, $0.total) = (24, 24) }
    lowered.setLevel = Finding.SetLevel(by: "driftwatch.json", level: .breaking)
    return [
      lowered,
      Finding(
        rule: .noticeDeprecation, level: .info, key: products,
        message: "The provider has called products deprecated since 2026-01-01."
      ) {
        $0.actual = "2026-01-01"
        ($0.count, $0.total) = (1, 1)
      },
      Finding(
        rule: .noticeNonconformingJSON, level: .info, key: products,
        message: "The text is not what RFC 8259 allows, though Foundation reads it: trailing comma, 2 times."
      ) {
        $0.actual = "trailing comma"
        ($0.count, $0.total) = (2, 1)
      },
      Finding(
        rule: .noticeUnmatchedSuppression, level: .info, key: items, path: "$.items[*].subtitle",
        message: "What Ann accepted matches nothing: field-removed of $.items[*].subtitle; remove it."),
      Finding(
        rule: .evidenceStale, level: .info, key: items,
        message: "items was last examined on 2026-11-10; what is known of it is as old."
      ) { $0.actual = "2026-11-10" },
    ]
  }
}
