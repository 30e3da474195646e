import ContractKit
import DriftModel
import DriftRules
import Examination
import Foundation
import Store
import Monitoring
import PayloadShape
import Reporting
import System

/// `driftwatch backtest`: what would have been reported for files in order, as responses of one endpoint?
struct BacktestCommand {
  /// Id of the contract that files without one belong to.
  static let contractWithoutReaders = "backtest"

  private let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let call = settings.call
    let format = try call.choice("--format", BacktestFormat.self) ?? .text
    _ = try settings.failOn()
    // The totals for programs hold the exit code.
    try settings.checkFailOn(isShown: format == .json && !call.has("--quiet"))
    try settings.validate()
    let (contract, endpoint, hasUnknownReaders) = try target()
    let failOn = try settings.failOn(withoutReaders: hasUnknownReaders ? [contract.id] : [])
    let files = try files()
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    if !hasUnknownReaders { examiner.prepare() }
    let store: any Store
    var lease: Lease?
    if call.value("--db") == nil {
      store = MemoryStore()
    } else {
      store = try settings.ledger()
      lease = try await store.lease(for: .rounds)
    }
    defer { withExtendedLifetime(lease) {} }
    var plan = Round.Plan(
      contracts: [contract], environment: settings.environmentName,
      // So that the last file is from now, if no name has a date.
      clock: Date().addingTimeInterval(-endpoint.interval.seconds * Double(files.count - 1)),
      buildID: ExecutableIdentity.currentBuildID)
    plan.perspective = "recorded"
    plan.variables = settings.environment
    plan.levels = settings.levels
    plan.shapeBudget = PayloadShape.budget(settings.call.settings)
    plan.withoutReaders = hasUnknownReaders ? [contract.id] : []
    plan.acceptances = try await AcceptedFiles(settings).identified(with: store)
    var backtest = Backtest(plan, contract: contract, endpoint: endpoint, examiner: examiner, store: store)
    backtest.failOn = failOn
    let console = settings.console
    let options = settings.renderOptions(failOn: failOn, showAll: false)
    let isQuiet = call.has("--quiet")
    let totals: BacktestTotals
    do {
      defer { console.endProgress() }
      totals = try await backtest.run(files: files) { step in
        if step.step % 25 == 0, !isQuiet { console.progress("\(step.step) of \(files.count)…") }
        let text = renderBacktest(step, as: format, options: options)
        guard !text.isEmpty, !isQuiet else { return }
        console.endProgress()
        try console.print(text)
      }
    } catch let error as Backtest.Unreadable {
      throw CommandFailure.usage(error.description)
    }
    if !isQuiet { try console.print(renderBacktest(totals, as: format, options: options)) }
    return call.has("--exit-state") ? Int32(totals.exitCode) : 0
  }

  /// The endpoint that `--contract` names; without it, an endpoint without known readers.
  private func target() throws -> (Contract, Endpoint, hasUnknownReaders: Bool) {
    guard let name = settings.call.value("--contract") else {
      let endpoint = Endpoint("responses", get: "/")
      return (Contract(Self.contractWithoutReaders) { endpoint }, endpoint, true)
    }
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let contract = try settings.contract(parts[0], in: name)
    guard parts.count == 2, let endpoint = contract.endpoint(parts[1]) else {
      let ids = contract.endpoints.map { "\(contract.id)/\($0.id)" }
      let nearest = nearestName(to: name, in: ids).map { "; did you mean \($0)?" } ?? ""
      throw CommandFailure.usage(
        "--contract needs ID/ENDPOINT, and \(contract.id) has no endpoint \"\(parts.count == 2 ? parts[1] : "")\"\(nearest)"
      )
    }
    return (contract, endpoint, false)
  }

  /// The files in order. `-` means paths from standard input, one in each line. All are checked for being readable
  /// first.
  private func files() throws -> [String] {
    guard !settings.call.operands.isEmpty else {
      throw CommandFailure.usage("backtest needs FILEs, or - for paths on standard input")
    }
    var files: [String] = []
    for operand in settings.call.operands { files += operand == "-" ? try Self.namesOnInput() : [operand] }
    do {
      for file in files { try Backtest.check(file: file) }
    } catch { throw CommandFailure.usage(error.description) }
    return files
  }

  /// Paths on standard input. None is an error, because nothing would be examined and the result would look like a
  /// success.
  private static func namesOnInput() throws -> [String] {
    var status = stat()
    guard SystemCalls.hasInput, fstat(0, &status) == 0 else {
      throw CommandFailure.usage("-: standard input is closed; give it paths")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw CommandFailure.usage("-: standard input is a folder; give it paths, one a line")
    }
    let text: Data
    do { text = try FileHandle.standardInput.readToEnd() ?? Data() } catch {
      throw CommandFailure.usage("-: standard input cannot be read; give it paths, one a line")
    }
    let names = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    guard !names.isEmpty else {
      throw CommandFailure.usage("-: standard input named no file; give it paths, one a line")
    }
    return names
  }
}
