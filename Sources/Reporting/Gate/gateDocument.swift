import DriftModel

/// The most findings of one state that are listed.
private let mostFindings = 20
/// The most pieces of advice that are listed.
private let mostAdvice = 8

/// The gate's result for people.
func gateDocument(_ report: GateReport) -> Document {
  var document = Document()
  document.title = title(of: report)
  document.blank()
  let rows = report.versions.map { judgement -> [Phrase] in
    let role: Phrase.Role =
      switch judgement.verdict {
      case .canShip: .good
      case .cannotShip: .bad
      case .cannotTell: .warning
      }
    let own = report.findings.filter { ($0.contract, $0.version) == (judgement.contract, judgement.version.id) }
    let counts = GateFinding.State.allCases.compactMap { state -> String? in
      let count = own.count { $0.state == state }
      return count == 0 ? nil : "\(grouped(count)) \(state.words)"
    }
    return [
      Phrase(judgement.verdict.words, role), shortName(of: judgement), Phrase(grouped(judgement.recordings)),
      Phrase("\(grouped(judgement.fieldsSeen)) of \(grouped(judgement.fields))"),
      Phrase(counts.joined(separator: ", ")),
    ]
  }
  document.blocks.append(
    .table(
      Document.Table(
        titles: ["verdict", "version", "recordings", "members seen", "findings"], showsTitles: true, headColumns: 4,
        indent: 2, firstColumn: 11, isRestBelow: true, rows: rows)
    ))
  let sections =
    [(GateFinding.State.new.heading, report.findings.filter { $0.state == .new && $0.isReason })]
    + [("NOT ENOUGH EVIDENCE", report.findings.filter { $0.state == .new && !$0.isReason })]
    + GateFinding.State.allCases.dropFirst().map { state in
      (state.heading, report.findings.filter { $0.state == state })
    }
  for (heading, findings) in sections where !findings.isEmpty {
    document.blank()
    document.add(Document.Row(label: Phrase(heading, .strong), pieces: []))
    var last = ""
    // Of many endpoints that were never recorded one line is enough.
    let unrecorded = findings.filter(\.isOfUnrecorded)
    if !unrecorded.isEmpty { document.paragraph(words(ofUnrecorded: unrecorded), label: "  ") }
    let others = findings.filter { !$0.isOfUnrecorded }
    for finding in others.prefix(mostFindings).sorted(by: { $0.place < $1.place }) {
      if finding.place != last {
        let isBad = finding.state == .new && finding.isReason
        document.add(
          Document.Row(label: Phrase(finding.place, isBad ? .bad : .plain, limit: 120), indent: 2, pieces: []))
      }
      last = finding.place
      add(finding, to: &document)
    }
    if others.count > mostFindings {
      document.paragraph("and \(grouped(others.count - mostFindings)) more; --format json lists all", label: "  ")
    }
  }
  add(report.advice, to: &document)
  document.blank()
  for note in report.notes { document.paragraph(note, label: "  ") }
  var end = ["\(counted(report.recordings, "recording"))", "\((report.seconds * 10).rounded() / 10) s"]
  if report.findings.contains(where: { $0.state == .mended }) {
    end.append("take what is mended out of the lock with gate --update")
  }
  document.add(Document.Row(kind: .end, hanging: 2, separator: " · ", pieces: end.map { Phrase($0) }))
  return document
}

private func title(of report: GateReport) -> Phrase {
  let worst = report.versions.filter { $0.verdict == report.verdict }
  let names = worst.prefix(3).map { "\($0.contract) \($0.version.id)" }.joined(separator: ", ")
  let more = worst.count > 3 ? " and \(worst.count - 3) more" : ""
  switch report.verdict {
  case .canShip: return Phrase("CAN SHIP", .good) + Phrase("  \(names)\(more)")
  case .cannotShip: return Phrase("CANNOT SHIP", .bad) + Phrase("  \(names)\(more)")
  case .cannotTell: return Phrase("CANNOT TELL", .warning) + Phrase("  \(names)\(more): there is not enough evidence")
  }
}

