public import DriftModel
public import Foundation
public import PayloadShape

/// What is known of one request in one round: all its responses, what the baseline says, and who reads it.
public struct Judgement: Sendable {
  /// The request key.
  public var key: RequestKey
  /// Versions of the contract that send this very request, oldest first.
  public var versions: [VersionInfo]
  /// Facts of each response: one for each sample id, link or page.
  public var examinations: [Examination] { didSet { readPaths = Self.readPaths(of: examinations) } }
  /// By version: what it asked for, and where it failed.
  private(set) var readPaths: Deferred<[String: ReadPaths]>
  /// Indices in `examinations` of requests that never had a response before: what their mappings lose is no more than before.
  public var newcomers: Set<Int> = []
  /// Differences of the observed shape to the baseline.
  public var changes: [ShapeChange]
  /// What each version's mappings normally lose, by version and mapping; absent in the first round.
  public var mappings: [String: [String: MappingStatistics]]
  /// Mappings of each version on this endpoint, as declared.
  public var outlines: [String: [MappingOutline]]
  /// Differences of what a version would send to what it sent before, by version and writing endpoint.
  public var sendChanges: [String: [String: [ShapeChange]]] = [:]
  /// Whether nobody is known to read the responses, since a URL without a contract was given.
  public var hasUnknownReaders: Bool
  /// Where each pending change stands that this round shows; what is not in it is reported at its level.
  public var states: [EvidenceSubject: PendingChange.State] = [:]
  /// Where each pending change stood before this round.
  var formerStates: [EvidenceSubject: PendingChange.State] = [:]
  /// How likely an API that did not change shows what was seen of each pending change, 0 to 1.
  public var likelihoods: [EvidenceSubject: Double] = [:]
  /// What depends on the responses, as it was tried; `nil`: nobody tried.
  public var impact = Deferred<ImpactMatrix?>(nil)
  /// Responses for each one that the baselines were learned from.
  public var repetition = 1.0
  /// The round's clock, by which days that the provider names are near or far; `nil`: they are not reported.
  public var clock: Date?
  /// Lists whose newest date stands still improbably long.
  var staleLists: [StaleList] = []
  /// How the records at the paths of mappings, and the elements of lists in which something is lost, overlap with those of the
  /// baseline.
  public var recordOverlaps: [String: RecordOverlap] = [:]
  /// What the responses of this round look like together; `nil` where none could be read.
  var observed: PayloadShape?
  /// What the responses have looked like; `nil` before the first.
  public var baseline: PayloadShape?

  /// What is known of one request in one round.
  public init(
    key: RequestKey, versions: [VersionInfo], examinations: [Examination], changes: [ShapeChange] = [],
    mappings: [String: [String: MappingStatistics]] = [:], outlines: [String: [MappingOutline]] = [:],
    hasUnknownReaders: Bool = false, observed: PayloadShape? = nil
  ) {
    (self.key, self.versions, self.examinations, self.changes) = (key, versions, examinations, changes)
    readPaths = Self.readPaths(of: examinations)
    (self.mappings, self.outlines, self.hasUnknownReaders) = (mappings, outlines, hasUnknownReaders)
    let shapes = observed == nil ? examinations.compactMap(\.shape) : []
    self.observed = shapes.dropFirst().reduce(observed ?? shapes.first) { $0?.merged(with: $1) }
  }

  /// Everything found, worst first, then by path; the same whatever the order of versions and responses.
  public func findings() -> [Finding] {
    var ordered = self
    ordered.versions.sort { isVersion($0.id, before: $1.id) }
    return ordered.sortedFindings()
  }

  private func sortedFindings() -> [Finding] {
    let ofVersions = [decodingFindings(), lossFindings(), mappingFindings(), defaultedFindings()].flatMap(\.self)
    let all = [
      ofVersions, fidelityFindings(), sendFindings(), writeBackFindings(),
      changeFindings(Set(ofVersions.flatMap { [$0.path] + $0.paths })), unseenFieldFindings(),
      merged(unfoundRecordsFindings()), headerFindings(), partialDataFindings(),
      nonconformingJSONFindings(), limitedShapeFindings(), freshnessFindings(), clock.map(providerFindings) ?? [],
    ]
    return all.flatMap(\.self).sorted { left, right in
      if left.level != right.level { return left.level > right.level }
      if left.rule.headlineRank != right.rule.headlineRank { return left.rule.headlineRank < right.rule.headlineRank }
      if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
      return left.fingerprint < right.fingerprint
    }
  }

  /// Findings of one fingerprint over several versions are one finding that names them all; the worst gives the words.
  func merged(_ findings: [Finding]) -> [Finding] {
    var result: [Finding] = []
    var indices: [String: Int] = [:]
    for finding in findings {
      guard let index = indices[finding.fingerprint] else {
        indices[finding.fingerprint] = result.count
        result.append(finding)
        continue
      }
      let known = result[index]
      if (finding.level, finding.count) > (known.level, known.count) {
        result[index] = finding
        (result[index].versions, result[index].mappings) = (known.versions, known.mappings)
      }
      for version in finding.versions where !result[index].versions.contains(version) {
        result[index].versions.append(version)
      }
      result[index].mappings += finding.mappings
    }
    return result
  }

  /// A finding of what costs one version something; `details` sets what else is known of it.
  func finding(
    _ rule: RuleID, costs consequence: Consequence, _ version: VersionInfo, isEssential: Bool = false,
    path: String = "", subject: String, _ message: String, _ details: (inout Finding) -> Void
  ) -> Finding {
    Finding(
      rule: rule, level: level(of: consequence, isEssential: isEssential, status: version.status), key: key,
      path: path, versions: [AffectedVersion(version, costs: consequence, isEssential: isEssential)], message: message,
      subject: subject, details)
  }

  /// Whether chance may explain what is seen of a subject so far.
  func isPending(_ subject: EvidenceSubject) -> Bool { states[subject].map { $0 != .confirmed } ?? false }

  /// The version's facts in each response of a request that had one before.
  func comparableFacts(of version: VersionInfo) -> [VersionExamination] {
    examinations.enumerated().filter { !newcomers.contains($0.offset) }.flatMap { response in
      response.element.versions.filter { $0.version == version.id }
    }
  }

  /// The version's facts in each response in which it was judged.
  func facts(of version: VersionInfo) -> [VersionExamination] {
    examinations.flatMap { $0.versions.filter { $0.version == version.id } }
  }

  /// Whether a version asks for `path`, for something below it, or for the array or dictionary whose elements it names.
  func reads(_ path: String, _ version: VersionInfo) -> FieldReading? {
    let paths = readPaths.value[version.id]
    return paths?.reading(of: path) ?? wholeResponse(path, version) ?? paths?.readingOfArray(around: path)
  }

  private static func readPaths(of examinations: [Examination]) -> Deferred<[String: ReadPaths]> {
    Deferred { ReadPaths.byVersion(examinations) }
  }

  /// The whole response, which a version that decodes it reads, also where it holds no members, as `[]` does.
  private func wholeResponse(_ path: String, _ version: VersionInfo) -> FieldReading? {
    guard path == "$", let facts = facts(of: version).first(where: { $0.decoding.isVerdict }) else { return nil }
    return FieldReading(
      pattern: path, owner: nil, property: "the response", swiftType: facts.typeName, isRequired: true)
  }
}
