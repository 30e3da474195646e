import DriftModel
import Foundation
import PayloadShape

// What is counted over the responses of a round.
extension RequestJudgement {
  func sendShapes(_ usable: [Examination]) -> [MappingKey: PayloadShape] {
    var shapes: [MappingKey: [PayloadShape]] = [:]
    for version in usable.flatMap(\.versions) {
      for send in version.sends {
        guard let shape = send.shape else { continue }
        let key = MappingKey(version: version.version, mapping: send.endpoint)
        shapes[key, default: []].append(shape)
      }
    }
    return shapes.compactMapValues(PayloadShape.ofOneResponse)
  }

  /// What mappings and types normally lose, grown by this round; what is lost more than before is left out, so that it is reported
  /// again, and all else goes on being learned. What is pending is left out as well, or it would be how things are before it can be
  /// confirmed; once it is ordinary it is learned, with what was left out until then.
  ///
  /// - Parameters:
  ///   - judgement: What is known of all responses, and where each pending change stands.
  ///   - findings: What was found.
  ///   - pendingChanges: What may be a change, whether or not this round shows it, and what turned out to be none.
  ///   - settled: What was accepted or harms nobody, so that it is learned.
  /// - Returns: Those that ran now.
  func mappingBaselines(
    _ judgement: Judgement, _ findings: [Finding], _ pendingChanges: PendingChangeUpdate, settled: Set<EvidenceSubject>
  ) -> [MappingKey: MappingStatistics] {
    let unlearned = unlearnedLosses(findings, judgement.states)
    var result: [MappingKey: MappingStatistics] = [:]
    for version in judgement.versions {
      let facts = judgement.facts(of: version)
      for (name, parts) in Dictionary(grouping: facts.flatMap(\.mappings), by: \.name) {
        let round = parts.filter(\.execution.hasSucceeded)
        guard !round.isEmpty else { continue }
        let key = MappingKey(version: version.id, mapping: name)
        var statistics = known.mappings[key] ?? MappingStatistics()
        for change in pendingChanges.learned { statistics.learn(change, of: key) }
        statistics.absorb(
          round, skippingRecords: unlearned.contains(.records(key)),
          skippingProperties: Set(
            round.flatMap(\.properties).map(\.name).filter { unlearned.contains(.property(key, name: $0)) }),
          skippingReferences: Set(
            round.flatMap { $0.references ?? [] }.map(\.name).filter { unlearned.contains(.reference(key, name: $0)) }),
          skippingIdentities: unlearned.contains(.identities(key)),
          skippingValues: shifting(key, pendingChanges.pendingChanges, settled: settled))
        for loss in judgement.listLosses(version, round) {
          let subject = EvidenceSubject.elements(key, name: loss.property)
          // What is open is about the lists that were known when it came.
          let isOpen = [.pending, .confirmed].contains(judgement.states[subject])
          guard !isOpen, !unlearned.contains(subject) else { continue }
          statistics.absorb(loss.lost, of: loss.total, in: loss.property, madeOf: loss.lists)
        }
        result[key] = statistics
      }
      let read = facts.count { $0.decoding.hasSucceeded }
      guard read > 0 else { continue }
      let key = MappingKey.decoding(version.id)
      var statistics = known.mappings[key] ?? MappingStatistics()
      for loss in judgement.swallowedLosses(facts, version) {
        let subject = EvidenceSubject.swallowed(version: version.id, path: loss.path)
        guard !unlearned.contains(subject),
          statistics.swallowed[loss.path] != nil || statistics.swallowed.count < Self.maximumSwallowed
        else {
          continue
        }
        var history = loss.known
        for change in pendingChanges.learned where change.subject == subject {
          history.learn(change)
        }
        history.absorb(loss.lost, of: loss.total)
        statistics.swallowed[loss.path] = history
      }
      statistics.responses += read
      statistics.rounds += 1
      result[key] = statistics
    }
    return result
  }

  /// The most paths of which it is remembered how often a version's types go on without a value.
  private static let maximumSwallowed = 200

  /// What is lost more often than before and must not be learned yet.
  private func unlearnedLosses(
    _ findings: [Finding], _ states: [EvidenceSubject: PendingChange.State]
  ) -> Set<EvidenceSubject> {
    var unlearned: Set<EvidenceSubject> = []
    for finding in findings {
      let subjects = finding.subjects
      switch Rules.rule(for: finding.rule).evidence {
      case .records, .swallowed:
        unlearned.formUnion(
          subjects.filter { finding.level >= .warning || finding.isAcceptedForATime || states[$0] == .pending })
      case .properties:
        // Of a retired version too, which is reported as information.
        guard finding.accepted == nil || finding.isAcceptedForATime else { continue }
        unlearned.formUnion(subjects.filter { states[$0] != .ordinary })
      case .references, .identities:
        guard finding.accepted == nil || finding.isAcceptedForATime else { continue }
        // What is no more than before is learned, as are the first responses of all.
        unlearned.formUnion(subjects.filter { states[$0].map { $0 != .ordinary } ?? false })
      case .none, .change, .absence, .values: break
      }
    }
    return unlearned
  }

