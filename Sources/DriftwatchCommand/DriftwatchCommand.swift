public import ContractKit
import Examination
import Foundation
import System

/// The `driftwatch` command for a set of contracts: a team's own package calls ``main(_:)`` with its own.
///
/// ```swift
/// import DriftwatchCommand
/// await DriftwatchCommand.main([myContract])
/// ```
public enum DriftwatchCommand {
  /// Version of the command, as `--version` prints it.
  public static let version = "0.1.0"

  /// Runs the command with the process's arguments and ends the process with its exit code.
  ///
  /// Must be called from the program's `main`: workers are spawned from the same executable, and mappings may need the
  /// main actor.
  ///
  /// - Parameter contracts: They are made only if needed, for example not for `--version`.
  public static func main(_ contracts: @autoclosure () -> [Contract]) async -> Never {
    ProgramName.take(from: CommandLine.arguments, ProcessInfo.processInfo.environment)
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments == [Examiner.subcommand] {
      // Ctrl-C and systemd signal every process at once. A worker that ended then would look like a crash. It
      // ends with its parent in any case.
      for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
      exit(await Worker.run(contracts: contracts()))
    }
    SystemCalls.occupyStreams()
    // The app's code runs as the same user, and this process holds the credentials.
    KernelCall.hideProcess()
    // Without SIGPIPE, a write to a closed pipe fails and can be handled instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)  // likewise a file that may not grow (`ulimit -f`): one line and exit code 4
    // A service manager may ask for the configuration to be read again before it was read at all.
    if arguments.first == "run", isatty(2) == 0 { signal(SIGHUP, SIG_IGN) }
    let console = Console.standard
    let asksForContracts = (try? CommandCall(arguments))?.readsConfiguration ?? false
    let code = await run(
      asksForContracts ? contracts() : [], arguments: arguments, environment: ProcessInfo.processInfo.environment,
      console: console)
    exit(code)
  }

  /// Runs one command and returns its exit code.
  static func run(
    _ contracts: [Contract], arguments: [String], environment: [String: String], console: Console
  ) async -> Int32 {
    do {
      let given = try CommandCall(arguments)
      var configuration = given.readsConfiguration ? try Configuration(given, environment, contracts) : Configuration()
      if given.tellsInstalls { configuration.runInstallCommands(environment) { console.complain($0) } }
      let call = given.readsConfiguration ? try given.filled(by: configuration, environment) : given
      let contracts = configuration.applied(to: contracts)
      switch call.command {
      case .help(let topic):
        try console.print(topic.map(CommandHelp.text(for:)) ?? CommandHelp.overview())
        return 0
      case .manual:
        try console.print(ManualPage.text())
        return 0
      case .version:
        try console.print("driftwatch \(version)\n")
        return 0
      case .check:
        var check = CheckCommand(call, contracts, environment, console)
        return try await check.run()
      case .run: return try await RunCommand(call, contracts, environment, console).run()
      case .incidents: return try await IncidentsCommand(call, contracts, environment, console).run()
      case .show: return try await ShowCommand(call, contracts, environment, console).run()
      case .ack: return try await AckCommand(call, contracts, environment, console).run()
      case .accept: return try await AcceptCommand(call, contracts, environment, console).run()
      case .history: return try await HistoryCommand(call, contracts, environment, console).run()
      case .export: return try await HistoryCommand(call, contracts, environment, console).export()
      case .shape: return try await ShapeCommand(call, contracts, environment, console).run()
      case .diff: return try await ShapeCommand(call, contracts, environment, console).diff()
      case .store: return try await StoreCommand(call, contracts, environment, console).run()
      case .report: return try await ReportCommand(call, contracts, environment, console).run()
      case .impact: return try await ImpactCommand(call, contracts, environment, console).run()
      case .site: return try await SiteCommand(call, contracts, environment, console).run()
      case .backtest: return try await BacktestCommand(call, contracts, environment, console).run()
      case .record: return try await RecordCommand(call, contracts, environment, console).run()
      case .import: return try await ImportCommand(call, contracts, environment, console).run()
      case .recordings: return try RecordingsCommand(call, contracts, environment, console).run()
      case .replay: return try await ReplayCommand(call, contracts, environment, console).run()
      case .gate: return try await GateCommand(call, contracts, environment, console).run()
      case .initialize: return try await InitCommand(call, environment, console).run()
      case .harden: return try await HardenCommand(call, contracts, environment, console).run()
      case .suggest: return try await SuggestCommand(call, contracts, environment, console).run()
      case .vendor: return try VendorCommand(call, contracts, environment, console).run()
      case .infer: return try await InferCommand(call, contracts, environment, console).run()
      case .contracts: return try await ContractsCommand(call, contracts, environment, console).run()
      case .explain: return try await ExplainCommand(call, contracts, environment, console).run()
      case .status: return try await StatusCommand(call, contracts, environment, console).run()
      case .config: return try ConfigCommand(call, contracts, environment, console).run()
      case .completion: return try CompletionCommand(call, console).run()
      }
    } catch {
      let failure = CommandFailure(error)
      console.complain(failure.message)
      return failure.code
    }
  }
}
