import Foundation
import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

/// What a finding and the headline of an incident say by themselves, before a report takes them up.
@Suite("Messages of findings")
struct FindingMessageTests {
  private static let key = SampleReport.key("shop", "products")

  private func findings(
    _ versions: [VersionExamination] = [], changes: [ShapeChange] = [],
    mappings: [String: [String: MappingStatistics]] = [:], notices: [ProviderNotice] = [], at date: Date = .distantPast
  ) -> [Finding] {
    var examination = Examination(versions: versions)
    examination.providerNotices = notices
    let judgement = Judgement(
      key: Self.key, versions: versions.map { VersionInfo(id: $0.version) }, examinations: [examination],
      changes: changes, mappings: mappings)
    return judgement.findings() + judgement.providerFindings(at: date)
  }

  private func version(_ change: (inout VersionExamination) -> Void) -> VersionExamination {
    var version = VersionExamination(version: "v1", typeName: "[ProductDTO]", decoding: .succeeded)
    change(&version)
    return version
  }

  private static func mapping(_ offered: Int, made: Int, _ execution: Execution = .succeeded) -> MappingExamination {
    var mapping = MappingExamination(
      name: "Product", recordsPath: "$[*]", recordType: "ProductDTO", domainType: "Product", execution: execution)
    (mapping.elements, mapping.recordsIn, mapping.recordsOut, mapping.dropped) = (
      offered, offered, made, offered - made
    )
    return mapping
  }

  private func change(_ rule: RuleID, _ path: String) -> ShapeChange {
    ShapeChange(
      Rules.rule(for: rule).change?.kinds.first ?? .memberAdded, path: path, before: "number", after: "string",
      count: 20, total: 20)
  }

  @Test(
    "Lost records are named by their noun, one of them in the singular",
    arguments: [
      (1, 22, "1 of 22 products is missing; none was missing before; the app shows no error."),
      (4, 22, "4 of 22 products are missing; none was missing before; the app shows no error."),
      (22, 22, "All 22 products are missing; the app shows no error."),
      (1, 1, "The only product is missing; the app shows no error."),
    ])
  func lostRecords(_ lost: Int, _ total: Int, _ message: String) {
    var known = MappingStatistics()
    known.absorb(Self.mapping(total, made: total))
    let found = findings(
      [version { $0.mappings = [Self.mapping(total, made: total - lost)] }], mappings: ["v1": ["Product": known]])
    #expect(found.map(\.message) == [message])
  }

