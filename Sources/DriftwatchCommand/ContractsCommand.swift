import ContractKit
import Foundation

/// `driftwatch contracts`: lists and validates what is watched.
struct ContractsCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let wanted = try settings.call.operands.isEmpty ? settings.contracts : settings.call.operands.map(settings.contract)
    if settings.call.has("--names") {
      let names = wanted.flatMap { contract in [contract.id] + contract.endpoints.map { "\(contract.id)/\($0.id)" } }
      try settings.console.print(names.map { $0 + "\n" }.joined())
      return 0
    }
    var text = ""
    for contract in wanted {
      text += "\(contract.id)  \(contract.baseURL ?? "no base URL: recordings only")\n"
      for version in contract.versions {
        var words = [version.id]
        if let shippedIn = version.shippedIn { words.append("shipped in \(shippedIn)") }
        if version.status != .supported { words.append(version.status.rawValue) }
        if let platform = version.runsOn {
          words.append("runs on \(platform.name)\(platform.major > 0 ? " \(platform.major)" : "")")
        }
        if let installs = version.installs { words.append("\(installs.formatted()) % of installs") }
        text += "  version   \(words.joined(separator: ", "))\n"
      }
      for endpoint in contract.endpoints {
        let readers = contract.versions.filter { $0.reads(endpoint.id) != nil }.map(\.id)
        let request =
          endpoint.chain.map { "follows \($0.path) of \($0.parent)" }
          ?? "\(endpoint.request.method) \(endpoint.request.path)"
        let who = readers.isEmpty ? "shape only" : "read by \(readers.joined(separator: ", "))"
        let writes = contract.sandboxes.isEmpty ? "from recordings only" : "from recordings, or sent to a sandbox"
        let how = endpoint.writes ? writes : "every \(Self.words(endpoint.interval))"
        text += "  endpoint  \(endpoint.id): \(request), \(who), \(how)\n"
      }
    }
    try settings.console.print(text)
    let problems = contractProblems(wanted)
    for problem in problems { settings.console.complain("\(problem)") }
    return problems.isEmpty ? 0 : 2
  }

  private static func words(_ interval: Duration) -> String {
    let seconds = interval.components.seconds
    if seconds % 3600 == 0 { return "\(seconds / 3600) h" }
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
  }
}
