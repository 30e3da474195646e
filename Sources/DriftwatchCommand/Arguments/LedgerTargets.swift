import ContractKit
import DriftModel
import Foundation
import Monitoring

/// The contracts and endpoints that a call names, among those that the ledger or a contract knows.
struct LedgerTargets: Equatable {
  private struct Target: Equatable {
    let contract: String
    /// All endpoints of the contract if it is `nil`.
    let endpoint: String?
    /// What else was sent to the same URL: with another method, other headers or another body.
    var variants: Set<RequestKey> = []
    /// Requests to the same path with another query.
    var others: Set<String> = []
    /// Whether it was made from a URL, to whose contract `-url` is added as often as contracts have the name already.
    let isURL: Bool

    func matches(_ key: RequestKey) -> Bool {
      variants.contains(key) || isOfContract(key) && endpoint.map { $0 == key.endpoint } ?? true
    }

    func isOfContract(_ key: RequestKey) -> Bool {
      let suffix = isURL && key.contract.hasPrefix(contract) ? key.contract.dropFirst(contract.count) : "?"
      return key.contract == contract || suffix.replacing("-url", with: "").isEmpty
    }
  }

  private let targets: [Target]
  private let operands: [String]

  /// Reads `ID`, `ID/ENDPOINT` and URLs; none means all. A URL means all requests to it, whatever else they send.
  ///
  /// - Throws: `CommandFailure` with exit code 2 and the nearest name for one that nobody knows.
  init(_ operands: [String], _ settings: CommandSettings, among places: [StoredRequest]) throws {
    let keys = places.map(\.key)
    self.operands = operands
    targets = try operands.map { operand in
      if operand.contains("://") {
        let url = try URLTarget(operand)
        return Self.target(url, places)
      }
      let parts = operand.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let contracts = Set(settings.contracts.map(\.id) + keys.map(\.contract)).sorted()
      guard contracts.contains(parts[0]) else {
        throw CommandSettings.unknownContract(parts[0], in: operand, among: contracts)
      }
      guard parts.count == 2 else { return Target(contract: parts[0], endpoint: nil, isURL: false) }
      let declared = settings.contracts.first { $0.id == parts[0] }?.endpoints.map(\.id) ?? []
      let endpoints = Set(declared + keys.filter { $0.contract == parts[0] }.map(\.endpoint)).sorted()
      guard endpoints.contains(parts[1]) else {
        let nearest =
          CommandSettings.nearestEndpoint(to: parts[1], among: endpoints).map { "; did you mean \(parts[0])/\($0)?" }
          ?? ""
        throw CommandFailure.usage(
          "\(parts[0]) has no endpoint \"\(CommandSettings.shown(parts[1]))\"\(nearest); see \(ProgramName.current) contracts"
        )
      }
      return Target(contract: parts[0], endpoint: parts[1], isURL: false)
    }
  }

  private static func target(_ url: URLTarget, _ places: [StoredRequest]) -> Target {
    var target = Target(contract: url.contract, endpoint: url.endpoint, isURL: true)
    let path = Request.pathWithoutQuery(url.path)
    for place in places where target.isOfContract(place.key) && CommandSettings.isWithoutContract(place) {
      let sent = CommandSettings.path(of: place)
      if sent == path {
        target.variants.insert(place.key)
      } else if sent.prefix(while: { $0 != "?" }) == path.prefix(while: { $0 != "?" }) {
        target.others.insert("\(place.key.contract)/\(place.key.endpoint)")
      }
    }
    return target
  }

  /// Whether a request key is asked for.
  func include(_ key: RequestKey) -> Bool { targets.isEmpty || targets.contains { $0.matches(key) } }

  /// Of several requests to one URL the one that sends nothing else, if it is among them: `ID/ENDPOINT`.
  ///
  /// - Parameter names: Endpoints that are meant.
  /// - Returns: Its name; `nil` if only others are known.
  func plain(among names: [String]) -> String? {
    guard targets.count == 1, let target = targets.first, target.isURL else { return nil }
    return names.first { name in
      target.variants.contains { $0.endpoint == target.endpoint && "\($0.contract)/\($0.endpoint)" == name }
    }
  }

  /// What is asked for as the ledger names it: `ID` or `ID/ENDPOINT` also for a URL, whose query may hold a secret.
  var names: String {
    targets.map { target in
      (target.endpoint.map { "\(target.contract)/\($0)" } ?? target.contract).printable
    }.joined(separator: ", ")
  }

  /// The endpoint that is most like the first one asked for, where that is not known.
  ///
  /// - Parameter keys: What is known.
  /// - Returns: `; did you mean ID/ENDPOINT?`, or the requests with other queries; nothing if none of the same contract is like it.
  func suggestion(among keys: [RequestKey]) -> String {
    guard let target = targets.first, let endpoint = target.endpoint else { return "" }
    if !target.others.isEmpty {
      let names = target.others.sorted().map(\.printable)
      let more = names.count > 3 ? " and \(names.count - 3) more" : ""
      return
        "; with another query \(names.count == 1 ? "there is" : "there are") \(names.prefix(3).joined(separator: ", "))\(more)"
    }
    let own = keys.filter { $0.contract == target.contract }.map(\.endpoint)
    guard let nearest = CommandSettings.nearestEndpoint(to: endpoint, among: Set(own).sorted()) else { return "" }
    return "; did you mean \(target.contract)/\(nearest)?"
  }

  /// What is asked for, in words.
  var words: String { operands.isEmpty ? "all endpoints" : operands.map(\.printable).joined(separator: ", ") }

  /// A query that finds at least what is asked for.
  func query(environment: String) -> HistoryQuery {
    var query = HistoryQuery()
    query.environment = environment
    if targets.count == 1, !targets[0].isURL {
      (query.contract, query.endpoint) = (targets[0].contract, targets[0].endpoint)
    }
    return query
  }
}
