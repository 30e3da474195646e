public import DriftModel
public import Foundation

/// Why an incident has its level, what that rests on, and whether reports name it: `driftwatch explain INCIDENT`.
///
/// - Parameters:
///   - detail: The incident with its findings, its history and the acceptances about it.
///   - withdrawn: Acceptances about it that were taken back after what they cover had entered the baseline, and when.
///   - levels: The levels that the configuration sets.
///   - hasContract: Whether the program has its contract. A URL alone has no known readers.
///   - pendingWords: When something pending is reported.
///   - rules: The rules.
///   - program: The program as it was called.
/// - Returns: The page.
public func explanation(
  of detail: IncidentDetail, withdrawn: [(acceptance: Acceptance, at: Date?)] = [], levels: LevelSettings,
  hasContract: Bool, pendingWords: String, rules: RuleCatalog, program: String = "driftwatch"
) -> Document {
  IncidentExplanation(
    detail: detail, withdrawn: withdrawn, levels: levels, hasContract: hasContract, pendingWords: pendingWords,
    rules: rules, program: program
  ).document
}

private struct IncidentExplanation {
  let detail: IncidentDetail
  let withdrawn: [(acceptance: Acceptance, at: Date?)]
  let levels: LevelSettings
  let hasContract: Bool
  let pendingWords: String
  let rules: RuleCatalog
  let program: String
  private var incident: Incident { detail.incident.incident }

  var document: Document {
    let key = incident.key
    var page = Document()
    page.row([
      incident.id.uppercased(), "\(incident.state.rawValue), \(incident.level.rawValue)",
      "\(key.contract)/\(key.endpoint)",
    ])
    page.paragraph(incident.isOver ? incident.toldSentence : incident.headline, label: "  ")
    page.paragraph(incident.subject, label: "  subject    ")
    let times = incident.reopenedCount
    let back = times == 0 ? "" : ", came back \(times == 1 ? "once" : times == 2 ? "twice" : "\(times) times")"
    page.paragraph("\(time(incident.openedAt))\(back)", label: "  opened     ")
    if let seen = incident.firstSeenAt { page.paragraph(time(seen), label: "  first seen ") }
    page.paragraph(incident.lastGoodAt.map(time) ?? "never", label: "  last good  ")
    if let resolvedAt = incident.resolvedAt, incident.state == .resolved {
      page.paragraph(time(resolvedAt) + (incident.resolution.map { ", \($0)" } ?? ""), label: "  resolved   ")
    }
    page.heading("Why this level")
    if detail.findings.isEmpty {
      page.paragraph("It was \(incident.level.rawValue) when it was last seen, and is gone since then.", label: "  ")
      for finding in Self.worstFirst(detail.incident.lastFindings) {
        page.paragraph(Self.title(of: finding), label: "  ")
        for words in formerFacts(of: finding) { page.paragraph(words, label: "    ") }
      }
    }
    let worstFirst = Self.worstFirst(detail.findings)
    for finding in worstFirst {
      page.paragraph(Self.title(of: finding), label: "  ")
      for words in facts(of: finding) { page.paragraph(words, label: "    ") }
    }
    let remedies = worstFirst.filter { $0.level == incident.level }.map { rules[$0.rule].remedy(for: $0) }.uniqued()
    if incident.isOpen, !remedies.isEmpty {
      page.heading("What to do")
      for remedy in remedies { page.paragraph(remedy, label: "  ") }
      let owners = detail.owners.flatMap { contract in
        let hit = contract.versions.filter { incident.versions.contains($0.id) }.compactMap(\.owner)
        return hit.isEmpty ? [contract.owner].compactMap(\.self) : hit
      }.uniqued()
      if !owners.isEmpty { page.paragraph("ask \(listed(owners))", label: "  ") }
    }
    page.heading("Why reports name it or not")
    for words in stateReasons + reportReasons + acceptanceReasons { page.paragraph(words, label: "  ") }
    return page
  }

  // MARK: - Level

  private static func worstFirst(_ findings: [Finding]) -> [Finding] {
    findings.sorted { ($0.level, $1.path, $1.rule.rawValue) > ($1.level, $0.path, $0.rule.rawValue) }
  }

  /// `breaking decode-type-mismatch at $[*].price`.
  private static func title(of finding: Finding) -> String {
    "\(finding.level.rawValue) \(finding.rule.rawValue)\(finding.path.isEmpty ? "" : " at \(finding.path)")"
  }

  /// What is kept of a finding that is gone.
  private func formerFacts(of finding: Finding) -> [String] {
    let properties = finding.versions.compactMap { version in
      version.property.map { "read by \(version.name) as \($0)" }
    }
    return [finding.message] + properties.uniqued()
  }

