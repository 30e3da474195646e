import ContractKit
import DriftModel

/// An endpoint that writes and whose requests are to be sent.
struct WriteTarget {
  let contract: Contract
  let endpoint: Endpoint

  /// Whether some version declares what it sends to an endpoint.
  static func isSent(_ endpoint: Endpoint, in contract: Contract) -> Bool {
    contract.versions.contains { $0.sends.contains { $0.endpoint == endpoint.id } }
  }

  /// Endpoints of `contract` whose responses the bodies for `writes` are made of.
  static func sources(of writes: [Endpoint], in contract: Contract) -> Set<String> {
    var ids: Set<String> = []
    for version in contract.versions {
      for send in version.sends where writes.contains(where: { $0.id == send.endpoint }) {
        for reads in version.reads where reads.mappings.contains(where: { $0.domainTypeName == send.domainTypeName }) {
          ids.insert(reads.endpoint)
        }
      }
    }
    return ids
  }
}

extension RoundContext {
  /// Whether the requests of `contract` that write may be sent: it is allowed, the environment is declared to be a
  /// sandbox, and nothing points the contract elsewhere.
  func mayWrite(_ contract: Contract) -> Bool {
    plan.allowsWrites && sourceKind == .live && contract.sandboxes.contains(plan.environment)
      && contract.baseURL(in: plan.environment) != nil && plan.baseURLs[contract.id] == nil
  }

  /// Why a request that writes is not sent; `nil` if it may be sent.
  func obstacleToWrite(_ endpoint: Endpoint, in contract: Contract) -> RoundObstacle? {
    guard plan.allowsWrites else { return .writesNotAllowed }
    guard WriteTarget.isSent(endpoint, in: contract) else { return .noSender }
    if mayWrite(contract) { return nil }
    guard !contract.sandboxes.isEmpty else { return .noSandbox }
    return plan.baseURLs[contract.id] == nil
      ? .notASandbox(sandboxes: contract.sandboxes.sorted()) : .sandboxMoved
  }
}
