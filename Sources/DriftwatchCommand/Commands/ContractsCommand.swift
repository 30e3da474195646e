import ContractKit
import Foundation

/// `driftwatch contracts`: lists and validates what is watched.
struct ContractsCommand {
  let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() async throws -> Int32 {
    let wanted =
      try settings.call.operands.isEmpty ? settings.contracts : settings.call.operands.map { try settings.contract($0) }
    if settings.call.has("--names") {
      let names = wanted.flatMap { contract in [contract.id] + contract.endpoints.map { "\(contract.id)/\($0.id)" } }
      try settings.console.print(names.map { $0 + "\n" }.joined())
      return 0
    }
    try settings.checkEnvironment()
    let moved = try settings.baseURLs()
    let name = settings.environmentName
    var text = ""
    for contract in wanted {
      text += "\(contract.id)  \(base(of: contract, moved, name))\n"
      for version in contract.versions {
        var words = [version.id]
        if let shippedIn = version.shippedIn { words.append("shipped in \(shippedIn)") }
        if let day = version.shippedOn { words.append("on \(day)") }
        if let day = version.retiredOn {
          words.append("retired on \(day)")
        } else if version.status != .supported {
          words.append(version.status.rawValue)
        }
        if let platform = version.runsOn {
          words.append("runs on \(platform.name)\(platform.major > 0 ? " \(platform.major)" : "")")
        }
        if let installs = version.installs {
          words.append("\(installs.formatted()) % of installs" + (version.installsOn.map { " on \($0)" } ?? ""))
        }
        text += "  version   \(words.joined(separator: ", "))\n"
      }
      for endpoint in contract.endpoints {
        let readers = contract.versions.filter { $0.reads(endpoint.id) != nil }.map(\.id)
        let request =
          endpoint.chain.map { "follows \($0.path) of \($0.parent)" }
          ?? "\(endpoint.request.method) \(endpoint.request.path)"
        let fails = endpoint.statuses.map { " with status \($0.words)" } ?? ""
        let senders = contract.versions.filter { $0.sends.contains { $0.endpoint == endpoint.id } }.map(\.id)
        var who: [String] = []
        if !readers.isEmpty { who.append("read by \(readers.joined(separator: ", "))") }
        if !senders.isEmpty { who.append("sent by \(senders.joined(separator: ", "))") }
        if who.isEmpty {
          who.append(
            endpoint.writes ? "no version sends it" : endpoint.hasNoBody ? "whether it is there" : "shape only")
        }
        // Only requests that a version declares are ever sent.
        let sandboxes = contract.sandboxes.sorted().joined(separator: " or ")
        let writes =
          senders.isEmpty || sandboxes.isEmpty
          ? "from recordings only" : "from recordings, or to \(sandboxes) with --allow-writes"
        let how =
          endpoint.statuses?.isRecordedOnly == true
          ? "from recordings only" : endpoint.writes ? writes : "every \(Self.words(endpoint.interval))"
        text += "  endpoint  \(endpoint.id): \(request)\(fails), \(who.joined(separator: ", ")), \(how)\n"
      }
    }
    try settings.console.print(text)
    let problems = contractProblems(wanted)
    for problem in problems { settings.console.complain("\(problem)") }
    return problems.isEmpty ? 0 : 2
  }

  /// The base URL in this call's environment, and its origin if it is not the contract's own.
  private func base(of contract: Contract, _ moved: [String: String], _ environment: String) -> String {
    let place = environment == "production" ? "" : " in \(environment)"
    if let url = moved[contract.id] {
      let origin = settings.configuration.baseURLs[environment]?[contract.id].map { "\($0.origin)" } ?? ""
      let words = [origin, String(place.dropFirst())].filter { !$0.isEmpty }.joined(separator: ", ")
      return ConfigCommand.withoutSecrets(url) + (words.isEmpty ? "" : "  (\(words))")
    }
    if let url = contract.baseURL(in: environment) { return place.isEmpty ? url : "\(url)  (\(place.dropFirst()))" }
    return "no base URL\(place): recordings only"
  }

  private static func words(_ interval: Duration) -> String {
    let seconds = interval.components.seconds
    if seconds % 3600 == 0 { return "\(seconds / 3600) h" }
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
  }
}
