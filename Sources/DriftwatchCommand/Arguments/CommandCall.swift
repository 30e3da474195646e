import ContractKit

/// One call of the command, parsed against the option table.
struct CommandCall: Sendable {
  enum Command: Sendable, Equatable {
    case help(CommandName?)
    case manual
    case version
    case check, run, report, backtest, site, impact, contracts, explain, status
    case incidents, show, ack, accept, store
    case history, diff, shape, export
    case record, `import`, recordings, replay, gate
    case initialize, infer, vendor, suggest, harden
    case config, completion

    init(_ name: CommandName) {
      switch name {
      case .check: self = .check
      case .run: self = .run
      case .report: self = .report
      case .incidents: self = .incidents
      case .show: self = .show
      case .ack: self = .ack
      case .accept: self = .accept
      case .store: self = .store
      case .history: self = .history
      case .diff: self = .diff
      case .shape: self = .shape
      case .export: self = .export
      case .backtest: self = .backtest
      case .site: self = .site
      case .impact: self = .impact
      case .record: self = .record
      case .import: self = .import
      case .recordings: self = .recordings
      case .replay: self = .replay
      case .gate: self = .gate
      case .initialize: self = .initialize
      case .infer: self = .infer
      case .vendor: self = .vendor
      case .suggest: self = .suggest
      case .harden: self = .harden
      case .contracts: self = .contracts
      case .explain: self = .explain
      case .status: self = .status
      case .config: self = .config
      case .completion: self = .completion
      }
    }
  }

  let command: Command
  /// The command's name; `nil` for help and version.
  private(set) var name: CommandName?
  private(set) var operands: [String] = []
  /// The arguments as given.
  let arguments: [String]
  private var values: [String: [String]] = [:]
  /// Values of options from the environment and the configuration, if they were not given.
  private var filled: [String: String] = [:]
  /// What the configuration file says.
  var configuration = Configuration()
  /// By key: the value of each setting that is not at its default.
  var settings: [String: SettingValue] = [:]

  /// Parses the arguments after the program's name.
  ///
  /// - Throws: `CommandFailure` with exit code 2 that names the nearest right word.
  init(_ arguments: [String]) throws {
    self.arguments = arguments
    var rest = arguments[...]
    guard let first = rest.popFirst() else {
      command = .help(nil)
      return
    }
    if ["-h", "--help"].contains(first) {
      command = .help(nil)
      return
    }
    if first == "--version" {
      command = .version
      return
    }
    if first == "help", rest.first == "--man" {
      command = .manual
      return
    }
    if first == "help" {
      command = .help(try rest.first.map(Self.name))
      return
    }
    let name = try Self.name(first)
    if rest.contains(where: { $0 == "-h" || $0 == "--help" }) {
      command = .help(name)
      return
    }
    command = Command(name)
    self.name = name
    let options = CommandOption.all(for: name)
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = options.first(where: { $0.name == parts[0] }) else {
        let nearest = nearestName(to: parts[0], in: options.map(\.name)).map { "; did you mean \($0)?" } ?? ""
        throw CommandFailure.usage(
          "\(name.rawValue) has no option \(parts[0])\(nearest); see \(ProgramName.current) help \(name.rawValue)")
      }
      if option.value == nil {
        guard parts.count == 1 else { throw CommandFailure.usage("\(option.name) takes no value") }
        values[option.name] = [""]
        continue
      }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
        throw CommandFailure.usage("\(option.name) needs a value: \(option.name) \(option.value ?? "")")
      }
      if parts.count == 1, options.contains(where: { $0.name == value }) {
        throw CommandFailure.usage(
          "\(option.name) needs a value: \(option.name) \(option.value ?? ""); write \(option.name)=\(value) if it is \(value)"
        )
      }
      try option.check(value)
      if values[option.name] != nil && !option.isRepeatable {
        throw CommandFailure.usage("\(option.name) was given twice")
      }
      values[option.name, default: []].append(value)
    }
    if name.operands.isEmpty, let extra = operands.first {
      throw CommandFailure.usage("\(name.rawValue) takes no argument \"\(extra)\"")
    }
  }

  /// Whether settings have an effect on it.
  var readsConfiguration: Bool { name.map { $0 != .completion } ?? false }

  /// Whether it may tell how many installs something hits.
  var tellsInstalls: Bool {
    switch name {
    case .check, .run, .report, .incidents, .show, .explain, .contracts, .backtest, .site, .config: true
    case .ack, .accept, .status, .store, .impact, .record, .import, .recordings, .replay, .gate, .initialize, .infer,
      .vendor, .suggest, .harden,
      .completion,
      .history, .diff, .shape, .export,
      nil:
      false
    }
  }

  /// Whether a flag is set.
  func has(_ option: String) -> Bool { value(option) != nil }

  /// The value of an option as given, else as configured; `nil` if neither.
  func value(_ option: String) -> String? { given(option) ?? filled[option] }

  /// The value of an option as it was given.
  func given(_ option: String) -> String? { values[option]?.first }

  /// Sets the value that is used if the option was not given.
  mutating func fill(_ option: String, _ value: String) { filled[option] = value }

  /// All values of a repeatable option.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// The value of an option as a time in seconds, written as in the configuration: `90`, `90s`, `30m`, `12h`, `7d`.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for what is none, or longer than a year.
  func seconds(_ option: String) throws -> Double? {
    guard let text = value(option) else { return nil }
    guard let seconds = Setting.Kind.seconds(text), seconds <= Setting.Kind.year else {
      throw CommandFailure.usage("\(option) needs \(Setting.Kind.expectedSeconds()), not \"\(JSONFile.quoted(text))\"")
    }
    return seconds
  }

  /// A value that must be one of a few words.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ option: String, _ type: Choice.Type) throws -> Choice?
  {
    guard let text = value(option) else { return nil }
    return try Self.choice(text, of: type, for: option)
  }

  static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String, of type: Choice.Type, for option: String
  ) throws -> Choice {
    if let choice = Choice(rawValue: text) { return choice }
    throw unknown(text, among: Choice.allCases.map(\.rawValue), for: option)
  }

  /// That a word is none of those that can be written.
  ///
  /// - Parameters:
  ///   - text: What was written.
  ///   - words: What can be; they are all named if they fit into a line.
  ///   - option: Where it was written.
  /// - Returns: A failure with exit code 2 that names the nearest one.
  static func unknown(_ text: String, among words: [String], for option: String) -> CommandFailure {
    let nearest = nearestName(to: text, in: words).map { "; did you mean \($0)?" } ?? ""
    let shown = JSONFile.quoted(text)
    guard words.count <= 12 else { return .usage("\(option) knows no \"\(shown)\"\(nearest)") }
    return .usage("\(option) knows \(words.joined(separator: ", ")), not \"\(shown)\"\(nearest)")
  }

  private static func name(_ text: String) throws -> CommandName {
    if let name = CommandName(rawValue: text) { return name }
    let known = text.hasPrefix("-") ? ["--help", "--version"] : CommandName.allCases.map(\.rawValue)
    let nearest = nearestName(to: text, in: known).map { "; did you mean \($0)?" } ?? ""
    throw CommandFailure.usage("unknown command \"\(text)\"\(nearest); see \(ProgramName.current) --help")
  }
}
