import Foundation
import TestSupport

@testable import Fetching

extension HostileServer {
  /// Every test runs with a proxy in its environment that leads nowhere; a fetch that obeyed it would fail.
  static let hostileEnvironment: Void = {
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"] {
      setenv(name, "http://127.0.0.1:1", 1)
    }
  }()

  func request(_ path: String, headers: [HeaderField] = []) -> FetchRequest {
    _ = Self.hostileEnvironment
    return FetchRequest(label: "test/endpoint", url: url(path), headers: headers)
  }

  /// What the server got for paths that begin with `prefix`, in its order.
  func received(under prefix: String) async throws -> [Received] {
    let transfer = await fetchOne(request("/_requests?under=\(prefix)"))
    return try JSONDecoder().decode([Received].self, from: Data(transfer.body))
  }
}

/// One request through a fetcher of its own, once.
func fetchOne(
  _ request: FetchRequest, policy: FetchPolicy = .standard, deadline: ContinuousClock.Instant? = nil
) async -> Transfer {
  var policy = policy
  policy.maximumRetries = 0
  _ = HostileServer.hostileEnvironment
  let transfers = await Fetcher(policy: policy).fetch([request], deadline: deadline)
  return transfers.first ?? Transfer(failure: .cancelled, finalURL: "")
}

extension Transfer {
  var text: String { String(decoding: body, as: UTF8.self) }
}

let smallText = #"{"id": 1, "name": "small"}"#
