/// Levels that the people who watch an API set for its rules, in place of those of ``level(of:isEssential:status:)``.
///
/// A setting is made for a rule in all contracts, in one, or at one endpoint; the narrowest holds.
public struct LevelSettings: Sendable, Equatable {
  /// What a rule is set to.
  public enum Choice: String, Sendable, CaseIterable {
    /// Reported as breaking.
    case breaking
    /// Reported as a warning.
    case warning
    /// Reported as information.
    case info
    /// Not reported at all.
    case none

    /// The level; `nil`: not reported at all.
    public var level: Level? { Level(rawValue: rawValue) }
  }

  /// Where a setting holds.
  public struct Scope: Sendable, Hashable {
    /// Id of the contract; `nil`: any.
    public var contract: String?
    /// Id of the endpoint; `nil`: any.
    public var endpoint: String?

    /// A scope: all contracts, one, or one endpoint of it.
    public init(contract: String? = nil, endpoint: String? = nil) {
      self.contract = contract
      self.endpoint = endpoint
    }
  }

  /// Where they were set, as reports name it: `driftwatch.json`.
  public var origin = "the configuration"

  private var choices: [Scope: [RuleID: Choice]] = [:]

  /// No settings: every rule has the table's level.
  public init() {}

  /// Whether nothing is set.
  public var isEmpty: Bool { choices.isEmpty }

  /// Sets `rule` to `choice` in `scope`.
  public mutating func set(_ rule: RuleID, to choice: Choice, in scope: Scope = Scope()) {
    choices[scope, default: [:]][rule] = choice
  }

  /// What `rule` is set to at an endpoint; `nil`: nothing, the table holds.
  public func choice(for rule: RuleID, contract: String, endpoint: String) -> Choice? {
    let scopes = [Scope(contract: contract, endpoint: endpoint), Scope(contract: contract), Scope()]
    return scopes.lazy.compactMap { choices[$0]?[rule] }.first
  }

  /// `findings` at the levels that are set, without those that are not to be reported.
  ///
  /// Pure, and applied twice the same as once. What is pending stays information until later responses confirm it: a setting says
  /// how much something matters, not that chance did not do it. What somebody accepted stays as it is.
  ///
  /// - Parameter findings: Findings of one endpoint or several, in any order.
  /// - Returns: Those that are reported, in the order given.
  public func applied(to findings: [Finding]) -> [Finding] {
    guard !isEmpty else { return findings }
    return findings.compactMap { finding in
      guard finding.accepted == nil,
        let choice = choice(for: finding.rule, contract: finding.contract, endpoint: finding.endpoint)
      else { return finding }
      guard let level = choice.level else { return nil }
      guard finding.state != .pending else { return finding }
      guard finding.level != level else { return finding }
      var finding = finding
      finding.setLevel = Finding.SetLevel(by: origin, level: finding.level)
      finding.level = level
      return finding
    }
  }

  /// What became of a finding that is not reported as a warning or worse: `kept at information by driftwatch.json`.
  public func words(for finding: Finding) -> String {
    let isLeftOut = choice(for: finding.rule, contract: finding.contract, endpoint: finding.endpoint) == Choice.none
    return "\(isLeftOut ? "left out" : "kept at information") by \(origin)"
  }

  /// What holds at an endpoint, as sorted words; equal words mean equal verdicts.
  public func words(contract: String, endpoint: String) -> [String] {
    guard !isEmpty else { return [] }
    return RuleID.allCases.compactMap { rule in
      choice(for: rule, contract: contract, endpoint: endpoint).map { "\(rule.rawValue)=\($0.rawValue)" }
    }
  }
}
