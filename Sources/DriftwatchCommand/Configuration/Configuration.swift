import ContractKit
import DriftModel
import DriftRules
import Foundation

/// What the configuration file says: how the contracts are operated in this place. `docs/configuration.md` has every
/// key.
///
/// Options beat the environment, the environment beats the file, the file beats the default; ``value(of:in:_:)`` is the
/// one place where that is decided.
struct Configuration: Sendable {
  /// The file, and how it was found; `nil`: there is none.
  var file: ConfigurationFile?
  /// The contracts as they are written, before anything was applied to them.
  var declared: [Contract] = []
  /// Values of ``Setting``, by key.
  var values: [String: SettingValue] = [:]
  /// Base URLs by environment, then contract.
  var baseURLs: [String: [String: SettingValue]] = [:]
  /// Seconds by `*`, `ID` or `ID/ENDPOINT`.
  var intervals: [String: SettingValue] = [:]
  /// Where credentials are read, by contract.
  var credentials: [String: CredentialPlace] = [:]
  /// Shares of installs by contract.
  var installs: [String: Installs] = [:]
  /// Levels in the order of the file.
  var levels: [LevelEntry] = []
  /// Paths of further files of acceptances.
  var suppressions: [SettingValue] = []

  /// Where a contract's credential is read.
  struct CredentialPlace: Sendable, Equatable {
    var credential: Credential
    /// Origins that get it beside those that the contract names.
    var origins: [String] = []
    var origin: SettingValue.Origin
  }

  /// A rule's level for `*`, `ID` or `ID/ENDPOINT`.
  struct LevelEntry: Sendable, Equatable {
    var target: String
    var rule: RuleID
    var choice: LevelSettings.Choice
    var origin: SettingValue.Origin
  }

  /// The value of `setting` from the option, else the variable, else the file; `nil` for the default.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for an option or a variable whose value is none.
  func value(
    of setting: Setting, in call: CommandCall, _ environment: [String: String]
  ) throws -> SettingValue? {
    // The format of `config show` is its own, not that of the reports.
    if let option = setting.option, option != "--format" || call.name != .config, let text = call.given(option) {
      return SettingValue(text: try typed(text, of: setting, option, in: call), origin: .option(option))
    }
    if let text = environment[setting.variable], !text.isEmpty {
      guard let value = setting.kind.canonical(text) else {
        throw CommandFailure.usage(
          "$\(setting.variable) is \"\(JSONFile.quoted(text))\", not \(setting.kind.expectation)")
      }
      if setting.key == "db", let problem = CommandSettings.problem(ofLedger: text) {
        throw CommandFailure.usage("$\(setting.variable) names no ledger: \(problem)")
      }
      return SettingValue(text: value, origin: .variable(setting.variable))
    }
    return values[setting.key]
  }

  /// The value of an option in the form of its setting.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for one that is no such value. Words and files are looked at where they are used, and so
  ///   is an option that means something else in this command.
  private func typed(_ text: String, of setting: Setting, _ option: String, in call: CommandCall) throws -> String {
    guard let name = call.name, name == .config || setting.commands?.contains(name) ?? true else { return text }
    switch setting.kind {
    case .flag: return "true"
    case .path, .word: return text
    case .name, .seconds, .bytes, .count:
      guard let value = setting.kind.canonical(text) else {
        throw CommandFailure.usage(
          "\(option) needs \(setting.kind.expectation), not \"\(JSONFile.quoted(text))\"")
      }
      return value
    }
  }

  /// Levels that are set, as the judgement takes them.
  var levelSettings: LevelSettings {
    var settings = LevelSettings()
    if let file { settings.origin = URL(fileURLWithPath: file.path).lastPathComponent }
    for entry in levels {
      let target = Target(entry.target)
      settings.set(
        entry.rule, to: entry.choice, in: LevelSettings.Scope(contract: target.contract, endpoint: target.endpoint))
    }
    return settings
  }

  /// Seconds between two fetches of an endpoint; `nil`: as its contract says.
  func interval(of endpoint: String, in contract: String) -> SettingValue? {
    intervals["\(contract)/\(endpoint)"] ?? intervals[contract] ?? intervals["*"]
  }

  /// `contracts` as they are operated here.
  func applied(to contracts: [Contract]) -> [Contract] {
    contracts.map { contract in
      contract.operated(
        credential: credentials[contract.id]?.credential, origins: credentials[contract.id]?.origins ?? [],
        installs: installs[contract.id]?.declared
      ) { endpoint in
        interval(of: endpoint.id, in: contract.id)?.number.map { .milliseconds(Int($0 * 1000)) }
      }
    }
  }

  /// `*`, `ID` or `ID/ENDPOINT`.
  struct Target {
    var contract: String?
    var endpoint: String?

    init(_ text: String) {
      guard text != "*" else { return }
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      contract = parts.first
      endpoint = parts.count == 2 ? parts[1] : nil
    }
  }
}

extension CommandCall {
  /// This call with what the environment and the configuration say where it says nothing; every command then asks the
  /// call.
  ///
  /// The ledger and the contracts' folder are left out: that they were *given* means something of its own.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for an option or a variable whose value is none.
  func filled(by configuration: Configuration, _ environment: [String: String]) throws -> CommandCall {
    var call = self
    call.configuration = configuration
    guard let name else { return call }
    for setting in Setting.all {
      let value = try configuration.value(of: setting, in: self, environment)
      call.settings[setting.key] = value
      guard !["db", "contracts"].contains(setting.key), let option = setting.option, given(option) == nil,
        setting.commands?.contains(name) ?? true,
        CommandOption.all(for: name).contains(where: { $0.name == option }), let value
      else { continue }
      if setting.kind != .flag { call.fill(option, value.text) } else if value.text == "true" { call.fill(option, "") }
    }
    return call
  }
}
