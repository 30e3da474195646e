import Foundation
import System

/// Compiles source code and decodes responses with it, so that nothing is shown that does not work.
public struct SourceProof: Sendable {
  /// What came of it.
  public enum Outcome: Sendable, Equatable {
    /// It compiles, and every response decodes.
    case proved
    /// There is no toolchain that could say so, for this reason.
    case noToolchain(String)
    /// It does not compile; the compiler's first lines.
    case uncompilable(String)
    /// Some responses do not decode: how many, and the first one's error.
    case undecodable(count: Int, first: String)
  }

  /// The environment of the toolchain: at least where it is (`PATH`).
  private let environment: [String: String]
  private let seconds: Double

  /// A proof by the toolchain that the environment has.
  ///
  /// - Parameters:
  ///   - environment: Of the toolchain.
  ///   - seconds: How long it may take to compile, and to decode.
  public init(environment: [String: String], seconds: Double = 300) {
    (self.environment, self.seconds) = (environment, seconds)
  }

  /// Tries source code. It is written with the responses to a private folder, which is gone afterwards.
  ///
  /// - Parameters:
  ///   - source: The types.
  ///   - bodies: The responses.
  /// - Returns: What came of it.
  /// - Throws: `SystemFailure` or an error of Foundation if the folder cannot be written.
  public func run(_ source: DTOInference.Source, on bodies: [[UInt8]]) throws -> Outcome {
    let folder = URL(fileURLWithPath: try PrivateFile.temporaryFolder())
    defer { PrivateFile.removeFolder(folder.path) }
    try Data(source.text.utf8).write(to: folder.appendingPathComponent("Types.swift"))
    try Data(Self.program(source).utf8).write(to: folder.appendingPathComponent("main.swift"))
    for (index, body) in bodies.enumerated() {
      try Data(body).write(to: folder.appendingPathComponent("\(index).json"))
    }
    let probe = folder.appendingPathComponent("probe").path
    // The compiler's words are wanted, and it says them on standard error.
    let compiled = try output(
      [
        "/bin/sh", "-c", "\"$@\" 2>&1; echo \"exit $?\"", "sh", "swiftc", "-swift-version", "6", "-o", probe,
        folder.appendingPathComponent("Types.swift").path, folder.appendingPathComponent("main.swift").path,
      ])
    let lines = compiled.split(separator: "\n").map(String.init)
    if lines.last == "exit 127" { return .noToolchain("there is no swiftc in PATH") }
    guard lines.last == "exit 0" else {
      let errors = lines.filter { $0.contains("error: ") }.map { $0.replacing(folder.path + "/", with: "") }
      return .uncompilable((errors.first ?? lines.first ?? "no output").prefixed(400))
    }
    let failures = try output([probe, folder.path, "\(bodies.count)"]).split(separator: "\n")
    return failures.isEmpty ? .proved : .undecodable(count: failures.count, first: String(failures[0]).prefixed(400))
  }

  private func output(_ words: [String]) throws -> String {
    String(
      decoding: try CommandOutput(seconds: seconds, limit: 4 << 20).of(words, environment: environment), as: UTF8.self)
  }

  /// Says of each response that does not decode why, in a line.
  private static func program(_ source: DTOInference.Source) -> String {
    """
    import Foundation

    let decoder = \(source.decoder)
    for index in 0..<(Int(CommandLine.arguments[2]) ?? 0) {
      let file = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent("\\(index).json")
      do {
        _ = try decoder.decode(\(source.roots[0]).self, from: Data(contentsOf: file))
      } catch {
        print("response \\(index + 1): \\(error)".split(separator: "\\n").joined(separator: " "))
      }
    }

    """
  }
}

extension String {
  fileprivate func prefixed(_ count: Int) -> String { String(prefix(count)) }
}
