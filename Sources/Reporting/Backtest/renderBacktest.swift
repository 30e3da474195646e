public import DriftModel
import Foundation

/// Forms in which a backtest can be written.
public enum BacktestFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// One JSON object a line (RFC 8259 texts separated by line feeds).
  case json
}

/// Writes one step of a backtest; empty if nothing is reported.
///
/// - Parameters:
///   - step: The step.
///   - format: The form.
///   - options: Width and colour of the text.
/// - Returns: Lines, each ended by a line feed.
public func renderBacktest(
  _ step: BacktestStep, as format: BacktestFormat, options: RenderOptions
) -> String {
  guard step.isReported else { return "" }
  switch format {
  case .json: return jsonLine(BacktestLine(step))
  case .text: return document(of: step, options.rules).text(width: options.width, colour: options.colour)
  }
}

/// Writes the last line of a backtest: its totals.
public func renderBacktest(
  _ totals: BacktestTotals, as format: BacktestFormat, options: RenderOptions
) -> String {
  switch format {
  case .json: jsonLine(["totals": totals])
  case .text: document(of: totals).text(width: options.width, colour: options.colour)
  }
}

/// A step as JSON, in which a confidence that is no number is 0.
private struct BacktestLine: Encodable {
  let step: Int
  let file: String
  let outcome: Outcome
  let reason: String?
  let findings: [BacktestFinding]

  init(_ step: BacktestStep) {
    (self.step, file, outcome, reason) = (step.step, step.file, step.outcome, step.reason)
    findings = step.findings.map { finding in
      var finding = finding
      finding.confidence = finding.confidence.map { $0.isFinite ? ($0 * 1e6).rounded() / 1e6 : 0 }
      return finding
    }
  }
}

private func jsonLine(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else { return "" }
  return escapedForTerminals(String(decoding: data, as: UTF8.self)) + "\n"
}

// MARK: - For people

private func document(of step: BacktestStep, _ rules: RuleCatalog) -> Document {
  var document = Document()
  var head = Phrase("step \(grouped(step.step))", .strong) + Phrase("  \(step.file)", limit: 300)
  if !step.outcome.isChecked { head = head + Phrase("  \(step.outcome.rawValue)  ", .warning) }
  document.add(
    Document.Row(label: head, hanging: 2, pieces: step.reason.map { [.sentence($0)] } ?? []))
  for finding in step.findings {
    document.add(row(of: finding, rules))
    if let hint = finding.hint, finding.state != .resolved, finding.state != .pending {
      document.add(Document.Row(kind: .detail, column: 12, pieces: [.sentence(hint)]))
    }
  }
  return document
}

private func row(of finding: BacktestFinding, _ rules: RuleCatalog) -> Document.Row {
  let label =
    switch finding.state {
    case .open: Phrase(finding.level.shout, finding.level == .info ? .faint : finding.level.style)
    case .pending: Phrase("pending", .faint)
    case .resolved: Phrase("resolved", .good)
    case .accepted: Phrase("accepted", .faint)
    case .reopened, .escalated, .flapping:
      Phrase("\(finding.level.shout), \(finding.state.rawValue)", finding.level.style)
    }
  var pieces = [Phrase(finding.rule.rawValue)]
  if !finding.path.isEmpty { pieces.append(Phrase(finding.path, .subject, limit: 200)) }
  if finding.state != .resolved {
    if finding.rule.family == .field {
      let before = rules[finding.rule].change?.isAddition == true ? "" : finding.before
      pieces.append(.change(from: before, to: finding.after, limit: 200))
      if finding.total > 1 { pieces.append(Phrase("\(grouped(finding.count)) of \(grouped(finding.total))")) }
      if finding.rule == .fieldRenamed, let confidence = finding.confidence, confidence < 0.995 {
        pieces.append(Phrase("\(Int(confidence * 100)) % sure"))
      }
    } else {
      pieces.append(Phrase(finding.message, limit: 300))
    }
  }
  if !finding.paths.isEmpty { pieces.append(Phrase("and \(counted(finding.paths.count, "more path"))")) }
  if !finding.versions.isEmpty { pieces.append(Phrase(finding.versions.joined(separator: ", "))) }
  return Document.Row(
    kind: .fact, label: label, indent: 2, column: max(12, label.width + 4), hanging: 12, separator: "   ",
    pieces: pieces)
}

private func document(of totals: BacktestTotals) -> Document {
  var pieces = ["\(counted(totals.examined, "response")) examined"]
  for (outcome, count) in totals.outcomes.sorted(by: { $0.key < $1.key })
  where Outcome(rawValue: outcome)?.isChecked == false {
    pieces.append("\(grouped(count)) \(outcome)")
  }
  for level in [Level.breaking, .warning, .info] {
    let count = totals.findings[level.rawValue] ?? 0
    if count > 0 || level != .info { pieces.append("\(grouped(count)) \(level.rawValue)") }
  }
  if totals.pending > 0 { pieces.append("\(grouped(totals.pending)) pending at some step") }
  pieces.append("\(counted(totals.incidents, "incident")), \(grouped(totals.open)) open at the end")
  let label = Phrase("\(counted(totals.steps, "file"))", .strong) + Phrase(": ")
  var document = Document()
  document.add(
    Document.Row(label: label, column: label.width, hanging: 2, separator: " · ", pieces: pieces.map { Phrase($0) }))
  return document
}
