import Foundation
import Glibc

/// A PostgreSQL server of this process's own, which ends with it: in a temporary folder, on a socket there, run by an ordinary user.
public final class PostgreSQLServer: Sendable {
  /// The folder of the socket.
  public let socket: String
  private let folder: String
  private let user: String
  private let isDurable: Bool
  /// The port on 127.0.0.1 if it has one; then it takes only users with a password, and only over TLS.
  public let port: Int?

  /// Where Debian's package puts the programs of a server; `nil` where there is none of 15 or newer.
  public static let programs: String? = (15...30).reversed().map { "/usr/lib/postgresql/\($0)/bin" }.first {
    FileManager.default.isExecutableFile(atPath: "\($0)/postgres")
  }

  /// Why tests that need a server do not run.
  public static let missing = "PostgreSQL is not installed: apt-get install postgresql"

  /// The one of this process, started when it is first asked for.
  public static let shared = Result { try PostgreSQLServer() }

  /// Begins with an empty database.
  ///
  /// - Parameter isDurable: Whether what is committed is on the disk when the call returns.
  /// - Throws: What says why it did not start.
  public convenience init(isDurable: Bool = false) throws {
    try self.init(isDurable: isDurable, certificate: nil)
  }

  /// One that listens on 127.0.0.1 with a certificate as well, and lets `guest` with the password `sesame` in over TLS.
  public convenience init(certificate: TestCertificates.Leaf) throws {
    try self.init(isDurable: false, certificate: certificate)
    try run("CREATE ROLE guest LOGIN PASSWORD 'sesame'; GRANT CREATE ON DATABASE postgres TO guest")
  }

  private init(isDurable: Bool, certificate: TestCertificates.Leaf?) throws {
    self.isDurable = isDurable
    port = try certificate.map { _ in try Self.freePort() }
    guard let programs = Self.programs else { throw Failure(description: Self.missing) }
    folder = "/tmp/drift-pg-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
    socket = folder
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
    // A server refuses to run as root; initdb as well.
    user = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
    try Self.run(
      """
      cd '\(folder)' && exec \(user) '\(programs)/initdb' -D data -U driftwatch -A trust -E UTF8 --locale=C.UTF-8 -N \
        >initdb.log 2>&1
      """)
    if let certificate, let port {
      try Self.run(
        """
        cd '\(folder)' && cp '\(certificate.chain)' server.crt && cp '\(certificate.key)' server.key || exit
        [ "$(id -u)" != 0 ] || chown 65534 server.crt server.key
        chmod 600 server.key
        cat >>data/postgresql.conf <<-END
        ssl = on
        ssl_cert_file = '\(folder)/server.crt'
        ssl_key_file = '\(folder)/server.key'
        listen_addresses = '127.0.0.1'
        port = \(port)
        END
        echo 'local all all trust' >data/pg_hba.conf
        echo 'hostssl all all 127.0.0.1/32 scram-sha-256' >>data/pg_hba.conf
        """)
    }
    try start()
  }

  /// Starts it, again after ``kill()``.
  public func start() throws {
    guard let programs = Self.programs else { return }
    let own = ProcessInfo.processInfo.processIdentifier
    // A shell watches this process, and ends the server with it however it ends.
    let script = """
      cd '\(folder)' || exit
      \(user) '\(programs)/postgres' -D data -k '\(folder)' \(port == nil ? "-c listen_addresses=" : "") -c fsync=\(isDurable ? "on" : "off") -c max_connections=200 \
        >>server.log 2>&1 & server=$!
      while kill -0 \(own) 2>/dev/null && kill -0 $server 2>/dev/null; do sleep 0.5; done
      kill -0 \(own) 2>/dev/null || { kill -INT $server; wait $server; cd /; rm -rf '\(folder)'; }
      """
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", script]
    shell.standardInput = FileHandle.nullDevice
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      let isReady = (try? Self.run("'\(programs)/pg_isready' -q -h '\(folder)' -p \(port ?? 5432)")) != nil
      if isReady { return }
      guard ContinuousClock.now < deadline, shell.isRunning else {
        throw Failure(description: "the server did not start; see \(folder)/server.log")
      }
    }
  }

  /// Ends it at once, as a machine that fails would, and keeps its folder.
  public func kill() throws {
    try Self.run("kill -QUIT $(head -n 1 '\(folder)/data/postmaster.pid')")
    while (try? Self.run("kill -0 $(head -n 1 '\(folder)/data/postmaster.pid') 2>/dev/null")) != nil { usleep(10_000) }
  }

  /// Makes it hang, with all that it started, or go on.
  public func hang(_ isHanging: Bool) throws {
    try Self.run(
      """
      main=$(head -n 1 '\(folder)/data/postmaster.pid')
      kill -\(isHanging ? "STOP" : "CONT") $main $(cat /proc/$main/task/$main/children)
      """)
  }

  private static func freePort() throws -> Int {
    let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      // Sound: a sockaddr_in is laid out for being taken for a sockaddr (POSIX, <sys/socket.h>).
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw Failure(description: "no port is free") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Runs statements by `psql`.
  public func run(_ sql: String) throws {
    guard let programs = Self.programs else { return }
    try Self.run(
      "'\(programs)/psql' -q -h '\(folder)' -p \(port ?? 5432) -U driftwatch -d postgres -c \"\(sql)\" >/dev/null")
  }

  /// The address of a ledger in a schema of its own.
  public func address(schema: String) -> String {
    "postgres://driftwatch@/postgres?host=\(socket)&schema=\(schema)"
  }

  private static func run(_ script: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", script]
    shell.standardInput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else {
      throw Failure(description: "sh ended with \(shell.terminationStatus)")
    }
  }

  private struct Failure: Error, CustomStringConvertible { let description: String }
}
