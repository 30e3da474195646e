import DriftModel
import Foundation
import System

/// Runs the programs that were written for a transform on responses, and compares what they make of them with what was proved.
struct ProgramTrial {
  let environment: [String: String]
  var seconds = 120.0

  /// Runs a program of jq on each response.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - cases: Responses with what they shall become.
  /// - Returns: What came of it.
  /// - Throws: `CancellationError` if a signal ended it.
  func jq(_ program: String, on cases: [(body: [UInt8], expected: JSONTree)]) throws -> ProvedTransform.Trial {
    do {
      let folder = try ScratchFolder()
      defer { folder.remove() }
      try Data(program.utf8).write(to: URL(fileURLWithPath: folder.path + "/program.jq"))
      for (index, entry) in cases.enumerated() {
        let file = "\(folder.path)/\(index).json"
        try Data(entry.body).write(to: URL(fileURLWithPath: file))
        let output: [UInt8]
        do {
          output = try run(["jq", "-c", "-f", folder.path + "/program.jq", file], in: folder)
        } catch .ended where Interruption.pending != nil { throw CancellationError() } catch .notStarted {
          return .untried("there is no jq in PATH")
        } catch { return .differs("jq \(error)") }
        guard let result = JSONTree(output), result.means(entry.expected) else {
          return .differs("response \(index + 1) becomes another one")
        }
      }
      return .same
    } catch let error as CancellationError { throw error } catch { return .untried("\(error)") }
  }

  /// Compiles a function in Swift and runs it on each response.
  ///
  /// - Parameters:
  ///   - source: The function `transformed`, with what it needs.
  ///   - cases: Responses with what they shall become.
  /// - Returns: What came of it.
  /// - Throws: `CancellationError` if a signal ended it.
  func swift(_ source: String, on cases: [(body: [UInt8], expected: JSONTree)]) throws -> ProvedTransform.Trial {
    do {
      let folder = try ScratchFolder()
      defer { folder.remove() }
      func file(_ name: String) -> String { "\(folder.path)/\(name)" }
      try Data(source.utf8).write(to: URL(fileURLWithPath: file("Transform.swift")))
      try Data(Self.main.utf8).write(to: URL(fileURLWithPath: file("main.swift")))
      let compiled: ToolOutput
      do {
        compiled = try ToolOutput(
          ["swiftc", "-swift-version", "5", "-wmo", "-o", file("trial"), file("main.swift"), file("Transform.swift")],
          environment: environment, seconds: 300, limit: 4 << 20, in: folder.path)
      } catch let impossible as Workshop.Impossible { return .untried(impossible.description) }
      guard compiled.code == 0 else {
        return .differs((compiled.firstError ?? "it does not compile").replacing(folder.path + "/", with: ""))
      }
      for (index, entry) in cases.enumerated() {
        try Data(entry.body).write(to: URL(fileURLWithPath: file("in.json")))
        do {
          let output = try run([file("trial"), file("in.json")], in: folder)
          guard let result = JSONTree(output), result.means(entry.expected) else {
            return .differs("response \(index + 1) becomes another one")
          }
        } catch CommandOutput.Failure.ended where Interruption.pending != nil {
          throw CancellationError()
        } catch { return .differs("it \(error)") }
      }
      return .same
    } catch let error as CancellationError { throw error } catch { return .untried("\(error)") }
  }

  /// What a program prints. Nothing that it started outlives it, and its temporary files are in the folder.
  private func run(_ words: [String], in folder: ScratchFolder) throws(CommandOutput.Failure) -> [UInt8] {
    let temporary = folder.path + "/temporary"
    try? FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    var command = CommandOutput(seconds: seconds, limit: 256 << 20)
    command.endsSession = true
    return try command.of(words, environment: environment.merging(["TMPDIR": temporary]) { $1 })
  }

  private static let main = """
    import Foundation

    FileHandle.standardOutput.write(try transformed(Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))))

    """
}
