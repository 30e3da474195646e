import PayloadShape

/// An endpoint by the names of its contract and its own.
public struct EndpointID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Id of the contract.
  public let contract: String
  /// Id within the contract.
  public let endpoint: String

  /// The endpoint called `endpoint` of `contract`.
  public init(contract: String, endpoint: String) {
    self.contract = contract
    self.endpoint = endpoint
  }

  /// `contract/endpoint`.
  public var description: String { "\(contract)/\(endpoint)" }

  /// By contract, then by endpoint.
  public static func < (left: EndpointID, right: EndpointID) -> Bool {
    (left.contract, left.endpoint) < (right.contract, right.endpoint)
  }

  /// A number in `0..<1` that depends on nothing but the name: the same in every process.
  ///
  /// FNV-1a over the UTF-8 of the description, mixed once more, since FNV leaves like names in a row.
  package var fraction: Double {
    var hash = fnv1a(description)
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    hash ^= hash >> 31
    return Double(hash >> 11) / Double(1 << 53)
  }
}
