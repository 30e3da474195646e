import DriftModel

extension ReportContent {
  /// The first line: whole, one line, and understood alone, since it becomes the subject of a mail.
  ///
  /// `isOfState`: whether it says how things are, whoever knows of it. If not, it is an alarm.
  func subject(isOfState: Bool = false) -> Phrase {
    let open = (shownInFull + standing + loose).filter(\.incident.isOpen)
    // An acknowledged incident is not news. It is the subject of an alarm only if there is nothing else.
    let alarming = open.filter { isOfState || !$0.isQuiet }
    // An alarm is about what happened: the worst of that, else what stands below, else what is well again.
    let news = isOfState ? [] : alarming.filter(\.isNews)
    let isBelow = shownInFull.contains { $0.incident.isOpen && !$0.isQuiet }
    if !isOfState, news.isEmpty, !isBelow, unchecked.isEmpty, let first = resolved.first {
      return resolvedSubject(first, open: open)
    }
    if let worst = (!news.isEmpty ? news : alarming.isEmpty ? open : alarming).max(by: { Self.isWorse($1, than: $0) }) {
      return subject(worst, of: open, isOfState: isOfState)
    }
    if isOK { return okLine() }
    if !unchecked.isEmpty { return uncheckedSubject() }
    if let first = shownInFull.first {
      return fitted("FLAPPING: ", .warning, headlines(first), place(first), ["not at the last check"])
    }
    if let first = resolved.first { return resolvedSubject(first, open: open) }
    guard report.endpoints.contains(where: { $0.outcome.isChecked }) else {
      let isNothingDue = !report.endpoints.isEmpty
      return Phrase(isNothingDue ? "NOTHING DUE" : "NOTHING CHECKED", isNothingDue ? .plain : .bad)
        + Phrase(isNothingDue ? "  \(extent)" : "  no endpoint took part")
    }
    let reason = report.summary.exitReasons.first ?? coverage
    return fitted("NOT CLEAN: ", .warning, [reason], "", [])
  }

  /// Says what is well again, or by whose word it counts as well.
  private func resolvedSubject(_ first: IncidentView, open: [IncidentView]) -> Phrase {
    let left = open.isEmpty ? "nothing is open" : "\(grouped(open.count)) still open"
    if resolved.count == 1, let words = first.incident.resolution {
      let start = "\(visible(words.prefix(1).uppercased() + words.dropFirst(), limit: 80)): "
      return fitted(start, .good, [first.incident.headline], place(first), open.isEmpty ? [] : [left])
    }
    let names = resolved.map(\.incident.key.endpoint).uniqued()
    let contracts = resolved.map(\.incident.key.contract).uniqued()
    let count = counted(resolved.map(\.name).uniqued().count, "endpoint")
    let (headlines, place) =
      contracts.count > 1
      ? (["\(count) of \(grouped(contracts.count)) APIs are well again"], "")
      : names.count > 1
        ? (["\(listed(names)) are well again", "\(count) are well again"], " (\(contracts[0]))")
        : (["\(names[0]) is well again"], " (\(contracts[0]))")
    return fitted("RESOLVED: ", .good, headlines, place, [left])
  }

  /// Worse first: the level, what is drift before what could not be checked, then who is hurt, then what is news.
  static func isWorse(_ left: IncidentView, than right: IncidentView) -> Bool {
    if left.incident.level != right.incident.level { return left.incident.level > right.incident.level }
    if left.isUnchecked != right.isUnchecked { return right.isUnchecked }
    if left.shareHit != right.shareHit { return left.shareHit > right.shareHit }
    return left.isNews && !right.isNews
  }

  /// The contract, and the endpoint where no headline names it.
  private func place(_ view: IncidentView) -> String {
    let (key, headlines) = (view.incident.key, headlines(view))
    let isNamed = headlines.allSatisfy { $0.split(separator: " ").contains { $0 == key.endpoint } }
    let elsewhere = key.environment == "production" || key.environment.isEmpty ? "" : ", \(key.environment)"
    return " (\(key.contract)\(isNamed ? "" : "/\(key.endpoint)")\(elsewhere))"
  }

