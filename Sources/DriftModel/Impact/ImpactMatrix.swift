public import Foundation

/// What would break: the lineages of every mapping of every version that reads one request.
public struct ImpactMatrix: Codable, Sendable, Equatable {
  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint.
  public var endpoint: String
  /// The request as declared: `GET /products?limit=50`.
  public var request: String
  /// Versions that take part, as declared.
  public var versions: [VersionInfo]
  /// By version, then mapping, as declared.
  public var lineages: [Lineage]
  /// When the representative response was fetched.
  public var madeAt: Date

  /// A matrix.
  public init(
    contract: String, endpoint: String, request: String, versions: [VersionInfo], lineages: [Lineage], madeAt: Date
  ) {
    (self.contract, self.endpoint, self.request) = (contract, endpoint, request)
    (self.versions, self.lineages, self.madeAt) = (versions, lineages, madeAt)
  }

  /// Adds what was found with a further response.
  public mutating func add(_ found: [Lineage]) {
    for lineage in found {
      let index = lineages.firstIndex {
        $0.version == lineage.version && $0.mapping == lineage.mapping && $0.endpoint == lineage.endpoint
          && $0.writes == lineage.writes
      }
      if let index { lineages[index].formUnion(lineage) } else { lineages.append(lineage) }
    }
  }

  /// Cells of all lineages together.
  public var cellCount: Int { lineages.flatMap(\.paths).reduce(0) { $0 + $1.cells.count } }
}
