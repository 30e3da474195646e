import ContractKit
import DriftModel
import Monitoring
import Reporting
import Store

/// What `driftwatch suggest` is asked for: an endpoint, or an incident at one.
struct SuggestSubject {
  let contract: Contract
  let endpoint: String
  /// The environment in which it was found.
  var environment: String
  /// Short id of the incident; `nil`: an endpoint was named.
  var incident: String?
  /// Paths that the incident is about; empty: all.
  var paths: Set<String> = []
  /// Rules of its findings; empty: none is known.
  var rules: Set<RuleID> = []
  /// Versions that it hits; empty: all.
  var versions: Set<String> = []
  /// Whether it was found in a response that was fetched, so that there is an address.
  var wasFetched = false

  var name: String { "\(contract.id)/\(endpoint)" }

  /// Whether a failure is part of what is asked for.
  func isWanted(_ failure: FieldFailure) -> Bool {
    paths.isEmpty
      || paths.contains {
        $0 == failure.pattern || isPath($0, ancestorOf: failure.pattern) || isPath(failure.pattern, ancestorOf: $0)
      }
  }

  /// Finds what was typed.
  ///
  /// - Parameters:
  ///   - operand: `INCIDENT` or `ID/ENDPOINT`.
  ///   - settings: Those of the call.
  /// - Throws: `CommandFailure` with exit code 2 for what is neither, or what no code is known of, and as for any ledger.
  init(_ operand: String, _ settings: CommandSettings) async throws {
    if operand.contains("/") {
      let parts = operand.split(separator: "/", maxSplits: 1).map(String.init)
      let targets = try CheckTargets([operand], settings)
      guard let contract = targets.contracts.first, targets.withoutReaders.isEmpty, parts.count == 2 else {
        throw CommandFailure.usage("suggest needs a contract whose code can be tried; \"\(operand.printable)\" is none")
      }
      (self.contract, endpoint, environment) = (contract, parts[1], settings.environmentName)
      return
    }
    guard IncidentLookup.isPrefix(operand) else { throw Self.notNamed(operand, settings) }
    let ledger = try settings.existingLedger(.readOnly)
    let lookup = try await IncidentLookup(ledger, settings)
    let incident = try lookup.incident(operand)
    let shortID = lookup.shortID(incident)
    let scene = try await IncidentScene(incident, ledger: ledger, settings)
    guard let contract = settings.contracts.first(where: { $0.id == incident.key.contract }),
      contract.endpoint(incident.key.endpoint) != nil
    else {
      let name = "\(incident.key.contract)/\(incident.key.endpoint)"
      guard let place = scene.place, CommandSettings.isWithoutContract(place) else {
        throw CommandFailure.usage("\(name), which \(operand) is about, is in no contract any more")
      }
      throw CommandFailure.usage(
        "\(shortID) is about a URL (\(name)): of an app that reads it nothing is known, so that there is no code to edit; \(ProgramName.current) init DIR --url URL begins a contract"
      )
    }
    (self.contract, endpoint, environment) = (contract, incident.key.endpoint, incident.key.environment)
    self.incident = shortID
    versions = Set(incident.versions)
    wasFetched = incident.key.perspective != "recorded"
    rules = Set(scene.findings.map(\.rule))
    paths = Set(scene.findings.flatMap { [$0.path] + $0.paths } + [incident.subject]).filter { $0.hasPrefix("$") }
  }

  /// That a word is neither an incident nor an endpoint, with an example of what would be one.
  private static func notNamed(_ operand: String, _ settings: CommandSettings) -> CommandFailure {
    let ids = settings.contracts.map(\.id)
    let nearest = nearestName(to: operand, in: ids)
    let contract = settings.contracts.first { $0.id == nearest } ?? settings.contracts.first
    let endpoint = contract?.endpoints.first { endpoint in
      !endpoint.writes && contract?.versions.contains { $0.reads(endpoint.id) != nil } == true
    }
    let example = contract.flatMap { contract in endpoint.map { ", such as \(contract.id)/\($0.id)" } } ?? ""
    let words = ids.contains(operand) ? "a contract" : "neither"
    return .usage(
      "suggest needs one INCIDENT (\(settings.command("incidents")) lists them) or ID/ENDPOINT\(example); \"\(CommandSettings.shown(operand))\" is \(words)"
    )
  }
}

extension CommandSettings {
  /// What a command needs to fetch an endpoint where something was found, after a space.
  ///
  /// - Parameters:
  ///   - id: The endpoint.
  ///   - contract: Its contract.
  ///   - environment: Where it was found.
  ///   - wasFetched: Whether it was found in a response that was fetched.
  /// - Returns: Options, none for a declared address of production; `nil` if nothing can be fetched.
  func fetchOptions(of id: String, in contract: Contract, _ environment: String, wasFetched: Bool) -> String? {
    guard let endpoint = contract.endpoint(id), endpoint.isScheduled, !endpoint.hasNoBody else { return nil }
    let configured = configuration.baseURLs[environment]?[contract.id]?.text
    let declared = endpoint.baseURL ?? (endpoint.isFetched ? contract.baseURL(in: environment) : nil)
    let isDeclared = (configured ?? declared) != nil
    let isElsewhere = environment != "production"
    guard isDeclared || wasFetched || isElsewhere else { return nil }
    return (isDeclared ? "" : " --base-url \(contract.id)=URL")
      + (isElsewhere ? " --environment \(shellWord(environment))" : "")
  }
}
