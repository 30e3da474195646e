import ContractKit
import Foundation

/// What `check` was asked for: contracts and endpoints by name, or URLs that have no contract.
struct CheckTargets {
  let contracts: [Contract]
  /// Endpoint ids by contract id; an empty set means all of them; `nil`: everything.
  let selection: [String: Set<String>]?
  /// Ids of contracts made of URLs, whose readers nobody knows.
  let withoutReaders: Set<String>

  init(_ operands: [String], _ settings: CommandSettings) throws {
    guard !operands.isEmpty else {
      guard !settings.contracts.isEmpty else {
        throw CommandFailure.usage("there is no contract; name a URL, or write a contract")
      }
      (contracts, selection, withoutReaders) = (settings.contracts, nil, [])
      return
    }
    var named: [Contract] = []
    var selection: [String: Set<String>] = [:]
    var urls: [Contract] = []
    for operand in operands {
      if operand.contains("://") {
        let contract = try Self.contract(for: operand, taken: Set((settings.contracts + urls).map(\.id)))
        urls.append(contract)
        selection[contract.id] = []
        continue
      }
      let parts = operand.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let contract = try settings.contract(parts[0])
      if !named.contains(where: { $0.id == contract.id }) { named.append(contract) }
      guard parts.count == 2 else {
        selection[contract.id] = []
        continue
      }
      guard contract.endpoint(parts[1]) != nil else {
        let nearest =
          nearestName(to: parts[1], in: contract.endpoints.map(\.id)).map { "; did you mean \(contract.id)/\($0)?" }
          ?? ""
        throw CommandFailure.usage("\(contract.id) has no endpoint \"\(parts[1])\"\(nearest); see driftwatch contracts")
      }
      if selection[contract.id] != [] || selection[contract.id] == nil {
        selection[contract.id, default: []].insert(parts[1])
      }
    }
    contracts = named + urls
    self.selection = selection
    withoutReaders = Set(urls.map(\.id))
  }

  /// A contract that watches one URL: its id is the host, its endpoint's id the path.
  private static func contract(for text: String, taken: Set<String>) throws -> Contract {
    guard let url = URL(string: text), let host = url.host, !host.isEmpty, ["http", "https"].contains(url.scheme ?? "")
    else {
      throw CommandFailure.usage("\"\(text.prefix(80))\" is no http or https URL")
    }
    func name(_ text: String) -> String {
      let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      return words.isEmpty ? "root" : words.joined(separator: "-")
    }
    let port = url.port.map { "-\($0)" } ?? ""
    var id = name(host + port)
    while taken.contains(id) { id += "-url" }
    let origin = "\(url.scheme ?? "https")://\(host)\(url.port.map { ":\($0)" } ?? "")"
    let rest = String(
      text.dropFirst(text.range(of: "://").map { text.distance(from: text.startIndex, to: $0.upperBound) } ?? 0))
    let path = rest.firstIndex { $0 == "/" || $0 == "?" }.map { String(rest[$0...]) } ?? "/"
    let contract = Contract(id, baseURL: origin) {
      Endpoint(name(url.path), get: path.hasPrefix("?") ? "/" + path : String(path.prefix { $0 != "#" }))
    }
    if let problem = contract.problems().first { throw CommandFailure.usage(problem.message) }
    return contract
  }
}
