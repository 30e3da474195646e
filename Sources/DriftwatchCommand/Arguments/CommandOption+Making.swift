import Reporting
import Scaffolding

extension CommandOption {
  /// Options of the commands that work on recordings and on the app's files.
  static let making: [CommandOption] = [
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
    CommandOption(
      "--format", "FORMAT", .words(of: HardenFormat.self), "text (default), json or patch (for git apply)",
      for: [.harden]),
    CommandOption(
      "--format", "FORMAT", .words(of: RemedyFormat.self),
      "text (default), json, patch (for git apply), jq or swift (the transform; needs --version if several have one)",
      for: [.suggest]),
    CommandOption(
      "--output", "FORMAT=FILE", .outputs(of: RemedyFormat.self), isRepeatable: true, "also write the result to a file",
      for: [.suggest]),
    CommandOption(
      "--output", "FORMAT=FILE", .outputs(of: HardenFormat.self), isRepeatable: true, "also write the result to a file",
      for: [.harden]),
    CommandOption(
      "--version", "VERSION", isRepeatable: true,
      "only this version, such as v3 (replay: default all; gate: all but retired ones)", for: [.replay, .gate]),
    CommandOption(
      "--since", "DATE",
      "only recordings from then on: a day (2026-01-31), a time (2026-01-31T10:00:00Z) or how long ago (90d)",
      for: [.replay]),
    CommandOption("--format", "FORMAT", .words(of: ReplayFormat.self), "text (default) or json", for: [.replay]),
    CommandOption(
      "--format", "FORMAT", .words(of: GateFormat.self), isRepeatable: true,
      "text (default), json, github, markdown, junit, sarif (2.1.0) or gitlab (code quality)", for: [.gate]),
    CommandOption(
      "--output", "FORMAT=FILE", .outputs(of: GateFormat.self), isRepeatable: true, "also write the result to a file",
      for: [.gate]),
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
      "--max-age", "DURATION", .suggestions(["none"]),
      "the newest recording of each endpoint is no older: seconds, or 90s, 30m, 12h, 7d (default 365d), or none",
      for: [.gate]
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
      flag: "--change-decoding", "with --apply-cut: take them even if the cut changes how a type decodes",
      for: [.vendor]),
    CommandOption(
      flag: "--check",
      "say what is not as the locks have it: files that were edited, are gone or were added, a release that no version watches",
      for: [.vendor]),
    CommandOption(
      "--repository", "PATH|URL", .folders,
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
    CommandOption(
      "--method", "METHOD", .suggestions(["GET", "POST"]), "to URLs send GET, or a POST that changes nothing",
      for: [.check, .record]),
    CommandOption(
      "--driftwatch", "DIR|URL", .folders,
      "Driftwatch's sources: a folder (default: where this program was built), or a repository",
      for: [.initialize]),
    CommandOption(
      "--name", "NAME", "the name of the type (default: after the first file, URL or endpoint)", for: [.infer]),
    CommandOption(
      "--keys", "coding-keys|snake-case", .words(of: DTOInference.Options.Keys.self),
      "CodingKeys in each type (default), or names as convertFromSnakeCase makes them", for: [.infer]),
    CommandOption(
      "--layout", "top-level|nested", .words(of: DTOInference.Options.Layout.self),
      "where the types stand: each at the top level (default), or inside the first one",
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
