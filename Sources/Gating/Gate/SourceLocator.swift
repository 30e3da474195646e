public import Foundation
import System

/// Where the source code declares types and their properties, by the compiler's own symbol graphs.
///
/// The toolchain makes them of the modules that the build left beside the program; without a toolchain, or where the modules are not
/// there, nothing is located.
///
/// - SeeAlso: `swift symbolgraph-extract --help`, SymbolKit's format of symbol graphs.
public struct SourceLocator: Sendable {
  /// A place in a file; the line counts from 1.
  public struct Place: Sendable, Equatable {
    /// The file.
    public let file: String
    /// Its line.
    public let line: Int
  }

  private let places: [String: [String: Place]]
  /// Why some modules were not looked into, in a line each.
  public let problems: [String]

  /// Looks into some modules.
  ///
  /// - Parameters:
  ///   - modules: Their names.
  ///   - folder: Where the compiled modules are, as SwiftPM's `Modules` beside a built program.
  ///   - environment: The environment of the toolchain.
  ///   - seconds: How long the toolchain may take for each module.
  public init(modules: Set<String>, in folder: URL, environment: [String: String], seconds: Double = 60) {
    var (places, problems): ([String: [String: Place]], [String]) = ([:], [])
    for module in modules.sorted() {
      do { places[module] = try Self.places(in: module, folder, environment, seconds) } catch {
        problems.append("lines in \(module) are not known: \(error)")
      }
    }
    (self.places, self.problems) = (places, problems)
  }

  /// Why a module's symbols are not known.
  private struct Unknown: Error, CustomStringConvertible { let description: String }

  private static func places(
    in module: String, _ folder: URL, _ environment: [String: String], _ seconds: Double
  ) throws -> [String: Place] {
    guard FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(module).swiftmodule").path) else {
      throw Unknown(description: "\(folder.path) has no \(module).swiftmodule")
    }
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("driftwatch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    do throws(CommandOutput.Failure) {
      _ = try CommandOutput(seconds: seconds, limit: 1 << 20).of(
        [
          "swift", "symbolgraph-extract", "-module-name", module, "-I", folder.path, "-minimum-access-level", "private",
          "-output-dir", place.path, "-target", target,
        ], environment: environment)
    } catch { throw Unknown(description: "swift symbolgraph-extract \(error)") }
    let graph = try JSONDecoder().decode(
      Graph.self, from: Data(contentsOf: place.appendingPathComponent("\(module).symbols.json")))
    var found: [String: Place] = [:]
    for symbol in graph.symbols {
      guard let location = symbol.location, let url = URL(string: location.uri), url.isFileURL else { continue }
      let name = symbol.pathComponents.joined(separator: ".")
      // The first declaration of a name is the type's own.
      if found[name] == nil { found[name] = Place(file: url.path, line: location.position.line + 1) }
    }
    return found
  }

  private struct Graph: Decodable { let symbols: [Symbol] }

  private struct Symbol: Decodable {
    let pathComponents: [String]
    let location: Location?
  }

  private struct Location: Decodable {
    let uri: String
    let position: Position
  }

  private struct Position: Decodable { let line: Int }

  private static var target: String {
    #if arch(arm64)
      let architecture = "aarch64"
    #else
      let architecture = "x86_64"
    #endif
    #if os(macOS)
      return "\(architecture == "aarch64" ? "arm64" : architecture)-apple-macosx13.0"
    #else
      return "\(architecture)-unknown-linux-gnu"
    #endif
  }

  /// Where a property is declared, else its type.
  ///
  /// - Parameters:
  ///   - name: `ProductDTO.price`, as reports have it; of a nested type the last part of its name is enough.
  ///   - modules: The modules in which it may be.
  /// - Returns: The place; `nil` if none is known, or several are.
  public func place(of name: String, in modules: Set<String>) -> Place? {
    let type = name.split(separator: ".").dropLast().joined(separator: ".")
    for wanted in [name, type] where !wanted.isEmpty {
      let found = modules.compactMap { places[$0] }.flatMap { known in
        known.filter { $0.key == wanted || $0.key.hasSuffix("." + wanted) }.map(\.value)
      }
      if Set(found.map { "\($0.file):\($0.line)" }).count == 1 { return found.first }
    }
    return nil
  }
}
