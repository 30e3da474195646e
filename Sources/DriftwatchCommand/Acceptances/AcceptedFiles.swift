import ContractKit
import DriftModel
import DriftRules
import Foundation
import Recording
import Store

/// The `accepted.json` of every API in the contracts' folder, as acceptances of the contracts that they belong to.
struct AcceptedFiles {
  /// Acceptances in the order of the files.
  private(set) var places: [(contract: String, acceptance: Acceptance, path: String)] = []
  private(set) var files: [AcceptedFile] = []
  private let folders: ContractFolders?
  private let contracts: [Contract]
  private let configuredEnvironments: [String]
  /// From where this call looks, if somebody said so.
  private let viewpoint: String?

  /// Reads all of them. A missing contracts' folder is an error only if one was named.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for any error in a file. Nothing is left out silently.
  init(_ settings: CommandSettings) throws {
    contracts = settings.contracts
    folders = try settings.contractsFolderIfAny().map { ContractFolders(folder: $0, ids: settings.contracts.map(\.id)) }
    configuredEnvironments = settings.configuration.baseURLs.keys.sorted()
    viewpoint = settings.viewpoint
    var found: [(path: String, own: [String])] = []
    if let folders {
      for api in folders.all {
        let path = api.appendingPathComponent(AcceptedFile.name).path
        if FileManager.default.fileExists(atPath: path) { found.append((path, folders.contractIDs(of: api))) }
      }
    }
    // The files that the configuration names are in no API's folder, and may be about any contract.
    found += settings.configuration.suppressions.map { ($0.text, contracts.map(\.id)) }
    var seen: [[String?]: String] = [:]
    for (path, own) in found {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure.usage("\(path): there is no such file, though the configuration names it (suppressions)")
      }
      let file = try AcceptedFile(path: path)
      files.append(file)
      for (index, entry) in file.entries.enumerated() {
        guard let contract = try contract(of: entry, own, "\(path): accepted[\(index)]") else { continue }
        var key = entry.key
        key[0] = contract.id
        if let other = seen[key] {
          throw CommandFailure.usage("\(path): accepted[\(index)] accepts the same as \(other); remove one of them")
        }
        seen[key] = "\(path): accepted[\(index)]"
        places.append((contract.id, entry.acceptance, path))
      }
    }
  }

  /// Acceptances by contract id, in the order of the files.
  var acceptances: [String: [Acceptance]] {
    Dictionary(grouping: places, by: \.contract).mapValues { $0.map(\.acceptance) }
  }

  /// The contract of an entry; `nil` for a file of another program's contracts.
  private func contract(of entry: AcceptedFile.Entry, _ own: [String], _ place: String) throws -> Contract? {
    let id: String
    if let named = entry.contract {
      id = named
    } else {
      // A folder of contracts that are not in this program is left to the program that has them.
      guard let only = own.first else { return nil }
      guard own.count == 1 else {
        throw CommandFailure.usage(
          "\(place) names no contract, and it may be of \(own.joined(separator: " and ")); add \"contract\"")
      }
      id = only
    }
    guard let contract = contracts.first(where: { $0.id == id }) else {
      if own.isEmpty { return nil }
      let nearest = nearestName(to: id, in: contracts.map(\.id)).map { "; did you mean \($0)?" } ?? ""
      throw CommandFailure.usage(
        "\(place).contract is no contract: \"\(id.prefix(60).description.printable)\"\(nearest)")
    }
    try check(entry, contract, place)
    guard contract.endpoint(entry.endpoint) != nil else {
      let nearest =
        nearestName(to: entry.endpoint, in: contract.endpoints.map(\.id)).map { "; did you mean \($0)?" } ?? ""
      throw CommandFailure.usage(
        "\(place).endpoint is no endpoint of \(id): \"\(entry.endpoint.prefix(60).description.printable)\"\(nearest)")
    }
    return contract
  }

  /// Refuses names that the contract does not have, as far as they are known, because a typing error would make an
  /// acceptance that covers nothing.
  private func check(_ entry: AcceptedFile.Entry, _ contract: Contract, _ place: String) throws {
    func refuse(_ member: String, _ word: String, _ kind: String, _ known: [String]) -> CommandFailure {
      let nearest =
        nearestName(to: word, in: known).map { "; did you mean \($0)?" }
        ?? (known.isEmpty ? "" : "; it has \(known.prefix(5).joined(separator: ", "))")
      return .usage(
        "\(place).\(member) is no \(kind) of \(contract.id): \"\(word.prefix(60).description.printable)\"\(nearest)")
    }
    let versions = contract.versions.map(\.id)
    if let wrong = entry.versions?.first(where: { !versions.contains($0) }) {
      throw refuse("versions", wrong, "version", versions)
    }
    let perspectives = [contract.perspective, "recorded"]
    // Monitors elsewhere may have perspectives that are not known here.
    if let word = entry.perspective, !perspectives.contains(word), nearestName(to: word, in: perspectives) != nil {
      throw refuse("perspective", word, "perspective", perspectives)
    }
    if let word = entry.perspective, !perspectives.contains(word), word != "default",
      !Setting.Name.perspective.allows(word)
    {
      throw CommandFailure.usage(
        "\(place).perspective is \"\(word.prefix(60).description.printable)\", not \(Setting.Name.perspective.expectation)"
      )
    }
    let environments = ["production"] + contract.environments.keys.sorted() + configuredEnvironments
    if let word = entry.environment, !contract.environments.isEmpty, !environments.contains(word) {
      throw refuse("environment", word, "environment", environments)
    }
  }

  /// The file for acceptances of `contract`, which may not exist yet.
  ///
  /// - Throws: `CommandFailure` with exit code 2 where no folder belongs to the contract.
  func file(for contract: String) throws -> AcceptedFile {
    guard let folders else {
      throw CommandFailure.usage("no Contracts/ here or above; give --contracts DIR or set DRIFTWATCH_CONTRACTS")
    }
    guard contracts.contains(where: { $0.id == contract }) else {
      throw CommandFailure.usage("\(contract) is a URL without a contract: leave --to-file out")
    }
    guard let api = folders.folder(of: contract) else {
      throw CommandFailure.usage(
        "no folder in \(folders.folder.path) belongs to \(contract): none has its name or its recordings; make one")
    }
    let path = api.appendingPathComponent(AcceptedFile.name).path
    return try files.first { $0.path == path } ?? AcceptedFile(path: path)
  }
}

