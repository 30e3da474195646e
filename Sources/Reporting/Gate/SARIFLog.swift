import DriftModel

/// The gate's findings in the Static Analysis Results Interchange Format (SARIF) 2.1.0, OASIS Standard.
struct SARIFLog: Encodable {
  private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  private let version = "2.1.0"
  private let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  init(_ report: GateReport) { runs = [Run(report)] }

  private struct Text: Encodable { let text: String }

  private struct Run: Encodable {
    struct Tool: Encodable { let driver: Driver }

    struct Driver: Encodable {
      let name = "driftwatch"
      let rules: [Rule]
    }

    struct Rule: Encodable {
      let id: String
      let shortDescription: Text
    }

    let tool: Tool
    let results: [Result]
    let columnKind = "unicodeCodePoints"

    init(_ report: GateReport) {
      let kinds = report.findings.map { ($0.kindID, $0.kind.meaning) }
      let rules = Dictionary(kinds, uniquingKeysWith: { first, _ in first }).sorted { $0.key < $1.key }
      tool = Tool(driver: Driver(rules: rules.map { Rule(id: $0.key, shortDescription: Text(text: $0.value)) }))
      results = report.findings.map(Result.init)
    }
  }

  private struct Result: Encodable {
    struct Location: Encodable { let physicalLocation: Physical }

    struct Physical: Encodable {
      let artifactLocation: Artifact
      let region: Region
    }

    struct Artifact: Encodable { let uri: String }
    struct Region: Encodable { let startLine: Int }

    let ruleId: String
    let level: String
    let message: Text
    let locations: [Location]
    let partialFingerprints: [String: String]
    /// Section 3.27.24: compared with the lock.
    let baselineState: String

    init(_ finding: GateFinding) {
      ruleId = finding.kindID
      level = finding.state == .new ? (finding.isReason ? "error" : "warning") : "note"
      let reason = finding.reason.map { " (\($0))" } ?? ""
      message = Text(text: visible("\(finding.place): \(finding.sentence)\(reason)", limit: 2_000))
      locations = [finding.file ?? finding.example].compactMap(\.self).map { path in
        Location(
          physicalLocation: Physical(
            artifactLocation: Artifact(uri: Self.uri(path)),
            region: Region(startLine: finding.file == nil ? 1 : finding.line ?? 1)))
      }
      partialFingerprints = ["driftwatch/v1": finding.fingerprint]
      baselineState =
        switch finding.state {
        case .new: "new"
        case .known, .provider: "unchanged"
        case .mended: "absent"
        }
    }

    /// A relative path as a URI reference (RFC 3986).
    private static func uri(_ path: String) -> String {
      let text = path.utf8.map { byte -> String in
        let scalar = UnicodeScalar(byte)
        let isPlain =
          scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-._~/".unicodeScalars.contains(scalar))
        return isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
      return path.hasPrefix("/") ? "file://" + text : text
    }
  }
}

/// A finding of the gate as GitLab's code quality report has it.
///
/// - SeeAlso: GitLab's documentation, "Code Quality", "Code Quality report format".
struct CodeQualityIssue: Encodable {
  struct Location: Encodable {
    struct Lines: Encodable { let begin: Int }

    let path: String
    let lines: Lines
  }

  let description: String
  let check_name: String
  let fingerprint: String
  let severity: String
  let location: Location

  init(_ finding: GateFinding) {
    description = visible("\(finding.place): \(finding.sentence)", limit: 2_000)
    (check_name, fingerprint) = (finding.kindID, finding.fingerprint)
    severity = finding.state == .new ? (finding.isReason ? "critical" : "minor") : "info"
    location = Location(
      path: finding.file ?? finding.example ?? ".", lines: Location.Lines(begin: finding.line ?? 1))
  }
}

extension GateFinding.Kind {
  /// What it means, in a sentence.
  var meaning: String {
    switch self {
    case .decode: "A recorded response does not decode."
    case .crash: "The app's code ends the process on a recorded response, or does not end."
    case .records: "Records are lost that a shipped version keeps."
    case .property: "A property of the domain model is lost that a shipped version fills."
    case .elements: "Elements of a list are lost that a shipped version keeps."
    case .identity: "Identities collide or change, which a shipped version's do not."
    case .sealed: "A shipped version was changed after its release."
    case .evidence: "There are not enough recordings for a verdict."
    }
  }
}
