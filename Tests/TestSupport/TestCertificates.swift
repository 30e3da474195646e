import Foundation

/// A certificate authority and its certificates, made by `openssl` in a folder of their own.
public struct TestCertificates: Sendable {
  /// A certificate and its key as PEM files.
  public struct Leaf: Sendable {
    let chain: String
    let key: String
  }
  struct OpenSSLFailed: Error {
    let command: String
  }

  /// Made once for a test process, and removed when that ends.
  public static let shared = Result { try TestCertificates() }
  private let folder: URL

  /// The authority's certificate (PEM).
  public let caFile: String
  /// For `localhost` and 127.0.0.1.
  public let valid: Leaf
  /// For `elsewhere.example`.
  public let otherHost: Leaf
  /// As ``valid``, until yesterday.
  public let expired: Leaf
  /// For `localhost`, known to no authority.
  public let selfSigned: Leaf

  private init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "driftwatch-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func openssl(_ arguments: String) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
      process.currentDirectoryURL = folder
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw OpenSSLFailed(command: arguments) }
    }
    let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    func selfSigned(_ name: String) throws -> Leaf {
      try openssl("req -x509 \(newKey) -keyout \(name).key -out \(name).pem -days 2 -subj /CN=\(name)")
      return Leaf(chain: folder.appending(path: "\(name).pem").path, key: folder.appending(path: "\(name).key").path)
    }
    func leaf(_ name: String, for host: String, days: Int) throws -> Leaf {
      try Data("subjectAltName=\(host)".utf8).write(to: folder.appending(path: "\(name).ext"))
      try openssl("req \(newKey) -keyout \(name).key -out \(name).csr -subj /CN=\(name)")
      try openssl(
        "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days \(days) -extfile \(name).ext "
          + "-out \(name).pem")
      return Leaf(chain: folder.appending(path: "\(name).pem").path, key: folder.appending(path: "\(name).key").path)
    }
    caFile = try selfSigned("ca").chain
    valid = try leaf("valid", for: "DNS:localhost,IP:127.0.0.1", days: 2)
    otherHost = try leaf("other", for: "DNS:elsewhere.example", days: 2)
    expired = try leaf("expired", for: "DNS:localhost,IP:127.0.0.1", days: -1)
    self.selfSigned = try selfSigned("localhost")
    self.folder = folder
    atexit {
      if case .success(let certificates) = TestCertificates.shared {
        try? FileManager.default.removeItem(at: certificates.folder)
      }
    }
  }
}
