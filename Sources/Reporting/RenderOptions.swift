public import DriftModel
public import Foundation

/// How a report is written; nothing here changes what is reported, only how much of it is listed.
public struct RenderOptions: Sendable {
  /// The rules, for what findings are called.
  public var rules: RuleCatalog
  /// Columns of the text report, 40 to 200; other values are moved to the nearer end.
  public var width: Int { didSet { width = Self.clamped(width) } }
  /// Whether the text report uses SGR colours (ECMA-48); whoever calls knows whether it writes to a terminal.
  public var colour: Bool
  /// Whether every open incident is shown in full, and every endpoint with its outcome.
  public var verbose: Bool
  /// Whether information is listed instead of counted, and long lists are written out.
  public var showAll: Bool
  /// Level from which a finding is a failure in JUnit; `nil`: nothing is.
  public var failOn: Level?
  /// Zone of the times in the text report; JSON and JUnit are always in UTC.
  public var timeZone: TimeZone
  /// Whether open incidents without news are shown in full as well, as a check does whose exit code they decide.
  public var showsOpenInFull: Bool
  /// Whether incidents can be looked up later; not where the ledger is thrown away with the process.
  public var explainsIncidents: Bool
  /// Whether the command ends with the report's exit code; else the state is told without it.
  public var exitsByState: Bool
  /// The command that lists what is folded here: the alert report, or a check of the same source with `--verbose`.
  public var listingCommand: String

  /// Options of a report.
  public init(
    rules: RuleCatalog, width: Int = 80, colour: Bool = false, verbose: Bool = false, showAll: Bool = false,
    failOn: Level? = .breaking,
    timeZone: TimeZone = .gmt, listingCommand: String = "driftwatch report --all", showsOpenInFull: Bool = false,
    explainsIncidents: Bool = true, exitsByState: Bool = true
  ) {
    self.rules = rules
    self.showsOpenInFull = showsOpenInFull
    self.explainsIncidents = explainsIncidents
    self.exitsByState = exitsByState
    self.width = Self.clamped(width)
    self.colour = colour
    self.verbose = verbose
    self.showAll = showAll
    self.failOn = failOn
    self.timeZone = timeZone
    self.listingCommand = listingCommand
  }

  private static func clamped(_ width: Int) -> Int { min(max(width, 40), 200) }
}
