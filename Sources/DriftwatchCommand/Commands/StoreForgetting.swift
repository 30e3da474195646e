import ContractKit
import DriftModel
import Foundation
import Store

/// `driftwatch store forget ID/ENDPOINT`: what was learned of one endpoint is forgotten, and its next check is a first observation.
struct StoreForgetting {
  let settings: CommandSettings

  /// Forgets, and says what.
  ///
  /// - Parameter operand: What was given as ID/ENDPOINT or as the URL that was checked; `nil`: nothing.
  /// - Returns: The exit code.
  /// - Throws: `CommandFailure` for an endpoint that neither the ledger nor a contract knows, and `StoreError`, as where a round is
  ///   running.
  func run(_ operand: String?) async throws -> Int32 {
    guard let operand else { throw CommandFailure.usage("store forget needs an endpoint: ID/ENDPOINT, or a URL") }
    let ledger = try settings.existingLedger(.readWrite)
    try await settings.checkEnvironment(in: ledger)
    let requests = try await ledger.requests(environment: nil)
    let keys = requests.map(\.key)
    guard operand.contains("/") else {
      throw CommandFailure.usage(
        "store forget needs an endpoint: ID/ENDPOINT, or a URL, not \"\(CommandSettings.shown(operand))\"")
    }
    let targets = try LedgerTargets([operand], settings, among: requests)
    let declared = Set(
      settings.contracts.flatMap { contract in contract.endpoints.map { "\(contract.id)/\($0.id)" } })
    // A declared contract may be called like a URL's host.
    let contracts = operand.contains("://") ? Set(settings.contracts.map(\.id)) : []
    let known = Set(
      keys.filter { targets.include($0) && !contracts.contains($0.contract) }.map { "\($0.contract)/\($0.endpoint)" })
    var places = known.union(declared.filter { $0 == operand }).sorted()
    guard !places.isEmpty else {
      throw CommandFailure.usage(
        "store forget: nothing was checked as \"\(targets.names)\" yet\(targets.suggestion(among: keys.filter { !contracts.contains($0.contract) }))"
      )
    }
    var others: [String] = []
    if let plain = targets.plain(among: places) {
      (places, others) = ([plain], places.filter { $0 != plain })
    }
    // Each has a history of its own, and what is forgotten is gone.
    guard places.count == 1 else {
      throw CommandFailure.usage(
        "\(targets.names) has several requests, name one: \(places.map(\.printable).joined(separator: ", "))")
    }
    // A round would store again what it read before. Where several processes run rounds, the ledger refuses what such a round stores.
    let lease = ledger.isShared ? nil : try await ledger.lease(for: .rounds)
    defer { withExtendedLifetime(lease) {} }
    var forgotten: [ForgottenRequest] = []
    for place in places {
      // An id of a contract has no slash.
      let parts = place.split(separator: "/", maxSplits: 1).map(String.init)
      forgotten += try await ledger.forget(
        contract: parts[0], endpoint: parts[1], environment: settings.call.value("--environment"),
        isWatched: declared.contains(place), at: Date())
    }
    try settings.console.print(Self.words(forgotten, places.map(\.printable).joined(separator: ", ")))
    if !others.isEmpty {
      try settings.console.print(
        "What was sent there with headers or a body stays: \(others.map(\.printable).joined(separator: ", "))\n")
    }
    return 0
  }

  private static func words(_ forgotten: [ForgottenRequest], _ places: String) -> String {
    let lines = forgotten.filter { !$0.isEmpty }.map { request in
      var parts: [String] = []
      if request.hadShape { parts.append("the shape of \(count(request.responses, "response"))") }
      if request.mappings > 0 { parts.append("the usual losses of \(count(request.mappings, "mapping"))") }
      if request.pendingChanges > 0 { parts.append(count(request.pendingChanges, "pending change")) }
      let ended =
        request.incidents > 0 ? "; \(count(request.incidents, "open incident")) ended, the history stays" : ""
      let others = request.key.perspective == "default" ? "" : ", \(request.key.perspective)"
      let what = parts.isEmpty ? "nothing that was learned" : parts.joined(separator: ", ")
      let endpoint = "\(request.key.contract)/\(request.key.endpoint)".printable
      return "\(endpoint) (\(request.key.environment)\(others)): forgot \(what)\(ended)\n"
    }
    guard !lines.isEmpty else { return "nothing was learned of \(places)\n" }
    return (lines.joined() + "the next check is a first observation\n")
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
