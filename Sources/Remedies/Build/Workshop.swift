import ContractKit
import Examination
import Foundation
import System

/// Builds a version of the app from its files, as they are or with edits, into a program of its own that examines responses with them.
///
/// The files are copied into a private folder and compiled as one module with a small `main.swift`, against the modules that the build left
/// beside this program, whose objects are linked in. Nothing of the app's runs here: the program is a worker.
final class Workshop {
  /// Why nothing can be built, in one line.
  struct Impossible: Error, CustomStringConvertible { let description: String }

  /// What became of a build.
  enum Outcome {
    /// The program.
    case built(String)
    /// What the compiler says, one error each.
    case refused([CompilerError])
  }

  let module: String
  let version: String
  let contract: String
  /// The files by path, as they are.
  let sources: [String: SourceText]
  private let modules: URL
  private let environment: [String: String]
  private let seconds: Double
  private let folder: ScratchFolder
  private var languageMode = "5"
  /// Names of the constants among which the version is.
  private var constants: [String] = []
  private var flags: [String] = []
  private var objects: [String] = []
  private(set) var builds = 0

  /// Where compiled modules are found: beside the running program, as SwiftPM leaves them.
  static var modulesBesideProgram: URL {
    URL(fileURLWithPath: ExecutableIdentity.path ?? "/").deletingLastPathComponent().appendingPathComponent("Modules")
  }

  /// Prepares to build a version.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - reads: What it reads; its type tells the module.
  ///   - contract: Id of its contract.
  ///   - modules: The folder of compiled modules.
  ///   - environment: Of the toolchain.
  ///   - seconds: How long one step of it may take.
  /// - Throws: ``Impossible`` if modules or files are missing, `SystemFailure` if no folder can be made.
  init(
    _ version: Version, reads: AnyReads, contract: String, modules: URL, environment: [String: String],
    seconds: Double = 300
  ) throws {
    (self.version, self.contract, self.modules) = (version.id, contract, modules)
    (self.environment, self.seconds) = (environment, seconds)
    let known = reads.modules.filter { Self.exists(modules.appendingPathComponent("\($0).swiftmodule")) }
    guard !reads.modules.isEmpty else { throw Impossible(description: "\(reads.typeName) is no type of the app's own") }
    guard let types = known.sorted().first, known.count == reads.modules.count else {
      throw Impossible(
        description:
          "\(modules.path) has no \(reads.modules.subtracting(known).sorted().joined(separator: ", ")).swiftmodule")
    }
    guard known.count == 1 else {
      throw Impossible(description: "its types are of several modules (\(known.sorted().joined(separator: ", ")))")
    }
    let products = modules.deletingLastPathComponent()
    var sources = try Self.sources(of: types, in: products)
    // The version may stand in a module of its own that imports its types. Both are built as one: what a module declares itself hides what
    // it imports.
    var own = [types]
    if !Self.imports("ContractKit", sources), let adapter = Self.adapter(of: types, in: products) {
      sources.merge(adapter.sources) { first, _ in first }
      own = [adapter.module, types]
    }
    (module, self.sources) = (own[0], sources)
    folder = try ScratchFolder()
    (flags, objects) = Self.surroundings(of: own + ["Examination", "ContractKit"], except: own, in: products)
  }

