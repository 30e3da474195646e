public import DriftModel
import Foundation

/// Forms in which a backtest can be written.
public enum BacktestFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// One JSON object a line (RFC 8259 texts separated by line feeds).
  case json
}

/// One step of a backtest; empty where there is nothing to tell.
///
/// - Parameters:
///   - step: The step.
///   - format: The form.
///   - options: Width and colour of the text.
/// - Returns: Lines, each ended by a line feed.
public func renderBacktest(
  _ step: BacktestStep, as format: BacktestFormat, options: RenderOptions
) -> String {
  guard step.isTold else { return "" }
  switch format {
  case .json: return jsonLine(BacktestLine(step))
  case .text: return BacktestText(options: options).lines(of: step)
  }
}

/// The last line of a backtest: what it came to.
public func renderBacktest(
  _ totals: BacktestTotals, as format: BacktestFormat, options: RenderOptions
) -> String {
  switch format {
  case .json: jsonLine(["totals": totals])
  case .text: BacktestText(options: options).lines(of: totals)
  }
}

/// A step as JSON: confidences that are no number are left out by being 0.
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
      finding.confidence = finding.confidence.isFinite ? (finding.confidence * 1e6).rounded() / 1e6 : 0
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

/// A backtest for people: only steps at which something is told.
struct BacktestText {
  let options: RenderOptions

  func lines(of step: BacktestStep) -> String {
    var canvas = TextCanvas(width: options.width, colour: options.colour)
    var head = StyledText("step \(grouped(step.step))", .strong)
    head.append("  \(step.file)", limit: 300)
    if !step.outcome.isChecked { head.append("  \(step.outcome.rawValue)  ", .warning) }
    canvas.flow(head, step.reason.map { words($0) } ?? [], hanging: 2)
    for finding in step.findings { line(finding, on: &canvas) }
    return canvas.text
  }

  private func line(_ finding: BacktestFinding, on canvas: inout TextCanvas) {
    let isGone = finding.state == .resolved
    let label =
      switch finding.state {
      case .open: finding.level.shout
      case .pending: "pending"
      case .resolved: "resolved"
      case .accepted: "accepted"
      case .reopened, .escalated, .flapping: "\(finding.level.shout), \(finding.state.rawValue)"
      }
    let style: TextStyle =
      isGone
      ? .good
      : finding.state == .pending || finding.level == .info ? .faint : finding.level == .breaking ? .bad : .warning
    var head = StyledText("  ")
    head.append(label, style)
    head = head.padded(to: max(12, head.width + 2))
    var pieces = [StyledText(finding.rule.rawValue)]
    if !finding.path.isEmpty { pieces.append(StyledText(finding.path, .strong, limit: 200)) }
    if finding.rule.family == .field, !isGone {
      let isNews = options.rules[finding.rule].change?.isAddition == true
      pieces.append(StyledText(isNews ? finding.after : "\(finding.before) -> \(finding.after)", limit: 200))
      if finding.total > 1 { pieces.append(StyledText("\(grouped(finding.count)) of \(grouped(finding.total))")) }
      if finding.confidence < 0.995 { pieces.append(StyledText("\(Int(finding.confidence * 100)) % sure")) }
    } else if !isGone {
      pieces.append(StyledText(finding.message, limit: 300))
    }
    if !finding.paths.isEmpty { pieces.append(StyledText("and \(counted(finding.paths.count, "more path"))")) }
    if !finding.versions.isEmpty { pieces.append(StyledText(finding.versions.joined(separator: ", "))) }
    canvas.flow(head, pieces, separator: "   ", hanging: 12)
    if let hint = finding.hint, !isGone, finding.state != .pending {
      canvas.flow(StyledText("").padded(to: 12), words(hint), hanging: 12)
    }
  }

  func lines(of totals: BacktestTotals) -> String {
    var canvas = TextCanvas(width: options.width, colour: options.colour)
    if totals.told > 0 { canvas.blank() }
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
    canvas.flow(
      StyledText("\(counted(totals.steps, "file"))", .strong) + StyledText(": "), pieces.map { StyledText($0) },
      separator: " · ", hanging: 2)
    return canvas.text
  }

  private func words(_ text: String) -> [StyledText] {
    visible(text).split(separator: " ").map { StyledText(String($0)) }
  }
}
