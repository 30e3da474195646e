import DriftModel

/// What one version loses of a recording that another one keeps, where both make the same domain model of it.
struct LossComparison {
  /// A loss: of what, and in words.
  struct Loss {
    let kind: GateFinding.Kind
    let subject: String
    let words: String
    /// How many are lost, to compare versions.
    var count = 1
  }

  /// Compares mappings of the same name; linear in their properties.
  ///
  /// - Parameters:
  ///   - version: What the version under test made of the recording.
  ///   - shipped: What a shipped version made of it.
  /// - Returns: What is lost.
  static func losses(of version: VersionExamination, keptBy shipped: VersionExamination) -> [Loss] {
    shipped.mappings.flatMap { kept -> [Loss] in
      guard kept.execution.hasSucceeded else { return [] }
      guard let mapping = version.mappings.first(where: { $0.name == kept.name }) else {
        guard kept.recordsOut > 0 else { return [] }
        return [
          Loss(kind: .records, subject: kept.name, words: "is made by \(shipped.version), and by no mapping here")
        ]
      }
      guard mapping.execution.hasSucceeded else { return [] }
      var losses: [Loss] = []
      if mapping.recordsOut < kept.recordsOut {
        losses.append(
          Loss(
            kind: .records, subject: kept.name,
            words: "loses records that \(shipped.version) keeps: \(mapping.recordsOut) of \(kept.recordsOut)",
            count: kept.recordsOut - mapping.recordsOut))
      }
      if mapping.collided.count > kept.collided.count {
        losses.append(
          Loss(kind: .identity, subject: kept.name, words: "identities collide, unlike in \(shipped.version)"))
      }
      if mapping.unstable.count > kept.unstable.count {
        losses.append(
          Loss(kind: .identity, subject: kept.name, words: "identities change each time, unlike in \(shipped.version)"))
      }
      for property in kept.properties {
        guard let own = mapping.properties.first(where: { $0.name == property.name }) else {
          guard property.total > property.lost else { continue }
          losses.append(
            Loss(
              kind: .property, subject: "\(kept.name).\(property.name)",
              words: "is filled by \(shipped.version), and not observed here"))
          continue
        }
        // Of fewer records fewer are lost.
        if own.lost - property.lost > max(0, own.total - property.total) {
          losses.append(
            Loss(
              kind: .property, subject: "\(kept.name).\(property.name)",
              words: "is empty where \(shipped.version) fills it: \(own.lost) of \(own.total)",
              count: own.lost))
        }
        if let elements = property.elements, let count = own.elements, count < elements, own.total >= property.total {
          losses.append(
            Loss(
              kind: .elements, subject: "\(kept.name).\(property.name)",
              words: "loses elements that \(shipped.version) keeps: \(count) of \(elements)"))
        }
      }
      return losses
    }
  }
}
