package import DriftModel
package import Foundation
import JSONDocument
package import PayloadShape
import System

/// Values of the vocabulary with something in every part, so that a round trip that loses one shows.
package enum Samples {
  package static let start = Date(timeIntervalSince1970: 1_790_000_000)
  package static let products = RequestKey(
    contract: "platzi-store", endpoint: "products", request: "0123456789abcdef", environment: "production",
    perspective: "default")
  package static let signature = "GET /products?limit=50"
  package static let digest = ContentDigest(Array("body".utf8)).hexadecimal
  package static let key = MappingKey(version: "v1", mapping: "Product")

  package static func shape(_ text: String = #"{"price": 44, "tags": ["a"], "seller": {"name": null}}"#) throws
    -> PayloadShape
  {
    PayloadShape(of: try JSONDocument(Array(text.utf8)))
  }

  package static func report(_ outcome: Outcome = .drift, at date: Date = start) -> EndpointReport {
    var version = VersionReport(
      VersionInfo(id: "v1", shippedIn: "1.0 to 1.4", installs: 31.5), typeName: "[ProductDTO]")
    (version.verdict, version.responses) = (.fails, 1)
    version.mappings = [MappingReport(name: "Product", recordsIn: 20, recordsOut: 0, ran: false)]
    (version.fieldsExercised, version.fieldsTotal) = (3, 4)
    var report = EndpointReport(
      contract: "platzi-store", endpoint: "products", environment: "production", perspective: "default",
      outcome: outcome, reason: "price changed")
    (report.requests, report.examined, report.checkedAt, report.versions) = (2, 1, date, [version])
    return report
  }

  package static func failure(count: Int = 20) -> FieldFailure {
    var failure = FieldFailure(
      rule: .decodeTypeMismatch, pattern: "$[*].price",
      example: Finding.Example(pointer: "/0/price", line: 1, column: 96, excerpt: "{amount, currency}"),
      property: "price", expected: "Double", found: "object", count: count, total: 20)
    failure.owner = "ProductDTO"
    return failure
  }

  package static func finding() -> Finding {
    var finding = Finding(
      rule: .fieldTypeChanged, level: .breaking, key: products, path: "$[*].price",
      versions: [AffectedVersion(version: "v1", shippedIn: "1.0", property: "ProductDTO.price", losesResponse: true)],
      message: "price is an object now"
    ) {
      $0.paths = ["$[*].offer.price"]
      $0.example = Finding.Example(pointer: "/0/price", line: 1, column: 96, excerpt: "{amount}")
      ($0.expected, $0.actual, $0.count, $0.total) = ("number", "object", 20, 20)
      $0.mappings = [AffectedMapping(version: "v1", mapping: "Product", properties: ["price"], recordsIn: 20)]
      $0.mappings[0].shifts = [.range, .fewer(.named("sold")), .more(.zero)]
      ($0.confidence, $0.hint) = (0.75, "PriceDTO reads it")
    }
    (finding.firstSeen, finding.lastSeen, finding.lastGood) = (start, start.addingTimeInterval(1.25), start)
    finding.incident = "7f3a000000000001"
    return finding
  }

  package static func incident(
    _ id: String = "7f3a000000000001", key: RequestKey = products, state: Incident.State = .open,
    at date: Date = start
  ) -> Incident {
    var incident = Incident(
      id: id, key: key, subject: "$[*].price", level: .breaking, headline: "The whole list is lost in v1",
      at: date, versions: ["v1"], fingerprints: ["00000000000000aa"])
    (incident.lastGoodAt, incident.responsesBefore) = (date.addingTimeInterval(-900), 2880)
    incident.state = state
    incident.resolvedAt = state == .resolved ? date : nil
    return incident
  }

  package static func mapping(recordsOut: Int = 18, dropped: Int = 2) -> MappingExamination {
    var examination = MappingExamination(
      name: "Product", recordsPath: "$[*]", recordType: "ProductDTO", domainType: "Product", execution: .succeeded)
    examination.recordsIn = 20
    examination.recordsOut = recordsOut
    examination.dropped = dropped
    examination.properties = [
      PropertyExamination(
        name: "imageURL", total: 18, nilCount: 3, emptyCount: 1, example: "/3", blame: ["$[*].image"]),
      PropertyExamination(name: "price", total: 18),
    ]
    var values = ValueDistribution()
    (values.total, values.cases) = (18, [.none: 1, .zero: 2, .named("sold"): 3])
    values.numbers = ValueDistribution.Quartiles([0, 0, 9.5, -1.25], areDates: false)
    examination.properties[1].values = values
    return examination
  }

  package static func statistics() -> MappingStatistics {
    var statistics = MappingStatistics()
    statistics.absorb(mapping())
    return statistics
  }

  package static func feed(advances: Int = 32) -> FreshnessStatistics {
    var feed = FreshnessStatistics(
      list: "$", member: "$[*].createdAt", newest: start.addingTimeInterval(-60.5), at: start)
    (feed.lastAdvance, feed.advances, feed.longestGap) = (start.addingTimeInterval(345_600), advances, 10_800.125)
    (feed.gapLogarithms, feed.gapLogarithmSquares) = (297.25, 2_760.5)
    feed.isAhead = advances == 0
    return feed
  }

  package static func facts() throws -> Examination {
    var version = VersionExamination(
      version: "v1", typeName: "[ProductDTO]", decoding: .failed(message: "price: expected Double"))
    version.failures = [failure()]
    version.unread = ["$[*].slug"]
    version.mappings = [mapping()]
    var send = SendExamination(
      endpoint: "create-product", typeName: "CreateProductDTO", isEssential: true, execution: .timedOut(seconds: 2.5))
    send.shape = try shape(#"{"title": "x"}"#)
    version.sends = [send]
    return Examination(
      notices: [TextNotice(kind: "duplicate member names", count: 2, byteOffset: 7)],
      envelope: .refused(message: "no such address"), links: ["$[*].id": ["1", "2"]], shape: try shape(),
      versions: [version], incomplete: ["lineage was cut off"])
  }

  package static func change() -> ShapeChange {
    var change = ShapeChange(
      .typeChanged, path: "$[*].price", before: "number", after: "object {amount, currency}", count: 20, total: 20)
    change.paths = ["$[*].offer.price"]
    return change
  }

  package static func pendingChange(_ state: PendingChange.State = .pending) -> PendingChange {
    var pendingChange = PendingChange(
      .member(path: "$[*].slug", aspect: .presence), former: PendingChange.Former(responses: 2880, habit: 0.125))
    pendingChange.state = state
    (pendingChange.counts.responses, pendingChange.course.cleanRun) = (12, 3)
    (pendingChange.counts.affected, pendingChange.logLikelihood) = (1.625, -6.907755278982137)
    return pendingChange
  }

  package static func acceptance(reason: String = "the shop announced it", until: Date? = nil) -> Acceptance {
    var acceptance = Acceptance(
      endpoint: "products", rule: .fieldTypeChanged, path: "$[*].price", by: "Ann", reason: reason, acceptedAt: start,
      until: until)
    (acceptance.versions, acceptance.upTo) = (["v1"], .breaking)
    (acceptance.environment, acceptance.perspective) = ("production", "default")
    return acceptance
  }

  package static func response(
    _ url: String = "https://api.example/products?key=s3cr3t", outcome: Outcome = .drift, facts: Examination? = nil,
    digest: String? = digest
  ) -> ResponseRecord {
    var response = ResponseRecord(url: url, outcome: outcome, buildID: "build-1")
    (response.status, response.bytes, response.seconds, response.bodyDigest) = (200, 14_311, 0.25, digest)
    (response.etag, response.lastModified) = ("\"v7\"", "Sat, 21 Nov 2026 02:00:00 GMT")
    response.facts = facts
    return response
  }

  /// A result with something in every part.
  package static func result(round: Int, at date: Date = start) throws -> Evaluation {
    let incident = incident(at: date)
    var result = Evaluation(
      key: products, signature: signature, round: round, at: date, report: report(at: date), findings: [finding()])
    result.responses = [response(facts: try facts())]
    (result.learned.baseline, result.learned.baselineResponses) = (try shape(), 2881)
    (result.learned.feeds, result.learned.staleAt) = (["$[*].createdAt": feed()], start.addingTimeInterval(691_200.25))
    result.learned.mappings = [key: statistics()]
    result.learned.sends = [MappingKey(version: "v1", mapping: "create-product"): try shape(#"{"title": "x"}"#)]
    result.mappingCounts = [key: MappingCounts(mapping())]
    let shift = PendingChange(
      .values(key, name: "price", .more(.zero)), former: PendingChange.Former(responses: 30, habit: 0.25))
    result.pendingChanges = [pendingChange(), shift]
    result.incidents = [incident]
    result.transitions = [IncidentTransition(kind: .opened, at: date, incident: incident)]
    result.acceptancesMatched = ["00000000000000a1", "00000000000000a2"]
    result.acceptancesApplied = ["00000000000000a2"]
    return result
  }
}
