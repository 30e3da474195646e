import ContractKit
import DriftModel
import Foundation
import Reporting
import Store

// The environment that a call looks at, and what is said where the ledger knows others only.
extension CommandSettings {
  /// `--perspective`: from where the APIs are looked at.
  var viewpoint: String? { call.value("--perspective") }

  /// Refuses an environment that was named and is not in the ledger, because an empty report would look like a success.
  ///
  /// - Throws: `CommandFailure` with exit code 3, as where there is no ledger yet, with those that it knows.
  func checkEnvironment(in ledger: any Store) async throws {
    guard let name = call.value("--environment") else { return }
    let known = Set(try await ledger.requests(environment: nil).map(\.key.environment)).sorted()
    guard !known.isEmpty, !known.contains(name) else { return }
    let nearest = nearestName(to: name, in: known).map { "; did you mean \($0)?" } ?? ""
    throw CommandFailure.notChecked(
      "--environment: nothing was checked in \"\(name)\" yet\(nearest); the ledger has \(known.joined(separator: ", "))"
    )
  }

  /// Refuses to look at an environment of which the ledger has nothing while it has something of others, because an empty answer would
  /// look like a success.
  ///
  /// - Throws: `CommandFailure` with exit code 3 that names the others.
  func checkHistory(in ledger: any Store) async throws {
    try await checkEnvironment(in: ledger)
    let environment = environmentName
    // Most ledgers have one, and it is read faster than what is known of each request.
    guard try await ledger.lastRound(completeOnly: true, environment: environment) == nil else { return }
    let known = Set(try await ledger.requests(environment: nil).map(\.key.environment))
    guard !known.isEmpty, !known.contains(environment) else { return }
    throw try await noCompleteRound(in: ledger)
  }

  /// The failure of a command that needs a complete round of the environment that is looked at, where there is none; it names the
  /// environments that the ledger knows instead.
  func noCompleteRound(in ledger: any Store) async throws -> CommandFailure {
    let environment = environmentName
    let others = try await others(in: ledger)
    let elsewhere = others.isEmpty ? "" : "; there are some of \(others.joined(separator: ", ")): give --environment"
    return .notChecked(
      "no round\(environment == "production" ? "" : " of \(environment)") was ever completed in \(try shownLedger())\(elsewhere)"
    )
  }

  /// The other environments of which a round was completed, in order.
  private func others(in ledger: any Store) async throws -> [String] {
    var complete: [String] = []
    for name in Set(try await ledger.requests(environment: nil).map(\.key.environment)).sorted()
    where name != environmentName {
      if try await ledger.lastRound(completeOnly: true, environment: name) != nil { complete.append(name) }
    }
    return complete
  }

  /// ` --environment NAME` for a command that is to look at the same environment as this call; empty where it does so by itself.
  var environmentOption: String {
    environmentName == plainEnvironment ? "" : " --environment \(shellWord(environmentName))"
  }

  /// The environment that a call looks at which names none.
  private var plainEnvironment: String {
    guard let setting = Setting.named("environment") else { return "production" }
    if let name = environment[setting.variable], !name.isEmpty { return name }
    return configuration.values[setting.key]?.text ?? setting.standard
  }
}
