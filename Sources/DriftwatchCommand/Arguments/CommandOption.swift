/// One option of the command; parsing, help and "did you mean" are made from the same table.
struct CommandOption: Sendable {
  /// Name with its hyphens: `--format`.
  let name: String
  /// Name of its value in help; `nil` for a flag.
  let value: String?
  let isRepeatable: Bool
  /// What it does, in a line or two.
  let help: String
  /// Commands that take it.
  let commands: [CommandName]

  init(_ name: String, _ value: String? = nil, isRepeatable: Bool = false, _ help: String, for commands: [CommandName])
  {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.help = help
    self.commands = commands
  }

  /// An option without a value.
  init(flag name: String, _ help: String, for commands: [CommandName]) {
    self.init(name, nil, help, for: commands)
  }

  static let all: [CommandOption] = [
    CommandOption(
      "--from", "SOURCE", isRepeatable: true,
      "live (default), recordings (Contracts/*/Recordings, oldest first), or DIR or ID=DIR laid out as <contract id>/<URL path>/index.json",
      for: [.check]),
    CommandOption(
      "--from", "recordings", "try the recordings, even if the ledger knows of live responses", for: [.impact]),
    CommandOption(
      "--by", "path|domain", "by what may happen to each path (default), or by domain model", for: [.impact]),
    CommandOption(flag: "--all", "every path, however many there are", for: [.impact]),
    CommandOption(
      "--base-url", "ID=URL", isRepeatable: true,
      "fetch the contract ID from another base URL; another host than is declared is an environment of its own, named after it, unless --environment is given",
      for: [.check, .run, .record, .import, .gate]),
    CommandOption(
      "--environment", "NAME", "the environment whose base URL and history are used (default production)",
      for: [
        .check, .run, .report, .backtest, .incidents, .status, .impact, .contracts, .history, .diff, .shape, .export,
        .site, .record, .import, .recordings, .replay, .gate, .infer, .suggest, .harden,
      ]),
    CommandOption(
      "--environment", "NAME",
      "store forget: only what was learned in this environment (default all); its next check is a first observation, and its open incidents end",
      for: [.store]),
    CommandOption(
      "--perspective", "NAME",
      "from where the APIs are looked at, such as a region: its responses have baselines and incidents of their own",
      for: [.check, .run]),
    CommandOption(
      "--request", "NAME",
      "send only this one of the requests of ID/ENDPOINT (sample ids, links, pages), as reports name it: its path and query",
      for: [.check]),
    CommandOption(flag: "--only-due", "leave out endpoints whose interval has not passed", for: [.check]),
    CommandOption(
      "--deadline", "SECONDS",
      "begin nothing after so many seconds of a round; what came by then is still examined and evaluated, each for --code-timeout more at most (run: default 600)",
      for: [.check, .run]),
    CommandOption(
      "--timeout", "SECONDS", "how long one request may take (default 10)",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      "--retries", "N", "further attempts, within the time of one request, at what may pass by itself (default 2)",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      flag: "--allow-private-addresses",
      "let host names lead to loopback and private addresses (an address in the base URL itself is always allowed)",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      flag: "--allow-metadata-addresses",
      "let 169.254.169.254 and its like be fetched, where clouds give away credentials of the machine",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      flag: "--http2", "offer HTTP/2 to servers with TLS (default HTTP/1.1)",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      "--code-timeout", "SECONDS", "how long the app's own code may take for one response (default 10)",
      for: [.check, .run, .backtest, .impact, .record, .import, .replay, .gate, .suggest, .harden]),
    CommandOption(
      "--contract", "ID/ENDPOINT", "the endpoint whose versions read the files (without it: shape only)",
      for: [.backtest]),
    CommandOption(
      "--ca-file", "FILE", "certificate authorities (PEM) to trust in place of the system's",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      flag: "--allow-writes", "send the requests that write, to an environment that a contract declares a sandbox",
      for: [.check]),
    CommandOption(
      flag: "--allow-incomplete", "exit 0 instead of 3 if at least one response was examined", for: [.check]),
    CommandOption(
      "--fail-on", "LEVEL", "exit 1 from this level on: breaking (default; of URLs warning), warning, info, never",
      for: [.check]),
    CommandOption(
      "--fail-on", "LEVEL",
      "with --exit-state, exit 1 from this level on: breaking (default; without a contract warning), warning, info, never",
      for: [.report, .backtest]),
    CommandOption(
      "--candidate", "fail|warn",
      "what would be breaking if a candidate had shipped: fail (exit 1, a failure in JUnit, an error in GitHub) or warn (default: fail in JUnit and GitHub, warn for the exit code)",
      for: [.check, .report]),
    CommandOption(
      "--format", "FORMAT", "text (default), json, junit, github, markdown or html", for: [.check, .report]),
    CommandOption(
      "--format", "FORMAT", "text (default) or json", for: [.incidents, .show, .impact, .config, .history, .diff]),
    CommandOption(
      "--format", "FORMAT",
      "text (default): a line for each path; tree: nested like a type; json-schema: JSON Schema, draft 2020-12",
      for: [.shape]),
    CommandOption("--format", "FORMAT", "jsonl (default), one object a line; or csv", for: [.export]),
    CommandOption(
      "--rows", "ROWS",
      "findings (default), each time that one was there; or records: what each mapping made of how many",
      for: [.export]),
    CommandOption("--path", "JSONPATH", "only findings at this path or below it", for: [.history, .export]),
    CommandOption(
      "--since", "DATE",
      "leave out what ended before: a day (2026-01-31), a time (2026-01-31T10:00:00Z) or how long ago (90d)",
      for: [.history, .export]),
    CommandOption("--until", "DATE", "leave out what began after", for: [.history, .export]),
    CommandOption("--at", "DATE", "as far as it was learned by then (default now)", for: [.shape]),
    CommandOption(flag: "--all", "every finding, and not the latest thirty", for: [.history]),
    CommandOption(flag: "--names", "only what can be named, one a line: ID and ID/ENDPOINT", for: [.contracts]),
    CommandOption("--format", "FORMAT", "text (default) or json, one object a line", for: [.backtest]),
    CommandOption(
      "--output", "FORMAT=FILE", isRepeatable: true, "also write a report to a file", for: [.check, .report]),
    CommandOption(
      flag: "--all",
      "show everything that is open, and list what is information; delivers only with --exec", for: [.report]),
    CommandOption(flag: "--all", "resolved incidents as well", for: [.incidents]),
    CommandOption(
      "--exec", "COMMAND",
      "hand the report to COMMAND (run by /bin/sh) on its standard input, its first line in $DRIFTWATCH_SUBJECT; delivered only if it exits 0; run: after each round in which something happened",
      for: [.report, .run]),
    CommandOption(
      "--exec-timeout", "DURATION", "how long the command of --exec may take (default 60 seconds)",
      for: [.report, .run]),
    CommandOption(
      "--format", "FORMAT", "the report for --exec: text (default), json, junit, github, markdown or html", for: [.run]),
    CommandOption(
      "--repeat-after", "DURATION",
      "report again what is open and not acknowledged if the last report is older (seconds, or 30m, 12h, 7d); run: with --exec",
      for: [.report, .run]),
    CommandOption(
      "--by", "WHO", "who acknowledges (default $DRIFTWATCH_USER, else the login name)", for: [.ack]),
    CommandOption("--note", "TEXT", "a remark for those who see it next", for: [.ack]),
    CommandOption(flag: "--undo", "take the acknowledgement back", for: [.ack]),
    CommandOption("--by", "WHO", "who accepts; required", for: [.accept]),
    CommandOption("--reason", "WHY", "why it is fine; required", for: [.accept]),
    CommandOption(
      "--until", "YYYY-MM-DD", "the day from which on (UTC) it is reported again; else for good", for: [.accept]),
    CommandOption("--rule", "RULE", "accept only findings of this rule", for: [.accept]),
    CommandOption("--path", "JSONPATH", "accept only findings at this path", for: [.accept]),
    CommandOption(
      flag: "--to-file", "write to Contracts/<API>/accepted.json, for review, instead of the ledger", for: [.accept]),
    CommandOption(flag: "--list", "list what is accepted, in the ledger and in files", for: [.accept]),
    CommandOption("--withdraw", "ID", "take an acceptance back", for: [.accept]),
    CommandOption(
      "--keep-days", "DAYS",
      "keep so many days of responses and of resolved incidents (default 90 and 365); requests that no contract declares go after a year without a check, or so many days if that is more",
      for: [.store]),
    CommandOption(flag: "--dry-run", "say what would be removed, and remove nothing", for: [.store]),
    CommandOption(
      flag: "--exit-state", "exit by the present state (0, 1, 3) instead of 0 once delivered", for: [.report]),
    CommandOption(
      flag: "--exit-state", "exit by the state after the last file (0, 1, 3) instead of 0", for: [.backtest]),
    CommandOption(
      "--format", "FORMAT", "text (default), json or prometheus (metrics from the ledger)", for: [.status]),
    CommandOption(
      "--metrics", "FILE", "keep metrics in FILE, for node_exporter's textfile collector (name it *.prom)", for: [.run]),
    CommandOption(
      flag: "--standby", "wait while another one runs on a ledger in a file, or a server is down, and begin then",
      for: [.run]),
    CommandOption("--log-format", "FORMAT", "text (default) or json, one line an event on standard error", for: [.run]),
    CommandOption(
      "--max-age", "SECONDS",
      "age of the last complete round from which status fails (default: twice the shortest interval, at least 10 minutes)",
      for: [.status]),
    CommandOption(
      flag: "--alive", "fail only if no rounds are run, not if endpoints have had no response for long", for: [.status]),
    CommandOption(
      "--db", "PATH",
      "the ledger, a file or postgres://HOST/DATABASE (default $DRIFTWATCH_DB, $STATE_DIRECTORY, XDG state)",
      for: [
        .check, .run, .report, .incidents, .show, .ack, .accept, .explain, .status, .store, .impact, .history, .diff,
        .shape, .export, .site, .suggest,
      ]),
    CommandOption(
      "--config", "FILE",
      "the configuration file; none: read none (default $DRIFTWATCH_CONFIG, $CONFIGURATION_DIRECTORY, driftwatch.json beside or above Contracts, XDG configuration, /etc/driftwatch)",
      for: CommandName.allCases.filter { $0 != .completion }),
    CommandOption("--db", "PATH", "record every step in this ledger (default: none)", for: [.backtest]),
    CommandOption(
      "--contracts", "DIR",
      "the folder of the contracts, with Recordings and accepted.json (default $DRIFTWATCH_CONTRACTS, the nearest Contracts/ upwards)",
      for: [
        .check, .run, .show, .accept, .explain, .impact, .site, .record, .import, .recordings, .replay, .gate, .infer,
        .vendor, .suggest, .harden,
      ]),
    CommandOption(
      flag: "--record", "keep responses that show something new as recordings, redacted (docs/recordings.md)",
      for: [.check, .run]),
    CommandOption(
      "--recordings", "DIR",
      "the folder of recordings by day (default: Recordings of each API in the contracts' folder)",
      for: [.check, .run, .record, .import, .recordings, .replay, .gate, .impact, .infer, .suggest, .harden]),
    CommandOption(
      "--older-than", "DATE",
      "list: name endpoints whose newest recording is older: a day, a time or how long ago (365d)", for: [.recordings]),
    CommandOption(flag: "--dry-run", "prune: say what would be removed, and remove nothing", for: [.recordings]),
    CommandOption(
      "--from", "DIR", isRepeatable: true,
      "a folder of recordings by day, in place of those that --recordings or --contracts lead to",
      for: [.replay, .gate, .suggest, .harden]),
    CommandOption(
      "--version", "VERSION", isRepeatable: true, "only this version, such as v3 (default: all but retired ones)",
      for: [.suggest, .harden]),
    CommandOption("--format", "FORMAT", "text (default), json or patch (for git apply)", for: [.harden]),
    CommandOption(
      "--format", "FORMAT",
      "text (default), json, patch (for git apply), jq or swift (the transform; needs --version if several have one)",
      for: [.suggest]),
    CommandOption(
      "--output", "FORMAT=FILE", isRepeatable: true, "also write the result to a file", for: [.suggest, .harden]),
    CommandOption(
      "--version", "VERSION", isRepeatable: true,
      "only this version, such as v3 (replay: default all; gate: all but retired ones)", for: [.replay, .gate]),
    CommandOption(
      "--since", "DATE",
      "only recordings from then on: a day (2026-01-31), a time (2026-01-31T10:00:00Z) or how long ago (90d)",
      for: [.replay]),
    CommandOption("--format", "FORMAT", "text (default) or json", for: [.replay]),
    CommandOption(
      "--format", "FORMAT", isRepeatable: true,
      "text (default), json, github, markdown, junit, sarif (2.1.0) or gitlab (code quality)", for: [.gate]),
    CommandOption(
      "--output", "FORMAT=FILE", isRepeatable: true, "also write the result to a file", for: [.gate]),
    CommandOption(flag: "--live", "fetch present responses as well, and judge them with the recordings", for: [.gate]),
    CommandOption(
      flag: "--update", "write gate.lock.json: what is found is known from now on, and shipped versions are sealed",
      for: [.gate]),
    CommandOption(
      "--reseal", "VERSION", isRepeatable: true,
      "with --update: seal a shipped version as it is now, though it was changed",
      for: [.gate]),
    CommandOption(flag: "--strict", "what is known, or the provider's doing, is red as well", for: [.gate]),
    CommandOption(
      "--known", "FILE", isRepeatable: true,
      "a report of the monitor (check --format json): what it finds broken is known", for: [.gate]),
    CommandOption(
      "--max-age", "DURATION", "the newest recording of each endpoint is no older (default 365d), or none", for: [.gate]
    ),
    CommandOption(
      "--least-fields", "PERCENT", "so many of the members that a version asks for are in some recording (default 50)",
      for: [.gate]),
    CommandOption(
      "--lock", "FILE", "the lock (default gate.lock.json in the folder of each API in the contracts' folder)",
      for: [.gate]),
    CommandOption(
      "--modules", "DIR", "where the compiled modules are, for files and lines (default Modules beside the program)",
      for: [.gate, .suggest, .harden]),
    CommandOption(
      "--db", "PATH", "a ledger whose open findings are known (default: none is asked)", for: [.gate]),
    CommandOption("--version", "VERSION", "the version whose files they are, such as v1", for: [.vendor]),
    CommandOption("--tag", "TAG", "the tag of the release in the clone", for: [.vendor]),
    CommandOption(
      "--paths", "GLOB", isRepeatable: true, "which files: 'Sources/API/**/*.swift'", for: [.vendor]),
    CommandOption("--except", "GLOB", isRepeatable: true, "files of them that are left out", for: [.vendor]),
    CommandOption(
      "--api", "NAME", "the folder of the API in the contracts' folder (default: the only one)", for: [.vendor]),
    CommandOption(
      "--cut", "FILE",
      "write the smallest cut found, after which files compile that import what Linux lacks, as a patch; - prints it",
      for: [.vendor]),
    CommandOption(
      flag: "--apply-cut", "take the files with that cut; the lock says of each that it was cut", for: [.vendor]),
    CommandOption(
      flag: "--check",
      "say what is not as the locks have it: files that were edited, are gone or were added, a release that no version watches",
      for: [.vendor]),
    CommandOption(
      "--repository", "PATH|URL",
      "with --check: where the newest release is looked for (default: the URL in the lock, if git can ask it)",
      for: [.vendor]),
    CommandOption(
      "--url", "URL", isRepeatable: true, "a URL that your app reads; it is fetched once", for: [.initialize]),
    CommandOption(
      "--har", "FILE", isRepeatable: true, "an archive of responses, as a proxy or a browser saves it",
      for: [.initialize]),
    CommandOption(
      "--dto", "DIR",
      "your app's own DTO files, a folder for each version or one with the files of one, in place of inferred types",
      for: [.initialize]),
    CommandOption(
      "--host", "HOST", isRepeatable: true, "of archives only what this host responded (default: every host)",
      for: [.initialize]),
    CommandOption(
      "--name", "NAME", "what the program is called, with -drift behind it (default: after the folder)",
      for: [.initialize]),
    CommandOption(
      "--bearer-env", "VARIABLE", "to URLs send Authorization: Bearer with the value of an environment variable",
      for: [.initialize, .check, .record, .infer]),
    CommandOption(
      "--query-env", "ITEM=VARIABLE",
      "to URLs send the query item ITEM with the value of an environment variable",
      for: [.initialize, .check, .record, .infer]),
    CommandOption(
      "--header-env", "HEADER=VARIABLE", "to URLs send a header with the value of an environment variable",
      for: [.initialize, .check, .record, .infer]),
    CommandOption(
      "--header", "NAME: VALUE", isRepeatable: true,
      "to URLs send a header that is no secret, such as Accept-Language: de",
      for: [.check, .record]),
    CommandOption(
      "--body", "FILE", "to URLs send a POST with this JSON, as a search does; - is standard input",
      for: [.check, .record]),
    CommandOption("--method", "METHOD", "to URLs send GET, or a POST that changes nothing", for: [.check, .record]),
    CommandOption(
      "--driftwatch", "DIR|URL",
      "Driftwatch's sources: a folder (default: where this program was built), or a repository",
      for: [.initialize]),
    CommandOption(
      "--name", "NAME", "the name of the type (default: after the first file, URL or endpoint)", for: [.infer]),
    CommandOption(
      "--keys", "coding-keys|snake-case",
      "CodingKeys in each type (default), or names as convertFromSnakeCase makes them", for: [.infer]),
    CommandOption(
      "--layout", "top-level|nested", "where the types stand: each at the top level (default), or inside the first one",
      for: [.infer]),
    CommandOption(flag: "--domain", "write domain types and the mappings to them as well", for: [.infer]),
    CommandOption(
      flag: "--quiet", "print nothing on standard output; the exit code is the same",
      for: [.check, .report, .status, .backtest, .site]),
    CommandOption(flag: "--quiet", "log only warnings and errors", for: [.run]),
    CommandOption(
      flag: "--verbose", "show every open incident in full and list what is information", for: [.check, .report]),
  ]
}

extension CommandOption {
  /// Options of a command. `config` takes each option of a setting, because it shows the resulting values.
  static func all(for name: CommandName) -> [CommandOption] {
    let own = all.filter { $0.commands.contains(name) }
    guard name == .config else { return own }
    let wanted = Setting.all.compactMap(\.option) + ["--base-url"]
    var taken = Set(own.map(\.name))
    return own + all.filter { wanted.contains($0.name) && taken.insert($0.name).inserted }
  }
}

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
    case .recordings: "list|show FILE|verify|prune [ID[/ENDPOINT]…]"
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