  /// The files that a module was compiled from.
  private static func sources(of module: String, in products: URL) throws -> [String: SourceText] {
    let list = products.appendingPathComponent("\(module).build/sources")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else {
      throw Impossible(description: "\(list.path) cannot be read, which names the files of \(module)")
    }
    var sources: [String: SourceText] = [:]
    for line in text.split(separator: "\n") {
      let path = Self.unquoted(String(line))
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
        throw Impossible(description: "\(path) cannot be read")
      }
      if path.hasSuffix("/main.swift") {
        throw Impossible(description: "\(module) is a program; move the version into a module of its own")
      }
      sources[path] = SourceText(path: path, bytes: Array(data))
    }
    return sources
  }

  /// The one module that declares contracts and imports a module of types; `nil` if there is none, or there are several.
  private static func adapter(
    of types: String, in products: URL
  ) -> (module: String, sources: [String: SourceText])? {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: products.path)) ?? []).sorted()
    let found = names.compactMap { name -> (module: String, sources: [String: SourceText])? in
      guard name.hasSuffix(".build"), let sources = try? sources(of: String(name.dropLast(6)), in: products),
        imports(types, sources), imports("ContractKit", sources)
      else { return nil }
      return (String(name.dropLast(6)), sources)
    }
    return found.count == 1 ? found.first : nil
  }

  private static func imports(_ module: String, _ sources: [String: SourceText]) -> Bool {
    sources.values.contains { text in
      text.bytes.split(separator: 10).contains { line in
        let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return words.count >= 2 && words.dropLast().last == "import" && words.last.map(String.init) == module
      }
    }
  }

  private static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  /// SwiftPM puts names with spaces into quotation marks.
  private static func unquoted(_ line: String) -> String {
    line.hasPrefix("\"") || line.hasPrefix("'") ? String(line.dropFirst().dropLast()) : line
  }

  /// Flags for the modules of C, and the objects of all modules that some modules were compiled with.
  private static func surroundings(
    of roots: [String], except own: [String], in products: URL
  ) -> (flags: [String], objects: [String]) {
    var (flags, objects): ([String], [String]) = ([], [])
    var (pending, known) = (roots, Set(roots))
    while let name = pending.popLast() {
      let build = products.appendingPathComponent("\(name).build")
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: build.path)) ?? []).sorted()
      if !own.contains(name) {
        objects += names.filter { $0.hasSuffix(".o") }.map { build.appendingPathComponent($0).path }
      }
      // Each file's dependencies, as a makefile has them.
      for file in names where file.hasSuffix(".d") {
        guard let text = try? String(contentsOf: build.appendingPathComponent(file), encoding: .utf8) else { continue }
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
          let path = String(word)
          if path.hasSuffix(".modulemap"), !flags.contains("-fmodule-map-file=\(path)"), !path.contains("/usr/") {
            flags += ["-Xcc", "-fmodule-map-file=\(path)"]
          }
          guard path.hasPrefix(products.path + "/") || path.contains("/Modules/"), path.hasSuffix(".swiftmodule") else {
            continue
          }
          let module = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
          if exists(products.appendingPathComponent("\(module).build")), known.insert(module).inserted {
            pending.append(module)
          }
        }
      }
    }
    return (flags, objects)
  }

  // MARK: Steps

  /// Reads what the compiler knows of the files.
  ///
  /// - Parameter files: The files by path, as they are or with edits.
  /// - Returns: Their tree.
  /// - Throws: ``Impossible`` if there is no toolchain, or it does not compile them.
  func readTree(_ files: [String: SourceText]) throws -> SourceTree {
    let names = try write(files)
    var last = ""
    for mode in ["5", "6"] {
      languageMode = mode
      let output = try run(
        [
          "swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json", "-module-name", module, "-swift-version",
          mode,
        ]
          + ["-I", modules.path] + flags + names.values.sorted().flatMap { ["-primary-file", $0] }, limit: 512 << 20)
      guard output.code == 0 else {
        last = output.firstError ?? "swiftc ended with exit code \(output.code)"
        continue
      }
      var texts: [String: SourceText] = [:]
      for (path, copy) in names { texts[copy] = files[path] }
      let tree = try SourceTree(dump: output.bytes, sources: texts)
      guard !tree.versionConstants.isEmpty else {
        throw Impossible(description: "\(module) has no constant of the type Version outside all types")
      }
      constants = tree.versionConstants
      return tree
    }
    throw Impossible(description: "\(module) does not compile by itself: \(last)")
  }

  /// Builds the program.
  ///
  /// - Parameter texts: The files by path.
  /// - Returns: The program, or what the compiler says.
  /// - Throws: ``Impossible`` if there is no toolchain, or it takes too long.
  func build(_ texts: [String: SourceText]) throws -> Outcome {
    if constants.isEmpty { _ = try readTree(sources) }
    builds += 1
    let names = try write(texts)
    let program = folder.path + "/probe-\(builds)"
    let main = folder.path + "/main.swift"
    try Data(mainText.utf8).write(to: URL(fileURLWithPath: main))
    let output = try run(
      ["swiftc", "-module-name", module, "-swift-version", languageMode, "-wmo", "-Onone", "-suppress-warnings"]
        + ["-I", modules.path] + flags + ["-o", program, main] + names.values.sorted() + objects, limit: 4 << 20)
    guard output.code != 0 else { return .built(program) }
    let paths = Dictionary(names.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    let errors = output.lines.compactMap { CompilerError($0, files: paths) }
    guard !errors.isEmpty else {
      throw Impossible(
        description: "\(module) cannot be linked by itself: \(output.firstError ?? output.lines.last ?? "no output")")
    }
    return .refused(errors)
  }

  private var mainText: String {
    """
    import ContractKit
    import Examination
    import Foundation

    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
    let examinedVersions: [ContractKit.Version] = [\(constants.joined(separator: ", "))].filter { $0.id == "\(version)" }
    exit(
      await Examination.Worker.run(contracts: [ContractKit.Contract("\(contract)", versions: examinedVersions) {}]))

    """
  }

  /// Writes the files into the private folder.
  ///
  /// - Returns: The copies by path.
  private func write(_ texts: [String: SourceText]) throws -> [String: String] {
    var copies: [String: String] = [:]
    // Files of two modules may have one name.
    for (index, (path, text)) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
      let copy = folder.path + "/\(index)-" + URL(fileURLWithPath: path).lastPathComponent
      try Data(text.bytes).write(to: URL(fileURLWithPath: copy))
      copies[path] = copy
    }
    return copies
  }

  private func run(_ words: [String], limit: Int) throws -> ToolOutput {
    try ToolOutput(words, environment: environment, seconds: seconds, limit: limit, in: folder.path)
  }
}

