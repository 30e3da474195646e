import DriftModel
import PayloadShape

extension Judgement {
  /// `decode-` findings: what makes a version lose the whole response, and what a phone would refuse.
  func decodingFindings() -> [Finding] {
    var failures = MergedFailures()
    for version in versions {
      for (response, fact) in facts(of: version).enumerated() {
        if case .failed = fact.decoding {
          for failure in fact.failures {
            failures.add(
              failure, of: version, in: response, losesResponse: true, costs: .responseLost,
              mappings: lostMappings(of: version, path: failure.pattern, property: failure.property))
          }
        }
        for failure in fact.platformDependent {
          failures.add(failure, of: version, in: response, costs: .platformDependent)
        }
      }
    }
    // Responses in which the same member was fine count as well: one of thirteen, not one of one.
    for version in versions {
      for fact in facts(of: version) { failures.addVisits(fact, of: version) }
    }
    return versions.flatMap(decodingEndingFindings) + withNewPlaces(failures.findings(at: key))
  }

  /// Failures with the hint of the change at their path that says where the value probably stands now, which knows more than one that
  /// comes from the name alone. Linear in the changes, their paths and the failures.
  private func withNewPlaces(_ findings: [Finding]) -> [Finding] {
    var hints: [String: String] = [:]
    for change in changes where change.confidence ?? 0 >= leastConfidence {
      guard let hint = change.hintWithConfidence else { continue }
      for path in [change.path] + change.paths { hints[path] = hints[path] ?? hint }
    }
    guard !hints.isEmpty else { return findings }
    return findings.map { finding in
      var finding = finding
      finding.hint = hints[finding.path] ?? finding.hint
      return finding
    }
  }

  /// Crashes, timeouts, and failures without an explanation.
  private func decodingEndingFindings(_ version: VersionInfo) -> [Finding] {
    let facts = facts(of: version)
    let typeName = facts.map(\.typeName).filter { !$0.isEmpty }.min() ?? "the response"
    var (crashes, hangs, unexplained): ([String], [String], [String]) = ([], [], [])
    for fact in facts {
      switch fact.decoding {
      case .crashed(let reason): crashes.append(reason)
      case .timedOut(let seconds): hangs.append(Rules.noEnd(within: seconds))
      case .failed(let message) where fact.failures.isEmpty: unexplained.append(message)
      case .failed, .succeeded, .notRun: continue
      }
    }
    func finding(
      _ rule: RuleID, _ reasons: [String], path: String = "", expected: String = "", hint: String? = nil,
      _ sentence: (_ typeName: String, _ reason: String) -> String
    ) -> Finding? {
      guard let reason = reasons.min() else { return nil }
      return self.finding(
        rule, costs: .responseLost, version, path: path, subject: version.id, sentence(typeName, reason)
      ) {
        $0.versions[0].losesResponse = true
        ($0.expected, $0.actual) = (expected, reason)
        ($0.count, $0.total) = (reasons.count, facts.count)
        $0.hint = hint
      }
    }
    return [
      finding(.decodeCrash, crashes, Rules.decodeCrashSentence),
      finding(.decodeTimeout, hangs, Rules.decodeTimeoutSentence),
      finding(
        .decodeDataCorrupted, unexplained, path: "$", expected: typeName,
        hint: facts.compactMap(\.contradiction).min() ?? facts.compactMap(\.explanationMissing).min(),
        Rules.decodeDataCorruptedSentence),
    ].compactMap(\.self)
  }
}

/// A guess of a rename or move that is less sure is told only with the change itself.
private let leastConfidence = 0.3
