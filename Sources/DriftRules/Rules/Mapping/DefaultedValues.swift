import DriftModel
import PayloadShape

/// Values that stand at their default where a member is gone or null, as the sentences of `mapping-property-defaulted`,
/// `request-shape-changed` and `request-roundtrip-loss` speak of them.
struct DefaultedValues {
  /// The mapping, or the writing endpoint.
  let owner: String
  let names: [String]
  let count: Int
  let total: Int
}

extension Judgement {
  /// Properties that stand at their default for records in which a member is gone or null: everything decodes, nothing is nil, and
  /// what people see is not what the provider said. Also bodies that would carry such a default to the provider. Both are known
  /// because the very code was tried with such a response.
  func defaultedFindings() -> [Finding] {
    var findings: [Finding] = []
    let kinds: [ChangeKind] = [.memberRemoved, .becameOptional, .becameNullable]
    for change in changes where kinds.contains(change.kind) && !change.isFaint {
      guard !change.subjects.allSatisfy(isPending), !change.subjects.allSatisfy({ states[$0] == .ordinary }) else {
        continue
      }
      for version in versions where facts(of: version).contains(where: \.decoding.hasSucceeded) {
        for lineage in impact.value?.lineages ?? [] where lineage.version == version.id && lineage.endpoint == nil {
          let rows = lineage.paths.filter { ([change.path] + change.paths).contains($0.pattern) }
          let effects = rows.compactMap { $0.effects(of: change.kind == .becameNullable ? .null : .removed) }
          let properties = effects.flatMap(\.self).compactMap { effect -> String? in
            if case .property(let name, .defaulted) = effect { name } else { nil }
          }
          guard !properties.isEmpty else { continue }
          let values = DefaultedValues(
            owner: lineage.writes ?? lineage.mapping, names: properties.uniqued().sorted(), count: change.count,
            total: change.total)
          findings.append(defaulted(values, lineage, change, version))
        }
      }
    }
    return merged(findings)
  }

  private func defaulted(
    _ values: DefaultedValues, _ lineage: Lineage, _ change: ShapeChange, _ version: VersionInfo
  ) -> Finding {
    let isWritten = lineage.writes != nil
    let (rule, message): (RuleID, String) =
      !isWritten
      ? (.mappingPropertyDefaulted, Rules.mappingPropertyDefaultedSentence(values))
      : lineage.mapping.isEmpty
        ? (.requestRoundtripLoss, Rules.requestRoundtripLossSentence(values))
        : (.requestShapeChanged, Rules.requestShapeChangedSentence(values))
    return finding(
      rule, costs: isWritten ? .requestSpoiled : .propertyLost, version,
      isEssential: isWritten && isEssential(values.owner, version), path: change.path,
      subject: "\(values.owner) defaulted", message
    ) {
      $0.paths = change.paths
      ($0.expected, $0.actual) = isWritten ? ("what was read", "a default") : ("a value", "defaulted")
      ($0.count, $0.total) = (values.count, values.total)
      if !isWritten {
        $0.mappings = [AffectedMapping(version: version.id, mapping: values.owner, properties: values.names)]
      }
    }
  }

  private func isEssential(_ target: String, _ version: VersionInfo) -> Bool {
    facts(of: version).contains { facts in
      facts.sends.contains { $0.endpoint == target && $0.isEssential }
        || (facts.writeBacks ?? []).contains { $0.target == target && $0.isEssential }
    }
  }
}
