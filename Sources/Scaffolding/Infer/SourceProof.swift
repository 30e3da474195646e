import Foundation
import System

/// Compiles source code and decodes responses with it, so that nothing is shown that does not work.
public struct SourceProof: Sendable {
  /// What came of it.
  public enum Outcome: Sendable, Equatable {
    /// It compiles, and every response decodes.
    case proved
    /// Nobody could say so, for this reason: there is no toolchain, or it took too long.
    case untried(String)
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
  ///   - kinds: For each response the index of its type among the roots; all are of the first one unless it is said.
  /// - Returns: What came of it.
  /// - Throws: `SystemFailure` or an error of Foundation if the folder cannot be written.
  public func run(_ source: DTOInference.Source, on bodies: [[UInt8]], kinds: [Int] = []) throws -> Outcome {
    do { return try tried(source, bodies, kinds) } catch let failure as CommandOutput.Failure {
      guard case .tooSlow = failure else { throw failure }
      return .untried("the compiler, or what it made, \(failure)")
    }
  }

  private func tried(_ source: DTOInference.Source, _ bodies: [[UInt8]], _ kinds: [Int]) throws -> Outcome {
    let guardian = try FolderGuard()
    defer { guardian.remove() }
    let folder = URL(fileURLWithPath: guardian.path)
    try Data(source.text.utf8).write(to: folder.appendingPathComponent("Types.swift"))
    try Data(Self.program(source).utf8).write(to: folder.appendingPathComponent("main.swift"))
    for (index, body) in bodies.enumerated() {
      let kind = index < kinds.count ? kinds[index] : 0
      try Data(body).write(to: folder.appendingPathComponent("\(index)-\(kind).json"))
    }
    let probe = folder.appendingPathComponent("probe").path
    // The compiler's words are wanted, and it says them on standard error.
    let compiled = try output(
      [
        // The driver starts compilers in groups of their own, which only a limit of the kernel's ends if it is ended.
        "/bin/sh", "-c", "ulimit -t \(Int(seconds)); \"$@\" 2>&1; echo \"exit $?\"", "sh", "swiftc", "-swift-version",
        "6", "-o", probe,
        folder.appendingPathComponent("Types.swift").path, folder.appendingPathComponent("main.swift").path,
      ])
    let lines = compiled.split(separator: "\n").map(String.init)
    if lines.last == "exit 127" { return .untried("there is no swiftc in PATH") }
    guard lines.last == "exit 0" else {
      let errors = lines.filter { $0.contains("error: ") }.map { $0.replacing(folder.path + "/", with: "") }
      return .uncompilable((errors.first ?? lines.first ?? "no output").prefixed(400))
    }
    let failures = try output([probe, folder.path]).split(separator: "\n")
    return failures.isEmpty ? .proved : .undecodable(count: failures.count, first: String(failures[0]).prefixed(400))
  }

  private func output(_ words: [String]) throws -> String {
    String(
      decoding: try CommandOutput(seconds: seconds, limit: 4 << 20).of(words, environment: environment), as: UTF8.self)
  }

  /// Says of each response that does not decode why, in a line.
  private static func program(_ source: DTOInference.Source) -> String {
    let cases = source.roots.enumerated().map { index, root in
      "  case \(index): _ = try decoder.decode(\(root).self, from: data)\n"
    }
    return """
      import Foundation

      let decoder = \(source.decoder)

      func decode(_ kind: Int, _ data: Data) throws {
        switch kind {
      \(cases.joined())  default: break
        }
      }

      let folder = URL(fileURLWithPath: CommandLine.arguments[1])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
      for name in names {
        let parts = name.dropLast(5).split(separator: "-").compactMap { Int($0) }
        do { try decode(parts[1], Data(contentsOf: folder.appendingPathComponent(name))) } catch {
          print("response \\(parts[0] + 1): \\(error)".split(separator: "\\n").joined(separator: " "))
        }
      }

      """
  }
}

extension String {
  fileprivate func prefixed(_ count: Int) -> String { String(prefix(count)) }
}
