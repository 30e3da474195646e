import DriftModel

extension ReportContent {
  /// The first line: whole, one line, and understood alone, since it becomes the subject of a mail.
  func subject() -> Phrase {
    let open = (shownInFull + standing + loose).filter(\.incident.isOpen)
    // An acknowledged incident is not news. It is the subject only if there is nothing else.
    let alarming = open.filter { !$0.isQuiet }
    if let worst = (alarming.isEmpty ? open : alarming).max(by: { isWorse($1, than: $0) }) {
      return subject(worst, of: open)
    }
    if isOK { return okLine() }
    if !unchecked.isEmpty { return uncheckedSubject() }
    if let first = shownInFull.first {
      let place = " (\(first.incident.key.contract))"
      return fitted("FLAPPING: ", .warning, first.incident.headline, place, " · absent at the moment")
    }
    if let first = resolved.first {
      if resolved.count == 1, let words = first.incident.resolution {
        let end = " · \(visible(words, limit: 60))"
        return fitted("RESOLVED: ", .good, first.incident.headline, " (\(first.incident.key.contract))", end)
      }
      let more = resolved.count > 1 ? " · \(grouped(resolved.count - 1)) more, nothing is open" : " · nothing is open"
      return fitted("RESOLVED: ", .good, first.incident.headline, " (\(first.incident.key.contract))", more)
    }
    guard report.endpoints.contains(where: { $0.outcome.isChecked }) else {
      let isNothingDue = !report.endpoints.isEmpty
      return Phrase(isNothingDue ? "NOTHING DUE" : "NOTHING CHECKED", isNothingDue ? .plain : .bad)
        + Phrase(isNothingDue ? "  \(extent)" : "  no endpoint took part")
    }
    let reason = report.summary.exitReasons.first ?? coverage
    return fitted("NOT CLEAN: ", .warning, reason, "", "")
  }

  private func isWorse(_ left: IncidentView, than right: IncidentView) -> Bool {
    if left.incident.level != right.incident.level { return left.incident.level > right.incident.level }
    if left.isUnchecked != right.isUnchecked { return right.isUnchecked }
    return left.entry.transition != nil && right.entry.transition == nil
  }

  private func subject(_ worst: IncidentView, of open: [IncidentView]) -> Phrase {
    let level = worst.incident.level
    let peers = open.filter {
      $0.incident.level == level && $0.isQuiet == worst.isQuiet && $0.isUnchecked == worst.isUnchecked
    }
    var counts: [String] = []
    let words: [(IncidentTransition.Kind, String)] = [
      (.opened, "new"), (.reopened, "back"), (.escalated, "worse"), (.flapping, "flapping"),
    ]
    for (kind, word) in words {
      let count = peers.count { $0.entry.transition == kind }
      if count > 0 { counts.append("\(grouped(count)) \(word)") }
    }
    let lasting = peers.count { $0.entry.transition == nil }
    if lasting > 0 {
      let word = worst.isQuiet ? "acknowledged" : "open"
      counts.append(
        peers.count == 1
          ? "\(worst.isQuiet ? word : "still open"), \(day(of: worst.incident))" : "\(grouped(lasting)) \(word)")
    }
    let lower = open.filter { $0.incident.level < level && $0.isQuiet == worst.isQuiet && !$0.isUnchecked }.count
    if lower > 0 { counts.append(counted(lower, "warning")) }
    let quiet = worst.isQuiet ? 0 : open.count(where: \.isQuiet)
    if quiet > 0 { counts.append("\(grouped(quiet)) acknowledged") }
    let blind = worst.isUnchecked ? 0 : open.count { $0.isUnchecked && !$0.isQuiet }
    if blind + unchecked.count > 0 { counts.append("\(grouped(blind + unchecked.count)) not checked") }
    // The longest list of counts that leaves the headline whole; the first count always stays.
    let headline = visible(worst.incident.headline)
    let place = " (\(worst.incident.key.contract))"
    let start = worst.isUnchecked ? "COULD NOT CHECK: " : "\(level.shout): "
    let used = displayWidth(of: "\(start)\(headline)\(place)")
    while counts.count > 1, used + displayWidth(of: " · " + counts.joined(separator: ", ")) > options.width {
      counts.removeLast()
    }
    return fitted(start, level.style, headline, place, " · " + counts.joined(separator: ", "))
  }

  /// The headline is shortened if the line is longer than the width; what surrounds it stays.
  private func fitted(_ start: String, _ style: Phrase.Role, _ headline: String, _ place: String, _ end: String)
    -> Phrase
  {
    var text = visible(headline)
    while text.hasSuffix(".") { text.removeLast() }
    let room = max(20, options.width - displayWidth(of: start + visible(place) + end))
    if displayWidth(of: text) > room {
      var width = displayWidth(of: text)
      while width > room - 1, let last = text.popLast() { width -= displayWidth(of: last) }
      while text.last == " " { text.removeLast() }
      text += "…"
    }
    return Phrase(start, style) + Phrase(text, style == .warning ? .plain : style, limit: 1_000) + Phrase(place + end)
  }

  /// `OK  5 APIs, 11 endpoints, 22 version checks, 1,204 records mapped, none lost · 1.2 s`.
  private func okLine() -> Phrase {
    let summary = report.summary
    var parts = [counted(summary.contracts, "API")]
    let isWhole = summary.checked == summary.endpoints
    parts.append(
      isWhole
        ? counted(summary.endpoints, "endpoint")
        : "\(grouped(summary.checked)) of \(counted(summary.endpoints, "endpoint")) due")
    if summary.versionChecks > 0 { parts.append(counted(summary.versionChecks, "version check")) }
    if summary.recordsMapped > 0 {
      if summary.recordsLost > 0 {
        // Losses that are no finding, such as a `compactMap` that drops by design.
        let kept = max(0, summary.recordsMapped - summary.recordsLost)
        parts.append("\(grouped(kept)) of \(counted(summary.recordsMapped, "record")) mapped")
      } else {
        parts.append("\(counted(summary.recordsMapped, "record")) mapped, none lost")
      }
    }
    return Phrase("OK", .good)
      + Phrase("  \(parts.joined(separator: ", ")) · \(duration(report.round.seconds))")
  }

  private func uncheckedSubject() -> Phrase {
    let summary = report.summary
    var headline = "\(grouped(unchecked.count)) of \(counted(summary.endpoints, "endpoint"))"
    if unchecked.count == 1, let only = unchecked.first {
      headline = "\(report.name(of: only)), \(only.outcome.plainWords)"
    }
    let rest = summary.checked > 0 ? " · no drift in the \(grouped(summary.checked)) checked" : ""
    return fitted("COULD NOT CHECK: ", .warning, headline, "", rest)
  }
}
