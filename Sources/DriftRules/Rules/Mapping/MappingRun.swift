import DriftModel

/// What one mapping of one version did with the responses of a round.
struct MappingRun {
  let version: VersionInfo
  let name: String
  /// What it did with each response.
  let parts: [MappingExamination]
  /// The parts that ran to their end.
  let ran: [MappingExamination]
  /// The parts of `ran` that the baseline speaks of: not those of requests that never had a response before.
  let comparable: [MappingExamination]
  /// What it normally loses; `nil` in the first round.
  let statistics: MappingStatistics?

  var key: MappingKey { MappingKey(version: version.id, mapping: name) }
  /// Records of the responses, and domain values made of them.
  var offered: Int { sum(\.offered) }
  var made: Int { sum(\.recordsOut) }
  var recordsPath: String { ran.map(\.recordsPath).min() ?? "" }

  func sum(_ count: (MappingExamination) -> Int) -> Int { ran.reduce(0) { $0 + count($1) } }

  /// What records are called in a sentence.
  func noun(_ count: Int) -> String { recordNoun(name, count: count) }

  /// The mapping as a finding names it.
  func affected(_ properties: [String] = [], recordsIn: Int = 0, recordsOut: Int = 0) -> AffectedMapping {
    AffectedMapping(
      version: version.id, mapping: name, properties: properties, recordsIn: recordsIn, recordsOut: recordsOut)
  }

  /// Adds to a finding what is the same whatever is wrong with `count` of `total` domain values.
  func fill(_ finding: inout Finding, _ count: Int, of total: Int, _ properties: [String] = [], examples: [String?]) {
    finding.example = Finding.Example(firstOf: examples)
    (finding.count, finding.total) = (count, total)
    finding.mappings = [affected(properties, recordsIn: total, recordsOut: total)]
  }
}

extension Judgement {
  /// What is lost although everything decoded: `mapping-` findings, elements that a lossy array left out, and empty lists.
  func mappingFindings() -> [Finding] {
    merged(
      versions.flatMap(runs).flatMap { run in
        let lostElements = lostElementFindings(run)
        let lostProperties = lostPropertyFindings(
          run, shortened: Set(lostElements.flatMap(\.mappings).flatMap(\.properties)))
        let single: [Finding?] = [
          emptyArrayFinding(run), recordLossFinding(run), collidedIdentityFinding(run),
          unstableIdentityFinding(run, lostProperties: lostProperties), mappingEndingFinding(run),
        ]
        let several: [[Finding]] = [
          lostElements, lostProperties, brokenInvariantFindings(run), unmatchedReferenceFindings(run),
          shiftedMeaningFindings(run),
        ]
        return single.compactMap(\.self) + several.flatMap(\.self)
      })
  }

  private func runs(of version: VersionInfo) -> [MappingRun] {
    let all = facts(of: version).flatMap(\.mappings)
    let settled = comparableFacts(of: version).flatMap(\.mappings)
    return all.map(\.name).uniqued().map { name in
      let parts = all.filter { $0.name == name }
      return MappingRun(
        version: version, name: name, parts: parts, ran: parts.filter(\.execution.hasSucceeded),
        comparable: settled.filter { $0.name == name && $0.execution.hasSucceeded },
        statistics: mappings[version.id]?[name])
    }
  }
}
