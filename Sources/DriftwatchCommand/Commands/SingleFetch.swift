import ContractKit
import Fetching
import Foundation
import Monitoring

/// Fetches URLs once, outside of any round, for commands that make something of their responses.
struct SingleFetch {
  /// A 2xx response.
  struct Response {
    let body: [UInt8]
    /// The target of the link to the next page in its header `Link`, as it stands there.
    let nextLink: String?
  }

  private let call: CommandCall
  private let environment: [String: String]

  init(_ call: CommandCall, _ environment: [String: String]) { (self.call, self.environment) = (call, environment) }

  /// The bodies of 2xx responses, in the order of the URLs.
  ///
  /// - Parameters:
  ///   - urls: What is fetched.
  ///   - authorization: The credential that is sent to each; `nil`: none.
  /// - Returns: The bodies.
  /// - Throws: `CommandFailure` with exit code 3 for the first that gave no such response, and 2 where a credential is missing.
  func responses(to urls: [String], authorization: Authorization? = nil) async throws -> [[UInt8]] {
    try await results(of: urls, authorization: authorization).map { try $0.get().body }
  }

  /// The same, with what became of each URL.
  ///
  /// - Parameters:
  ///   - urls: What is fetched.
  ///   - authorization: The credential that is sent to each; `nil`: none.
  /// - Returns: A 2xx response, or a failure with exit code 3.
  /// - Throws: `CommandFailure` with exit code 2 where a credential is missing.
  func results(
    of urls: [String], authorization: Authorization? = nil
  ) async throws -> [Result<Response, CommandFailure>] {
    let credential: CredentialOutsideRounds?
    do { credential = try authorization.map { try CredentialOutsideRounds($0, environment: environment) } } catch {
      throw CommandFailure.usage("\(error)")
    }
    let requests = urls.map { url in
      FetchRequest(
        label: url, url: credential?.url(url) ?? url,
        headers: [HeaderField(name: "Accept", value: "application/json")]
          + (credential?.headers ?? []).map { HeaderField(name: $0.name, value: $0.value) })
    }
    if credential != nil, let plain = urls.first(where: { WebOrigin($0)?.isConfidential == false }) {
      throw CommandFailure.usage(
        "\(plain.printable) gets no credential, since everybody on the way could read it; use https")
    }
    let transfers = await Fetcher(policy: try FetchPolicy(call)).fetch(requests)
    return zip(urls, transfers).map { url, transfer in
      if let failure = transfer.failure {
        return .failure(.notChecked("\(url.printable): \(failure.description)"))
      }
      guard let status = transfer.status, (200..<300).contains(status) else {
        return .failure(.notChecked("\(url.printable): the status is \(transfer.status ?? 0)"))
      }
      let link = transfer.headerFields("link").lazy.compactMap { LinkHeader.target("next", in: $0) }.first
      return .success(Response(body: transfer.body, nextLink: link))
    }
  }
}
