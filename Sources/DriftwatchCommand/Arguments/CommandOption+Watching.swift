import DriftModel
import Reporting

extension CommandOption {
  /// Options of the commands that check, ask and look after the ledger, and of several commands.
  static let watching: [CommandOption] = [
    CommandOption(
      "--from", "SOURCE", .suggestions(["live", "recordings"]), isRepeatable: true,
      "live (default), recordings (Contracts/*/Recordings, oldest first), or DIR or ID=DIR laid out as <contract id>/<URL path>/index.json",
      for: [.check]),
    CommandOption(
      "--from", "recordings", .words(["recordings"]), "try the recordings, even if the ledger knows of live responses",
      for: [.impact]),
    CommandOption(
      "--by", "path|domain", .words(of: ImpactCommand.Gathering.self),
      "by what may happen to each path (default), or by domain model", for: [.impact]),
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
      "--deadline", "DURATION",
      "begin nothing after so long in a round: seconds, or 90s, 4m; what came by then is still examined and evaluated, each for --code-timeout more at most (run: default 10m)",
      for: [.check, .run]),
    CommandOption(
      "--timeout", "DURATION", "how long one request may take: seconds, or 90s, 2m (default 10)",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      "--retries", "N", "further attempts, within the time of one request, at what may pass by itself (default 2)",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      flag: "--allow-private-addresses",
      "let host names lead to loopback and private addresses (localhost, and an address in the base URL itself, are always allowed)",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      flag: "--allow-metadata-addresses",
      "let 169.254.169.254 and its like be fetched, where clouds give away credentials of the machine",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      flag: "--http2", "offer HTTP/2 to servers with TLS (default HTTP/1.1)",
      for: [.check, .run, .record, .gate, .initialize, .infer]),
    CommandOption(
      "--code-timeout", "DURATION",
      "how long the app's own code may take for one response: seconds, or 90s, 2m (default 10)",
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
      "--fail-on", "LEVEL", .words(of: FailThreshold.self),
      "exit 1 from this level on: breaking (default; of URLs warning), warning, info, never",
      for: [.check]),
    CommandOption(
      "--fail-on", "LEVEL", .words(of: FailThreshold.self),
      "with --exit-state, exit 1 from this level on: breaking (default; without a contract warning), warning, info, never",
      for: [.report, .backtest]),
    CommandOption(
      "--candidate", "fail|warn", .words(of: CandidateChoice.self),
      "what would be breaking if a candidate had shipped: fail (exit 1, a failure in JUnit, an error in GitHub) or warn (default: fail in JUnit and GitHub, warn for the exit code)",
      for: [.check, .report]),
    CommandOption(
      "--format", "FORMAT", .words(of: ReportFormat.self), "text (default), json, junit, github, markdown or html",
      for: [.check, .report]),
    CommandOption(
      "--format", "FORMAT", .words(of: IncidentFormat.self), "text (default) or json",
      for: [.incidents, .show, .impact, .history, .diff]),
    CommandOption(
      "--format", "FORMAT", .words(of: ConfigCommand.Format.self), "text (default) or json", for: [.config]),
    CommandOption(
      "--format", "FORMAT", .words(of: ShapeCommand.Format.self),
      "text (default): a line for each path; tree: nested like a type; json-schema: JSON Schema, draft 2020-12",
      for: [.shape]),
    CommandOption(
      "--format", "FORMAT", .words(of: ExportFormat.self), "jsonl (default), one object a line; or csv", for: [.export]),
    CommandOption(
      "--rows", "ROWS", .words(of: HistoryCommand.Rows.self),
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
    CommandOption(
      "--format", "FORMAT", .words(of: BacktestFormat.self), "text (default) or json, one object a line",
      for: [.backtest]),
    CommandOption(
      "--output", "FORMAT=FILE", .outputs(of: ReportFormat.self), isRepeatable: true, "also write a report to a file",
      for: [.check, .report]),
    CommandOption(
      flag: "--all",
      "show everything that is open, and list what is information; delivers only with --exec", for: [.report]),
    CommandOption(flag: "--all", "resolved incidents as well", for: [.incidents]),
    CommandOption(
      "--exec", "COMMAND",
      "hand the report to COMMAND (run by /bin/sh) on its standard input, its first line in $DRIFTWATCH_SUBJECT; delivered only if it exits 0; run: after each round in which something happened",
      for: [.report, .run]),
    CommandOption(
      "--exec-timeout", "DURATION", "how long the command of --exec may take: seconds, or 90s, 5m (default 60)",
      for: [.report, .run]),
    CommandOption(
      "--format", "FORMAT", .words(of: ReportFormat.self),
      "the report for --exec: text (default), json, junit, github, markdown or html", for: [.run]),
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
    CommandOption("--rule", "RULE", .words(of: RuleID.self), "accept only findings of this rule", for: [.accept]),
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
      "--format", "FORMAT", .words(of: StatusCommand.Format.self),
      "text (default), json or prometheus (metrics from the ledger)", for: [.status]),
    CommandOption(
      "--metrics", "FILE", "keep metrics in FILE, for node_exporter's textfile collector (name it *.prom)", for: [.run]),
    CommandOption(
      flag: "--standby", "wait while another one runs on a ledger in a file, or a server is down, and begin then",
      for: [.run]),
    CommandOption(
      "--log-format", "FORMAT", .words(of: RunLog.Format.self),
      "text (default) or json, one line an event on standard error", for: [.run]),
    CommandOption(
      "--max-age", "DURATION",
      "age of the last complete round from which status fails: seconds, or 90s, 30m, 12h, 7d (default: twice the shortest interval, at least 10 minutes)",
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
  ]
}
