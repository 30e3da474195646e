import DriftModel
import PayloadShape

extension Judgement {
  /// `decode-` findings: what makes a version lose the whole response, and what a phone would refuse.
  func decodingFindings() -> [Finding] {
    var failures = MergedFailures()
    for version in versions {
      for fact in facts(of: version) {
        if case .failed = fact.decoding {
          for failure in fact.failures {
            failures.add(
              failure, of: version, losesResponse: true, costs: .responseLost,
              mappings: lostMappings(of: version, path: failure.pattern, property: failure.property))
          }
        }
        for failure in fact.platformDependent {
          failures.add(failure, of: version, costs: .platformDependent)
        }
      }
    }
    // Responses in which the same member was fine count as well: one of thirteen, not one of one.
    for version in versions {
      for fact in facts(of: version) { failures.addVisits(fact, of: version) }
    }
    return versions.flatMap(decodingEndingFindings) + failures.findings(at: key)
  }

  /// Crashes, timeouts, and failures without an explanation.
  private func decodingEndingFindings(_ version: VersionInfo) -> [Finding] {
    let facts = facts(of: version)
    let typeName = facts.map(\.typeName).filter { !$0.isEmpty }.min() ?? "the response"
    var (crashes, hangs, unexplained): ([String], [String], [String]) = ([], [], [])
    for fact in facts {
      switch fact.decoding {
      case .crashed(let reason): crashes.append(reason)
      case .timedOut(let seconds): hangs.append("no end within \(Int(seconds)) s")
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
