import Foundation
import PayloadShape

@testable import DriftModel
@testable import DriftRules

/// Short forms of facts, so that a test shows only what it is about.
let requestKey = RequestKey(
  contract: "shop", endpoint: "products", request: "r", environment: "production", perspective: "default")

/// A round's clock, when the request was last without a finding, and seven responses before.
func now(_ clock: Date, lastGoodAt: Date? = nil) -> FirstObservation {
  FirstObservation(at: clock, lastGoodAt: lastGoodAt, responsesBefore: 7)
}

func version(_ id: String, _ status: VersionInfo.Status = .supported) -> VersionInfo {
  VersionInfo(id: id, shippedIn: "\(id).0", status: status)
}

func facts(
  _ version: String, _ decoding: Execution = .succeeded, _ change: (inout VersionExamination) -> Void = { _ in }
)
  -> VersionExamination
{
  var facts = VersionExamination(version: version, typeName: "[ProductDTO]", decoding: decoding)
  change(&facts)
  return facts
}

func response(_ versions: VersionExamination...) -> Examination { Examination(versions: versions) }

func failure(
  _ rule: RuleID, _ pattern: String, pointer: String = "/0/price", property: String = "price", count: Int = 1,
  total: Int = 20, excerpt: String = "\"44\""
) -> FieldFailure {
  var failure = FieldFailure(
    rule: rule, pattern: pattern, example: Finding.Example(pointer: pointer, line: 1, column: 9, excerpt: excerpt),
    property: property, expected: "Double", found: "string", count: count, total: total)
  failure.owner = "ProductDTO"
  return failure
}

func field(
  _ pattern: String, isRequired: Bool = true, seen: Int = 20, null: Int = 0, missing: Int = 0, nearMiss: String? = nil
) -> FieldReading {
  var field = FieldReading(
    pattern: pattern, owner: "ProductDTO", property: String(pattern.split(separator: ".").last ?? ""),
    swiftType: "Double", isRequired: isRequired, nearMiss: nearMiss)
  (field.seen, field.null, field.missing) = (seen, null, missing)
  return field
}

func mapping(_ offered: Int, made: Int, _ change: (inout MappingExamination) -> Void = { _ in }) -> MappingExamination {
  var mapping = MappingExamination(
    name: "Product", recordsPath: "$[*]", recordType: "ProductDTO", domainType: "Product", execution: .succeeded)
  (mapping.elements, mapping.recordsIn, mapping.recordsOut) = (offered, offered, made)
  mapping.dropped = offered - made
  change(&mapping)
  return mapping
}

func ended(_ execution: Execution) -> MappingExamination {
  MappingExamination(
    name: "Product", recordsPath: "$[*]", recordType: "ProductDTO", domainType: "Product", execution: execution)
}

/// A change of all of twenty occurrences, or of half of them, after `former` that did not show it.
func change(_ rule: RuleID, _ path: String, after former: Int = 20, isTotal: Bool = true) -> ShapeChange {
  var change = ShapeChange(
    Rules.rule(for: rule).change?.kinds.first ?? .memberAdded, path: path, before: "number", after: "string",
    count: isTotal ? 20 : 10, total: 20)
  change.samples = [ChangeSample(count: change.count, total: 20, former: former, formerResponses: former)]
  return change
}

/// A baseline in which a mapping lost so many of so many records, once.
func statistics(lost: Int, of offered: Int) -> MappingStatistics {
  var statistics = MappingStatistics()
  statistics.absorb(mapping(offered, made: offered - lost))
  return statistics
}

func findings(
  _ responses: Examination..., versions: [VersionInfo] = [version("v1"), version("v2")], changes: [ShapeChange] = [],
  mappings: [String: [String: MappingStatistics]] = [:], outlines: [String: [MappingOutline]] = [:],
  hasUnknownReaders: Bool = false, isWeighed: Bool = false
) -> [Finding] {
  let judgement = Judgement(
    key: requestKey, versions: versions, examinations: responses, changes: changes, mappings: mappings,
    outlines: outlines,
    hasUnknownReaders: hasUnknownReaders)
  return (isWeighed ? weighed(judgement) : judgement).findings()
}

/// The judgement after its evidence was weighed, nothing being suspected before.
func weighed(_ judgement: Judgement) -> Judgement {
  var judgement = judgement
  judgement.states = PendingChangeUpdate(known: [], observations: judgement.observations()) { _ in true }.states
  return judgement
}

func finding(
  _ rule: RuleID, _ level: Level, _ path: String, versions: [String] = ["v1"], message: String = "It broke.",
  isPrediction: Bool = false, mappings: [AffectedMapping] = [], count: Int = 1, total: Int = 1,
  losesResponse: Bool = false
) -> Finding {
  Finding(
    rule: rule, level: level, key: requestKey, path: path,
    versions: versions.map { AffectedVersion(version: $0, losesResponse: losesResponse) }, message: message
  ) {
    $0.change = Rules.rule(for: rule).change?.kinds.first
    ($0.count, $0.total) = (count, total)
    $0.mappings = mappings
    $0.isPrediction = isPrediction
  }
}
