import ContractKit
import DriftModel
import Examination

/// Finds the smallest change of the responses with which a version reads them as it is, and proves it on the recordings.
struct TransformSearch {
  struct Result {
    var steps: [TransformStep] = []
    /// The responses with it, by position; only those that it changes.
    var bodies: [Int: [UInt8]] = [:]
    var facts: [VersionExamination] = []
    var trials: [RemedyTrial] = []
    var left: [Break] = []
  }

  let recorded: RecordedCase
  /// Runs the version as it is.
  let examiner: Examiner
  let before: [VersionExamination]
  /// Changes of one break that are tried at most.
  var mostTrials = 12
  let progress: (String) -> Void

  /// Mends as many breaks as it can, one after the other.
  func run(_ breaks: [Break]) async throws -> Result {
    var result = Result()
    result.facts = before
    var mended: [Break] = []
    for target in breaks {
      if !mended.isEmpty, !isShown(target, in: result.facts) {
        mended.append(target)
        continue
      }
      guard let found = try await mend(target, mended, &result) else {
        result.left.append(target)
        continue
      }
      result.steps.append(found.step)
      (result.bodies, result.facts) = (found.bodies, found.facts)
      mended.append(target)
    }
    return result
  }

  private func isShown(_ target: Break, in facts: [VersionExamination]) -> Bool {
    target.recordings.contains { index in
      (facts[index].decoding.hasSucceeded ? [] : facts[index].failures).contains { $0.pattern == target.pattern }
        || facts[index].losses.contains(where: target.isSame)
    }
  }

  private func mend(
    _ target: Break, _ mended: [Break], _ result: inout Result
  ) async throws -> (step: TransformStep, bodies: [Int: [UInt8]], facts: [VersionExamination])? {
    for step in TransformMaker(target).steps().prefix(mostTrials) {
      progress("\(recorded.version.id): \(step.title)…")
      func note(_ reason: String) {
        result.trials.append(RemedyTrial(target: target.pattern, what: "response: \(step.title)", reason: reason))
      }
      let bodies = bodies(with: result.steps + [step])
      // What the version reads already stays as it is, byte for byte.
      let shown = (mended + [target]).reduce(into: Set<Int>()) { $0.formUnion($1.recordings) }
      if let other = bodies.keys.filter({ !shown.contains($0) }).min() {
        note("\(recorded.names[other]), which is read as it is, would be another response")
        continue
      }
      guard !bodies.isEmpty, target.recordings.contains(where: { bodies[$0] != nil }) else {
        note("it changes nothing in the recordings")
        continue
      }
      let changed = try await recorded.facts(with: examiner, changed: bodies)
      let facts = zip(changed, before).map { $0 ?? $1 }
      let verdict = Verdict(before: before, names: recorded.names)
      guard
        let objection = verdict.objection(
          to: facts, mending: target, besides: mended, toleratesLoss: step.cost >= .missing)
      else {
        return (step, bodies, facts)
      }
      note(objection)
    }
    return nil
  }

  /// The responses that some steps change, as they then are.
  private func bodies(with steps: [TransformStep]) -> [Int: [UInt8]] {
    var bodies: [Int: [UInt8]] = [:]
    for (index, tree) in recorded.trees.enumerated() {
      guard let tree else { continue }
      var changed = tree
      for step in steps { step.apply(to: &changed) }
      if changed != tree { bodies[index] = Array(changed.text.utf8) }
    }
    return bodies
  }
}
