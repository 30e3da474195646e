public import DriftModel
public import Foundation

/// How a report is written; nothing here changes what is reported, only how much of it is listed.
public struct RenderOptions: Sendable {
  /// The rules, for what findings are called.
  public var rules: RuleCatalog
  /// Columns of the text report, 40 to 200. A smaller or larger number is moved to the nearer end.
  public var width: Int { didSet { width = Self.clamped(width) } }
  /// Whether the text report uses SGR colours (ECMA-48). The caller knows whether it writes to a terminal.
  public var colour = false
  /// Whether every open incident is shown in full, and every endpoint with its outcome.
  public var verbose = false
  /// Whether information is listed instead of counted, and long lists are written out.
  public var showAll = false
  /// Which levels are failures in JUnit.
  public var failOn = FailLevel.breaking
  /// Whether what would be breaking if a candidate had shipped is a failure in JUnit and an error in GitHub.
  public var failsCandidates = true
  /// Zone of the times in the text report; JSON and JUnit are always in UTC.
  public var timeZone = TimeZone.gmt
  /// Whether open incidents without news are shown in full as well. A check does so, since they decide its exit code.
  public var showsOpenInFull = false
  /// Whether the first line says how things are, acknowledged or not. If not, it is an alarm: what nobody has acknowledged comes first.
  public var listsState = false
  /// Whether incidents can be shown later. They cannot if the ledger ends with the process.
  public var explainsIncidents = true
  /// Whether the command ends with the report's exit code. If not, the report says the state without the code.
  public var exitsByState = true
  /// The command that lists what is only counted here: the alert report, or a check of the same source with `--verbose`.
  public var listingCommand = "driftwatch report --all"
  /// How the other commands are written that are named.
  public var commands = ProposedCommands()

  /// Options of a report.
  public init(
    rules: RuleCatalog, width: Int = 80, colour: Bool = false, verbose: Bool = false, showAll: Bool = false,
    failOn: FailLevel = .breaking
  ) {
    self.rules = rules
    self.width = Self.clamped(width)
    (self.colour, self.verbose, self.showAll, self.failOn) = (colour, verbose, showAll, failOn)
  }

  private static func clamped(_ width: Int) -> Int { min(max(width, 40), 200) }
}
