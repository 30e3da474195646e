import ContractKit
import DriftModel
import PayloadShape

/// What later requests of a round need from earlier responses.
struct RoundSupplies {
  /// A version as the reader of an endpoint's responses.
  struct Reader: Hashable {
    let endpoint: EndpointID
    let version: String
  }

  /// The records that a mapping of a version makes of an endpoint's responses.
  struct Records: Hashable {
    let endpoint: EndpointID
    let version: String
    let mapping: String
  }

  /// A response that an aggregate is made of.
  struct JoinPart {
    let body: [UInt8]
    /// The structure of what the version reads in it, if impact is searched for.
    let structure: PayloadStructure?
  }

  /// Links and values found in responses.
  private(set) var found: FoundValues
  /// Endpoints without a usable response in this round, with their outcomes.
  private(set) var failed: [EndpointID: Outcome] = [:]
  /// The first response of each endpoint that takes part in an aggregate, by who reads it.
  private(set) var joinParts: [Reader: JoinPart] = [:]
  /// Identities of records that others refer to, if every response of the endpoint was mapped.
  private(set) var identities: [Records: IdentityDigests] = [:]
  /// The first body that a version made for an endpoint that writes.
  private(set) var bodiesToSend: [Reader: [UInt8]] = [:]
  /// Endpoints whose responses the bodies of this round's writes are made of.
  let sourcesOfWrites: Set<EndpointID>

  /// The largest body that is sent, in bytes. Bodies for one record are much smaller.
  private static let longestBody = 256 << 10

  init(found: FoundValues, sourcesOfWrites: Set<EndpointID>) {
    self.found = found
    self.sourcesOfWrites = sourcesOfWrites
  }

  /// Records that an endpoint has no usable response, so that endpoints that depend on it can say why.
  mutating func note(_ outcome: Outcome, of endpoint: EndpointID) { failed[endpoint] = outcome }

  /// Keeps what other requests need from the responses to one request.
  mutating func add(_ checked: CheckedRequest, findsImpact: Bool) {
    let endpoint = checked.group.id
    let usable = checked.responses.filter { $0.facts?.text == .json && $0.facts?.envelope == .accepted }
    var links: [String: [String]] = [:]
    for (path, values) in usable.flatMap({ $0.facts?.links ?? [:] }) { links[path, default: []] += values }
    for (path, values) in links { found.set(values.uniqued(), at: path, of: endpoint) }
    if checked.group.takesPartInJoin {
      for response in usable {
        let structures = findsImpact ? response.facts?.readStructures ?? [:] : [:]
        for version in checked.group.versions {
          let reader = Reader(endpoint: endpoint, version: version.id)
          guard joinParts[reader] == nil else { continue }
          joinParts[reader] = JoinPart(body: response.response.body, structure: structures[version.id])
        }
      }
    }
    addIdentities(of: checked)
    if sourcesOfWrites.contains(endpoint) { addBodies(of: checked) }
    if usable.isEmpty { failed[endpoint] = checked.responses.first?.response.outcome ?? .notChecked }
  }

  /// Keeps the identities that other endpoints' mappings refer to, if every response of the endpoint was mapped.
  private mutating func addIdentities(of checked: CheckedRequest) {
    let group = checked.group
    for version in group.versions {
      for mapping in version.reads(group.endpoint.id)?.mappings ?? []
      where version.isReferred(to: mapping.name, at: group.endpoint.id) {
        var all = IdentityDigests()
        var isWhole = !checked.responses.isEmpty
        for response in checked.responses where isWhole {
          let part = response.facts?.versions.first { $0.version == version.id }?.mappings
            .first { $0.name == mapping.name }
          if response.verdict.outcome == nil, let part, part.execution.hasSucceeded, let own = part.identities {
            all.add(own)
          } else {
            isWhole = false
          }
        }
        guard isWhole, all.isWhole else { continue }
        identities[Records(endpoint: group.id, version: version.id, mapping: mapping.name)] = all
      }
    }
  }

  private mutating func addBodies(of checked: CheckedRequest) {
    for version in checked.responses.compactMap(\.facts).flatMap(\.versions) {
      for send in version.sends {
        guard let body = send.body, body.utf8.count <= Self.longestBody else { continue }
        let target = EndpointID(contract: checked.group.contract.id, endpoint: send.endpoint)
        let reader = Reader(endpoint: target, version: version.version)
        if bodiesToSend[reader] == nil { bodiesToSend[reader] = Array(body.utf8) }
      }
    }
  }
}
