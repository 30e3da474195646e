public import DriftModel
public import ContractKit

extension DeclaredRequest {
  /// Every request that `contracts` declare now, including those of versions that replace parts of an endpoint's
  /// request.
  public static func all(of contracts: [Contract]) -> Set<DeclaredRequest> {
    var requests: Set<DeclaredRequest> = []
    for contract in contracts {
      for endpoint in contract.endpoints {
        let groups = RequestGroup.groups(of: endpoint, in: contract, environment: "", perspective: "")
        requests.formUnion(groups.map { DeclaredRequest(of: $0.key) })
      }
    }
    return requests
  }
}
