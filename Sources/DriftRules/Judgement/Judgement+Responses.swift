import DriftModel
import PayloadShape

// In which responses a finding is to be seen, and what healthy records have in its place.
extension Judgement {
  /// The findings of warning or above, and those that are pending, with the responses that show them.
  ///
  /// - Parameters:
  ///   - findings: Everything found.
  ///   - names: What reports call the responses, in the order of `examinations`.
  ///   - baseline: What the responses looked like before; `nil`: these are the first.
  /// - Returns: The findings in the same order.
  func located(_ findings: [Finding], names: [String], baseline: PayloadShape?) -> [Finding] {
    // Each response is compared with the baseline once, and only where a change is reported.
    var compared: [Int: Set<EvidenceSubject>] = [:]
    var failures: [Int: FailureIndex] = [:]
    func failing(_ index: Int) -> FailureIndex {
      if let known = failures[index] { return known }
      let made = FailureIndex(examinations[index])
      failures[index] = made
      return made
    }
    func changes(_ index: Int) -> Set<EvidenceSubject> {
      if let known = compared[index] { return known }
      guard let baseline, let shape = examinations[index].shape else { return [] }
      let found = Set(
        differences(from: baseline, to: shape, asWhole: hasUnknownReaders, repetition: repetition).flatMap { change in
          ([change.path] + change.paths).map { EvidenceSubject.member(path: $0, aspect: change.kind.aspect) }
        })
      compared[index] = found
      return found
    }
    return findings.map { finding in
      guard finding.level >= .warning || finding.isPending else { return finding }
      var finding = finding
      let showing = examinations.indices.compactMap { index -> Showing? in
        let examples =
          finding.change == nil
          ? occurrences(of: finding, in: examinations[index], failing(index))
          : finding.change.flatMap { kind in
            changes(index).contains(.member(path: finding.path, aspect: kind.aspect)) ? [] : nil
          }
        return examples.map { Showing(name: index < names.count ? names[index] : "", examples: $0) }
      }
      finding.take(showing, among: examinations.count)
      if let example = finding.example, !finding.path.isEmpty {
        let known = baseline ?? examinations.compactMap(\.shape).first
        let failing = Set(finding.form?.kinds ?? [])
        finding.example = example
        finding.example?.healthy = known?.words(at: finding.path, leavingOut: failing)
      }
      return finding
    }
  }

  /// A response that shows a finding, with where.
  fileprivate struct Showing {
    let name: String
    let examples: [Finding.Example]
  }

  /// Where a response shows a finding that is no change of shape, as far as that is known; `nil` where it does not.
  private func occurrences(
    of finding: Finding, in facts: Examination, _ failures: FailureIndex
  ) -> [Finding.Example]? {
    let versions = facts.versions.filter { fact in finding.versions.contains { $0.version == fact.version } }
    let found = versions.flatMap { failures.examples(of: finding, in: $0.version) }
    if !found.isEmpty { return found }
    if finding.rule.family == .decode {
      return versions.contains { finding.rule.isEnding($0.decoding) && $0.failures.isEmpty } ? [] : nil
    }
    var ofMappings: [[Finding.Example]] = []
    for mapping in finding.mappings {
      let parts = versions.filter { $0.version == mapping.version }.flatMap(\.mappings)
      for part in parts where part.name == mapping.mapping {
        if let examples = occurrences(of: finding, mapping.properties, in: part) { ofMappings.append(examples) }
      }
    }
    return ofMappings.isEmpty ? nil : ofMappings.flatMap(\.self)
  }

  private func occurrences(
    of finding: Finding, _ names: [String], in part: MappingExamination
  ) -> [Finding.Example]? {
    func examples(_ isThere: Bool, _ pointer: String?, _ value: Finding.Example? = nil) -> [Finding.Example]? {
      isThere ? [value ?? pointer.map { Finding.Example(pointer: $0) }].compactMap(\.self) : nil
    }
    switch Rules.rule(for: finding.rule).loss {
    case .records:
      let isLost = part.lost > 0 || finding.rule.isEnding(part.execution)
      return examples(isLost, part.droppedExample, part.droppedValue)
    case .crash, .timeout: return examples(finding.rule.isEnding(part.execution), part.crashing?.example)
    case .property:
      let lost = part.properties.first { names.contains($0.name) && $0.lost > 0 }
      return examples(lost != nil, lost?.example, lost?.lostValue)
    case .identity:
      let records = finding.rule == .mappingIdentityCollided ? part.collided : part.unstable
      return examples(records.count > 0, records.example)
    case .invariant:
      let broken = part.brokenRules.first { $0.name == finding.expected && $0.count > 0 }
      return examples(broken != nil, broken?.example)
    case .reference:
      let reference = (part.references ?? []).first { names.contains($0.name) && $0.unmatched ?? 0 > 0 }
      return examples(reference != nil, reference?.example)
    case .nothing, .meaning, .writtenBack, .responses: return nil
    }
  }
}

/// The failures of one response by version, rule and path.
private struct FailureIndex {
  private var examples: [[String]: [Finding.Example]] = [:]

  init(_ facts: Examination) {
    for fact in facts.versions {
      for failure in [fact.failures, fact.platformDependent, fact.swallowed, fact.fallbacks].joined() {
        examples[[fact.version, failure.rule.rawValue, failure.pattern], default: []].append(failure.example)
      }
    }
  }

  func examples(of finding: Finding, in version: String) -> [Finding.Example] {
    examples[[version, finding.rule.rawValue, finding.path]] ?? []
  }
}

extension Finding {
  /// Takes in which of `total` responses show it: its example is the same as before, with what is known of the value there.
  fileprivate mutating func take(_ showing: [Judgement.Showing], among total: Int) {
    guard !showing.isEmpty else { return }
    let own = example
    func holdsExample(_ showing: Judgement.Showing) -> Bool {
      showing.examples.contains { candidate in
        own.map { candidate == $0 || candidate.pointer == $0.pointer || candidate.pointer.hasPrefix($0.pointer + "/") }
          ?? true
      }
    }
    let first = showing.filter(holdsExample).min { $0.name < $1.name }
    if let value = first?.examples.first(where: { !$0.excerpt.isEmpty }), own?.excerpt.isEmpty ?? false {
      example = value
    }
    guard total > 1 else { return }
    let names = showing.map(\.name)
    responses = ShowingResponses(
      count: showing.count, total: total, names: ([first?.name].compactMap(\.self) + names).filter { !$0.isEmpty })
  }
}

/// The judgement has changes of its own.
private func differences(
  from baseline: PayloadShape, to shape: PayloadShape, asWhole: Bool, repetition: Double
) -> [ShapeChange] {
  changes(from: baseline, to: shape, asWhole: asWhole, repetition: repetition)
}

extension RuleID {
  /// Whether author code that ended so is what the rule speaks of, where no failure of a member explains it.
  fileprivate func isEnding(_ execution: Execution) -> Bool {
    switch execution {
    case .crashed: self == .decodeCrash || self == .mappingCrash
    case .timedOut: self == .decodeTimeout || self == .mappingTimeout
    case .failed: self == .decodeDataCorrupted || self == .mappingThrew
    case .succeeded, .notRun: false
    }
  }
}
