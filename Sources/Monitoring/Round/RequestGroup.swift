public import ContractKit
public import DriftModel
import DriftRules
import Foundation
import JSONDocument
import System

/// One request as declared with the versions that read it. It is the unit of baselines, incidents and transactions.
struct RequestGroup: Sendable {
  let contract: Contract
  let endpoint: Endpoint
  let request: Request
  var key: RequestKey
  /// The request as declared, for people and for its digest; see ``Request/signatureWithoutQuery``.
  var signature: String { request.signatureWithoutQuery }
  /// Versions that send this very request, oldest first; see ``at(_:)``.
  private(set) var versions: [Version]
  /// The day of the round, by which versions have retired; `nil`: they are as they are declared.
  private var day: String?
  /// The endpoint by the names of its contract and its own.
  var id: EndpointID { EndpointID(contract: contract.id, endpoint: endpoint.id) }

  init(contract: Contract, endpoint: Endpoint, request: Request, key: RequestKey, versions: [Version]) {
    (self.contract, self.endpoint, self.request) = (contract, endpoint, request)
    (self.key, self.versions) = (key, versions)
  }

  /// The same request as a round at `clock` sees it: without the versions that had not shipped by then. The request and its key
  /// stay, so that its baseline is one whoever reads it.
  func at(_ clock: Date) -> RequestGroup {
    var group = self
    let day = clock.isoDay
    group.day = day
    group.versions.removeAll { !$0.hasShipped(on: day) }
    return group
  }

  /// The groups of an endpoint: one for its own request, more where versions replace parts of it.
  static func groups(of endpoint: Endpoint, in contract: Contract, environment: String, perspective: String)
    -> [RequestGroup]
  {
    var requests: [Request] = []
    var readers: [String: [Version]] = [:]
    for version in contract.versions where version.reads(endpoint.id) != nil {
      let request = contract.request(for: endpoint, in: version)
      if readers[request.signature] == nil { requests.append(request) }
      readers[request.signature, default: []].append(version)
    }
    if requests.isEmpty { requests = [endpoint.request] }
    return requests.map { request in
      RequestGroup(
        contract: contract, endpoint: endpoint, request: request,
        key: RequestKey(
          contract: contract.id, endpoint: endpoint.id,
          request: ContentDigest(of: [contract.id, endpoint.id, request.signatureWithoutQuery]).short,
          environment: environment,
          perspective: perspective),
        versions: readers[request.signature] ?? [])
    }
  }

  /// What others want of this endpoint's responses, by JSONPath: links, values of placeholders, context of mappings.
  var wanted: [String: WantedValues] {
    var wanted: [String: WantedValues] = [:]
    func add(_ path: String, most: Int, _ use: WritableKeyPath<WantedValues, Bool>? = nil) {
      var known = wanted[path] ?? WantedValues()
      known.most = max(known.most, min(most, Values.mostRequests))
      if let use { known[keyPath: use] = true }
      wanted[path] = known
    }
    for other in contract.endpoints {
      if let chain = other.chain, chain.parent == endpoint.id { add(chain.path, most: chain.limit, \.areLinks) }
      for case .response(let parent, let path, let limit) in other.values.values where parent == endpoint.id {
        add(path, most: limit)
      }
    }
    switch endpoint.paging?.method {
    case .link(let path): add(path, most: 1, \.areLinks)
    case .cursor(let path, _): add(path, most: 1, \.areContext)
    case .linkHeader, .count, nil: break
    }
    for mapping in contract.versions.flatMap(\.reads).flatMap(\.mappings) {
      for case .response(let parent, let path) in mapping.context.values where parent == endpoint.id {
        add(path, most: 1, \.areContext)
      }
    }
    return wanted
  }

  /// Endpoints whose responses are needed first: parents of the request, and sources of context.
  var needs: Set<String> {
    var ids = Set(endpoint.parents)
    for reads in versions.compactMap({ $0.reads(endpoint.id) }) {
      for case .response(let parent, _) in reads.mappings.flatMap(\.context.values) where parent != endpoint.id {
        ids.insert(parent)
      }
    }
    return ids
  }

  /// Context values by version, mapping and name, from what was found in other responses.
  func context(_ found: FoundValues) -> [String: [String: [String: String]]] {
    var result: [String: [String: [String: String]]] = [:]
    for version in versions {
      for mapping in version.reads(endpoint.id)?.mappings ?? [] {
        for (name, source) in mapping.context {
          let value: String? =
            switch source {
            case .value(let value): value
            case .response(let parent, let path):
              found.values(at: path, of: EndpointID(contract: contract.id, endpoint: parent)).first
            }
          if let value { result[version.id, default: [:]][mapping.name, default: [:]][name] = value }
        }
      }
    }
    return result
  }

