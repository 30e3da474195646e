import ContractKit
import DriftModel
import DriftRules
import Fetching
import Foundation
import Store
import Reporting
import System

/// What commands share: where the ledger is, how reports are written, and what the contracts are.
struct CommandSettings: Sendable {
  let call: CommandCall
  let contracts: [Contract]
  let environment: [String: String]
  var console: Console

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    self.call = call
    self.contracts = contracts
    self.environment = environment
    self.console = console
  }

  /// Refuses contracts with errors: exit 2, one line with the first problem and the number of others.
  func validate() throws {
    let problems = contractProblems(contracts)
    guard let first = problems.first else { return }
    let more = problems.count > 1 ? " (and \(problems.count - 1) more: \(ProgramName.current) contracts)" : ""
    throw CommandFailure.usage("\(first)\(more)")
  }

  /// What the configuration file says.
  var configuration: Configuration { call.configuration }

  /// Environment variables that hold secrets of contracts, as they are declared and as they are configured. No command that is started
  /// for something else gets them.
  var secretVariables: Set<String> {
    // What libpq reads the password of a ledger on a server from.
    Set((contracts + configuration.declared).flatMap(\.secretVariables)).union(["PGPASSWORD"]).union(
      ((try? CredentialOption(call)) ?? nil).map { [$0.variable] } ?? [])
  }

  /// Levels that are set for rules.
  var levels: LevelSettings { configuration.levelSettings }

  /// Path of the ledger: `--db`, `$DRIFTWATCH_DB`, the configuration, systemd's `$STATE_DIRECTORY`, else in XDG's state folder a file
  /// named after the program, because the programs of several teams share that folder, and each reports what is news to it.
  func ledgerPath() throws -> String {
    if let path = call.value("--db") ?? call.settings["db"]?.text { return try Self.checkedLedger(path) }
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let folder = variable("STATE_DIRECTORY")?.split(separator: ":").first { return "\(folder)/driftwatch.sqlite" }
    if let folder = variable("XDG_STATE_HOME"), folder.hasPrefix("/") {
      return "\(folder)/driftwatch/\(ProgramName.own).sqlite"
    }
    if let home = variable("HOME") { return "\(home)/.local/state/driftwatch/\(ProgramName.own).sqlite" }
    throw CommandFailure.usage("no place for the ledger: give --db PATH, or set DRIFTWATCH_DB")
  }

  /// `--environment`, else the one that `--base-url` leads to, else production.
  var environmentName: String { call.value("--environment") ?? environmentElsewhere ?? "production" }

  /// The environment of a call that fetches from another host than is declared, named after that host: what is found there is no
  /// history of production. `nil` where nothing is declared, or the host is the declared one, and where other contracts are checked
  /// as well, which have no address there.
  private var environmentElsewhere: String? {
    guard let elsewhere = try? contractsElsewhere(), elsewhere.isOfAll, !elsewhere.hosts.isEmpty else { return nil }
    let name = Set(elsewhere.hosts.values).sorted().joined(separator: "+")
    // As long as a name of an environment may be.
    return name.count <= 100 ? name : "\(name.prefix(90))-\(ContentDigest(of: [name]).short.prefix(8))"
  }

  /// The hosts to which `--base-url` leads contracts that are declared at another one, by contract id, and whether no contract that is
  /// checked is fetched from where it is declared.
  private func contractsElsewhere() throws -> (hosts: [String: String], isOfAll: Bool) {
    guard [.check, .run, .record].contains(call.command) else { return ([:], false) }
    let given = try givenBaseURLs()
    let named = call.operands.filter { !$0.contains("://") }.map { $0.prefix { $0 != "/" } }
    let checked = contracts.map(\.id).filter { id in call.operands.isEmpty || named.contains { $0 == id } }
    var hosts: [String: String] = [:]
    for (id, url) in given where checked.contains(id) {
      let declared = contracts.first { $0.id == id }.flatMap { declaredBaseURL(of: $0, in: "production") }
      guard let declared, Self.origin(declared) != Self.origin(url) else { continue }
      hosts[id] = Self.origin(url).range(of: "://").map { String(Self.origin(url)[$0.upperBound...]) }
    }
    // What has no address is fetched from nowhere.
    let others = contracts.filter { contract in
      checked.contains(contract.id) && given[contract.id] == nil
        && (declaredBaseURL(of: contract, in: "production") != nil || contract.endpoints.contains { $0.baseURL != nil })
    }
    return (hosts, others.isEmpty)
  }

  /// Refuses a call that checks some contracts at other hosts than are declared and the others where they are: it would be one
  /// environment, and what is found at those hosts would be production's history.
  ///
  /// - Throws: `CommandFailure` with exit code 2 that says what to add.
  private func checkOneEnvironment() throws {
    guard call.value("--environment") == nil else { return }
    let elsewhere = try contractsElsewhere()
    guard !elsewhere.isOfAll, let id = elsewhere.hosts.keys.min(), let host = elsewhere.hosts[id] else { return }
    throw CommandFailure.usage(
      "--base-url: \(id) would be checked at \(host) and the others in production; "
        + (call.command == .run ? "" : "check \(id) alone, or ") + "name what it is with --environment")
  }

  /// The base URL that the configuration, or else the contract, declares for an environment.
  func declaredBaseURL(of contract: Contract, in environment: String) -> String? {
    configuration.baseURLs[environment]?[contract.id]?.text ?? contract.baseURL(in: environment)
  }

  /// Scheme, host and port in lower case, without a user.
  private static func origin(_ url: String) -> String {
    guard let scheme = url.range(of: "://") else { return url }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let origin = (url[..<scheme.upperBound] + host).lowercased()
    // RFC 9110, sections 4.2.1 and 4.2.2: the port that a scheme has by itself.
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where origin.hasPrefix(scheme) {
      return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
    }
    return origin
  }

  /// `--fail-on`, and `warning` for contracts that stand for what nobody is known to read, unless it is said.
  func failOn(withoutReaders: Set<String>) throws -> FailLevel {
    FailLevel(try failOn(), withoutReaders: call.value("--fail-on") == nil ? withoutReaders : [])
  }

  /// `--fail-on`; `nil` for never.
  func failOn() throws -> Level? {
    switch try call.choice("--fail-on", FailThreshold.self) ?? .breaking {
    case .breaking: return .breaking
    case .warning: return .warning
    case .info: return .info
    case .never: return nil
    }
  }

  /// Refuses `--fail-on` in a call that exits 0 whatever is found, because whoever gives it waits for an exit code.
  ///
  /// - Parameter isShown: Whether what is written depends on it all the same.
  /// - Throws: `CommandFailure` with exit code 2 that says what to add.
  func checkFailOn(isShown: Bool) throws {
    guard call.given("--fail-on") != nil, !call.has("--exit-state"), !isShown else { return }
    throw CommandFailure.usage("--fail-on sets the exit code only with --exit-state: add that, or leave --fail-on out")
  }

  /// `--candidate`; `nil` if nobody said it.
  func candidateChoice() throws -> CandidateChoice? { try call.choice("--candidate", CandidateChoice.self) }

  /// `--base-url ID=URL`, else what the configuration says of the environment, by contract id: for what is fetched.
  func baseURLs() throws -> [String: String] {
    try checkOneEnvironment()
    let configured = configuration.baseURLs[environmentName] ?? [:]
    return configured.mapValues(\.text).merging(try givenBaseURLs()) { $1 }
  }

  /// `--base-url ID=URL`, by contract id; recordings are found by the contract's own base URL unless one is given so.
  func givenBaseURLs() throws -> [String: String] {
    var urls: [String: String] = [:]
    for text in call.all("--base-url") {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailure.usage("--base-url needs ID=URL, not \"\(Console.withoutPassword(text))\"")
      }
      _ = try contract(parts[0])
      let probe = Contract("probe", baseURL: parts[1]) { Endpoint("probe", get: "/") }
      if let problem = probe.problems().first {
        throw CommandFailure.usage("--base-url \(parts[0]): \(Console.withoutPassword(problem.message))")
      }
      urls[parts[0]] = parts[1]
    }
    return urls
  }

  /// Writes the report to standard output (unless quiet) and to the files of `--output`.
  ///
  /// - Parameters:
  ///   - report: What is written.
  ///   - format: The form on standard output.
  ///   - options: How much of it.
  ///   - mustBeRead: Whether a reader that went away is an error.
  /// - Throws: `CommandFailure` with exit code 4 when standard output or a file could not be written; the rest went out
  ///   by then.
  func deliver(_ report: RoundReport, format: ReportFormat, options: RenderOptions, mustBeRead: Bool = false) throws {
    var failure: CommandFailure?
    do {
      if !call.has("--quiet") {
        let text = render(report, as: format, options: options)
        if mustBeRead { try console.hand(over: text) } else { try console.print(text) }
      }
    } catch { failure = CommandFailure(error) }
    do { try writeOutputs(report, options: options) } catch { failure = CommandFailure(error) }
    if let failure { throw failure }
  }

  /// Writes the report to the files of `--output`.
  ///
  /// - Throws: `CommandFailure` with exit code 4 when a file could not be written; the others are by then.
  func writeOutputs(_ report: RoundReport, options: RenderOptions) throws {
    var failure: CommandFailure?
    var plain = options
    plain.colour = false
    for file in try outputFiles() {
      do { try file.write(render(report, as: file.format, options: plain)) } catch { failure = CommandFailure(error) }
    }
    if let failure { throw failure }
  }

  /// Whether to colour standard output: `$NO_COLOR`, else what is configured, else whether it is a terminal.
  var usesColour: Bool {
    guard (environment["NO_COLOR"] ?? "").isEmpty else { return false }
    return switch call.settings["colour"].flatMap({ ColourChoice(rawValue: $0.text) }) ?? .auto {
    case .auto: console.usesColour(environment)
    case .always: true
    case .never: false
    }
  }

  /// Options of a report on standard output.
  func renderOptions(failOn: FailLevel, showAll: Bool, candidates: CandidateChoice? = nil) -> RenderOptions {
    var options = RenderOptions(
      rules: Rules.catalog, width: console.width, colour: usesColour, verbose: call.has("--verbose"), showAll: showAll,
      failOn: failOn)
    options.commands = writtenCommands
    options.listingCommand = options.commands.command("report --all", inEnvironment: true)
    // Who says that nothing fails means candidates as well.
    options.failsCandidates = candidates.map { $0 == .fail } ?? (failOn.level != nil)
    return options
  }

  /// Refuses wrong `--output` values, and files that cannot be written, before any work is done.
  func checkOutputs() throws {
    let ledger = try? ledgerPath()
    for file in try outputFiles() {
      try file.check()
      if let ledger, file.isPart(ofLedger: ledger) {
        throw CommandFailure.usage(
          "--output: \(file.path) belongs to the ledger and would be overwritten; name another file")
      }
    }
  }

  /// Refuses an unknown environment, because a typing error would fetch nothing or begin a separate history.
  ///
  /// Known are production, and environments with a base URL in a contract, in the configuration or in this call.
  ///
  /// - Throws: `CommandFailure` with exit code 2 that names the nearest one.
  func checkEnvironment() throws {
    let name = environmentName
    let known = Set(["production"] + contracts.flatMap { $0.environments.keys } + configuration.baseURLs.keys)
    guard !known.contains(name), call.all("--base-url").isEmpty else { return }
    let nearest = nearestName(to: name, in: known.sorted()).map { "; did you mean \($0)?" } ?? ""
    throw call.failure(
      of: "environment",
      "no contract and no configuration knows an environment \"\(name.printable)\"\(nearest); there are \(known.sorted().joined(separator: ", "))"
    )
  }

  private func outputFiles() throws -> [OutputFile<ReportFormat>] { try outputFiles(as: ReportFormat.self) }

  /// The files of `--output`, each with its format.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for a value that names none, or a file twice.
  func outputFiles<Format: RawRepresentable<String> & CaseIterable>(as type: Format.Type) throws -> [OutputFile<Format>]
  {
    let files = try call.all("--output").map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw CommandFailure.usage("--output needs FORMAT=FILE, not \"\(text)\"") }
      guard parts[1] != "-" else {
        throw CommandFailure.usage("--output writes files; --format \(parts[0]) puts a report on standard output")
      }
      return OutputFile(
        format: try CommandCall.choice(parts[0], of: type, for: "--output"), path: parts[1])
    }
    for (index, file) in files.enumerated() where !file.isDevice {
      if files[..<index].contains(where: { $0.isSame(as: file) }) {
        throw CommandFailure.usage("--output names \(file.path) twice, and one report would replace the other")
      }
    }
    return files
  }
}

extension CommandSettings {
  /// The settings of the same call after the configuration file was read again, for SIGHUP.
  ///
  /// - Returns: New settings with the contracts as they are operated now, or the one line that says what is wrong;
  ///   whoever asks then goes on with what it has.
  func reloaded() -> Result<CommandSettings, CommandFailure> {
    do {
      let declared = configuration.declared
      let call = try CommandCall(call.arguments)
      var configuration = try Configuration(call, environment, declared)
      configuration.runInstallCommands(environment) { console.complain($0) }
      let settings = CommandSettings(
        try call.filled(by: configuration, environment), configuration.applied(to: declared), environment, console)
      // All errors that would otherwise appear later in the running monitor.
      try settings.validate()
      _ = try (FetchPolicy(settings.call), settings.baseURLs(), AcceptedFiles(settings))
      return .success(settings)
    } catch {
      return .failure(CommandFailure(error))
    }
  }
}
