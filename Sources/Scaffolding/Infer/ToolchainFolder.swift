import Foundation
import System

/// A private folder in which the toolchain compiles something, and what it made is run.
struct ToolchainFolder {
  /// What came of a call of the compiler.
  enum Compilation {
    case done
    /// There is none, in a few words.
    case missing(String)
    /// The compiler's lines, without the folder's path.
    case failed([String])
  }

  let url: URL
  private let environment: [String: String]
  /// How long the compiler may take.
  private let seconds: Double

  /// Makes the folder.
  ///
  /// - Throws: `SystemFailure` if there is no place for it.
  init(environment: [String: String], seconds: Double) throws {
    url = URL(fileURLWithPath: try PrivateFile.temporaryFolder())
    (self.environment, self.seconds) = (environment, seconds)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  /// Writes a file below the folder.
  func write(_ bytes: [UInt8], to path: String) throws {
    let place = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: place)
  }

  /// Calls `swiftc`.
  ///
  /// - Throws: `CommandOutput.Failure` if it takes too long or is ended.
  func compile(_ arguments: [String]) throws -> Compilation {
    // If this process is killed, only a limit of the kernel's ends the compilers. The compiler says its words on standard error.
    let script = "ulimit -t \(Int(seconds)); \"$@\" 2>&1; echo \"exit $?\""
    let text = String(
      decoding: try output(["/bin/sh", "-c", script, "sh", "swiftc"] + arguments, seconds: seconds), as: UTF8.self)
    let lines = text.split(separator: "\n").map { String($0).replacing(url.path + "/", with: "") }
    switch lines.last {
    case "exit 0": return .done
    case "exit 127": return .missing("there is no swiftc in PATH")
    default: return .failed(lines)
    }
  }

  /// What a program prints. Its temporary files are in the folder, since one that is ended leaves them.
  ///
  /// - Parameters:
  ///   - words: The program with its arguments.
  ///   - seconds: How long it may take.
  ///   - isOfApp: Whether it is the app's code, which gets nothing of the environment but what a program needs to run.
  /// - Returns: Its output.
  /// - Throws: `CommandOutput.Failure`.
  func output(_ words: [String], seconds: Double, isOfApp: Bool = false) throws -> [UInt8] {
    var command = CommandOutput(seconds: seconds, limit: 4 << 20)
    command.endsSession = true
    let place = url.appendingPathComponent("temporary")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    // A trace of each trap would take longer than all the rest.
    let environment =
      isOfApp ? environment.filter { ["HOME", "LD_LIBRARY_PATH", "PATH"].contains($0.key) } : environment
    let own = ["TMPDIR": place.path, "SWIFT_BACKTRACE": "enable=no"]
    return try command.of(words, environment: environment.merging(own) { $1 })
  }
}
