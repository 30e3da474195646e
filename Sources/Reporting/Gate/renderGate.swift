public import DriftModel
import Foundation
import System

/// Forms in which the gate's result can be written.
public enum GateFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// One JSON object (RFC 8259); docs/gate.schema.json.
  case json
  /// Annotations of GitHub Actions.
  case github
  /// For a comment on a pull request.
  case markdown
  /// Test cases, one for each version (JUnit XML).
  case junit
  /// Static Analysis Results Interchange Format 2.1.0 (OASIS).
  case sarif
  /// GitLab's code quality report.
  case gitlab
}

/// Writes the gate's result.
///
/// - Parameters:
///   - report: The result.
///   - format: The form.
///   - options: Width and colour of the text.
/// - Returns: Lines, each ended by a line feed.
public func renderGate(_ report: GateReport, as format: GateFormat, options: RenderOptions) -> String {
  switch format {
  case .text: gateDocument(report).text(width: options.width, colour: options.colour)
  case .markdown: gateMarkdown(report)
  case .json: json(GateJSON(report))
  case .github: githubAnnotations(of: report)
  case .junit: junit(of: report)
  case .sarif: json(SARIFLog(report))
  case .gitlab: json(report.findings.filter { $0.state != .mended }.map(CodeQualityIssue.init))
  }
}

private func json(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
  guard let data = try? encoder.encode(value) else { return "" }
  return escapedForTerminals(String(decoding: data, as: UTF8.self)) + "\n"
}

extension GateReport.Verdict {
  /// In words.
  public var words: String {
    switch self {
    case .canShip: "can ship"
    case .cannotShip: "cannot ship"
    case .cannotTell: "cannot tell"
    }
  }
}

extension GateFinding {
  /// What is wrong, as a sentence without its end: `Product.price expects Double, object is there at $[*].price`.
  var sentence: String {
    // What is missing is said in full.
    if kind == .evidence { return words }
    let place = path.isEmpty ? "" : " at \(path)"
    return "\(subject) \(words)\(place)"
  }

  /// Contract, endpoint and version.
  var place: String { "\(contract)\(endpoint.isEmpty ? "" : "/\(endpoint)") \(version)" }

  /// The id of its kind: that of the rule, where one speaks of it.
  var kindID: String { rule?.rawValue ?? "gate-\(kind.rawValue)" }

  /// Sixteen hexadecimal digits that stay the same as long as the finding is the same.
  var fingerprint: String { ContentDigest(of: identity).short }
}

/// The result as JSON with what a program needs beside it.
private struct GateJSON: Encodable {
  let schemaVersion = 1
  let verdict: GateReport.Verdict
  let versions: [GateReport.Judgement]
  let findings: [Finding]
  let advice: [GateAdvice]
  let recordings: Int
  let bytes: Int
  let seconds: Double
  let notes: [String]

  struct Finding: Encodable {
    let finding: GateFinding

    func encode(to encoder: any Encoder) throws {
      try finding.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(finding.fingerprint, forKey: .fingerprint)
      try container.encode(finding.kindID, forKey: .check)
    }

    enum CodingKeys: String, CodingKey { case fingerprint, check }
  }

  init(_ report: GateReport) {
    verdict = report.verdict
    (versions, recordings, bytes) = (report.versions, report.recordings, report.bytes)
    (seconds, notes) = ((report.seconds * 1000).rounded() / 1000, report.notes)
    findings = report.findings.map(Finding.init)
    advice = report.advice
  }
}
