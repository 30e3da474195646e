import Foundation
import Testing

@testable import Fetching

/// A running `Support/hostile_server.py`; it ends with this object, or when the test process does.
final class HostileServer: Sendable {
  /// Serves all tests that do not count what is open at once.
  static let shared = Result { try HostileServer() }

  let port: Int
  private let scheme: String
  private let host: String
  private let process: Process
  /// The server runs until this closes.
  private let input: Pipe

  struct DidNotStart: Error {}

  /// Waits until the server listens; with `certificate` it serves TLS, with `files` what is below that folder.
  init(certificate: TestCertificates.Leaf? = nil, host: String = "127.0.0.1", files: String? = nil) throws {
    _ = Self.hostileEnvironment
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Support/hostile_server.py")
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    var arguments = ["python3", script.path]
    if let certificate { arguments += ["--tls-cert", certificate.chain, "--tls-key", certificate.key] }
    if let files { arguments += ["--files", files] }
    process.arguments = arguments
    input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
    guard let port = Int(String(decoding: line, as: UTF8.self)) else { throw DidNotStart() }
    self.port = port
    self.host = host
    scheme = certificate == nil ? "http" : "https"
  }

  deinit { process.terminate() }

  /// Every test runs with a proxy in its environment that leads nowhere; a fetch that obeyed it would fail.
  static let hostileEnvironment: Void = {
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"] {
      setenv(name, "http://127.0.0.1:1", 1)
    }
  }()

  func url(_ path: String) -> String { "\(scheme)://\(host):\(port)\(path)" }

  func request(_ path: String, headers: [HeaderField] = []) -> FetchRequest {
    FetchRequest(label: "test/endpoint", url: url(path), headers: headers)
  }

  struct Received: Decodable {
    let method: String
    let path: String
    let headers: [String: String]
    let body: String
    let connection: Int
  }

  /// What the server got for paths that begin with `prefix`, in its order.
  func received(under prefix: String) async throws -> [Received] {
    let transfer = await fetchOne(request("/_requests?under=\(prefix)"))
    return try JSONDecoder().decode([Received].self, from: Data(transfer.body))
  }
}

/// A loopback port that is held and not listened on, so that connections are refused as long as this lives.
final class ClosedPort {
  let number: Int
  private let descriptor: Int32

  struct NoSocket: Error {}

  init() throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      // The socket calls take any address family through the type of its common beginning.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw NoSocket() }
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }
}

/// One request through a fetcher of its own.
func fetchOne(
  _ request: FetchRequest, policy: FetchPolicy = FetchPolicy(), deadline: ContinuousClock.Instant? = nil
) async -> Transfer {
  let transfers = await Fetcher(policy: policy).fetch([request], deadline: deadline)
  return transfers.first ?? Transfer(failure: .cancelled, finalURL: "")
}

extension Transfer {
  var text: String { String(decoding: body, as: UTF8.self) }
}

let smallText = #"{"id": 1, "name": "small"}"#