  @Test("Where one change came with a loss of everything it is named as perhaps to blame")
  func cause() {
    var known = MappingStatistics()
    known.absorb(Self.mapping(20, made: 20))
    var category = FieldReading(
      pattern: "$[*].category", owner: "ProductDTO", property: "category", swiftType: "String", isRequired: true)
    category.seen = 20
    let reader = version {
      $0.fields = [category]
      $0.mappings = [Self.mapping(20, made: 0)]
    }
    let found = findings(
      [reader], changes: [change(.fieldEnumValueAdded, "$[*].category")], mappings: ["v1": ["Product": known]])
    #expect(
      found.first { $0.rule == .mappingRecordDropped }?.hint == "perhaps since $[*].category changed", "\(found)")
  }

  @Test("Several new values take no article, and what was found is not said twice")
  func articles() {
    var values = change(.fieldEnumValueAdded, "$.kind")
    for (names, after, message) in [
      (["a"], "new value \"a\"", "$.kind has a new value \"a\"; read by no version."),
      (["a", "b"], "new values \"a\", \"b\"", "$.kind has new values \"a\", \"b\"; read by no version."),
    ] {
      (values.after, values.form) = (after, ObservedForm(values: names))
      #expect(findings(changes: [values]).map(\.message) == [message])
    }
  }

  @Test(
    "A type that does not fit is told with what came",
    arguments: [
      ("string", "\"44\"", "ProductDTO.price expects Double and gets string \"44\"."),
      ("null", "null", "ProductDTO.price expects Double and gets null."),
    ])
  func types(_ found: String, _ excerpt: String, _ message: String) {
    var failure = FieldFailure(
      rule: .decodeTypeMismatch, pattern: "$.price", example: Finding.Example(pointer: "/price", excerpt: excerpt),
      property: "price", expected: "Double", found: found, count: 1, total: 1)
    failure.owner = "ProductDTO"
    let failing = version {
      $0.decoding = .failed(message: "no")
      $0.failures = [failure]
    }
    #expect(findings([failing]).map(\.message) == [message])
  }

  @Test(
    "A mapping that ends the process is told with its records, as far as they are known",
    arguments: [
      (
        .crashed(reason: "SIGILL"), CrashingRecords(count: 1, first: 3, example: "/results/3"),
        "Mapping Product crashes the app on 1 of 30 products, first at /results/3: SIGILL."
      ),
      (
        .timedOut(seconds: 10), CrashingRecords(count: 2, first: 3),
        "Mapping Product does not end on 2 of 30 products, first in record 4; the app would hang."
      ),
      (
        .crashed(reason: "SIGILL"), CrashingRecords(count: 10, untried: 18, first: 0, example: "/0"),
        "Mapping Product crashes the app on 10 of 30 products, first at /0; 18 more were not tried: SIGILL."
      ),
      (.crashed(reason: "SIGILL"), nil, "Mapping Product crashes the app: SIGILL."),
    ] as [(Execution, CrashingRecords?, String)])
  func deadlyRecords(_ execution: Execution, _ crashing: CrashingRecords?, _ message: String) {
    let ending = version {
      $0.mappings = [Self.mapping(30, made: 0, execution)]
      ($0.mappings[0].dropped, $0.mappings[0].crashing) = (0, crashing)
    }
    #expect(findings([ending]).map(\.message) == [message])
  }

  @Test("What would be sent names all versions that would send it")
  func sends() {
    let sent = ["update": [change(.fieldRemoved, "$.note")]]
    var judgement = Judgement(
      key: Self.key, versions: [VersionInfo(id: "v1"), VersionInfo(id: "v2")], examinations: [])
    judgement.sendChanges = ["v1": sent, "v2": sent]
    #expect(
      judgement.findings().map(\.message)
        == ["What v1 and v2 would send to update changed: $.note was number, is string."])
  }

  @Test("What a provider announces is told with its day, and with the provider's page")
  func notices() {
    let day = 86_400
    let sunset = ProviderNotice(.sunset, seconds: 100 * day, link: "https://api.example/gone")
    let announced = findings(notices: [sunset], at: Date(timeIntervalSince1970: 0))
    #expect(announced.map(\.message) == ["The provider switches products off on 1970-04-11."])
    #expect(announced.map(\.hint) == ["the provider's page on it: https://api.example/gone"])
    let deprecated = findings(
      notices: [ProviderNotice(.deprecation, seconds: 0)], at: Date(timeIntervalSince1970: Double(day)))
    #expect(deprecated.map(\.message) == ["The provider has called products deprecated since 1970-01-01."])
  }

  private static func dropped(_ lost: Int, of total: Int, _ model: String = "Landmark") -> Finding {
    finding(
      .mappingRecordDropped, "$.name", mappings: [AffectedMapping(version: "v2", mapping: model)], count: lost,
      of: total)
  }

  private static func finding(
    _ rule: RuleID, _ path: String, mappings: [AffectedMapping] = [], count: Int = 1, of total: Int = 1,
    losesResponse: Bool = false
  ) -> Finding {
    var version = AffectedVersion(version: "v1")
    version.losesResponse = losesResponse
    return Finding(
      rule: rule, level: .warning, key: key, path: path, versions: [version], message: "The finding's own words."
    ) {
      ($0.count, $0.total, $0.mappings) = (count, total, mappings)
    }
  }

  @Test(
    "The headline says what people feel",
    arguments: [
      (finding(.decodeKeyNotFound, "$.a", losesResponse: true), "v1 cannot load products"),
      (finding(.decodeCrash, "", losesResponse: true), "v1 crashes on products"),
      (finding(.decodeTimeout, "", losesResponse: true), "v1 hangs on products"),
      (dropped(24, of: 24), "All 24 landmarks are missing in v2"),
      (dropped(1, of: 24), "1 of 24 landmarks is missing in v2"),
      (dropped(3, of: 40, "Category"), "3 of 40 categories are missing in v2"),
      (dropped(3, of: 40, "StorablePURL"), "3 of 40 StorablePURL records are missing in v2"),
      (dropped(1, of: 1), "The only landmark is missing in v2"),
      (
        finding(
          .mappingPropertyLost, "$.url",
          mappings: [AffectedMapping(version: "v1", mapping: "Item", properties: ["id", "sprite"])], count: 2, of: 20),
        "Item.id and Item.sprite are lost in 2 of 20"
      ),
      (finding(.fieldScaleChanged, "$.t"), "The finding's own words."),
    ] as [(Finding, String)])
  func headlines(_ finding: Finding, _ headline: String) {
    let update = IncidentUpdate(
      key: Self.key, findings: [finding], known: [],
      now: FirstObservation(at: .distantPast, lastGoodAt: nil, responsesBefore: 7))
    #expect(update.incidents.map(\.headline) == [headline])
  }
}
