import DriftModel
import DriftRules
import Reporting

/// The words that are possible at a position of the command line, for the completion scripts.
enum CompletionWords: Sendable, Equatable {
  /// One of these.
  case words([String])
  /// A file.
  case files
  /// A folder.
  case folders
  /// What `contracts --names` lists: contracts and their endpoints.
  case contracts
  /// Anything; nothing is offered.
  case anything
  /// No value at all: a flag.
  case nothing

  private static let contractsOrFiles = ["ID=URL", "ID/ENDPOINT"]

  /// What the value of `option` may be in `command`.
  init(_ option: CommandOption, of command: CommandName) {
    guard let value = option.value else {
      self = .nothing
      return
    }
    switch (option.name, value) {
    case ("--format", _) where [.check, .report].contains(command): self = .words(ReportFormat.allCases.map(\.rawValue))
    case ("--format", _) where command == .status: self = .words(["text", "json", "prometheus"])
    case ("--format", _): self = .words(["text", "json"])
    case ("--output", _): self = .words(ReportFormat.allCases.map { "\($0.rawValue)=" })
    case ("--candidate", _): self = .words(CandidateChoice.allCases.map(\.rawValue))
    case ("--fail-on", _): self = .words(["breaking", "warning", "info", "never"])
    case ("--rule", _): self = .words(RuleID.allCases.map(\.rawValue))
    case ("--from", "SOURCE"): self = .words(["live", "recordings"])
    case ("--from", _): self = .words([value])
    case (_, "ID/ENDPOINT"): self = .contracts
    case (_, "FILE"), (_, "PATH"): self = .files
    case (_, "DIR"): self = .folders
    default: self = value.contains("|") ? .words(value.split(separator: "|").map(String.init)) : .anything
    }
  }

  /// What the arguments of `command` may be.
  init(operandsOf command: CommandName) {
    switch command {
    case .check, .incidents, .impact, .contracts: self = .contracts
    case .backtest: self = .files
    case .site: self = .folders
    case .explain: self = .words(RuleID.allCases.map(\.rawValue))
    case .store, .config, .completion:
      self = .words(command.operands.split(separator: "|").map { String($0.prefix { $0 != " " }) })
    default: self = .nothing
    }
  }
}
