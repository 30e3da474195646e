/// An endpoint that one process at a time may check, by what a request key needs of it.
public struct ClaimedEndpoint: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint in it.
  public var endpoint: String
  /// The environment, such as production.
  public var environment: String
  /// The perspective, such as a region.
  public var perspective: String

  /// An endpoint in an environment, seen from a perspective.
  public init(contract: String, endpoint: String, environment: String, perspective: String) {
    self.contract = contract
    self.endpoint = endpoint
    self.environment = environment
    self.perspective = perspective
  }

  private var parts: [String] { [contract, endpoint, environment, perspective] }

  /// By contract, endpoint, environment, perspective: whoever claims several does it in this order.
  public static func < (left: Self, right: Self) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }

  /// Contract and endpoint.
  public var description: String { "\(contract)/\(endpoint)" }
}

/// Endpoints that are checked together or not at all, because they need each other's responses.
public struct ClaimGroup: Sendable, Hashable {
  /// All that will be checked.
  public var endpoints: Set<ClaimedEndpoint>
  /// The least seconds since the last check of those that are wanted for themselves, by endpoint. If all of them were checked later
  /// than that, by whomever, the group is not due.
  public var leastAges: [ClaimedEndpoint: Double]
  /// Hosts that their requests go to. One process at a time talks to a host, so that what it does to be polite (connections at once,
  /// waiting) holds for all processes.
  public var hosts: Set<String>

  /// A group. Without `leastAges` it is always due.
  public init(_ endpoints: Set<ClaimedEndpoint>, leastAges: [ClaimedEndpoint: Double] = [:], hosts: Set<String> = []) {
    self.endpoints = endpoints
    self.leastAges = leastAges
    self.hosts = hosts
  }
}

/// What became of a claim.
public enum ClaimAnswer: Sendable, Equatable {
  /// The group may be checked, and nobody else checks it meanwhile.
  case granted
  /// Another process checks one of its endpoints, or talks to one of its hosts.
  case held(by: Lease.Holder?)
  /// It was checked a moment ago.
  case recent
}
