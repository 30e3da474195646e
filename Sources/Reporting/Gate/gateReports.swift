import DriftModel
import Foundation

/// The gate's findings as workflow commands of GitHub Actions, at the lines of the source code where they are known.
func githubAnnotations(of report: GateReport) -> String {
  report.findings.filter { $0.state != .mended }.map { finding in
    let kind = finding.state == .new ? (finding.isReason ? "error" : "warning") : "notice"
    let reason = finding.reason.map { " (\($0))" } ?? ""
    return workflowCommand(
      kind, title: "\(finding.state.rawValue.uppercased()) \(finding.place)", message: finding.sentence + reason,
      file: finding.file, line: finding.line) + "\n"
  }.joined()
}

/// The gate's result for a comment on a pull request.
func gateMarkdown(_ report: GateReport) -> String { gateDocument(report).markdown() }

/// The gate's result as JUnit XML: a contract is a suite, each version a test case, which fails if it cannot ship.
func junit(of report: GateReport) -> String {
  let suites = report.versions.map(\.contract).uniqued().map { contract in
    (
      contract,
      report.versions.filter { $0.contract == contract }.map { judgement in
        let own = report.findings.filter {
          ($0.contract, $0.version, $0.state) == (contract, judgement.version.id, .new)
        }
        let details = own.map { "\($0.place): \($0.sentence)\($0.location.map { " (\($0))" } ?? "")" }
        let first = own.first { $0.isReason == (judgement.verdict == .cannotShip) }
        let message = first?.sentence ?? judgement.verdict.words
        let ending: JUnitDocument.Ending =
          switch judgement.verdict {
          case .canShip: .passed
          case .cannotShip:
            .failed(
              type: first?.kindID ?? "gate", message: visible(message),
              details: visible(details.joined(separator: "\n"), limit: 20_000))
          case .cannotTell: .error(type: first?.kindID ?? "gate-evidence", message: visible(message))
          }
        return JUnitDocument.Case(
          className: "\(contract).gate", name: "\(judgement.version.id) can ship", ending: ending)
      }
    )
  }
  return JUnitDocument(suites: suites, seconds: report.seconds, at: Date()).rendered()
}
