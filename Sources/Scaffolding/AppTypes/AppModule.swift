import Foundation
import System

/// What the compiler says of the files of one version, which it builds as one module.
struct AppModule {
  /// Types at the top level that decode and have no parameters.
  let types: [String]
  /// Names at the top level, which nothing else in the module may have.
  let names: Set<String>
  /// Expressions of the app's own decoders: `JSONDecoder.shop`.
  let decoders: [String]
  /// The files that compile here.
  let files: [(path: String, bytes: [UInt8])]
  /// Imports because of which files were left out.
  let leftOut: [ForeignImport]

  /// The language mode in which apps are built.
  static let languageMode = ["-swift-version", "5"]

  /// Why files are no module, in one line.
  enum Failure: Error {
    /// Nobody could say.
    case untried(String)
    /// The compiler's first error, with file and line.
    case uncompilable(String)
  }

  /// Compiles the files, which stand in `app/` of a folder afterwards.
  ///
  /// - Parameters:
  ///   - release: The files. Those that import what is not here are left out, as long as the compiler says so.
  ///   - folder: An empty folder of the toolchain.
  /// - Throws: ``Failure``, `CommandOutput.Failure`, and what writing throws.
  init(_ release: AppTypesFolder.Release, in folder: ToolchainFolder) throws {
    var files = release.files
    var leftOut: [ForeignImport] = []
    for file in files { try folder.write(file.bytes, to: "app/\(file.path)") }
    let path = folder.url.path
    let graphs = folder.url.appendingPathComponent("graphs")
    try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
    compile: while true {
      guard !files.isEmpty else {
        throw Failure.uncompilable("\(leftOut.first?.words ?? "there are no files"), and no file is left")
      }
      let arguments =
        Self.languageMode + ["-wmo", "-module-name", "AppTypes", "-emit-module", "-emit-module-path"]
        + ["\(path)/AppTypes.swiftmodule", "-emit-symbol-graph", "-emit-symbol-graph-dir", graphs.path]
        + ["-symbol-graph-minimum-access-level", "internal"]
      switch try folder.compile(arguments + files.map { "\(path)/app/\($0.path)" }) {
      case .done: break compile
      case .missing(let reason): throw Failure.untried(reason)
      case .failed(let lines):
        let missing = lines.compactMap(Self.missingModule)
        let foreign = files.flatMap { file -> [ForeignImport] in
          let known = ForeignImport.all(in: file.bytes, of: file.path)
          // The compiler stops at the first one of them.
          return missing.filter { $0.file == file.path }
            + known.filter { own in missing.contains { $0.module == own.module && $0.file != own.file } }
        }
        guard !foreign.isEmpty else { throw Failure.uncompilable(Self.firstError(of: lines)) }
        leftOut += foreign
        files.removeAll { file in foreign.contains { $0.file == file.path } }
      }
    }
    (self.files, self.leftOut) = (files, leftOut)
    var symbols: [Symbol] = []
    var decodable: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: graphs.path).sorted() {
      let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: graphs.appendingPathComponent(name)))
      symbols += graph.symbols
      for relation in graph.relationships where relation.kind == "conformsTo" && relation.target == Self.decodable {
        decodable.insert(relation.source)
      }
    }
    let own = symbols.filter { $0.pathComponents.count == 1 }
    names = Set(own.map { String($0.pathComponents[0].prefix { $0 != "(" }) })
    types = own.filter { symbol in
      ["swift.struct", "swift.class", "swift.enum"].contains(symbol.kind.identifier) && symbol.swiftGenerics == nil
        && decodable.contains(symbol.identifier.precise)
    }.map { $0.pathComponents[0] }.sorted()
    decoders = symbols.filter(\.isDecoder).map { symbol in
      symbol.pathComponents.map(SwiftName.quoted).joined(separator: ".")
    }.sorted()
  }

  /// The symbol of `Decodable`.
  private static let decodable = "s:Se"

  /// Reads `app/Views.swift:2:8: error: no such module 'SwiftUI'`.
  private static func missingModule(_ line: String) -> ForeignImport? {
    guard let match = line.wholeMatch(of: /app\/(.+):([0-9]+):[0-9]+: error: no such module '([^']+)'/) else {
      return nil
    }
    return ForeignImport(file: String(match.1), line: Int(match.2) ?? 1, module: String(match.3))
  }

  /// The first error, as `Product.swift:3: …`.
  static func firstError(of lines: [String]) -> String {
    let line = lines.first { $0.contains("error: ") } ?? lines.first ?? "the compiler says nothing"
    guard let match = line.wholeMatch(of: /app\/(.+):([0-9]+):[0-9]+: error: (.*)/) else {
      return String(line.prefix(400))
    }
    return String("\(match.1):\(match.2): \(match.3)".prefix(400))
  }

  // MARK: Symbol graphs

  private struct Graph: Decodable {
    let symbols: [Symbol]
    let relationships: [Relation]
  }

  private struct Relation: Decodable { let kind, source, target: String }

  private struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Generics: Decodable {}
    struct Fragment: Decodable { let kind, spelling: String }

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let swiftGenerics: Generics?
    let declarationFragments: [Fragment]?

    /// Whether it is a constant outside all types, or of a type, that is a decoder.
    var isDecoder: Bool {
      guard kind.identifier == "swift.type.property" || (kind.identifier == "swift.var" && pathComponents.count == 1)
      else { return false }
      let text = (declarationFragments ?? []).map(\.spelling).joined()
      return text.prefixMatch(of: /((static|class) )?(let|var) [^:{]+: JSONDecoder(\s|$)/) != nil
    }
  }
}