  /// By property, in what its values are others than before, by chance or not, until that is known or somebody accepts it.
  private func shifting(
    _ key: MappingKey, _ changes: [PendingChange], settled: Set<EvidenceSubject>
  ) -> [String: Set<ValueShift>] {
    changes.reduce(into: [:]) { result, change in
      guard case .values(key, let name, let shift) = change.subject, [.pending, .confirmed].contains(change.state),
        !settled.contains(change.subject)
      else { return }
      result[name, default: []].insert(shift)
    }
  }

  /// What became of the records of each mapping. A mapping that was not called because something else was missing is not named.
  func mappingCounts(_ usable: [Examination]) -> [MappingKey: MappingCounts] {
    var counts: [MappingKey: MappingCounts] = [:]
    for examination in usable {
      for version in examination.versions where version.decoding.isVerdict {
        let parts = Dictionary(version.mappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let names = (facts.outlines[version.version] ?? []).map(\.name) + version.mappings.map(\.name)
        for name in names.uniqued() {
          let part = parts[name]
          if version.decoding.hasSucceeded, !(part?.execution.isVerdict ?? false) { continue }
          var added = part.map { MappingCounts($0) } ?? MappingCounts()
          if !version.decoding.hasSucceeded || part?.execution != .succeeded {
            added.lostResponses = 1
            added.offered = max(added.offered, records(of: name, version.version, in: examination))
          }
          counts[MappingKey(version: version.version, mapping: name), default: MappingCounts()].add(added)
        }
      }
    }
    return counts
  }

  /// Records of a mapping that a response holds, whether or not they were read.
  private func records(of mapping: String, _ version: String, in examination: Examination) -> Int {
    guard let outline = facts.outlines[version]?.first(where: { $0.name == mapping }) else { return 0 }
    return examination.shape?.statistics(at: outline.recordsPath)?.count ?? 0
  }

  func versionReport(_ version: VersionInfo, _ examinations: [Examination]) -> VersionReport {
    let examined = examinations.flatMap { $0.versions.filter { $0.version == version.id } }
    var report = VersionReport(version, typeName: examined.first?.typeName ?? "")
    for fact in examined {
      switch fact.decoding {
      case .succeeded: if report.verdict == .unknown { report.verdict = .decodes }
      case .failed: if report.verdict != .crashes && report.verdict != .hangs { report.verdict = .fails }
      case .crashed: report.verdict = .crashes
      case .timedOut: if report.verdict != .crashes { report.verdict = .hangs }
      case .notRun: break
      }
    }
    for mapping in examined.flatMap(\.mappings) {
      if let index = report.mappings.firstIndex(where: { $0.name == mapping.name }) {
        report.mappings[index].recordsIn += mapping.offered
        report.mappings[index].recordsOut += mapping.recordsOut
        report.mappings[index].ran = report.mappings[index].ran && mapping.execution.hasSucceeded
      } else {
        report.mappings.append(
          MappingReport(
            name: mapping.name, recordsIn: mapping.offered, recordsOut: mapping.recordsOut,
            ran: mapping.execution.hasSucceeded))
      }
    }
    // What could not run since nothing decoded is named too, with what it was to get.
    for outline in facts.outlines[version.id] ?? [] where report.verdict != .unknown {
      let offered = examinations.compactMap { $0.shape?.statistics(at: outline.recordsPath)?.count }.reduce(0, +)
      guard let index = report.mappings.firstIndex(where: { $0.name == outline.name }) else {
        report.mappings.append(MappingReport(name: outline.name, recordsIn: offered, recordsOut: 0, ran: false))
        continue
      }
      if !report.mappings[index].ran, report.mappings[index].recordsIn == 0 {
        report.mappings[index].recordsIn = offered
      }
    }
    let fields = Dictionary(
      examined.flatMap(\.fields).map { ($0.pattern, $0.seen > 0) }, uniquingKeysWith: { $0 || $1 })
    report.request = key.request
    (report.decoded, report.responses) = (examined.count { $0.decoding.hasSucceeded }, examined.count)
    (report.fieldsExercised, report.fieldsTotal) = (fields.values.count { $0 }, fields.count)
    return report
  }
}

extension Finding {
  /// Whether somebody's word covers it until a day: then it must not become the normal state.
  fileprivate var isAcceptedForATime: Bool { accepted?.until != nil }
}
