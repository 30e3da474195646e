import DriftModel
import Foundation

/// Whether code or responses that were changed do what they should, by what a version made of the recordings before and now.
struct Verdict {
  /// What the version makes of each recording as it is.
  let before: [VersionExamination]
  /// Names of the recordings, for reasons.
  let names: [String]

  /// Why a change mends nothing, or breaks something, in one line; `nil` if it is as it should be.
  ///
  /// - Parameters:
  ///   - after: What is made of each recording with the change.
  ///   - target: The break that it shall mend.
  ///   - mended: Breaks that were mended before, whose records differ from what they were.
  ///   - toleratesLoss: Whether a loss without an error may stand in the place of the break.
  /// - Returns: The reason.
  func objection(
    to after: [VersionExamination], mending target: Break, besides mended: [Break], toleratesLoss: Bool
  ) -> String? {
    for (index, (old, new)) in zip(before, after).enumerated() {
      if let reason = objection(
        old, new, isShown: target.recordings.contains(index), target: target, toleratesLoss: toleratesLoss)
      {
        return "\(names[index]): \(reason)"
      }
      let allowed = (mended + [target]).reduce(0) { $0 + ($1.counts[index] ?? 0) }
      if let reason = Self.difference(old, new, allowed: allowed) { return "\(names[index]): \(reason)" }
    }
    return nil
  }

  /// What differs though nothing should, in one line; `nil` if nothing does.
  func change(_ after: [VersionExamination]) -> String? {
    for (index, (old, new)) in zip(before, after).enumerated() {
      if old.decoding.hasSucceeded, !new.decoding.hasSucceeded { return "\(names[index]): it does not decode any more" }
      if let reason = Self.difference(old, new, allowed: 0) { return "\(names[index]): \(reason)" }
    }
    return nil
  }

  private func objection(
    _ old: VersionExamination, _ new: VersionExamination, isShown: Bool, target: Break, toleratesLoss: Bool
  ) -> String? {
    switch new.decoding {
    case .succeeded: break
    case .failed(let message):
      if old.decoding.hasSucceeded { return "it does not decode any more: \(message)" }
      if let again = new.failures.first(where: { $0.pattern == target.pattern }) {
        return "\(again.pattern) is still refused: \(again.expected) expected, \(again.foundWords) found"
      }
      let known = Set(old.failures.map(\.pattern))
      if let other = new.failures.first(where: { !known.contains($0.pattern) }) {
        return "then \(other.pattern) does not decode: \(other.expected) expected, \(other.foundWords) found"
      }
      if new.failures.isEmpty { return "it does not decode: \(message)" }
    case .crashed(let reason): return "the app's code ends the process: \(reason)"
    case .timedOut(let seconds): return "the app's code does not end within \(seconds.formatted()) s"
    case .notRun(let reason): return "the app's code was not run: \(reason)"
    }
    if isShown, target.isLoss, new.losses.contains(where: target.isSame) {
      return "\(target.pattern) is lost as before"
    }
    let known = Set(old.losses.map(\.pattern))
    let isLossTolerated = { (pattern: String) in
      toleratesLoss && (pattern == target.pattern || isPath(target.pattern, ancestorOf: pattern))
    }
    if old.decoding.hasSucceeded,
      let other = new.losses.first(where: { !known.contains($0.pattern) && !isLossTolerated($0.pattern) })
    {
      return "then \(other.pattern) is lost without an error"
    }
    return nil
  }

  /// What mappings make less of, or otherwise, than before.
  private static func difference(_ old: VersionExamination, _ new: VersionExamination, allowed: Int) -> String? {
    guard new.decoding.hasSucceeded else { return nil }
    for mapping in new.mappings {
      let earlier = old.mappings.first { $0.name == mapping.name }
      switch mapping.execution {
      case .succeeded: break
      case .notRun: continue
      case .failed(let message): return "the mapping \(mapping.name) fails: \(message)"
      case .crashed(let reason): return "the mapping \(mapping.name) ends the process: \(reason)"
      case .timedOut(let seconds): return "the mapping \(mapping.name) does not end within \(seconds.formatted()) s"
      }
      guard let earlier, earlier.execution.hasSucceeded, old.decoding.hasSucceeded else {
        if mapping.threw > 0 {
          return "the mapping \(mapping.name) throws for \(mapping.threw) of \(mapping.recordsIn) records"
        }
        if mapping.recordsIn > 0, mapping.recordsOut == 0 { return "the mapping \(mapping.name) makes nothing of it" }
        continue
      }
      let changed = changedRecords(earlier, mapping)
      if changed > allowed {
        return "\(changed) of \(earlier.recordsOut) values of \(mapping.name) are others than before"
      }
    }
    return nil
  }

  /// How many domain values that were made before are not made any more, or are others.
  static func changedRecords(_ old: MappingExamination, _ new: MappingExamination) -> Int {
    let before = old.valueDigests.filter { !$0.isEmpty }
    let after = new.valueDigests.filter { !$0.isEmpty }
    guard before != after else { return 0 }
    if before.count == after.count { return zip(before, after).count { $0 != $1 } }
    return after.difference(from: before).removals.count
  }
}
