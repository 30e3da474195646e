import DriftModel
import PayloadShape

/// What the impact matrix says of a change that has not cost anything yet.
struct PredictedLoss: Equatable {
  /// What it would cost.
  var consequence: Consequence
  /// What would be hit: the mapping, with the properties that would be lost.
  var mappings: [AffectedMapping] = []
  /// Versions to which whole responses would be lost.
  var losingVersions: Set<String> = []

  func merged(with other: PredictedLoss) -> PredictedLoss {
    var result = self
    if level(of: other.consequence) > level(of: consequence) || consequence == .none {
      result.consequence = other.consequence
    }
    for mapping in other.mappings where !result.mappings.contains(mapping) { result.mappings.append(mapping) }
    result.losingVersions.formUnion(other.losingVersions)
    return result
  }
}

extension Judgement {
  /// What a change would cost a version, as its code behaved in trials; `nil` if none was like the change.
  func predictedLoss(_ change: ShapeChange, _ version: VersionInfo) -> PredictedLoss? {
    guard let perturbations = Rules.rule(for: change.kind).change.likeness(change.form), let impact = impact.value
    else {
      return nil
    }
    let paths = Set([change.path] + change.paths)
    var predicted: PredictedLoss?
    for lineage in impact.lineages
    where lineage.version == version.id && lineage.endpoint == nil && lineage.writes == nil {
      for row in lineage.paths where paths.contains(row.pattern) {
        let effects = perturbations.compactMap(row.effects(of:)).flatMap(\.self)
        guard perturbations.contains(where: { row.effects(of: $0) != nil }) else { continue }
        var here = PredictedLoss(consequence: .none)
        var properties: [String] = []
        for effect in effects {
          switch effect {
          case .responseLost, .crash, .hang:
            here.consequence = .responseAtRisk
            here.losingVersions.insert(version.id)
          case .everyRecordLost: here.consequence = .responseAtRisk
          case .recordLost:
            // One record of a list was tried; of a change everywhere all records are.
            if here.consequence != .responseAtRisk {
              here.consequence = change.isTotal ? .responseAtRisk : .propertyAtRisk
            }
          case .property(let name, let how) where how != .changed:
            properties.append(name)
            if here.consequence == .none { here.consequence = .propertyAtRisk }
          case .property, .recordGained: break
          }
        }
        if here.consequence != .none, !lineage.mapping.isEmpty {
          here.mappings = [
            AffectedMapping(
              version: version.id, mapping: lineage.mapping,
              properties: here.losingVersions.isEmpty ? properties.uniqued().sorted() : [])
          ]
        }
        predicted = predicted.map { $0.merged(with: here) } ?? here
      }
    }
    return predicted
  }
}

extension Finding {
  /// What would be lost, for a hint: `would lose Product.imageURL in v1 and v2`.
  ///
  /// - Parameters:
  ///   - losses: What trials say, by version.
  ///   - present: Whether some records are already so, and were decoded: what they lose is lost now.
  /// - Returns: The hint; `nil` where nothing is lost.
  static func hint(predicting losses: [(version: String, loss: PredictedLoss)], isPresent present: Bool) -> String? {
    let whole = losses.filter { !$0.loss.losingVersions.isEmpty }.map(\.version)
    if !whole.isEmpty { return "the whole response would be lost in \(listed(whole))" }
    var names: [(name: String, versions: [String])] = []
    for (version, loss) in losses {
      for mapping in loss.mappings {
        let parts =
          mapping.properties.isEmpty ? [mapping.mapping] : mapping.properties.map { "\(mapping.mapping).\($0)" }
        for part in parts {
          let index = names.firstIndex { $0.name == part } ?? names.endIndex
          if index == names.endIndex { names.append((part, [])) }
          if !names[index].versions.contains(version) { names[index].versions.append(version) }
        }
      }
    }
    guard let first = names.first else { return nil }
    let same = names.filter { $0.versions == first.versions }.map(\.name)
    let more = same.count > 3 ? " and \(same.count - 3) more" : ""
    let what = "\(same.prefix(3).joined(separator: ", "))\(more)"
    let who = listed(first.versions)
    return present ? "a record that is so loses \(what) in \(who)" : "would lose \(what) in \(who)"
  }
}
