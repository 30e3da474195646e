import DriftModel
import DriftRules
import Reporting

/// One setting that has a single value: its key in the configuration file, its option, its environment variable and its
/// default. Reading, precedence, `config show`, the manual page and `docs/configuration.md` go by this one table.
struct Setting: Sendable {
  /// Key in the file, with a period below a section: `limits.timeout`.
  let key: String
  let kind: Kind
  /// The option that beats it; `nil`: it has none.
  let option: String?
  /// Commands whose option it fills; `nil`: all that have the option.
  let commands: [CommandName]?
  /// The default, in words.
  let standard: String
  /// Commands that take another default, with it.
  let otherStandards: [CommandName: String]
  /// What it does.
  let help: String

  init(
    _ key: String, _ kind: Kind, option: String? = nil, for commands: [CommandName]? = nil, standard: String,
    but otherStandards: [CommandName: String] = [:], _ help: String
  ) {
    self.key = key
    self.kind = kind
    self.option = option
    self.commands = commands
    self.standard = standard
    self.otherStandards = otherStandards
    self.help = help
  }

  /// What its value is.
  enum Kind: Sendable, Equatable {
    case name(Name)
    /// Relative to the folder of the configuration file, else to the working directory.
    case path
    case flag
    case word([String])
    /// Seconds, or `90s`, `30m`, `12h`, `7d`.
    case seconds
    /// Bytes, or `64KiB`, `8MiB`.
    case bytes(atLeast: Int)
    case count(ClosedRange<Int>)
  }

  /// What a name is the name of.
  enum Name: Sendable { case environment, perspective }

  /// The default of each command, in words: `4; run: 32`.
  var standardWords: String {
    let others = otherStandards.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    return ([standard] + others).joined(separator: "; ")
  }

  /// `DRIFTWATCH_` and the last part of the key: `limits.caFile` is `DRIFTWATCH_CA_FILE`.
  var variable: String {
    let name = key.split(separator: ".").last.map(String.init) ?? key
    return "DRIFTWATCH_" + name.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
  }

  /// The setting with this key; `nil` if there is none.
  static func named(_ key: String) -> Setting? { all.first { $0.key == key } }

  /// Those whose option the command has; a setting that nothing asks for would be a promise that is not kept.
  static let all = table.filter { setting in
    setting.option.map { name in CommandOption.all.contains { $0.name == name } } ?? true
  }

