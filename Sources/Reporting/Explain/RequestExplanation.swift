public import DriftModel
import Foundation

/// What is open or pending at one request, and what is missing before it is reported: `driftwatch explain ID/ENDPOINT`.
public struct RequestExplanation: Sendable {
  /// The request.
  public var key: RequestKey
  /// Responses in its baseline.
  public var baselineResponses: Int
  /// Its open incidents with their short ids.
  public var incidents: [IncidentReport]
  /// Its findings at warning or above, and those that are pending or accepted.
  public var findings: [Finding]
  /// Its pending changes.
  public var pendingChanges: [PendingChange]

  /// What is known of a request.
  public init(
    _ key: RequestKey, baselineResponses: Int, incidents: [IncidentReport], findings: [Finding],
    pendingChanges: [PendingChange]
  ) {
    (self.key, self.baselineResponses, self.incidents) = (key, baselineResponses, incidents)
    (self.findings, self.pendingChanges) = (findings, pendingChanges)
  }

  /// Whether there is nothing to say of it.
  public var isEmpty: Bool { incidents.isEmpty && findings.isEmpty && pendingChanges.isEmpty }
}

/// A page about what is open or pending.
///
/// - Parameters:
///   - requests: The requests that were asked for.
///   - word: What was asked for: `ID/ENDPOINT`, or a JSONPath.
///   - pendingWords: When something pending is reported; see
///     ``pendingWords(falseFindingsPerResponse:confirmationResponses:)``.
/// - Returns: The page, or a sentence if there are no requests.
public func explanation(of requests: [RequestExplanation], about word: String, pendingWords: String) -> Document {
  var page = Document()
  if requests.isEmpty { page.paragraph("Nothing is open or pending at \(word).") }
  for request in requests {
    page.blank()
    let key = request.key
    let special = [key.environment, key.perspective].filter { !["production", "default"].contains($0) }
    let suffix = special.isEmpty ? "" : " (\(special.joined(separator: ", ")))"
    page.row([
      "\(key.contract)/\(key.endpoint)\(suffix)",
      "\(counted(request.baselineResponses, "response")) in the baseline",
    ])
    for entry in request.incidents {
      let incident = entry.incident
      page.paragraph(
        "\(entry.shortID) \(incident.state.rawValue), \(incident.level.rawValue): \(incident.headline)", label: "  ")
    }
    // The findings of an open incident are on its own page.
    for finding in request.findings where finding.state != .open || request.incidents.isEmpty {
      let path = finding.path.isEmpty ? "" : " at \(finding.path)"
      page.paragraph(
        "\(finding.state.rawValue) \(finding.rule.rawValue)\(path): \(finding.message)", label: "  ")
      if finding.state == .pending { page.paragraph(pendingWords, label: "    ") }
    }
    for change in request.pendingChanges { page.paragraph(change.sentences, label: "  ") }
    if request.isEmpty { page.paragraph("Nothing is open or pending.", label: "  ") }
  }
  return page
}

extension PendingChange {
  /// What may have changed, how often it was seen, and what that means.
  var sentences: String {
    let meaning =
      switch state {
      case .pending: "Pending, since chance may still explain it"
      case .confirmed: "Confirmed"
      case .past:
        last.isOfOptional
          ? "It comes and goes; it is reported if it lasts more than twice as long as before (\(counted(course.longestRun, "check")))"
          : "Gone; it is reported at once if it comes back"
      case .ordinary: "Normal for this API by now, and not reported"
      case .settled: "Accepted, or read by nobody, and not reported"
      }
    let checked =
      counts.checks == 1
      ? "the one check" : "\(grouped(counts.observations)) of \(counted(counts.checks, "check"))"
    var text = "\(subject.sentence). \(meaning). Seen in \(checked) since it was first seen"
    if course.cleanRun > 0 { text += ", not in the last \(course.cleanRun == 1 ? "one" : grouped(course.cleanRun))" }
    let before =
      former.responses == 1 ? "check before" : "\(grouped(former.responses)) checks before"
    if former.responses > 0 {
      text +=
        former.habit > 0
        ? "; \(share(former.habit)) of what the \(before) held was like that"
        : "; the \(before) did not show it"
    }
    return text + "."
  }
}

/// Why something pending is not reported, in words.
///
/// - Parameters:
///   - rate: Share of responses of a steady API in which a finding may be false, over 0.
///   - responses: Responses within which a pending change is confirmed, if it ever is.
/// - Returns: Sentences.
public func pendingWords(falseFindingsPerResponse rate: Double, confirmationResponses responses: Int) -> String {
  let one = grouped(Int(min(max(1 / rate, 1), 1e15).rounded()))
  return
    "pending: chance may still explain it. It is reported once a steady API would show the like in fewer than one of \(one) responses. If \(counted(responses, "response")) do not confirm it, it counts as normal."
}

/// `31.5 %`, with three digits at most.
func share(_ value: Double) -> String {
  guard value.isFinite else { return "an unknown share" }
  let style = FloatingPointFormatStyle<Double>.number.precision(.significantDigits(1...3))
  return "\((value * 100).formatted(style.locale(Locale(identifier: "en_US_POSIX")))) %"
}
