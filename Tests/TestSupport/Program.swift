public import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// One run of an executable as a process of its own; its streams go to files, so that no pipe can fill up.
public final class Program: Sendable {
  /// How a process ended and what it wrote.
  public struct Ending: Sendable {
    /// Exit code, or the signal's number with a minus.
    public let code: Int32
    /// Bytes on standard output.
    public let output: Data
    /// Text on standard error.
    public let errors: String

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The folder of the running test bundle, in which the package's executables lie too.
  public static let products: URL = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let executable = count > 0 ? String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    return URL(filePath: executable ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }()

  private let process: ChildProcess
  private let streams: TemporaryPlace

  /// Starts `executable`.
  ///
  /// - Parameters:
  ///   - executable: Its path, or the name of one of this package's.
  ///   - arguments: What follows its name.
  ///   - environment: All of it; nothing is inherited. Who has the user's own `HOME` (a toolchain needs one) keeps state
  ///     and configuration in a folder of this run: what the user has of the program changes no test, and no test it.
  ///   - folder: Working directory.
  /// - Throws: An error that names the executable when it cannot be started.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], folder: String = "/"
  ) throws {
    streams = try TemporaryPlace()
    for name in ["output", "errors"] { try streams.write("", to: name) }
    let output = try FileHandle(forWritingTo: streams.url.appending(path: "output"))
    let errors = try FileHandle(forWritingTo: streams.url.appending(path: "errors"))
    process = try ChildProcess(
      executable.hasPrefix("/") ? executable : Self.products.appending(path: executable).path, arguments,
      environment: Self.apart(environment, in: streams), folder: folder,
      streams: [FileHandle.nullDevice.fileDescriptor, output.fileDescriptor, errors.fileDescriptor])
    try output.close()
    try errors.close()
  }

  private static func apart(_ environment: [String: String], in place: TemporaryPlace) -> [String: String] {
    guard let home = environment["HOME"], home == ProcessInfo.processInfo.environment["HOME"] else {
      return environment
    }
    return ["XDG_STATE_HOME": place.path("state"), "XDG_CONFIG_HOME": place.path("configuration")]
      .merging(environment) { $1 }
  }

  deinit { process.send(SIGKILL) }

  /// Process id.
  public var id: Int32 { process.id }

  /// What was written to standard output so far.
  public var outputSoFar: String { String(decoding: read("output"), as: UTF8.self) }
  /// What was written to standard error so far.
  public var errorsSoFar: String { String(decoding: read("errors"), as: UTF8.self) }

  /// Whether it has ended.
  public var hasEnded: Bool { process.hasEnded }

  /// Sends a signal, if it still runs.
  public func send(_ signal: Int32) { process.send(signal) }

  /// Waits for the end; a process that takes longer than `seconds` hangs, and is killed.
  public func end(within seconds: Double = 600) async -> Ending {
    let guardian = Task {
      try await Task.sleep(for: .seconds(seconds))
      process.send(SIGKILL)
    }
    let code = await process.end()
    guardian.cancel()
    return Ending(code: code, output: read("output"), errors: String(decoding: read("errors"), as: UTF8.self))
  }

  /// Waits until `condition` holds; false when it still did not after `seconds`, which only has to be longer than any machine takes.
  public static func wait(seconds: Double = 900, until condition: () throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if try condition() { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return try condition()
  }

  /// Whether a process runs; one that only waits for its parent to look does not (proc(5)).
  public static func runs(_ id: String) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return false }
    return text.split(separator: ")").last?.split(separator: " ").first != "Z"
  }

  private func read(_ name: String) -> Data { (try? Data(contentsOf: streams.url.appending(path: name))) ?? Data() }
}
