public import DriftModel
public import Foundation

/// Everything that is known of one incident: what `driftwatch show` prints.
public struct IncidentDetail: Codable, Sendable, Equatable {
  /// One change of its state.
  public struct Step: Codable, Sendable, Equatable {
    /// What happened.
    public var kind: IncidentTransition.Kind
    /// When, by the round's clock.
    public var at: Date
    /// Number of the round in which it was seen; `nil` if unknown.
    public var round: Int?
    /// When a report said so; `nil`: none did yet.
    public var deliveredAt: Date?
    /// Level after it.
    public var level: Level
    /// Versions that were hit after it.
    public var versions: [String]
    /// The most records affected until then; `nil` if nothing is counted.
    public var worst: Incident.Extent?
    /// Why it counted as resolved although it may still be seen; `nil`: it was gone.
    public var resolution: String?

    /// A transition as the ledger keeps it.
    public init(_ transition: IncidentTransition, round: Int? = nil, deliveredAt: Date? = nil) {
      kind = transition.kind
      at = transition.at
      self.round = round
      self.deliveredAt = deliveredAt
      level = transition.incident.level
      versions = transition.incident.versions
      worst = transition.incident.worst
      resolution = transition.incident.resolution
    }
  }

  /// Version of the JSON schema in `docs/report.schema.json`, `$defs/incidentDetail`.
  public var schemaVersion = 1
  /// The incident with its short id.
  public var incident: IncidentReport
  /// Its findings at the last check, accepted ones included; empty once it is gone.
  public var findings: [Finding]
  /// Its endpoint at the last check; `nil` if it was never examined.
  public var endpoint: EndpointReport?
  /// Changes of its state, oldest first.
  public var history: [Step]
  /// Acceptances that are about it, ended ones included.
  public var acceptances: [Acceptance]
  /// Clock of the last check, by which ages are counted.
  public var at: Date
  /// Environment that needs no name in the text: the one that was asked for.
  public var environment: String
  /// The command that checks again, only the response that shows it where there are several; `nil` if the program has no such
  /// endpoint, or it is over.
  public var reproduce: String?
  /// What was asked for, where no contract of the program says so: `GET /v1/items?…, header accept-language`. Queries, values of
  /// headers and bodies are left out.
  public var request: String?
  /// Its contract, for the owners; not part of the JSON form.
  private(set) var owners: [ContractInfo] = []

  private enum CodingKeys: String, CodingKey {
    case schemaVersion, incident, findings, endpoint, history, acceptances, at, environment, reproduce, request
  }

  /// An incident with what belongs to it.
  ///
  /// - Parameters:
  ///   - incident: The incident; its `transition` is left out.
  ///   - findings: Findings at the last check; those of other incidents are left out.
  ///   - endpoint: Its endpoint at the last check.
  ///   - history: Changes of its state, oldest first.
  ///   - acceptances: Acceptances that are about it.
  ///   - date: Clock of the last check.
  ///   - environment: The environment that was asked for.
  ///   - isDeclared: Whether the program has its endpoint, so that a command can check it again. It has none for a URL
  ///     or the files of a backtest.
  ///   - commands: How commands of the program are written.
  ///   - contract: Its contract, which names the owners.
  ///   - needsBaseURL: Whether nobody declared where its environment is, so that the command has to say it.
  ///   - hasRecordings: Whether its contract has recordings of it; if not, the responses were in a folder that the command has to name.
  public init(
    _ incident: IncidentReport, findings: [Finding], endpoint: EndpointReport?, history: [Step],
    acceptances: [Acceptance] = [], at date: Date, environment: String, isDeclared: Bool = true,
    commands: ProposedCommands = ProposedCommands(), contract: ContractInfo? = nil, needsBaseURL: Bool = false,
    hasRecordings: Bool = true
  ) {
    let key = incident.incident.key
    self.incident = incident
    self.findings = findings.filter { $0.incident == incident.incident.id }
    self.endpoint = endpoint
    self.history = history
    self.acceptances = acceptances
    at = date
    self.environment = environment
    owners = contract.map { [$0] } ?? []
    let source = key.perspective == "recorded" ? " --from \(hasRecordings ? "recordings" : "DIR")" : ""
    let place = needsBaseURL ? " --base-url \(key.contract)=URL" : ""
    let elsewhere = key.environment == "production" ? "" : "\(place) --environment \(shellWord(key.environment))"
    // References are matched only if the endpoint that they refer to is checked too.
    let needsOthers = self.findings.contains { $0.rule == .mappingReferenceUnmatched }
    let target = needsOthers ? key.contract : "\(key.contract)/\(key.endpoint)"
    let worst = self.findings.sorted { $0.level > $1.level }.lazy.compactMap(\.responses).first
    let request = needsOthers ? nil : worst?.names.first.flatMap { ShowingResponses.isWhole($0) ? $0 : nil }
    let one = request.map { " --request \(shellWord($0))" } ?? ""
    // Recordings are replayed in a ledger of their own: in this one, days that are over would come once more.
    let ledger = key.perspective == "recorded" ? "" : commands.ledgerOption
    let files = "\(commands.configurationOption)\(commands.contractsOption)"
    // A check shows nothing of what is over.
    reproduce =
      isDeclared && !incident.incident.isOver
      ? "\(commands.program) check \(target)\(one)\(source)\(elsewhere) --verbose\(ledger)\(files)" : nil
  }

  /// Who knew of it when the report was made that holds a change of its state, so that the report only listed it as still open; `nil`: the
  /// report said so.
  func knower(of step: Step) -> Incident.Acknowledgement? {
    let incident = self.incident.incident
    guard let told = step.deliveredAt, let last = history.last(where: { $0.deliveredAt == told }) else { return nil }
    switch last.kind {
    case .resolved, .flapping: return nil
    case .opened, .reopened, .escalated: break
    }
    // A word from before the last change counts no more, whatever the clocks say.
    if last == history.last, incident.acknowledgement == nil { return nil }
    let words = incident.acknowledgements + [incident.acknowledgement].compactMap(\.self)
    return words.first { !$0.isTakenBack && $0.at >= last.at && $0.at <= told }
  }

  /// A report on this incident alone.
  var report: RoundReport {
    var entry = incident
    entry.transition = nil
    return RoundReport(
      summary: RoundReport.Summary(),
      round: RoundInfo(
        number: 0, startedAt: at, finishedAt: at, seconds: 0, source: .mixed, judge: "", environment: environment),
      contracts: owners, endpoints: endpoint.map { [$0] } ?? [], findings: findings, incidents: [entry])
  }
}

/// A word for a POSIX shell, in quotes if it holds more than a path does, or begins as a home folder does.
public func shellWord(_ text: String) -> String {
  let isPlain =
    !text.isEmpty && !text.hasPrefix("~")
    && text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789/._-~%,:@=".unicodeScalars.contains($0))
    }
  // By scalars: a quote behind one that is drawn before others is part of a character that equals no quote.
  return isPlain ? text : "'\(text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined())'"
}

/// The forms in which incidents can be written; the raw values are those of `--format`.
public enum IncidentFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// For programs; described by `docs/report.schema.json`.
  case json
}
