import ContractKit
import Foundation

/// What `check` runs on: contracts and endpoints by name, or URLs without a contract.
struct CheckTargets {
  let contracts: [Contract]
  /// Endpoint ids by contract id; an empty set means all of the contract, `nil` means everything.
  let selection: [String: Set<String>]?
  /// Ids of contracts made of URLs, which have no known readers.
  let withoutReaders: Set<String>

  init(_ operands: [String], _ settings: CommandSettings) throws {
    let credential = try CredentialOption(settings.call)
    let request = try URLRequestOptions(settings.call)
    if !request.isEmpty, !operands.contains(where: { $0.contains("://") }) {
      throw CommandFailure.usage(
        "\(URLRequestOptions.names.joined(separator: ", ")) go with a URL; a contract says what is sent itself")
    }
    if credential != nil, !operands.contains(where: { $0.contains("://") }) {
      throw CommandFailure.usage(
        "\(CredentialOption.names.joined(separator: ", ")) go with a URL; a contract names its own credential")
    }
    guard !operands.isEmpty else {
      guard !settings.contracts.isEmpty else {
        throw CommandFailure.usage("there is no contract; name a URL, or write a contract")
      }
      (contracts, selection, withoutReaders) = (settings.contracts, nil, [])
      return
    }
    var named: [Contract] = []
    var selection: [String: Set<String>] = [:]
    let urls = try Self.contracts(
      for: operands.filter { $0.contains("://") }, taken: Set(settings.contracts.map(\.id)), credential, request)
    for contract in urls { selection[contract.id] = [] }
    for operand in operands where !operand.contains("://") {
      let parts = operand.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      // A dot is in no contract's id, but in each name of a host.
      if parts[0].contains("."), !settings.contracts.contains(where: { $0.id == parts[0] }) {
        throw CommandFailure.usage(
          "\"\(CommandSettings.shown(parts[0]))\" is no contract; a URL begins with its scheme: https://\(CommandSettings.shown(operand))"
        )
      }
      let contract = try settings.contract(parts[0], in: operand)
      if !named.contains(where: { $0.id == contract.id }) { named.append(contract) }
      guard parts.count == 2 else {
        selection[contract.id] = []
        continue
      }
      guard contract.endpoint(parts[1]) != nil else {
        let nearest =
          nearestName(to: parts[1], in: contract.endpoints.map(\.id)).map { "; did you mean \(contract.id)/\($0)?" }
          ?? ""
        throw CommandFailure.usage(
          "\(contract.id) has no endpoint \"\(CommandSettings.shown(parts[1]))\"\(nearest); see \(ProgramName.current) contracts"
        )
      }
      if selection[contract.id] != [] || selection[contract.id] == nil {
        selection[contract.id, default: []].insert(parts[1])
      }
    }
    contracts = named + urls
    self.selection = selection
    withoutReaders = Set(urls.map(\.id))
  }

  /// Contracts that watch URLs: one for each origin with the host as its id, one endpoint for each path and query.
  private static func contracts(
    for texts: [String], taken: Set<String>, _ credential: CredentialOption?, _ request: URLRequestOptions
  ) throws -> [Contract] {
    var targets: [URLTarget] = []
    for text in texts {
      let target = try URLTarget(text)
      if !targets.contains(target) { targets.append(target) }
    }
    var contracts: [Contract] = []
    for target in targets where !contracts.contains(where: { $0.baseURL == target.origin }) {
      let own = targets.filter { $0.origin == target.origin }
      var id = target.contract
      while taken.contains(id) || contracts.contains(where: { $0.id == id }) { id += "-url" }
      let contract = Contract(id, baseURL: target.origin, authorization: credential?.authorization) {
        own.map(request.endpoint)
      }
      if let problem = contract.problems().first { throw CommandFailure.usage(problem.message) }
      contracts.append(contract)
    }
    return contracts
  }
}
