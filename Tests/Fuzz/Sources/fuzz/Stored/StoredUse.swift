import DriftModel
import DriftRules
import Foundation
import JSONDocument
import PayloadShape
import Reporting

/// What the program does with a stored value: it judges a response beside it, and reports it.
enum StoredUse {
  /// The present response.
  static let shape = shape(
    of: #"[{"id": 1, "slug": "a", "price": 44.5, "createdAt": "2026-11-20T08:00:00Z", "tags": ["x"]}]"#)

  private static let examination: Examination = {
    var version = VersionExamination(version: "v1", typeName: "[ThingDTO]", decoding: .succeeded)
    var mapping = MappingExamination(
      name: "Thing", recordsPath: "$[*]", recordType: "ThingDTO", domainType: "Thing", execution: .succeeded)
    (mapping.elements, mapping.recordsIn, mapping.recordsOut, mapping.dropped) = (20, 20, 18, 2)
    mapping.droppedBlame = ["$[*].price"]
    mapping.properties = [
      PropertyExamination(name: "price", total: 18, nilCount: 3, emptyCount: 1, example: "/3", blame: ["$[*].price"]),
      PropertyExamination(name: "tags", total: 18, elements: 7, list: "$[*].tags"),
    ]
    var values = ValueDistribution()
    (values.total, values.cases) = (18, [.none: 1, .zero: 2, .named("sold"): 3])
    values.numbers = ValueDistribution.Quartiles([0, 0, 9.5, -1.25], areDates: false)
    mapping.properties[0].values = values
    version.mappings = [mapping]
    version.fields = [
      FieldReading(pattern: "$[*].price", owner: "ThingDTO", property: "price", swiftType: "Double", isRequired: true)
    ]
    var second = VersionExamination(version: "v2", typeName: "[ThingDTO]", decoding: .failed(message: "no price"))
    second.failures = [
      FieldFailure(
        rule: .decodeTypeMismatch, pattern: "$[*].price", example: Finding.Example(pointer: "/0/price", excerpt: "x"),
        property: "price", expected: "Double", found: "string", count: 20, total: 20)
    ]
    return Examination(links: ["$[*].id": ["1"]], shape: shape, versions: [version, second])
  }()

  /// With a memory that `change` alters.
  static func fault(accepting acceptance: Acceptance? = nil, _ change: (inout RequestMemory) -> Void) -> String? {
    var memory = RequestMemory()
    (memory.baseline, memory.baselineResponses) = (shape, 2880)
    change(&memory)
    return Judgement([examination], memory: memory, acceptance: acceptance).fault()
  }

  /// With these facts of the last response, which count again if it has not changed.
  static func fault(of facts: Examination) -> String? {
    var facts = facts
    facts.shape = facts.shape ?? shape
    var memory = RequestMemory()
    (memory.baseline, memory.baselineResponses) = (shape, 2880)
    return Judgement([facts], memory: memory).fault()
  }

  /// With what depends on the responses.
  static func fault(of matrix: ImpactMatrix) -> String? {
    _ = matrix.cellCount
    let options = RenderOptions(rules: Rules.catalog, showAll: true)
    for isByDomain in [true, false] { _ = renderImpact([matrix], from: "live", byDomain: isByDomain, options: options) }
    _ = impactJSON([matrix])
    var grown = matrix
    grown.add(matrix.lineages)
    guard
      grown.lineages.count == Set(grown.lineages.map { "\($0.version) \($0.subject) \($0.endpoint ?? "")" }).count
        || grown.lineages.count <= matrix.lineages.count
    else { return "what is added twice counts twice" }
    return fault { memory in
      let impact = StoredImpact(buildID: "b", structure: PayloadStructure(of: shape), matrix: matrix)
      memory.setImpact(buildID: "b", structure: Deferred(impact.structure), whole: Deferred(impact))
    }
  }

  static func fault(of structure: PayloadStructure) -> String? {
    let present = PayloadStructure(of: shape)
    _ = (structure.covers(present), present.covers(structure), structure.only(["$[*].price"]), structure.read(by: "v1"))
    guard structure.covers(structure) else { return "it does not cover itself" }
    var union = structure
    union.formUnion(present)
    guard union.covers(structure), union.covers(present) else { return "a union does not cover its parts" }
    return nil
  }

  static func shape(of text: String) -> PayloadShape {
    guard let document = try? JSONDocument(Array(text.utf8)) else { fatalError("a sample is no JSON") }
    return PayloadShape(of: document)
  }
}
