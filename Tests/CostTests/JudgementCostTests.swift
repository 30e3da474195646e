import DriftModel
import Foundation
import JSONDocument
import PayloadShape
import Reporting
import Testing

@testable import DriftRules

@Suite("The cost of judging and reporting")
struct JudgementCostTests {
  private static let key = RequestKey(
    contract: "shop", endpoint: "products", request: "r", environment: "production", perspective: "default")

  /// Responses of so many members: as it always was, and as it is now.
  struct Pair: Sendable, CustomStringConvertible {
    let description: String
    let make: @Sendable (Int) -> (old: String, new: String)
  }

  private static let pairs = [
    Pair(description: "members went") { (objects($0, "a"), "{\"z\":1}") },
    Pair(description: "members came") { ("{\"z\":1}", objects($0, "a")) },
    Pair(description: "members have other types") { count in
      (objects(count, "a"), DearTexts.object(count) { ("a\($0)", "\"text\"") })
    },
    Pair(description: "members went and came") { (objects($0, "a"), objects($0, "b")) },
  ]

  private static func objects(_ count: Int, _ name: String) -> String {
    DearTexts.object(count) { ("\(name)\($0)", "{\"n\":\($0)}") }
  }

  private func shape(_ text: String) throws -> PayloadShape {
    PayloadShape(of: try JSONDocument(Array(text.utf8)), budget: 1 << 28)
  }

  /// Facts of a version that reads each member and fails at half of them.
  private func facts(_ text: String, _ round: Int, failing count: Int = 0) throws -> RequestFacts {
    var version = VersionExamination(
      version: "v1", typeName: "T", decoding: count > 0 ? .failed(message: "no") : .succeeded)
    version.failures = (0..<count).map { number in
      FieldFailure(
        rule: .decodeTypeMismatch, pattern: "$.a\(number)", example: Finding.Example(pointer: "/a\(number)"),
        property: "a\(number)", expected: "Int", found: "string", count: 1, total: 1)
    }
    version.fields = (0..<count).map {
      FieldReading(pattern: "$.a\($0)", owner: "T", property: "a\($0)", swiftType: "Int", isRequired: true)
    }
    let examination = Examination(shape: try shape(text), versions: [version])
    var facts = RequestFacts(
      request: Self.key, signature: "GET /", versions: [VersionInfo(id: "v1", shippedIn: "1.0")], outlines: [:],
      responses: [RequestFacts.Response(url: "u", examination: examination)], round: round,
      clock: Date(timeIntervalSince1970: 1_790_000_000 + Double(round) * 600))
    facts.settings.shapeBudget = 1 << 28
    return facts
  }

  private func memory(_ text: String) throws -> RequestMemory {
    var memory = RequestMemory()
    let shape = try shape(text)
    memory.baseline = (1..<40).reduce(shape) { grown, _ in grown.merged(with: shape) }
    memory.baselineResponses = 40
    memory.checkedAt = Date(timeIntervalSince1970: 1_790_000_000)
    return memory
  }

  @Test("A round in which all changed, and the next in which it still is so", arguments: pairs, [false, true])
  func rounds(_ pair: Pair, _ fails: Bool) throws {
    try CostOracle.expectLinear(
      "evaluate: \(pair)\(fails ? ", and decoding fails" : "")", from: 60,
      make: { count in
        let (old, new) = pair.make(count)
        let failing = fails ? count : 0
        return (try memory(old), try facts(new, 41, failing: failing), try facts(new, 42, failing: failing))
      }
    ) { (memory: RequestMemory, first: RequestFacts, second: RequestFacts) in
      let after = memory.applying(evaluate(memory, first))
      let next = after.applying(evaluate(after, second))
      _ = evaluate(next, first)
    }
  }