  private func facts(of finding: Finding) -> [String] {
    let lost = finding.versions.filter(\.losesResponse)
    var facts = [finding.message] + lost.map { "the whole response is lost in \($0.name)" }
    facts += [reasonOfLevel(finding, lost: !lost.isEmpty)].compactMap(\.self)
    facts += finding.versions.compactMap { version in version.property.map { "read by \(version.name) as \($0)" } }
    if finding.versions.isEmpty, [.field, .evidence].contains(finding.rule.family) {
      facts.append(hasContract ? "no version reads it" : Consequence.readersUnknown.words)
    }
    facts += [extent(of: finding)].compactMap(\.self)
    if let responses = finding.responses { facts.append(responses.words) }
    if finding.rule.family == .watch {
      facts.append(
        "\(finding.count < finding.total ? "some requests had " : "")no response since \(time(incident.firstSeenAt ?? incident.openedAt))"
      )
      if incident.lastGoodAt == nil {
        facts.append("it never had a response, so that nobody knows whether versions lose one")
      }
    } else if finding.level >= .warning || finding.state == .accepted {
      let responses = incident.responsesBefore
      let before = responses == 1 ? "the response" : counted(responses, "response")
      facts.append(
        responses == 0
          ? "evidence: it was there from the first response on" : "evidence: \(before) before that did not show it")
    }
    if let confidence = finding.confidence, confidence.isFinite {
      let chance = max(0, 1 - confidence)
      facts.append(
        finding.rule == .fieldRenamed
          ? "confidence in the new name: \(share(confidence))"
          : "chance that nothing has changed: \(chance < 1e-4 ? "under 0.01 %" : share(chance))")
    }
    if finding.state == .pending { facts.append(pendingWords) }
    if let accepted = finding.accepted {
      let end = accepted.until.map { " until \(day($0))" } ?? ""
      facts.append(
        "accepted by \(accepted.by)\(end), so that it is not reported as \(accepted.level.rawValue): \(accepted.reason)"
      )
    }
    return facts.uniqued() + [finding.hint].compactMap { $0.map { "hint: \($0)" } }
  }

  /// `4 of 4 responses`; `nil` where that says nothing.
  private func extent(of finding: Finding) -> String? {
    guard finding.total > 1 || finding.rule.family != .watch && finding.total > 0 else { return nil }
    guard let unit = finding.countedUnit else {
      return finding.total > 1 ? "\(grouped(finding.count)) of \(grouped(finding.total))" : nil
    }
    return "\(grouped(finding.count)) of \(counted(finding.total, unit))"
  }

  /// What decides the level, where the loss of a response does not.
  private func reasonOfLevel(_ finding: Finding, lost: Bool) -> String? {
    let choice = levels.choice(for: finding.rule, contract: finding.contract, endpoint: finding.endpoint)
    if let choice, finding.state == .open, choice.level == finding.level {
      return "the configuration sets \(choice.rawValue) for this rule here (\(program) config show)"
    }
    if finding.isPrediction { return "nothing is lost yet: one level below what the loss would be" }
    guard !lost, finding.state != .pending, finding.state != .accepted else { return nil }
    if finding.versions.isEmpty, finding.level == .warning, !hasContract { return Consequence.readersUnknown.words }
    let consequence = rules[finding.rule].consequences.first { level(of: $0) == finding.level }
    let hasLoss = detail.findings.contains { $0.level > finding.level && $0.state == .open }
    if consequence == Consequence.none, hasLoss { return "what it costs is said above" }
    return consequence?.words
  }

  // MARK: - Reports

  private var stateReasons: [String] {
    var reasons: [String] = []
    switch incident.state {
    case .resolved:
      reasons.append(
        incident.resolution.map { "It is resolved: \($0). It is reported if it changes or becomes worse." }
          ?? "It is resolved, since it is gone. If it comes back, it is reported as the same incident.")
    case .acknowledged:
      let word = incident.acknowledgement
      let who = "\(word?.by ?? "somebody") acknowledged it\(word.map { " on \(time($0.at))" } ?? "")"
      reasons.append(
        "\(who)\(word?.note.map { ": \($0)" } ?? ""). It causes no report until it becomes worse or is resolved. It still counts for the exit code."
      )
    case .open: break
    }
    if incident.isFlapping {
      let checks = incident.checks.map { ": there in \($0.present) of the last \(counted($0.count, "check"))" } ?? ""
      reasons.append("It comes and goes\(checks). It is reported once until it stays away.")
    }
    return reasons
  }

  private var reportReasons: [String] {
    var reasons: [String] = []
    if let last = detail.history.last(where: { $0.deliveredAt != nil }), let date = last.deliveredAt {
      reasons.append(
        detail.knower(of: last).map {
          "A report listed it on \(time(date)) as still open. No report said that it \(last.kind.words), because \($0.by) had already acknowledged it."
        } ?? "A report said on \(time(date)) that it \(last.kind.words).")
    }
    let waiting = detail.history.filter { $0.deliveredAt == nil }
    if let last = waiting.last {
      reasons.append(
        incident.state == .acknowledged
          ? "What happened before that is listed in the next report, but causes none."
          : "The next report says that it \(last.kind.words).")
    } else if incident.state == .open {
      reasons.append("It was reported. From now on reports list it as still open, until something happens to it.")
    }
    return reasons
  }

  private var acceptanceReasons: [String] {
    detail.acceptances.map { acceptance in
      let end = acceptance.until.map { " until \(day($0))" } ?? ""
      let what = acceptance.path.isEmpty ? acceptance.subject ?? "" : acceptance.path
      return "\(acceptance.by) accepted \(acceptance.rule.rawValue) of \(what)\(end): \(acceptance.reason)"
    }
      + withdrawn.map { withdrawal in
        let (acceptance, end) = (withdrawal.acceptance, withdrawal.at.map { " on \(day($0))" } ?? "")
        return
          "\(acceptance.by) had accepted \(acceptance.rule.rawValue) (\(acceptance.reason)). That was withdrawn\(end), but the baseline has learned the change, so that it is not reported again."
      }
  }

  // MARK: - Words

  private func time(_ date: Date) -> String { Moment(date).iso8601 + "Z" }
  private func day(_ date: Date) -> String { Moment(date).date }
}

extension AffectedVersion {
  /// `v1 (1.0 to 1.4)`.
  fileprivate var name: String { shippedIn.map { "\(version) (\($0))" } ?? version }
}
