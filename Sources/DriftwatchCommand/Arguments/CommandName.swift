/// The commands, in the order of the help.
enum CommandName: String, Sendable, CaseIterable {
  case check
  case run
  case report
  case incidents
  case show
  case ack
  case accept
  case history
  case diff
  case shape
  case export
  case impact
  case backtest
  case site
  case record
  case `import`
  case recordings
  case replay
  case gate
  case initialize = "init"
  case infer
  case vendor
  case suggest
  case harden
  case contracts
  case explain
  case status
  case store
  case config
  case completion

  /// What it does, in one line.
  var summary: String {
    switch self {
    case .check: "one round: fetch, judge, record, report; exit code by the present state"
    case .run: "rounds for ever, each endpoint at its own interval, until SIGTERM"
    case .report: "the alert report: what changed since the last one; silent when nothing did"
    case .incidents: "what is open, acknowledged, waits for more evidence or is foreseen"
    case .show: "one incident in full, with its history"
    case .ack: "say that somebody knows: quiet until it is worse or resolved"
    case .accept: "say that what was found is fine: who, why, optionally until when"
    case .history: "what was found over time: changes, failures, losses, and when nothing came"
    case .diff: "what differs in an endpoint's responses between two dates"
    case .shape: "what an endpoint's responses look like: as a list, a tree or a JSON Schema"
    case .export: "findings or counts of records as rows for other programs"
    case .impact: "what would break: each path, what may happen to it, and who loses what"
    case .backtest: "files in order as responses of one endpoint: what would have been reported?"
    case .site: "pages for a browser: who is hurt, since when and by what, and the year before"
    case .record: "fetch once and keep the responses as recordings to commit: redacted"
    case .import: "keep what a proxy or a browser saved (HAR) as recordings: redacted"
    case .recordings: "what is recorded: list, show, verify, prune"
    case .replay: "does each version still read everything that was ever recorded?"
    case .gate: "can these versions ship? red for what a change breaks, by all recordings"
    case .initialize: "a package of your own, made of what some URLs respond; new files only"
    case .vendor: "the app's own files of a release, byte for byte; do they still hold?"
    case .harden: "edits for what can cost the whole response and nothing needs; proved"
    case .suggest: "the edit that mends a break, and a transform for old installs; both proved"
    case .infer: "Swift types that decode what was seen, compiled and tried before shown"
    case .contracts: "list and validate the contracts"
    case .explain: "what a rule means, or why an incident has its level and is reported or not"
    case .status: "is the monitor alive? exit 3 when the last complete round is too old"
    case .store:
      "look after the ledger: remove what is old, find faults, copy it, forget"
    case .config: "what holds: every setting, its value, and where it comes from"
    case .completion: "a script that completes commands, options and contracts in a shell"
    }
  }

  /// Arguments after its name.
  var operands: String {
    switch self {
    case .check: "[ID[/ENDPOINT]… | URL…]"
    case .backtest: "FILE… | -"
    case .incidents, .impact, .history, .export, .replay, .gate, .harden: "[ID[/ENDPOINT]…]"
    case .site: "DIR"
    case .import: "FILE.har…"
    case .record: "ID[/ENDPOINT]… | URL…"
    case .initialize: "[DIR]"
    case .vendor: "REPO"
    case .suggest: "INCIDENT | ID/ENDPOINT"
    case .infer: "FILE… | FOLDER | - | URL… | ID/ENDPOINT"
    case .recordings: "list|show FILE|verify|prune [ID[/ENDPOINT]|URL]…"
    case .diff: "ID/ENDPOINT DATE DATE"
    case .shape: "ID/ENDPOINT | URL"
    case .show, .accept: "INCIDENT"
    case .ack: "INCIDENT…"
    case .explain: "RULE|INCIDENT|ID/ENDPOINT|URL|JSONPATH"
    case .store: "prune|verify|forget ID/ENDPOINT|backup FILE|move TO"
    case .config: "show"
    case .completion: "bash|zsh|fish"
    case .contracts: "[ID…]"
    default: ""
    }
  }
}
