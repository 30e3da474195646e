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
  /// - Throws: `CommandOutput.Failure` if the toolchain does something unheard of.
  public func run(_ source: DTOInference.Source, on bodies: [[UInt8]], kinds: [Int] = []) throws -> Outcome {
    // What was started and the folder, which holds responses, go first.
    let interruption = Interruption()
    defer { interruption.end() }
    do { return try tried(source, bodies, kinds) } catch let failure as CommandOutput.Failure {
      guard case .tooSlow = failure else { throw failure }
      return .untried("the compiler, or what it made, \(failure)")
    } catch is CocoaError { return .untried(Self.noPlace) } catch is SystemFailure { return .untried(Self.noPlace) }
  }

  private static let noPlace = "there is no space for temporary files, or no folder; set TMPDIR"

  private func tried(_ source: DTOInference.Source, _ bodies: [[UInt8]], _ kinds: [Int]) throws -> Outcome {
    let folder = try ToolchainFolder(environment: environment, seconds: seconds)
    defer { folder.remove() }
    try folder.write(Array(source.text.utf8), to: "Types.swift")
    try folder.write(Array(Self.program(source).utf8), to: "main.swift")
    for (index, body) in bodies.enumerated() {
      let kind = index < kinds.count ? kinds[index] : 0
      try folder.write(body, to: "\(index)-\(kind).json")
    }
    let path = folder.url.path
    let sources = ["Types.swift", "main.swift"].map { "\(path)/\($0)" }
    switch try folder.compile(["-swift-version", "6", "-o", "\(path)/probe"] + sources) {
    case .done: break
    case .missing(let reason): return .untried(reason)
    case .failed(let lines):
      let error = lines.first { $0.contains("error: ") } ?? lines.first ?? "no output"
      return .uncompilable(error.prefixed(400))
    }
    let output = try folder.output(["\(path)/probe", path], seconds: seconds)
    let failures = String(decoding: output, as: UTF8.self).split(separator: "\n")
    return failures.isEmpty ? .proved : .undecodable(count: failures.count, first: String(failures[0]).prefixed(400))
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