  @Test("Many properties whose values are others than before, again and again")
  func meaning() throws {
    func mapping(_ count: Int, isTrue: Bool) -> MappingExamination {
      var mapping = MappingExamination(
        name: "Product", recordsPath: "$", recordType: "T", domainType: "Product", execution: .succeeded)
      (mapping.elements, mapping.recordsIn, mapping.recordsOut) = (200, 200, 200)
      mapping.properties = (0..<count).map { number in
        var property = PropertyExamination(name: "p\(number)", total: 200)
        var values = ValueDistribution()
        (values.total, values.cases) = (200, isTrue ? [.isTrue: 190] : [.isTrue: 10])
        property.values = values
        property.isWatched = true
        return property
      }
      return mapping
    }
    try CostOracle.expectLinear(
      "evaluate: shifts of meaning", from: 60,
      make: { count -> (RequestMemory, RequestFacts) in
        var memory = try memory("{\"z\":1}")
        var statistics = MappingStatistics()
        for _ in 0..<40 { statistics.absorb([mapping(count, isTrue: false)]) }
        memory.mappings = [MappingKey(version: "v1", mapping: "Product"): statistics]
        var facts = try facts("{\"z\":1}", 41)
        facts.outlines = ["v1": [MappingOutline(name: "Product", recordsPath: "$")]]
        facts.responses[0].examination?.versions[0].mappings = [mapping(count, isTrue: true)]
        return (memory, facts)
      }
    ) { (memory: RequestMemory, facts: RequestFacts) in
      let after = memory.applying(evaluate(memory, facts))
      let next = after.applying(evaluate(after, facts))
      _ = evaluate(next, facts)
    }
  }

  /// A report with so many findings, each of an incident of its own or all of one.
  private func report(_ count: Int, ofOne: Bool) -> RoundReport {
    var endpoint = EndpointReport(
      contract: "shop", endpoint: "products", environment: "production", perspective: "default", outcome: .drift)
    (endpoint.requests, endpoint.examined) = (1, 1)
    var findings: [Finding] = []
    var incidents: [IncidentReport] = []
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    for number in 0..<count {
      var finding = Finding(
        rule: .fieldTypeChanged, level: .warning, key: Self.key, path: "$.a\(number)",
        versions: [AffectedVersion(version: "v1", shippedIn: "1.0", property: "T.a\(number)")],
        message: "$.a\(number) was number and is string."
      ) {
        ($0.expected, $0.actual, $0.count, $0.total) = ("number", "string", 1, 1)
        $0.example = Finding.Example(pointer: "/a\(number)", line: 1, column: 1, excerpt: "x")
      }
      let id = String(repeating: "0", count: 8) + String(10_000_000 + (ofOne ? 0 : number))
      (finding.incident, finding.firstSeen, finding.lastSeen) = (id, now, now)
      findings.append(finding)
      guard !ofOne || number == 0 else { continue }
      let incident = Incident(
        id: id, key: Self.key, subject: "$.a\(number)", level: .warning, headline: "a\(number) is text", at: now,
        versions: ["v1"], fingerprints: [finding.fingerprint])
      incidents.append(IncidentReport(incident: incident, transition: .opened, shortID: String(id.suffix(8))))
    }
    var summary = RoundReport.Summary()
    (summary.contracts, summary.endpoints, summary.checked, summary.warnings) = (1, 1, 1, count)
    return RoundReport(
      summary: summary,
      round: RoundInfo(
        number: 1, startedAt: now, finishedAt: now, seconds: 1, source: .live, judge: "Foundation",
        environment: "production"),
      contracts: [ContractInfo(id: "shop", versions: [VersionInfo(id: "v1", shippedIn: "1.0")])],
      endpoints: [endpoint], findings: findings, incidents: incidents)
  }

  @Test("Reports on many findings", arguments: ReportFormat.allCases, [false, true])
  func reports(_ format: ReportFormat, _ ofOne: Bool) throws {
    var options = RenderOptions(rules: Rules.catalog)
    (options.verbose, options.showAll) = (true, true)
    try CostOracle.expectLinear(
      "report: \(format.rawValue), \(ofOne ? "one incident" : "an incident each")", from: 60,
      make: { report($0, ofOne: ofOne) }
    ) { report in
      #expect(!render(report, as: format, options: options).isEmpty)
    }
  }
}