  /// What makes a response a success. What the contract says of envelopes is not said of error responses.
  var acceptWhen: AcceptWhen? { endpoint.acceptWhen ?? (endpoint.statuses == nil ? contract.acceptWhen : nil) }

  /// Whether a response with this status is one that is watched.
  func expects(_ status: Int) -> Bool { endpoint.statuses?.holds(status) ?? (200...299).contains(status) }

  /// Whether all values are known that the mappings of a version need from other responses.
  func hasContext(of version: String, in context: [String: [String: [String: String]]]) -> Bool {
    let mappings = versions.first { $0.id == version }?.reads(endpoint.id)?.mappings ?? []
    return mappings.allSatisfy { mapping in
      mapping.context.keys.allSatisfy { context[version]?[mapping.name]?[$0] != nil }
    }
  }

  /// Aggregates that are reported under this endpoint.
  var joins: [(version: Version, join: AnyJoins)] {
    versions.flatMap { version in version.joins.filter { $0.endpoints.first == endpoint.id }.map { (version, $0) } }
  }

  /// Whether another endpoint's responses are combined with this one's.
  var takesPartInJoin: Bool { contract.versions.flatMap(\.joins).contains { $0.endpoints.contains(endpoint.id) } }

  /// Whether a mapping here refers to records of other responses, which may change while these do not.
  var hasReferences: Bool {
    versions.compactMap { $0.reads(endpoint.id) }.flatMap(\.mappings).contains { !$0.references.isEmpty }
  }

  /// Whether others need the body of a response here, or what was made of it, to judge their own, so that it is fetched
  /// in full each time: endpoints that take part in an aggregate, a reference or a context. Links alone are kept with
  /// the facts.
  var isNeededWhole: Bool {
    takesPartInJoin || hasReferences
      || contract.versions.contains { version in
        version.reads.flatMap(\.mappings).contains { mapping in
          mapping.references.contains { $0.endpoint == endpoint.id }
            || mapping.context.values.contains { if case .response(endpoint.id, _) = $0 { true } else { false } }
        }
      }
  }

  /// What judgement needs to know of the versions.
  var versionInfos: [VersionInfo] { versions.map { VersionInfo($0, on: day) } }
}

extension RequestGroup {
  /// Mappings of each version, as declared.
  var outlines: [String: [MappingOutline]] {
    var outlines: [String: [MappingOutline]] = [:]
    for version in versions {
      outlines[version.id] = version.reads(endpoint.id)?.mappings.map {
        let path = (try? JSONPath($0.recordsPath))?.pattern ?? $0.recordsPath
        return MappingOutline(name: $0.name, recordsPath: path, isEssential: $0.isEssential)
      }
    }
    return outlines
  }
}

extension VersionInfo {
  /// A version of a contract as judgement and reports know it.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - day: The day on which it may have retired, as `2026-11-20`; `nil`: its status is as declared.
  public init(_ version: Version, on day: String? = nil) {
    let status: Status =
      switch day.map(version.status(on:)) ?? version.status {
      case .supported: .supported
      case .candidate: .candidate
      case .retired: .retired
      }
    self.init(
      id: version.id, shippedIn: version.shippedIn, status: status, installs: version.installs,
      installsOn: version.installsOn, owner: version.owner)
  }
}

extension ContractInfo {
  /// A contract with the versions that have shipped by a day, as `2026-11-20`.
  init(_ contract: Contract, on day: String) {
    let versions = contract.versions.filter { $0.hasShipped(on: day) }.map { VersionInfo($0, on: day) }
    self.init(id: contract.id, versions: versions, owner: contract.owner)
  }
}

extension Date {
  /// Its day in UTC, as `2026-11-20`.
  var isoDay: String {
    let seconds = timeIntervalSince1970
    let (first, last) = (Double(CivilDate.seconds.lowerBound), Double(CivilDate.seconds.upperBound))
    let day = CivilDate(secondsSince1970: Int(min(max(seconds.isNaN ? 0 : seconds, first), last).rounded(.down)))
    func padded(_ number: Int, _ digits: Int) -> String {
      String(repeating: "0", count: max(0, digits - String(number).count)) + String(number)
    }
    return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
  }
}

extension Request {
  /// The signature with the digest of a query that is written into the path, as in a URL given on the command line,
  /// where it may hold a key. Applying it to its own result changes nothing.
  var signatureWithoutQuery: String {
    let stored = Self.pathWithoutQuery(path)
    return stored == path ? signature : signature.replacing(path, with: stored, maxReplacements: 1)
  }

  /// A path as it stands in ``signatureWithoutQuery``.
  package static func pathWithoutQuery(_ path: String) -> String {
    guard let mark = path.firstIndex(of: "?") else { return path }
    let query = String(path[mark...])
    if query.hasPrefix("?("), query.hasSuffix(")") { return path }
    return path[..<mark] + "?(\(ContentDigest(of: [query]).short))"
  }
}
