import Foundation

/// A PostgreSQL server of this process's own, which ends with it: in a temporary folder, on a socket there, run by an ordinary user.
public final class PostgreSQLServer: Sendable {
  /// The folder of the socket.
  public let socket: String
  private let folder: String
  private let user: String
  private let isDurable: Bool

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
  public init(isDurable: Bool = false) throws {
    self.isDurable = isDurable
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
    try start()
  }

  /// Starts it, again after ``kill()``.
  public func start() throws {
    guard let programs = Self.programs else { return }
    let own = ProcessInfo.processInfo.processIdentifier
    // A shell watches this process, and ends the server with it however it ends.
    let script = """
      cd '\(folder)' || exit
      \(user) '\(programs)/postgres' -D data -k '\(folder)' -c listen_addresses= -c fsync=\(isDurable ? "on" : "off") -c max_connections=200 \
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
      let isReady = (try? Self.run("'\(programs)/pg_isready' -q -h '\(folder)'")) != nil
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

  /// Runs statements by `psql`.
  public func run(_ sql: String) throws {
    guard let programs = Self.programs else { return }
    try Self.run("'\(programs)/psql' -q -h '\(folder)' -U driftwatch -d postgres -c \"\(sql)\" >/dev/null")
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
