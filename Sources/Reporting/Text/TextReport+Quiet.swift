import DriftModel

// What nobody is woken for: information, what waits to be confirmed, what was accepted.
extension TextReport {
  /// Whether the findings are listed rather than counted.
  private var isListing: Bool { options.showAll || options.verbose }

  func quietLines(on canvas: inout TextCanvas) {
    let pieces = quietPieces
    if !pieces.isEmpty {
      canvas.flow(
        label("QUIET", isFirst: true), (pieces + [options.listingCommand]).map { StyledText($0) }, separator: " · ",
        hanging: sectionColumn)
    }
    foreseenLines(on: &canvas)
    if options.showAll {
      list("INFORMATION", "\(grouped(infos.count)), nobody is hurt yet", infos, on: &canvas) { finding in
        [finding.message] + [setLevelSentence(finding)].compactMap(\.self)
          + (finding.isPrediction ? [finding.hint].compactMap(\.self).map { "Foreseen: \($0)." } : [])
      }
    }
    guard isListing else { return }
    list("WAITING", waitingWords, waiting, on: &canvas) { pendingSentences($0) }
    list("ACCEPTED", "\(grouped(accepted.count)), by somebody's word", accepted, on: &canvas) {
      [$0.message, acceptedWords($0)]
    }
  }

  /// What has cost nothing yet and would cost somebody something, each in a line: the first of many.
  private func foreseenLines(on canvas: inout TextCanvas) {
    guard !options.showAll else { return }
    let most = 3
    let foreseen = infos.filter(\.isPrediction)
    for (index, finding) in foreseen.prefix(most).enumerated() {
      let message = finding.message.hasSuffix(".") ? String(finding.message.dropLast()) : finding.message
      let words = [message] + [finding.hint].compactMap(\.self)
      let rest = index == most - 1 && foreseen.count > most ? ["and \(foreseen.count - most) more · --all"] : []
      canvas.flow(
        label("FORESEEN", isFirst: index == 0),
        [StyledText(report.name(of: finding))] + words.map { StyledText($0) } + rest.map { StyledText($0) },
        separator: " · ", hanging: sectionColumn)
    }
  }

  /// What is counted and not listed, in a few words each: `6 fields added, read by no version`.
  var quietPieces: [String] {
    var pieces: [String] = []
    if !options.showAll { pieces += informationPieces }
    guard !isListing else { return pieces }
    if !accepted.isEmpty { pieces.append("\(grouped(accepted.count)) accepted") }
    if !waiting.isEmpty { pieces.append(waitingPiece) }
    return pieces
  }

  /// `6 fields added, read by no version`, the most frequent first.
  var informationPieces: [String] {
    var kinds: [(words: (String, String), count: Int)] = []
    for finding in infos where !finding.isPrediction {
      let words = kind(finding)
      if let index = kinds.firstIndex(where: { $0.words == words }) {
        kinds[index].count += 1
      } else {
        kinds.append((words, 1))
      }
    }
    kinds.sort { ($1.count, $0.words.0) < ($0.count, $1.words.0) }
    return kinds.map { "\(grouped($0.count)) \($0.count == 1 ? $0.words.0 : $0.words.1)" }
  }

  /// `1 change waits for confirmation`.
  var waitingPiece: String {
    "\(counted(waiting.count, "change")) \(waiting.count == 1 ? "waits" : "wait") for confirmation"
  }

  private var waitingWords: String { "\(grouped(waiting.count)), which chance may explain so far" }

  /// What is known of a finding that waits: its message, how often it was seen, how sure it is, and its hint.
  func pendingSentences(_ finding: Finding) -> [String] {
    var sentences = [finding.message]
    if let counts = counts(finding, hasUnit: true) { sentences.append("Seen in \(counts).") }
    if let guess = finding.guess { sentences.append("\(guess.prefix(1).uppercased())\(guess.dropFirst()).") }
    if let hint = finding.sureHint { sentences.append("Hint: \(hint)\(hint.hasSuffix(".") ? "" : ".")") }
    return sentences
  }

  /// `Kept at information by driftwatch.json; breaking without that.`
  func setLevelSentence(_ finding: Finding) -> String? {
    finding.setLevelWords.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." }
  }

  /// `Ann until 2026-12-01: "the vendor announced it"; breaking without that.`
  func acceptedWords(_ finding: Finding) -> String {
    guard let accepted = finding.accepted else { return "Accepted." }
    let until = accepted.until.map { " until \(words($0))" } ?? ""
    let level = accepted.level > .info ? "; \(accepted.level.rawValue) without that" : ""
    return
      "Accepted by \(visible(accepted.by, limit: 40))\(until): \"\(visible(accepted.reason, limit: 200))\"\(level)."
  }

  /// Findings by endpoint; the same rule and text at several paths is one entry.
  private func list(
    _ title: String, _ words: String, _ findings: [Finding], on canvas: inout TextCanvas,
    _ sentences: (Finding) -> [String]
  ) {
    guard !findings.isEmpty else { return }
    canvas.blank()
    canvas.flow(StyledText(title, .strong), [StyledText("  \(words)")], hanging: 2)
    for (name, members) in byEndpoint(findings) {
      canvas.flow(StyledText("  "), [StyledText(name, .strong)], hanging: 2)
      for finding in members {
        let words = sentences(finding).flatMap { self.words(of: $0) }
        let paths = finding.paths.isEmpty ? [] : [StyledText("(also at \(finding.paths.joined(separator: ", ")))")]
        canvas.flow(StyledText("    "), words + paths + [StyledText("[\(finding.rule.rawValue)]", .faint)], hanging: 6)
      }
    }
    canvas.blank()
  }

  /// Findings in groups of one endpoint, in order of first appearance.
  func byEndpoint(_ findings: [Finding]) -> [(name: String, findings: [Finding])] {
    var groups: [(name: String, findings: [Finding])] = []
    var indexes: [String: Int] = [:]
    for finding in findings {
      let name = report.name(of: finding)
      if let index = indexes[name] {
        groups[index].findings.append(finding)
      } else {
        indexes[name] = groups.count
        groups.append((name, [finding]))
      }
    }
    return groups
  }

  /// What a finding at information is called, for one and for many.
  private func kind(_ finding: Finding) -> (String, String) {
    if let set = finding.setLevel {
      return ("finding kept at information by \(set.by)", "findings kept at information by \(set.by)")
    }
    let rule = options.rules[finding.rule]
    let readers = finding.versions.isEmpty ? ", read by no version" : ", read by a version and harmless"
    let remark = rule.change == nil ? rule.noun.remark : readers
    return (rule.noun.one + remark, rule.noun.many + remark)
  }
}
