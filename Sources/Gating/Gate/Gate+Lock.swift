import DriftModel

// What becomes of the lock: what it knew, what is new, and what is mended.
extension Gate {
  /// What the lock knows after this run: all that it knew and that is not mended, and what is new.
  func known(after findings: [GateFinding], _ mended: [GateFinding]) -> [GateLock.Entry] {
    let gone = Set(mended.map(\.identity))
    let before = Set(lock.known.map(\.identity))
    // What the provider did is found out each time, and evidence that is missing is no knowledge.
    let new = findings.filter { finding in
      finding.isReason && finding.kind != .sealed && finding.state != .provider && !before.contains(finding.identity)
    }
    return lock.known.filter { !gone.contains($0.identity) } + new.map(GateLock.Entry.init)
  }

  /// Entries of the lock that were looked for and not found.
  func mended(_ report: GateReport, _ evidence: [String: GateEvidence]) -> [GateFinding] {
    let found = Set(report.findings.map(\.identity))
    let judged = Set(report.versions.map { "\($0.contract)/\($0.version.id)" })
    return lock.known.filter { entry in
      let name = "\(entry.contract)/\(entry.version)"
      guard judged.contains(name), isInScope(entry.contract, entry.endpoint), !found.contains(entry.identity),
        let own = evidence[name]
      else { return false }
      return wasLookedFor(entry, in: own)
    }.map {
      var finding = GateFinding(
        contract: $0.contract, endpoint: $0.endpoint, version: $0.version, kind: $0.kind, rule: $0.rule, path: $0.path,
        subject: $0.subject, words: "is not found any more")
      (finding.state, finding.reason) = (.mended, $0.reason)
      return finding
    }
  }

  /// Whether this run would have found what an entry knows of: where nothing was looked at, nothing is mended.
  private func wasLookedFor(_ entry: GateLock.Entry, in evidence: GateEvidence) -> Bool {
    let version = evidence.version
    guard entry.kind == .sealed || isWanted(version.info) else { return false }
    switch entry.kind {
    case .decode: return evidence.ran.contains(entry.endpoint)
    case .crash: return evidence.decoded.contains(entry.endpoint)
    case .records, .property, .elements, .identity: return evidence.compared.contains(entry.endpoint)
    case .sealed:
      if options.resealed.contains(version.info.id) { return true }
      let name = "\(entry.contract)/\(entry.version)"
      guard let seal = lock.sealed[name], version.info.status != .candidate else { return false }
      return seal.isCompared(
        entry.subject, to: evidence.seal, hasFiles: options.folders[name] != nil || options.knowsFolders,
        decoded: evidence.decoded)
    case .evidence:
      switch GateDemand(rawValue: entry.subject) {
      case .recordings: return evidence.ran.contains(entry.endpoint)
      case .age: return options.longestAge != nil && evidence.ran.contains(entry.endpoint)
      case .live: return options.unreached != nil && version.endpoints.contains(entry.endpoint)
      case .members:
        return options.endpoints == nil && options.leastFields > 0 && !evidence.fields.isEmpty
          && version.endpoints.allSatisfy(evidence.ran.contains)
      case nil: return false
      }
    }
  }
}

/// What a verdict needs beside findings; the raw values are the subjects of findings, and of the lock's entries, of the kind `evidence`.
enum GateDemand: String, CaseIterable {
  /// Some recording that the version could be run on.
  case recordings
  /// A recording that is new enough.
  case age
  /// The present response, where it was asked for.
  case live
  /// Enough of the members that the version asks for in any recording.
  case members
}
