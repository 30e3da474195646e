import ContractKit
import DriftModel
import DriftRules
import Examination
import Foundation
import Store
import Monitoring
import Recording
import Reporting

/// `driftwatch impact`: what would break if a path were gone, null or of another type, found by trying it on the app's
/// own code.
///
/// The results of live rounds with the same code are in the ledger. If it has nothing for an endpoint, the
/// recordings are tried now.
struct ImpactCommand {
  let settings: CommandSettings

  /// How the matrix is gathered.
  enum Gathering: String, CaseIterable { case path, domain }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let call = settings.call
    let format = try call.choice("--format", IncidentFormat.self) ?? .text
    let gathering = try call.choice("--by", Gathering.self) ?? .path
    try settings.validate()
    if let url = call.operands.first(where: { $0.contains("://") }) {
      throw CommandFailure.usage("impact needs a contract whose code can be tried; \"\(url)\" is a URL")
    }
    let targets = try CheckTargets(call.operands, settings)
    try refuseUnread(targets)
    let buildID = ExecutableIdentity.currentBuildID
    let wanted = Wanted(targets)
    var matrices: [ImpactMatrix] = []
    var sources: [String] = []
    if call.value("--from") == nil {
      let stored = try await stored(buildID, wanted)
      let live = stored.filter { $0.perspective != "recorded" }.map(\.matrix)
      // Live results are not mixed with recorded ones.
      let kept = stored.map(\.matrix).filter { matrix in !live.contains { wanted.isSameEndpoint($0, matrix) } }
      matrices = live + kept
      if !live.isEmpty { sources.append("responses of live rounds") }
      if !kept.isEmpty { sources.append("recorded responses in the ledger") }
    }
    if let found = try await recorded(targets, buildID, wanted.without(matrices), isNeeded: matrices.isEmpty),
      !found.isEmpty
    {
      matrices += found
      sources.append("the recordings")
    }
    let source = "from " + sources.joined(separator: " and ")
    guard !matrices.isEmpty else {
      guard !hasRecordings(of: targets) else {
        throw CommandFailure.notChecked(
          "no version decodes what is recorded, so that nothing can be tried; \(ProgramName.current) check --from recordings says why"
        )
      }
      throw CommandFailure.notChecked(
        "nothing is recorded of what was asked for, so that nothing can be tried; see docs/recordings.md")
    }
    matrices.sort { (wanted.rank($0), $0.request) < (wanted.rank($1), $1.request) }
    switch format {
    case .json: try settings.console.print(impactJSON(matrices))
    case .text:
      let options = settings.renderOptions(failOn: FailLevel(nil), showAll: call.has("--all"))
      try settings.console.print(
        renderImpact(matrices, from: source, byDomain: gathering == .domain, options: options))
    }
    return 0
  }

  /// Selected endpoints, in the order of the contracts.
  private struct Wanted {
    private var ranks: [String: Int] = [:]

    init(_ targets: CheckTargets) {
      for contract in targets.contracts {
        let chosen = targets.selection?[contract.id] ?? []
        for endpoint in contract.endpoints where chosen.isEmpty || chosen.contains(endpoint.id) {
          ranks["\(contract.id)/\(endpoint.id)"] = ranks.count
        }
      }
    }

    /// Endpoints without a matrix so far.
    func without(_ matrices: [ImpactMatrix]) -> Wanted {
      var rest = self
      for matrix in matrices { rest.ranks["\(matrix.contract)/\(matrix.endpoint)"] = nil }
      return rest
    }

    func contains(contract: String) -> Bool { ranks.keys.contains { $0.hasPrefix(contract + "/") } }

    func isSameEndpoint(_ one: ImpactMatrix, _ other: ImpactMatrix) -> Bool {
      (one.contract, one.endpoint) == (other.contract, other.endpoint)
    }

    func contains(_ matrix: ImpactMatrix) -> Bool { ranks["\(matrix.contract)/\(matrix.endpoint)"] != nil }
    func rank(_ matrix: ImpactMatrix) -> Int { ranks["\(matrix.contract)/\(matrix.endpoint)"] ?? .max }
  }

  /// Refuses endpoints that no version reads: nothing can be lost of them, whatever is recorded.
  ///
  /// - Throws: `CommandFailure` with exit code 3 if all that are asked for are such.
  private func refuseUnread(_ targets: CheckTargets) throws {
    let read = targets.contracts.reduce(into: Set<EndpointID>()) { $0.formUnion($1.readEndpoints) }
    let asked = targets.contracts.flatMap { contract in
      let chosen = targets.selection?[contract.id] ?? []
      return contract.endpoints.filter { chosen.isEmpty || chosen.contains($0.id) }.map {
        EndpointID(contract: contract.id, endpoint: $0.id)
      }
    }
    guard !asked.isEmpty, asked.allSatisfy({ !read.contains($0) }) else { return }
    let names = asked.prefix(3).map(\.description).joined(separator: ", ")
    let more = asked.count > 3 ? " and \(asked.count - 3) more" : ""
    throw CommandFailure.notChecked(
      "no version reads \(asked.count == 1 ? "this endpoint" : "these endpoints") (\(names)\(more)), so that nothing of it can be lost"
    )
  }

  /// Whether there are recordings of the selected contracts.
  private func hasRecordings(of targets: CheckTargets) -> Bool {
    guard let folders = try? settings.recordingsFolders() else { return false }
    return !RecordedRounds(folders, ids: Set(targets.contracts.map(\.id))).days.isEmpty
  }

  private func stored(_ buildID: String, _ wanted: Wanted) async throws -> [StoredImpact] {
    // Without a ledger the recordings are used. A ledger that was named must exist.
    if settings.call.value("--db") == nil {
      guard (try? settings.hasLedger()) == true else { return [] }
    }
    let ledger = try settings.existingLedger(.readOnly)
    return try await ledger.impacts(environment: settings.environmentName)
      .filter { $0.buildID == buildID && wanted.contains($0.matrix) }
  }

  /// The result of trying the recordings of these endpoints; nil if there are none and something else is known.
  private func recorded(
    _ targets: CheckTargets, _ buildID: String, _ wanted: Wanted, isNeeded: Bool
  ) async throws -> [ImpactMatrix]? {
    let contracts = targets.contracts.filter { wanted.contains(contract: $0.id) }
    let examiner = try Examiner(settings.call)
    guard !contracts.isEmpty, isNeeded || (try? settings.contractsFolder()) != nil else { return nil }
    if settings.call.value("--from") == nil, try settings.knownContractsFolder() == nil {
      throw CommandFailure.notChecked(
        "no check has tried yet what would break; run \(settings.command("check")), or name recordings with --contracts DIR"
      )
    }
    let ledger = MemoryStore()
    let days = RecordedRounds(try settings.recordingsFolders(), ids: Set(contracts.map(\.id))).days
    defer { settings.console.endProgress() }
    var found = FoundValues()
    for (index, day) in days.enumerated() {
      settings.console.progress("trying \(day.name), \(index + 1) of \(days.count)…")
      var plan = Round.Plan(
        contracts: contracts, environment: settings.environmentName, clock: day.date, buildID: buildID)
      plan.variables = settings.environment
      plan.findsImpact = true
      let round = Round(plan, store: ledger, examiner: examiner, folders: day.folders, isDirectory: false)
      found = try await round.run(found: found).found
    }
    return await ledger.impacts(environment: settings.environmentName).map(\.matrix).filter(wanted.contains)
  }
}

extension Contract {
  /// The endpoints that some version reads.
  var readEndpoints: Set<EndpointID> {
    Set(
      endpoints.filter { endpoint in versions.contains { $0.reads(endpoint.id) != nil } }.map {
        EndpointID(contract: id, endpoint: $0.id)
      })
  }
}
