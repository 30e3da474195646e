public import ContractKit
import Fetching

/// The origins that get the credential of a contract: those that the contract itself names, as its base URL, its environments, or with
/// its authorization.
public struct CredentialOrigins: Sendable {
  private let named: Set<WebOrigin>
  /// Those that were named for the credential itself, so that they get it without encryption too.
  private let meant: Set<WebOrigin>

  /// The origins of a contract. If neither it nor its authorization names any, the base URL that is given for it is the one that is
  /// meant: whoever gives the credential says where the API is.
  init(of contract: Contract, givenBaseURL: String?) {
    let own = [contract.baseURL].compactMap(\.self) + Array(contract.environments.values)
    let origins = contract.authorization?.origins ?? []
    meant = Set(origins.compactMap(WebOrigin.init))
    let isNamed = !own.isEmpty || !origins.isEmpty
    named = meant.union((isNamed ? own : [givenBaseURL].compactMap(\.self)).compactMap(WebOrigin.init))
  }

  /// Why a URL does not get the credential, as the end of a sentence about it; `nil`: it gets it.
  func refusal(of url: String) -> String? {
    guard let origin = WebOrigin(url) else { return "is sent to no host" }
    guard named.contains(origin) else { return "is not sent to \(origin), which the contract does not name" }
    guard !origin.isConfidential, !meant.contains(origin) else { return nil }
    return "is not sent to \(origin), since everybody on the way could read it; use https"
  }

  /// What is said before requests are sent without a credential that they would have at another origin, one line for each contract and
  /// origin.
  ///
  /// - Parameters:
  ///   - contracts: The contracts that are checked.
  ///   - baseURLs: By contract id: a base URL in place of the contract's own.
  ///   - environment: The environment that is checked.
  /// - Returns: The lines, in order of the contracts.
  public static func withheld(
    by contracts: [Contract], baseURLs: [String: String], environment: String
  ) -> [String] {
    contracts.flatMap { contract -> [String] in
      guard contract.authorization != nil else { return [] }
      let origins = CredentialOrigins(of: contract, givenBaseURL: baseURLs[contract.id])
      let own = contract.baseURL(in: environment)
      let urls = contract.endpoints.compactMap { endpoint in
        baseURLs[contract.id] ?? endpoint.baseURL ?? (endpoint.isFetched ? own : nil)
      }
      return Set(urls.compactMap(origins.refusal)).sorted().map {
        "\(contract.id): the credential \($0)\($0.hasSuffix("name") ? ";" : ", or") name it in `origins:` of the authorization if it may have it"
      }
    }
  }
}
