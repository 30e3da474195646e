import DriftModel

extension RequestJudgement {
  /// Findings and incidents after bodies were sent; there is no baseline of what a provider says to them.
  func resultOfWrites() -> Evaluation {
    let writes = facts.writes
    var findings = writes.compactMap { write -> Finding? in
      guard case .rejected(let status, let paths) = write.result else { return nil }
      return .requestRejected(
        at: key, write.version, typeName: write.typeName, isEssential: write.isEssential, status: status,
        messagePaths: paths)
    }
    // A refusal that could not be tried again lasts.
    let undecided = Set(writes.filter { $0.result == .undecided }.map(\.version.id))
    findings += known.findings.filter { finding in
      finding.rule == .requestRejected && finding.versions.contains { undecided.contains($0.version) }
    }.map(\.asFound)
    let judged = judged(findings, isWhole: undecided.isEmpty)
    let examined = writes.count { $0.result != .undecided }
    var result = Evaluation(
      key: key, signature: facts.signature, round: facts.round, at: clock,
      report: report(on: judged.findings, examined: examined))
    result.take(judged)
    return result
  }
}

extension Finding {
  /// The refusal as it was found, before acceptances and set levels.
  fileprivate var asFound: Finding {
    var finding = self
    finding.level = accepted?.level ?? setLevel?.level ?? level
    (finding.state, finding.accepted, finding.setLevel, finding.hint) = (.open, nil, nil, Rules.requestRejectedHint)
    return finding
  }
}
