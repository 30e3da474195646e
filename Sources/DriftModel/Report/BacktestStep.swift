/// What one file of a backtest would have made the monitor say.
public struct BacktestStep: Codable, Sendable, Equatable {
  /// Number from 1, in the given order.
  public var step: Int
  /// The file as it was named.
  public var file: String
  /// What became of the response.
  public var outcome: Outcome
  /// Why it could not be examined; `nil` where it was.
  public var reason: String?
  /// What is reported at this step and was not reported before, worst first.
  public var findings: [BacktestFinding]

  /// What one file would have made the monitor say.
  public init(step: Int, file: String, outcome: Outcome, reason: String? = nil, findings: [BacktestFinding] = []) {
    (self.step, self.file, self.outcome) = (step, file, outcome)
    (self.reason, self.findings) = (reason, findings)
  }

  /// Whether there is anything to report.
  public var isReported: Bool { !findings.isEmpty || !outcome.isChecked }
}

/// A finding as it is reported once.
public struct BacktestFinding: Codable, Sendable, Equatable {
  /// What is reported of it at this step.
  public enum State: String, Codable, Sendable {
    /// Seen; chance may explain it so far.
    case pending
    /// Reported for the first time, or as information.
    case open
    /// It had been resolved and is back.
    case reopened
    /// Worse than when it was reported last.
    case escalated
    /// It comes and goes; nothing more is said until it stays away.
    case flapping
    /// Somebody accepted it.
    case accepted
    /// It is gone.
    case resolved
  }

  /// Permanent id of the kind of finding.
  public var rule: RuleID
  /// Its level; of a resolved one, the level it had.
  public var level: Level
  /// JSONPath; empty where no path is to blame.
  public var path: String
  /// Further paths of the same change.
  public var paths: [String]
  /// What it was.
  public var before: String
  /// What it is now.
  public var after: String
  /// Occurrences.
  public var count: Int
  /// Of how many.
  public var total: Int
  /// 0 to 1: how surely it is no chance, or how sure a rename is; 1 for facts, absent for a loss that may be chance.
  public var confidence: Double?
  /// What is said of it.
  public var state: State
  /// In one sentence.
  public var message: String
  /// What may help.
  public var hint: String?
  /// Versions that are hit.
  public var versions: [String]
  /// Id of its incident.
  public var incident: String?

  /// `finding` as it is reported at a step.
  public init(_ finding: Finding, state: State) {
    rule = finding.rule
    level = finding.level
    path = finding.path
    paths = finding.paths
    // What a mapping leaves out is a count, and no value in place of another.
    let isCount =
      finding.mappings.contains { $0.recordsIn > $0.recordsOut } && [.loss, .mapping].contains(finding.rule.family)
    before = isCount ? "" : finding.expected
    after = isCount ? "\(finding.total - finding.count) of \(finding.total)" : finding.actual
    count = finding.count
    total = finding.total
    confidence = finding.confidence ?? (finding.state == .pending ? nil : 1)
    self.state = state
    message = finding.message
    hint = finding.hint
    versions = finding.versions.map(\.version).uniqued()
    incident = finding.incident
  }
}

/// What a backtest came to.
public struct BacktestTotals: Codable, Sendable, Equatable {
  /// Files that were given.
  public var steps = 0
  /// Of them, responses that were examined.
  public var examined = 0
  /// Steps at which something was reported.
  public var told = 0
  /// Steps by outcome.
  public var outcomes: [String: Int] = [:]
  /// Findings that were reported (not as pending or resolved), by level.
  public var findings: [String: Int] = [:]
  /// The same by rule.
  public var rules: [String: Int] = [:]
  /// Findings that were pending at some step.
  public var pending = 0
  /// Incidents that were opened.
  public var incidents = 0
  /// Of them, those that are open after the last step.
  public var open = 0
  /// Exit code of the state after the last step, for `--exit-state`.
  public var exitCode = 0

  /// Nothing yet.
  public init() {}

  /// Adds one step.
  public mutating func add(_ step: BacktestStep) {
    steps += 1
    if step.outcome.isChecked { examined += 1 }
    if step.isReported { told += 1 }
    outcomes[step.outcome.rawValue, default: 0] += 1
    for finding in step.findings {
      switch finding.state {
      case .pending: pending += 1
      case .resolved, .flapping: break
      case .open, .reopened, .escalated, .accepted:
        findings[finding.level.rawValue, default: 0] += 1
        rules[finding.rule.rawValue, default: 0] += 1
      }
    }
  }
}
