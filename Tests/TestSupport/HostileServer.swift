import Foundation

/// A running `hostile_server.py`; it ends with this object, or when the test process does.
public final class HostileServer: Sendable {
  /// Serves all tests that do not count what is open at once.
  public static var shared: Result<HostileServer, any Error> {
    Result {
      try ExternalTool.python.require()
      return try started.get()
    }
  }
  private static let started = Result { try HostileServer() }

  /// The loopback port it listens on.
  public let port: Int
  private let scheme: String
  private let host: String
  private let process: ChildProcess
  /// The server runs until this closes.
  private let input: FileHandle

  struct DidNotStart: Error {}

  /// Waits until the server listens; with `certificate` it serves TLS, with `files` what is below that folder.
  ///
  /// `tlsMode` is a fault of the handshake, as the script names them; `script` is another server with the same ways.
  public init(
    certificate: TestCertificates.Leaf? = nil, host: String = "127.0.0.1", files: String? = nil, tlsMode: String? = nil,
    script: String = "hostile_server.py"
  ) throws {
    try ExternalTool.python.require()
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: script)
    var arguments = [script.path]
    if let certificate { arguments += ["--tls-cert", certificate.chain, "--tls-key", certificate.key] }
    if let tlsMode { arguments += ["--tls-mode", tlsMode] }
    if let files { arguments += ["--files", files] }
    let (stdin, stdout) = (Pipe(), Pipe())
    input = stdin.fileHandleForWriting
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process = try ChildProcess(
      "/usr/bin/python3", arguments, environment: ["PATH": path],
      folder: "/", streams: [stdin.fileHandleForReading.fileDescriptor, stdout.fileHandleForWriting.fileDescriptor, 2])
    try stdin.fileHandleForReading.close()
    try stdout.fileHandleForWriting.close()
    var line: [UInt8] = []
    while let byte = try stdout.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A { line.append(byte) }
    guard let port = Int(String(decoding: line, as: UTF8.self)) else { throw DidNotStart() }
    self.port = port
    self.host = host
    scheme = certificate == nil ? "http" : "https"
  }

  deinit { process.send(SIGTERM) }

  /// The URL of `path` on this server.
  public func url(_ path: String) -> String { "\(scheme)://\(host):\(port)\(path)" }

  /// One request as the server got it.
  public struct Received: Decodable, Sendable {
    /// Method of the request line.
    public let method: String
    /// Path and query of the request line.
    public let path: String
    /// Fields by name.
    public let headers: [String: String]
    /// Body.
    public let body: String
    /// Number of the connection it came on.
    public let connection: Int
    /// When its head was there, in seconds of a steady clock.
    public let at: Double
  }
}
