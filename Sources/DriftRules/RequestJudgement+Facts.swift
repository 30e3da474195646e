import DriftModel
import Foundation
import PayloadShape

// What is counted over the responses of a round.
extension RequestJudgement {
  func sendShapes(_ usable: [Examination]) -> [MappingKey: PayloadShape] {
    var shapes: [MappingKey: PayloadShape] = [:]
    for version in usable.flatMap(\.versions) {
      for send in version.sends {
        guard let shape = send.shape else { continue }
        let key = MappingKey(version: version.version, mapping: send.endpoint)
        shapes[key] = shapes[key].map { $0.merged(with: shape) } ?? shape
      }
    }
    return shapes
  }

  /// Mapping baselines grown by this round; what is lost more than before is left out, so that it is reported again, and all
  /// else goes on being learned.
  ///
  /// - Parameters:
  ///   - facts: Facts of all responses.
  ///   - findings: What was found.
  ///   - states: Where each pending change stands. What is pending is left out as well, or it would be how things are before it
  ///     can be confirmed; once it is ordinary it is learned.
  /// - Returns: Those that ran now.
  func mappingBaselines(
    _ facts: [Examination], _ findings: [Finding], states: [EvidenceSubject: PendingChange.State]
  ) -> [MappingKey: MappingStatistics] {
    var worseRecords: Set<MappingKey> = []
    var worseProperties: [MappingKey: Set<String>] = [:]
    var worseReferences: [MappingKey: Set<String>] = [:]
    for finding in findings {
      for mapping in finding.mappings {
        let key = mapping.key
        switch Rules.rule(for: finding.rule).evidence {
        case .records:
          if finding.level >= .warning || finding.isAcceptedForATime || states[.records(key)] == .pending {
            worseRecords.insert(key)
          }
        case .properties:
          // Of a retired version too, which is reported as information.
          guard finding.accepted == nil || finding.isAcceptedForATime else { continue }
          worseProperties[key, default: []].formUnion(
            mapping.properties.filter { states[.property(key, name: $0)] != .ordinary })
        case .references:
          guard finding.accepted == nil || finding.isAcceptedForATime else { continue }
          // What is no more than before is learned, as are the first responses of all.
          worseReferences[key, default: []].formUnion(
            mapping.properties.filter { name in
              let state = states[.reference(key, name: name)]
              return state != nil && state != .ordinary
            })
        case .none, .change, .absence: break
        }
      }
    }
    var parts: [MappingKey: [MappingExamination]] = [:]
    for version in facts.flatMap(\.versions) {
      for mapping in version.mappings where mapping.execution.hasSucceeded {
        parts[MappingKey(version: version.version, mapping: mapping.name), default: []].append(mapping)
      }
    }
    var result: [MappingKey: MappingStatistics] = [:]
    for (key, round) in parts {
      var statistics = known.mappings[key] ?? MappingStatistics()
      statistics.absorb(
        round, skippingRecords: worseRecords.contains(key), skippingProperties: worseProperties[key] ?? [],
        skippingReferences: worseReferences[key] ?? [])
      result[key] = statistics
    }
    return result
  }

  func mappingCounts(_ usable: [Examination]) -> [MappingKey: MappingExamination] {
    var counts: [MappingKey: MappingExamination] = [:]
    for version in usable.flatMap(\.versions) {
      for mapping in version.mappings {
        let key = MappingKey(version: version.version, mapping: mapping.name)
        guard counts[key] != nil else {
          counts[key] = mapping
          continue
        }
        counts[key]?.recordsIn += mapping.recordsIn
        counts[key]?.recordsOut += mapping.recordsOut
        counts[key]?.dropped += mapping.dropped
        counts[key]?.threw += mapping.threw
      }
    }
    return counts
  }

  func failures(_ usable: [Examination]) -> [String: [FieldFailure]] {
    var result: [String: [FieldFailure]] = [:]
    for version in usable.flatMap(\.versions) {
      for failure in version.failures + version.platformDependent {
        let known = result[version.version]?.firstIndex { $0.rule == failure.rule && $0.pattern == failure.pattern }
        if let known {
          result[version.version]?[known].count += failure.count
          result[version.version]?[known].total += failure.total
        } else {
          result[version.version, default: []].append(failure)
        }
      }
    }
    return result
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