private func shortName(of judgement: GateReport.Judgement) -> Phrase {
  let status = judgement.version.status
  return Phrase(
    "\(judgement.contract) \(judgement.version.id)\(status == .supported ? "" : ", \(status.rawValue)")", limit: 80)
}

/// `no recording of 3 endpoints that a version could be run on: shop/items, shop/orders, shop/users`.
private func words(ofUnrecorded findings: [GateFinding]) -> String {
  let names = Set(findings.map { "\($0.contract)/\($0.endpoint)" }).sorted()
  let more = names.count > 6 ? " and \(names.count - 6) more" : ""
  return
    "no recording of \(counted(names.count, "endpoint")) that a version could be run on: \(names.prefix(6).joined(separator: ", "))\(more)"
}

private func add(_ finding: GateFinding, to document: inout Document) {
  var pieces = [Phrase(finding.sentence, limit: 400)]
  if finding.recordings > 0 { pieces.append(Phrase("in \(counted(finding.recordings, "recording"))")) }
  document.add(Document.Row(kind: .paragraph, indent: 4, column: 4, hanging: 6, separator: "  ", pieces: pieces))
  if let place = finding.location ?? (finding.state == .new ? finding.example : nil) {
    document.add(Document.Row(kind: .verbatim, indent: 6, pieces: [Phrase(place, .faint, limit: 4_000)]))
  }
  if let reason = finding.reason { document.paragraph(reason, label: "      ") }
}

private func add(_ advice: [GateAdvice], to document: inout Document) {
  guard !advice.isEmpty else { return }
  document.blank()
  document.add(Document.Row(label: Phrase("ADVICE, on which no verdict depends", .strong), pieces: []))
  var last = ""
  let shown = advice.prefix(advice.count == mostAdvice + 1 ? advice.count : mostAdvice)
  for piece in shown {
    if piece.place != last { document.add(Document.Row(label: Phrase(piece.place, limit: 120), indent: 2, pieces: [])) }
    last = piece.place
    document.add(
      Document.Row(
        kind: .paragraph, indent: 4, column: 4, hanging: 6, pieces: [Phrase(piece.sentence, limit: 400)]))
  }
  if advice.count > shown.count {
    document.paragraph("and \(grouped(advice.count - shown.count)) more; --format json lists all", label: "  ")
  }
}

extension GateAdvice {
  /// Contract, endpoint and version.
  fileprivate var place: String { "\(contract)/\(endpoint) \(version)" }

  /// `ProductDTO.price: if $[*].price is gone or null, the whole response is lost; v1 goes on.`
  var sentence: String {
    let what =
      switch loss {
      case .crash: "the app crashes or hangs"
      case .response: "the whole response is lost"
      case .records: "records are lost"
      }
    let end =
      spared.isEmpty
      ? "although no domain value needs it"
      : "\(spared.joined(separator: ", ")) \(spared.count == 1 ? "loses" : "lose") less"
    let words = perturbationWords(perturbations, isAnyOtherType: isAnyOtherType).split(separator: ", ")
    let rest = words.count > 4 ? " or \(words.count - 3) more" : ""
    let happening = words.prefix(rest.isEmpty ? 4 : 3).joined(separator: ", ") + rest
    return "\(subject): if \(path) is \(happening), \(what); \(end)"
  }
}

extension GateFinding {
  /// Whether it says that an endpoint has no recording.
  fileprivate var isOfUnrecorded: Bool { kind == .evidence && subject == "recordings" && state != .mended }

  /// `Sources/API/ProductDTO.swift:12`; `nil` if that is not known.
  var location: String? { file.map { file in line.map { "\(file):\($0)" } ?? file } }
}

extension GateFinding.State {
  /// In a list of counts.
  fileprivate var words: String {
    switch self {
    case .new: "new"
    case .known: "known"
    case .provider: "by the provider"
    case .mended: "mended"
    }
  }

  fileprivate var heading: String {
    switch self {
    case .new: "NEW, by this change or never looked at"
    case .known: "KNOWN"
    case .provider: "BY THE PROVIDER: shipped versions have it as well"
    case .mended: "MENDED"
    }
  }
}
