import DriftModel
import JSONDocument

/// Perturbs every target of a scene in every way, and finds the effects on the domain values.
struct LineageMatrix {
  let scene: LineageScene
  let reader: LineageReader
  /// Chooses the altered values; nil if the usual ones are taken.
  var chooser: AlterationChooser?
  private var baseline: LineageBaseline { scene.baseline }
  /// For one cell: the most altered responses that are perturbed in addition.
  private static let maximumRepeats = 4

  /// A response with another value of the same kind at one target.
  private struct Alteration {
    let perturbation: Perturbation
    let node: JSONNode
    let response: [UInt8]
    let delta: LineageDelta
  }

  /// The paths in the order of the targets; without those that were not tried to their end because ``TrialsEnded``.
  ///
  /// What is inside a value is tried before the value itself, which needs the alterations inside it. So whatever was tried is
  /// complete when the trials end.
  func paths() async -> [LineagePath] {
    let innermostFirst = scene.targets.indices.sorted { first, second in
      let (one, other) = (scene.targets[first].node, scene.targets[second].node)
      return (scene.document.endIndex(of: one), -one.index, first)
        < (scene.document.endIndex(of: other), -other.index, second)
    }
    var alterations: [Int: [Alteration]] = [:]
    var paths: [Int: LineagePath] = [:]
    for number in innermostFirst {
      do throws(TrialsEnded) {
        var target = scene.targets[number]
        target.alterations = try chooser?.alterations(of: target) ?? target.alterations
        alterations[number] = try await self.alterations(of: target)
        let inside = target.node.index..<scene.document.endIndex(of: target.node)
        let within = alterations.sorted { $0.key < $1.key }.flatMap(\.value).filter { inside.contains($0.node.index) }
        paths[number] = try await path(of: target, alterations[number] ?? [], within: within)
      } catch {
        break
      }
    }
    return paths.sorted { $0.key < $1.key }.map(\.value)
  }

  private func alterations(of target: LineageScene.Target) async throws(TrialsEnded) -> [Alteration] {
    var alterations: [Alteration] = []
    for perturbation in Perturbation.alterations {
      guard let response = perturbed(perturbation, target, target.node, scene.document) else { continue }
      let delta = try await delta(response)
      alterations.append(Alteration(perturbation: perturbation, node: target.node, response: response, delta: delta))
    }
    return alterations
  }

  /// The cells of one target; `own` are the alterations of the target itself, `within` those of everything inside it too.
  private func path(
    of target: LineageScene.Target, _ own: [Alteration], within: [Alteration]
  ) async throws(TrialsEnded) -> LineagePath {
    var cells: [LineageCell] = []
    for perturbation in Perturbation.allCases {
      var effects: [LineageEffect]?
      if perturbation.isAlteration {
        if let own = own.first(where: { $0.perturbation == perturbation }) {
          effects = try await self.effects(perturbation, target, own.delta, [])
        }
      } else if let response = perturbed(perturbation, target, target.node, scene.document) {
        let delta = try await delta(response)
        effects = try await self.effects(perturbation, target, delta, within.filter { !$0.delta.changes.isEmpty })
      }
      if let effects { cells.append(LineageCell(perturbation: perturbation, effects: effects)) }
    }
    return LineagePath(pattern: target.pattern, readers: target.readers, cells: cells)
  }

  private func perturbed(
    _ perturbation: Perturbation, _ target: LineageScene.Target, _ node: JSONNode, _ document: JSONDocument
  ) -> [UInt8]? {
    let edit = PerturbationEdit(document: document)
    if perturbation == .removed { return edit.removing(node) }
    if let number = Perturbation.alterations.firstIndex(of: perturbation), let known = target.alterations {
      return number < known.count ? edit.replacing(node, with: known[number]) : nil
    }
    return perturbation.spelling(
      of: node, in: document, knownValues: target.knownValues, otherValues: target.otherValues
    )
    .map { edit.replacing(node, with: $0) }
  }

  /// Runs a response that differs a second time. Only what differs again counts.
  private func delta(_ response: [UInt8]) async throws(TrialsEnded) -> LineageDelta {
    let first = baseline.delta(try await reader.run(response))
    // A crash or a decoding failure needs no confirmation.
    guard !first.isNothing, first.loss == nil else { return first }
    return baseline.delta(first, confirmedBy: baseline.delta(try await reader.run(response)))
  }

  // MARK: - Effects

  private func effects(
    _ perturbation: Perturbation, _ target: LineageScene.Target, _ direct: LineageDelta, _ within: [Alteration]
  ) async throws(TrialsEnded) -> [LineageEffect] {
    if let loss = direct.loss { return [loss] }
    var effects: Set<LineageEffect> = direct.isRecordGained ? [.recordGained] : []
    var lost = 0
    var repeats = Repeats(alterations: within)
    for (record, reading) in direct.changes.sorted(by: { $0.key < $1.key }) {
      let before = baseline.readings[record]
      if before.properties != nil, reading.properties == nil { lost += 1 }
      if before.properties == nil, reading.properties != nil { effects.insert(.recordGained) }
      for change in baseline.changes(from: before, to: reading, record: record) {
        let name = change.key.property
        // A time in seconds has lost its milliseconds.
        if perturbation == .otherTimeUnit, change.isWithinSecond { continue }
        if direct.random.contains(change.key) {
          effects.insert(.property(name, .becameRandom))
        } else if change.before.state == .present, change.after?.state != .present {
          effects.insert(.property(name, .lost))
        } else {
          let isDefault = try await isDefault(change, perturbation, target, &repeats)
          effects.insert(.property(name, isDefault ? .defaulted : .changed))
        }
      }
    }
    if lost > 0 { effects.insert(lost == baseline.made && lost > 1 ? .everyRecordLost : .recordLost) }
    if lost == 0 { effects.formUnion(try await coincidences(perturbation, target, direct, &repeats)) }
    return effects.sorted()
  }