extension AcceptedFiles {
  /// By contract id: the acceptances in files and in `ledger`, for a round.
  func identified(with ledger: any Store) async throws -> [String: [IdentifiedAcceptance]] {
    let uses = try await ledger.acceptanceUses()
    let seen = Set(try await ledger.requests(environment: nil).map(\.key.perspective)).union(
      [viewpoint].compactMap(\.self))
    var found: [String: [IdentifiedAcceptance]] = [:]
    func add(_ acceptance: Acceptance, _ id: String, _ contract: String) {
      guard found[contract]?.contains(where: { $0.id == id }) != true else { return }
      var item = IdentifiedAcceptance(id: id, acceptance: acceptance, isApplied: uses[id]?.appliedAt != nil)
      // A contract that names no environments may be checked in any.
      let declared = contracts.first { $0.id == contract }?.environments.keys.map(\.self) ?? []
      item.namesUnknownEnvironment = acceptance.environment.map { !(declared + ["production"]).contains($0) } ?? false
      let own = contracts.first { $0.id == contract }?.perspective
      item.namesUnseenPerspective =
        acceptance.perspective.map { !seen.contains($0) && ![own, "recorded"].contains($0) } ?? false
      found[contract, default: []].append(item)
    }
    for (contract, list) in acceptances {
      for acceptance in list { add(acceptance, acceptance.id(contract: contract), contract) }
    }
    for stored in try await ledger.acceptances(contract: nil) { add(stored.acceptance, stored.id, stored.contract) }
    return found
  }
}

extension CommandSettings {
  /// The contracts' folder; `nil` if none was named and none is found upwards.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for a named one that is not there.
  func contractsFolderIfAny() throws -> URL? {
    let isNamed = call.value("--contracts") != nil || call.settings["contracts"] != nil
    do { return try contractsFolder() } catch {
      if isNamed { throw error }
      return nil
    }
  }
}
