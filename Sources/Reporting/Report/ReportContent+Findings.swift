import DriftModel

// Words about one finding, the same in every form and place.
extension ReportContent {
  /// `3 of 20 records`; `nil` where a count says nothing.
  func counts(_ finding: Finding, hasUnit: Bool) -> String? {
    guard finding.total > 0, finding.count > 0 else { return nil }
    if finding.depth == 0, !finding.isOfMembers, finding.total == 1 { return nil }
    let all = hasUnit ? counted(finding.total, finding.unitAtPath) : grouped(finding.total)
    return "\(grouped(finding.count)) of \(all)"
  }

  /// The path to blame, and what is or was there: of a member that does not decode, or whose shape changed. What a count of records says
  /// is in the headline.
  func words(ofCause cause: Finding, isOver: Bool = false) -> Phrase {
    let path = Phrase(cause.path, .code)
    guard !cause.actual.isEmpty, !cause.expected.isEmpty else { return path }
    let (actual, expected) = (Phrase(cause.actual, .code), Phrase(cause.expected, .code))
    let verb = isOver ? "was" : "is"
    switch cause.rule.family {
    case .decode where cause.isOfAbsence:
      return path + Phrase(" \(verb) absent; ") + expected + Phrase(" expected")
    case .decode: return path + Phrase(" \(verb) ") + actual + Phrase("; ") + expected + Phrase(" expected")
    case .field, .volume: return path + Phrase(" ") + .change(from: cause.expected, to: cause.actual)
    case .freshness, .meaning, .loss, .mapping, .request, .evidence, .watch, .notice: return path
    }
  }

  /// What a resolved incident was: what people felt, and the cause, as far as it is known. After somebody's word it may still be so.
  ///
  /// `start`: what is said before it where it is over.
  func formerPieces(_ view: IncidentView, _ start: String = "it was") -> [Phrase] {
    let incident = view.incident
    let headline: Phrase = .sentence("\(incident.isOver ? "\(start): " : "")\(incident.toldHeadline)")
    guard let cause = view.lead, !cause.path.isEmpty, !incident.headline.contains(cause.path) else { return [headline] }
    return [headline, words(ofCause: cause, isOver: incident.isOver)]
  }

  /// What is known of a pending finding: its message, how often it was seen, how sure it is, and its hint.
  func pendingSentences(_ finding: Finding) -> [String] {
    var sentences = ["Pending: \(finding.message)"]
    if let counts = counts(finding, hasUnit: true) { sentences.append("Seen in \(counts).") }
    if let guess = finding.guess { sentences.append("\(guess.prefix(1).uppercased())\(guess.dropFirst()).") }
    if let hint = finding.hint { sentences.append("Hint: \(hint.withoutFullStop).") }
    return sentences
  }

  /// `Accepted by Ann until 2026-12-01: "the vendor announced it"; otherwise breaking.`
  func acceptedWords(_ finding: Finding) -> String {
    guard let accepted = finding.accepted else { return "Accepted." }
    let until = accepted.until.map { " until \(words($0))" } ?? ""
    let level = accepted.level > .info ? "; otherwise \(accepted.level.rawValue)" : ""
    return
      "Accepted by \(visible(accepted.by, limit: 40))\(until): \"\(visible(accepted.reason, limit: 200))\"\(level)."
  }
}

extension Finding {
  /// Lists around what the path leads to.
  fileprivate var depth: Int { path.ranges(of: "[*]").count }

  /// Whether the path leads through an object whose names are data, of which there are many in one response.
  fileprivate var isOfMembers: Bool { path.contains(".*") }

  /// What is counted at the path.
  fileprivate var unitAtPath: String {
    if isOfMembers { return depth == 0 ? "member" : "value" }
    return depth == 1 ? "record" : depth == 0 && !path.isEmpty ? "response" : "value"
  }

  /// What is counted, also where no path is to blame; `nil` where it may be one or the other.
  var countedUnit: String? {
    switch rule.family {
    case .watch: "request"
    case .request: rule == .requestRejected ? "request" : "value"
    case .meaning: "value"
    // Records where the mapping takes them one by one, else responses.
    case .mapping where versions.contains(where: \.losesResponse): nil
    case .mapping: mappings.contains { !$0.properties.isEmpty } ? "value" : "record"
    case .loss where rule == .lossElementDropped: "element"
    case .decode, .loss, .field, .evidence, .volume, .freshness, .notice: path.isEmpty ? "response" : unitAtPath
    }
  }
}
