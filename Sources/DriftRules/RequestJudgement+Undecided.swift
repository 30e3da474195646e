import DriftModel
import PayloadShape

// What a check can tell of losses that are found by other means than the shape of the response.
extension RequestJudgement {
  /// Whether nothing that a write loses could have been seen now: it was not tried, or what it loses is in none of the responses
  /// since the list, or the object, that held it is empty.
  ///
  /// - Parameters:
  ///   - finding: What was found of the write before.
  ///   - usable: Facts of the responses that count.
  ///   - observed: The shape of these responses.
  ///   - isWhole: Whether the shape of every response is known.
  /// - Returns: Whether it is undecided; not so where the write is declared no more.
  func isUnwritten(_ finding: Finding, _ usable: [Examination], _ observed: PayloadShape?, isWhole: Bool) -> Bool {
    let decoded = usable.flatMap(\.versions).filter { version in
      version.decoding.hasSucceeded && finding.versions.contains { $0.version == version.version }
    }
    guard !decoded.isEmpty else { return true }
    let parts = decoded.flatMap { $0.writeBacks ?? [] }.filter { $0.target == finding.expected }
    guard !parts.isEmpty else { return false }
    guard isWhole, let observed, parts.allSatisfy({ $0.execution.hasSucceeded && $0.made == $0.offered }) else {
      return true
    }
    // Of names that are data nobody knows whether they should be there.
    let paths = finding.paths.filter { !$0.contains(".*") }
    return !paths.isEmpty && paths.allSatisfy { observed.isOutOfSight($0) }
  }

  /// Whether the partners of a reference could not be looked for in this round; a reference that is declared no more is no open
  /// question.
  func isUncounted(_ finding: Finding, _ facts: [VersionExamination]) -> Bool {
    finding.mappings.contains { mapping in
      let examined = facts.filter { $0.version == mapping.version }.flatMap(\.mappings)
      let references = examined.filter { $0.name == mapping.mapping }.flatMap { $0.references ?? [] }
      return references.contains { mapping.properties.contains($0.name) && $0.unmatched == nil }
    }
  }
}

extension PayloadShape {
  /// Whether what should hold a path is there, but empty or null, so that nobody knows of the path; not so where a member on
  /// the way to it is gone.
  fileprivate func isOutOfSight(_ path: String) -> Bool {
    var (holder, step) = Self.cut(path)
    while holder != "$", statistics(at: holder) == nil { (holder, step) = Self.cut(holder) }
    guard let found = statistics(at: holder) else { return true }
    return step == "[*]" ? statistics(at: holder + step) == nil : found.objects == 0
  }

  /// A pattern without its last step, and that step.
  private static func cut(_ path: String) -> (holder: String, step: String) {
    let start =
      path.hasSuffix("\"]")
      ? path.ranges(of: "[\"").last?.lowerBound : path.lastIndex(of: path.hasSuffix("]") ? "[" : ".")
    guard let start, start > path.startIndex else { return ("$", "") }
    return (String(path[..<start]), String(path[start...]))
  }
}