/// One error of the compiler.
struct CompilerError: Sendable {
  let file: String
  let line: Int
  let column: Int
  let words: String

  /// Reads `file:line:column: error: words`; `nil` for any other line.
  init?(_ line: String, files: [String: String]) {
    guard let mark = line.range(of: ": error: ") else { return nil }
    let place = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
    guard place.count >= 3, let number = Int(place[place.count - 2]), let column = Int(place[place.count - 1]) else {
      return nil
    }
    let name = place.dropLast(2).joined(separator: ":")
    (file, self.line, self.column) = (files[name] ?? name, number, column)
    words = String(line[mark.upperBound...])
  }
}

/// What a tool printed, on both of its streams.
struct ToolOutput {
  let bytes: [UInt8]
  let code: Int

  var lines: [String] { String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) }
  var firstError: String? { lines.first { $0.contains("error: ") } }

  /// Runs a tool under a limit of processor time that also holds for what it starts.
  ///
  /// - Parameters:
  ///   - words: The tool and its arguments.
  ///   - environment: Its environment, but for the place of temporary files.
  ///   - seconds: How long it may take.
  ///   - limit: The most bytes that are read.
  ///   - folder: Gets its errors and its temporary files, since a tool that is ended leaves them.
  /// - Throws: ``Workshop/Impossible`` if there is none, or it takes too long; `CancellationError` if a signal ended it.
  init(_ words: [String], environment: [String: String], seconds: Double, limit: Int, in folder: String) throws {
    // What is wanted is on standard output for a syntax tree, and on standard error for errors; a failing call has no tree.
    let script =
      "ulimit -t \(Int(seconds)); \"$@\" 2>\"$0\"; code=$?; [ $code = 0 ] || cat \"$0\"; echo; echo \"exit $code\""
    let temporary = folder + "/temporary"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let output: [UInt8]
    do {
      var command = CommandOutput(seconds: seconds, limit: limit)
      command.endsSession = true  // a compiler's driver starts compilers in groups of their own
      output = try command.of(
        ["/bin/sh", "-c", script, folder + "/errors"] + words,
        environment: environment.merging(["TMPDIR": temporary]) { $1 })
    } catch .ended where Interruption.pending != nil { throw CancellationError() } catch {
      throw Workshop.Impossible(description: "\(words[0]) \(error)")
    }
    guard let end = output.dropLast().lastIndex(of: 10),
      let code = Int(
        String(decoding: output[(end + 1)...], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).dropFirst(
          5))
    else { throw Workshop.Impossible(description: "\(words[0]) could not be run") }
    if code == 127 { throw Workshop.Impossible(description: "there is no \(words[0]) in PATH") }
    (self.bytes, self.code) = (Array(output[..<end]), code)
  }
}