  /// What people feel, from the whole headline to the shortest that still names the endpoint.
  private func headlines(_ view: IncidentView) -> [String] {
    let whole = visible(view.incident.headline, limit: 1_000).withoutFullStop
    let losers = view.readers(.lost)
    guard !losers.isEmpty, !view.isAboutResponses || view.incident.level == .breaking else { return [whole] }
    let losses = view.findings.map { options.rules[$0.rule].loss }
    let verb: (one: String, many: String) =
      losses.contains(.crash)
      ? ("crashes on", "crash on")
      : losses.contains(.timeout) ? ("hangs on", "hang on") : ("cannot load", "cannot load")
    let endpoint = view.incident.key.endpoint
    let supported = view.readers.filter { $0.report?.status == .supported }
    var short: [String] = []
    if supported.count > 1, supported.allSatisfy({ $0.mark == .lost }) {
      short.append(
        verb.one == verb.many
          ? "no supported version can load \(endpoint)" : "every supported version \(verb.one) \(endpoint)")
    }
    short.append(
      losers.count == 1
        ? "\(losers[0].version) \(verb.one) \(endpoint)" : "\(grouped(losers.count)) versions \(verb.many) \(endpoint)")
    return [whole] + short.filter { $0.count < whole.count }
  }

  private func subject(_ worst: IncidentView, of open: [IncidentView], isOfState: Bool) -> Phrase {
    let level = worst.incident.level
    let alike = open.filter { isOfState || $0.isQuiet == worst.isQuiet }
    let peers = alike.filter { $0.incident.level == level && $0.isUnchecked == worst.isUnchecked }
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
      let word = worst.isQuiet && !isOfState ? "acknowledged" : "open"
      counts.append(
        peers.count == 1
          ? "\(worst.isQuiet ? "acknowledged" : "still open"), \(day(of: worst.incident))"
          : "\(grouped(lasting)) \(word)")
    }
    let higher = alike.count { $0.incident.level > level }
    if higher > 0 { counts.append("\(grouped(higher)) breaking still open") }
    let lower = alike.count { $0.incident.level < level && !$0.isUnchecked }
    if lower > 0 { counts.append(counted(lower, "warning")) }
    let quiet = open.count(where: \.isQuiet)
    // How many of them the words before call so already.
    let said = !worst.isQuiet ? 0 : !isOfState ? quiet : peers.count == 1 ? 1 : 0
    if quiet > said { counts.append("\(grouped(quiet - said)) \(said > 0 ? "more " : "")acknowledged") }
    let blind = worst.isUnchecked ? 0 : open.count { $0.isUnchecked && (isOfState || !$0.isQuiet) }
    if blind + unchecked.count > 0 { counts.append("\(grouped(blind + unchecked.count)) not checked") }
    // Where it is all that is new, it comes first.
    // Where it is all that is new, it comes first.
    if let words = resolvedWords { counts.insert(words, at: open.contains(where: \.isNews) ? counts.count : 0) }
    let start = worst.isUnchecked ? "COULD NOT CHECK: " : "\(level.shout): "
    return fitted(start, level.style, headlines(worst), place(worst), counts)
  }

  /// The first of the headlines that leaves room in the line for the first of `counts`, else the words of the last that have room;
  /// then as many counts as have. Of a place that takes more than half of the line the middle is left out: the whole name stands below.
  private func fitted(
    _ start: String, _ style: Phrase.Role, _ headlines: [String], _ place: String, _ counts: [String]
  ) -> Phrase {
    let place = shortened(visible(place), to: options.width / 2)
    func end(_ number: Int) -> String { number > 0 ? " · " + counts.prefix(number).joined(separator: ", ") : "" }
    func room(_ number: Int) -> Int { options.width - displayWidth(of: start + place + end(number)) }
    let texts = headlines.map { visible($0, limit: 1_000).withoutFullStop }
    var text = texts.first { displayWidth(of: $0) <= room(min(1, counts.count)) } ?? texts.last ?? ""
    let most = max(20, room(min(1, counts.count)))
    if displayWidth(of: text) > most {
      var kept = ""
      for word in text.split(separator: " ") {
        let longer = kept.isEmpty ? String(word) : "\(kept) \(word)"
        guard displayWidth(of: longer) < most else { break }
        kept = longer
      }
      text = (kept.isEmpty ? String(text.prefix(most - 1)) : kept) + "…"
    }
    var number = counts.count
    while number > 1, displayWidth(of: text) > room(number) { number -= 1 }
    return Phrase(start, style) + Phrase(text, style == .warning ? .plain : style, limit: 1_000)
      + Phrase(place + end(number))
  }

  private func shortened(_ text: String, to width: Int) -> String {
    guard displayWidth(of: text) > width else { return text }
    let end = text.suffix(width / 3)
    var start = text.dropLast(end.count)
    while !start.isEmpty, displayWidth(of: String(start) + "…" + end) > width { start.removeLast() }
    return String(start) + "…" + end
  }

  /// `OK  5 APIs, 11 endpoints, 22 version checks, 1,204 records mapped, none lost · 1.2 s`.
  private func okLine() -> Phrase {
    let summary = report.summary
    if let line = firstLookLine() { return line }
    var parts = [counted(summary.contracts, "API") + (environmentWords.map { " in \($0)" } ?? "")]
    let isWhole = summary.checked == summary.endpoints
    parts.append(
      isWhole
        ? counted(summary.endpoints, "endpoint")
        : "\(grouped(summary.checked)) of \(counted(summary.endpoints, "endpoint")) due")
    if summary.versionChecks > 0 { parts.append(counted(summary.versionChecks, "version check")) }
    if summary.recordsMapped > 0 {
      // What is pending or foreseen may be a loss already, though no record is missing.
      let mayLose = report.findings.contains { $0.isPending || $0.isPrediction }
      if summary.recordsLost > 0 {
        // Losses that are no finding, such as a `compactMap` that drops by design.
        let kept = max(0, summary.recordsMapped - summary.recordsLost)
        parts.append("\(grouped(kept)) of \(counted(summary.recordsMapped, "record")) mapped")
      } else {
        parts.append("\(counted(summary.recordsMapped, "record")) mapped\(mayLose ? "" : ", none lost")")
      }
    }
    return Phrase("OK", .good)
      + Phrase("  \(parts.joined(separator: ", ")) · \(duration(report.round.seconds))")
  }

  /// `FIRST LOOK  9 members of 20 records; nothing to compare with yet · 0.1 s`; `nil` if something could be compared or judged.
  private func firstLookLine() -> Phrase? {
    let checked = report.endpoints.filter(\.outcome.isChecked)
    let looks = checked.compactMap(\.firstLook)
    guard !looks.isEmpty, looks.count == checked.count else { return nil }
    let (members, records) = (looks.reduce(0) { $0 + $1.members }, looks.reduce(0) { $0 + $1.records })
    var words = counted(members, "member") + (records > 0 ? " of \(counted(records, "record"))" : "")
    if looks.count > 1 { words += " at \(counted(looks.count, "endpoint"))" }
    return Phrase("FIRST LOOK", .good)
      + Phrase("  \(words); nothing to compare with yet · \(duration(report.round.seconds))")
  }

  private func uncheckedSubject() -> Phrase {
    let summary = report.summary
    var headlines = ["\(grouped(unchecked.count)) of \(counted(summary.endpoints, "endpoint"))"]
    if unchecked.count == 1, let only = unchecked.first {
      headlines = ["\(report.name(of: only)), \(only.outcome.plainWords)", report.name(of: only)]
    }
    let rest = summary.checked > 0 ? ["no drift in the \(grouped(summary.checked)) checked"] : []
    return fitted("COULD NOT CHECK: ", .warning, headlines, "", [resolvedWords].compactMap(\.self) + rest)
  }

  /// `2 resolved`; `nil`: none is.
  private var resolvedWords: String? { resolved.isEmpty ? nil : "\(grouped(resolved.count)) resolved" }
}