  /// Whether a property's new value does not depend on the perturbed value.
  private func isDefault(
    _ change: LineageBaseline.Change, _ perturbation: Perturbation, _ target: LineageScene.Target,
    _ repeats: inout Repeats
  ) async throws(TrialsEnded) -> Bool {
    // A list without one of its elements is a changed list, not a default.
    let isElement = target.pattern.hasSuffix("[*]") || target.pattern.hasSuffix(".*")
    let isScalar = scene.document.firstChild(of: target.node) == nil
    if isElement && perturbation == .removed || reader.isCollection(change.key.property) && (isElement || isScalar) {
      return false
    }
    // The property is still made of the value, in another form or in part.
    if perturbation.keepsValue { return false }
    if perturbation.erasesValue { return true }
    if perturbation.isIndependentOfValue {
      if repeats.other == nil { repeats.other = try await otherDelta(perturbation, target) }
      return repeats.other.map { isSame(change.key, $0, change.after) } ?? false
    }
    for number in repeats.alterations.indices where differs(change.key, repeats.alterations[number].delta) {
      guard let repeated = try await repeated(number, perturbation, target, &repeats) else { return false }
      return isSame(change.key, repeated, change.after)
    }
    return false
  }

  /// Properties on which a perturbation seems to have no effect, because the default equals the value in the response.
  /// They are found by perturbing a response with another value there.
  private func coincidences(
    _ perturbation: Perturbation, _ target: LineageScene.Target, _ direct: LineageDelta, _ repeats: inout Repeats
  ) async throws(TrialsEnded) -> Set<LineageEffect> {
    var effects: Set<LineageEffect> = []
    guard !perturbation.keepsValue else { return [] }
    for number in repeats.alterations.indices {
      let altered = repeats.alterations[number].delta
      for (record, reading) in altered.changes.sorted(by: { $0.key < $1.key }) {
        for change in baseline.changes(from: baseline.readings[record], to: reading, record: record) {
          guard !altered.random.contains(change.key), isSame(change.key, direct, change.before) else { continue }
          if !perturbation.isIndependentOfValue {
            guard let repeated = try await repeated(number, perturbation, target, &repeats),
              value(change.key, repeated) != nil, !isSame(change.key, repeated, change.after)
            else { continue }
          }
          effects.insert(.property(change.key.property, change.before.state == .present ? .defaulted : .lost))
        }
      }
    }
    return effects
  }

  // MARK: - Perturbations of altered responses

  /// Deltas of one perturbation in addition to alterations, made on demand.
  private struct Repeats {
    let alterations: [Alteration]
    var deltas: [Int: LineageDelta] = [:]
    /// The delta of another blank or unknown value.
    var other: LineageDelta?
  }

  /// The perturbation in addition to an alteration; nil if it does not apply, loses the response, or was tried too
  /// often.
  private func repeated(
    _ number: Int, _ perturbation: Perturbation, _ target: LineageScene.Target, _ repeats: inout Repeats
  ) async throws(TrialsEnded) -> LineageDelta? {
    if let known = repeats.deltas[number] { return known.loss == nil ? known : nil }
    // The alteration is inside the target, so the target still begins at the same byte.
    guard repeats.deltas.count < Self.maximumRepeats,
      let altered = try? JSONDocument(repeats.alterations[number].response),
      let node = PerturbationEdit(document: altered).node(at: scene.document.byteOffset(of: target.node)),
      let response = perturbed(perturbation, target, node, altered)
    else { return nil }
    let delta = try await delta(response)
    repeats.deltas[number] = delta
    return delta.loss == nil ? delta : nil
  }

  private func otherDelta(_ perturbation: Perturbation, _ target: LineageScene.Target) async throws(TrialsEnded)
    -> LineageDelta?
  {
    let spelled = perturbation.spelling(
      of: target.node, in: scene.document, knownValues: target.knownValues, otherValues: target.otherValues)
    guard let other = spelled.flatMap({ perturbation.otherSpelling(of: $0) }) else { return nil }
    return try await delta(PerturbationEdit(document: scene.document).replacing(target.node, with: other))
  }

  /// A property of a record in a perturbed response; nil if the record is lost or the property is missing.
  private func value(_ key: LineageBaseline.RecordProperty, _ delta: LineageDelta) -> PropertySample? {
    (delta.changes[key.record] ?? baseline.readings[key.record]).properties?[key.property]
  }

  private func isSame(_ key: LineageBaseline.RecordProperty, _ delta: LineageDelta, _ sample: PropertySample?) -> Bool {
    guard let sample, let value = value(key, delta) else { return false }
    return value.isSame(as: sample)
  }

  private func differs(_ key: LineageBaseline.RecordProperty, _ delta: LineageDelta) -> Bool {
    guard let before = baseline.readings[key.record].properties?[key.property] else { return false }
    return !delta.random.contains(key) && delta.changes[key.record] != nil && !isSame(key, delta, before)
  }
}