  private static let table: [Setting] = [
    Setting(
      "environment", .name(.environment), option: "--environment",
      // `store forget` takes only what is named at the command line.
      for: CommandName.allCases.filter { $0 != .store }, standard: "production",
      "the environment whose base URLs and history are used"),
    Setting(
      "perspective", .name(.perspective), option: "--perspective", for: [.check, .run], standard: "none",
      "from where the APIs are looked at, such as a region: its responses have baselines and incidents of their own"),
    Setting(
      "db", .path, option: "--db",
      standard: "$STATE_DIRECTORY/driftwatch.sqlite, else PROGRAM.sqlite in XDG's state folder", "the ledger"
    ),
    Setting(
      "contracts", .path, option: "--contracts", standard: "the nearest Contracts/ upwards",
      "the folder of the contracts, with Recordings and accepted.json"),
    Setting(
      "recordings", .path, option: "--recordings", standard: "Recordings of each API in the contracts' folder",
      "the folder of recordings by day"),
    Setting(
      "record", .flag, option: "--record", for: [.check, .run], standard: "false",
      "keep responses that show something new as recordings, redacted"),
    Setting(
      "failOn", .word(FailThreshold.allCases.map(\.rawValue)), option: "--fail-on", standard: "breaking",
      "exit 1 from this level on"),
    Setting(
      "candidate", .word(CandidateChoice.allCases.map(\.rawValue)), option: "--candidate",
      standard: "fail in JUnit and GitHub, warn for the exit code",
      "whether what would be breaking if a candidate had shipped fails (exit 1, test cases) or is a warning"),
    Setting(
      "format", .word(ReportFormat.allCases.map(\.rawValue)), option: "--format", for: [.check, .report],
      standard: "text", "format of check and report"),
    Setting(
      "quiet", .flag, option: "--quiet", for: [.check, .run], standard: "false",
      "check prints nothing, run only what is wrong"),
    Setting(
      "colour", .word(ColourChoice.allCases.map(\.rawValue)), standard: "auto",
      "colours on a terminal (auto), always or never; $NO_COLOR beats it"),
    Setting(
      "deadline", .seconds, option: "--deadline", for: [.check, .run], standard: "none", but: [.run: "10 m"],
      "a round begins nothing after so long; what was done is kept"),
    Setting(
      "maxAge", .seconds, option: "--max-age", for: [.status],
      standard: "twice the shortest interval, at least 10 minutes",
      "age of the last complete round from which status fails"),
    Setting(
      "metrics", .path, option: "--metrics", for: [.run], standard: "none",
      "run keeps metrics in this file, for node_exporter's textfile collector"),
    Setting(
      "logFormat", .word(RunLog.Format.allCases.map(\.rawValue)), option: "--log-format", for: [.run], standard: "text",
      "form of the log of run"),
    Setting(
      "repeatAfter", .seconds, option: "--repeat-after", for: [.report, .run], standard: "never",
      "report, and run with --exec, repeat what is open and not acknowledged if the last report is older"),
    Setting(
      "blindAfter", .seconds, standard: "30 m",
      "how long an endpoint must go without a response before that is an incident, if blindChecks is reached too"),
    Setting(
      "blindChecks", .count(1...1_000), standard: "2",
      "how many checks in a row must get no response before that is an incident, if blindAfter has passed too; 1: at once"
    ),
    Setting("limits.timeout", .seconds, option: "--timeout", standard: "10 s", "how long one request may take"),
    Setting(
      "limits.connectTimeout", .seconds, standard: "5 s",
      "how long resolving, connecting and the TLS handshake may take"),
    Setting(
      "limits.codeTimeout", .seconds, option: "--code-timeout", standard: "10 s",
      "how long the app's own code may take for one response"),
    Setting(
      "limits.codeMemory", .count(64...1_048_576), standard: "4096, at most half of the control group's",
      "memory that the app's own code may use, in MiB"),
    Setting("limits.bodyBytes", .bytes(atLeast: 1), standard: "8 MiB", "largest body of a response, decoded"),
    Setting(
      "limits.bodiesInMemory", .bytes(atLeast: 1), standard: "64 MiB", "bodies in memory at once; a further one waits"),
    Setting(
      "limits.shapeBytes", .bytes(atLeast: 64 << 10), standard: "1 MiB",
      "most that is kept of the shape of one request's responses, at least 64 KiB; detail beyond it is left out"),
    Setting("limits.recordingFiles", .count(1...10_000), standard: "20", "most recordings of one endpoint"),
    Setting("limits.recordingBytes", .bytes(atLeast: 1), standard: "5 MiB", "most bytes of one endpoint's recordings"),
    Setting("limits.headerBytes", .bytes(atLeast: 1), standard: "64 KiB", "largest header of a response"),
    Setting("limits.headerLines", .count(1...100_000), standard: "500", "most lines in the header of a response"),
    Setting("limits.redirects", .count(0...50), standard: "5", "most redirects that are followed, within one origin"),
    Setting(
      "limits.inFlight", .count(1...1000), standard: "4", but: [.run: "\(RunOperation.requestsInFlight)"],
      "most requests at once"),
    Setting("limits.inFlightPerHost", .count(1...1000), standard: "2", "most requests at once to one host"),
    Setting(
      "limits.retries", .count(0...10), option: "--retries", standard: "2",
      "further attempts, within the time of one request, at what may pass by itself"),
    Setting(
      "limits.http2", .flag, option: "--http2", standard: "false", "offer HTTP/2 to servers with TLS"),
    Setting(
      "limits.allowPrivateAddresses", .flag, option: "--allow-private-addresses", standard: "false",
      "let names other than localhost that lead to private addresses be fetched"),
    Setting(
      "limits.allowMetadataAddresses", .flag, option: "--allow-metadata-addresses", standard: "false",
      "let addresses be fetched at which clouds give away credentials of the machine"),
    Setting(
      "limits.caFile", .path, option: "--ca-file", standard: "the system's",
      "certificate authorities (PEM) to trust in place of the system's"),
  ]
}

/// From which level on something fails.
enum FailThreshold: String, Sendable, CaseIterable { case breaking, warning, info, never }

/// What becomes of a candidate that would be broken if it had shipped.
enum CandidateChoice: String, Sendable, CaseIterable { case fail, warn }

/// When output is coloured.
enum ColourChoice: String, Sendable, CaseIterable { case auto, always, never }

/// One section of the configuration file that is a table by contract; for help, the manual page and the check of the
/// docs.
struct SettingTable: Sendable {
  let key: String
  /// One entry, as it is written.
  let example: String
  let help: String

  static let all: [SettingTable] = [
    SettingTable(
      key: "baseURLs", example: #"{"staging": {"platzi-store": "https://staging.example.com/v1"}}"#,
      help: "base URLs by environment and contract; --base-url beats them, recordings do not ask them"),
    SettingTable(
      key: "intervals", example: #"{"*": "30m", "platzi-store/products": "5m"}"#,
      help: "how often endpoints are fetched: *, ID or ID/ENDPOINT; the narrowest holds"),
    SettingTable(
      key: "credentials", example: #"{"omg-lol": {"file": "/run/secrets/omg-lol"}}"#,
      help:
        "where a contract's credential is read in place of what it says: environment, file, credential (systemd) or command; never the secret itself"
    ),
    SettingTable(
      key: "installs", example: #"{"platzi-store": {"date": "2026-11-01", "v1": 31, "v2": 60}}"#,
      help:
        "shares of installs in percent by contract and version, in place of all that the contract says, with their day; or a file, or a command, that holds them"
    ),
    SettingTable(
      key: "levels", example: #"{"*": {"field-added": "none"}, "platzi-store": {"field-removed": "breaking"}}"#,
      help: "levels of rules (breaking, warning, info, none) for *, ID or ID/ENDPOINT; the narrowest holds"),
    SettingTable(
      key: "suppressions", example: #"["suppressions.json"]"#,
      help: "further files of acceptances, written as accepted.json, each entry with its contract"),
  ]
}
