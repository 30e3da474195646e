import Foundation
import TestSupport
import Testing

/// The modules that each module may import: only those below it, so that imports have no cycles.
private let table: [String: Set<String>] = [
  "System": ["CZlib"],
  "JSONDocument": [],
  "ContractKit": [],
  "Fetching": ["CCurl", "System"],
  "TracingDecoder": ["JSONDocument"],
  "PayloadShape": ["JSONDocument"],
  "DriftModel": ["PayloadShape", "System"],
  "DriftRules": ["DriftModel", "PayloadShape", "System"],
  "Examination": ["ContractKit", "JSONDocument", "TracingDecoder", "PayloadShape", "DriftModel", "System"],
  "Store": ["DriftModel", "PayloadShape"],
  "StoreSQL": ["Store", "DriftModel", "PayloadShape", "System"],
  "StorePostgreSQL": ["StoreSQL", "Store", "System", "CPostgreSQL"],
  "StoreSQLite": ["StoreSQL", "Store", "System", "CSQLite"],
  "Monitoring": [
    "Examination", "Fetching", "Store", "Recording", "ContractKit", "DriftModel", "DriftRules", "JSONDocument",
    "PayloadShape", "System",
  ],
  "Recording": ["JSONDocument", "PayloadShape", "DriftModel", "System"],
  "Gating": ["Monitoring", "Recording", "Examination", "ContractKit", "DriftModel", "System"],
  "DriftwatchTesting": ["Gating", "Monitoring", "Recording", "Examination", "ContractKit", "DriftModel"],
  "Reporting": ["DriftModel", "System"],
  "Scaffolding": ["JSONDocument", "PayloadShape", "System"],
  "Remedies": ["Monitoring", "Recording", "Examination", "ContractKit", "DriftModel", "JSONDocument", "System"],
  "DriftwatchCommand": [
    "ContractKit", "DriftModel", "DriftRules", "Examination", "Fetching", "Gating", "JSONDocument", "Store",
    "StorePostgreSQL",
    "StoreSQL", "StoreSQLite", "Monitoring", "PayloadShape", "Recording", "Remedies", "Reporting", "Scaffolding",
    "System",
    "TracingDecoder",
  ],
  "driftwatch": ["DriftwatchCommand", "PlatziStore", "PokeAPI", "OmgLol", "Landmarks", "ToDo"],
]

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

private struct Manifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [Dependency]
    let settings: [Setting]
  }

  /// A target, or a product of another package: a list that begins with its name, under the kind of dependency.
  struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.singleValueContainer().decode([String: FirstName].self)
      name = kinds.values.first?.text ?? ""
    }
  }

  struct FirstName: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      text = try list.decode(String.self)
    }
  }

  struct Setting: Decodable {
    let kind: [String: Ignored]
  }

  struct Ignored: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  let targets: [Target]
}

/// The manifest as SwiftPM reads it; its own scratch folder, since the default one is locked while tests run.
private func manifest() async throws -> Manifest {
  try ExternalTool.swiftPackage.require()
  let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(
    "driftwatch-manifest-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: scratch) }
  let arguments = ["swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package"]
  let program = try Program("/usr/bin/env", arguments, environment: ProcessInfo.processInfo.environment)
  let ending = await program.end(within: 120)
  try #require(ending.code == 0, "\(ending.errors.suffix(400))")
  return try JSONDecoder().decode(Manifest.self, from: ending.output)
}

private func swiftFiles(below folder: URL) -> [URL] {
  let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
}

/// Names of the modules that a file imports.
private func imports(of file: URL) throws -> [String] {
  try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).compactMap { line in
    var words = line.split(separator: " ").map(String.init)
    while let first = words.first, first.hasPrefix("@") || ["public", "internal", "package", "private"].contains(first)
    {
      words.removeFirst()
    }
    guard words.first == "import", words.count > 1 else { return nil }
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    let name = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
    return name.split(separator: ".").first.map(String.init)
  }
}

@Test("The manifest declares no dependency that the module table does not allow, and no unsafe flag")
func manifestKeepsTheTable() async throws {
  let manifest = try await manifest()
  let names = Set(manifest.targets.map(\.name))
  #expect(Set(table.keys).isSubset(of: names))
  for target in manifest.targets {
    #expect(!target.settings.contains { $0.kind.keys.contains("unsafeFlags") }, "\(target.name) has unsafe flags")
    guard target.type != "test", target.type != "system", !(target.path ?? "").hasPrefix("Tests/") else {
      continue
    }
    let dependencies = Set(target.dependencies.map(\.name))
    // C, and below all of the table.
    if ["CCurl", "CPostgreSQL"].contains(target.name) {
      #expect(dependencies.isEmpty)
      continue
    }
    if let allowed = table[target.name] {
      #expect(
        dependencies.isSubset(of: allowed), "\(target.name) depends on \(dependencies.subtracting(allowed).sorted())")
    } else {
      let path = target.path ?? ""
      #expect(path.hasPrefix("Contracts/"), "\(target.name) is not in the module table")
      // A package of types that an app shares imports nothing; its first release may depend on it.
      if typePackages.contains(target.name) {
        #expect(dependencies.isEmpty)
        continue
      }
      let isVersion = path.contains("/V")
      let allowed =
        isVersion
        ? typePackages.union(["ContractKit"])
        : Set(names.filter { $0.hasPrefix(target.name + "V") } + ["ContractKit"])
      #expect(
        dependencies.isSubset(of: allowed), "\(target.name) depends on \(dependencies.subtracting(allowed).sorted())")
    }
  }
}

@Test("No file imports one of our modules that its own module may not import", arguments: table.keys.sorted())
func importsKeepTheTable(_ module: String) throws {
  let ours = Set(table.keys).union(["CCurl", "CPostgreSQL", "CSQLite", "CZlib"]).union(table["driftwatch"] ?? [])
  let files = swiftFiles(below: root.appendingPathComponent("Sources/\(module)"))
  #expect(!files.isEmpty)
  for file in files {
    let forbidden = Set(try imports(of: file)).intersection(ours).subtracting(table[module] ?? [])
    #expect(forbidden.isEmpty, "\(file.lastPathComponent) imports \(forbidden.sorted())")
  }
}

/// Packages of types that apps share, of which a release depends on one.
private let typePackages: Set<String> = ["OMGAPI"]

@Test(
  "The app's own files import Foundation and its packages of types only, adapters add ContractKit, and contracts import their versions"
)
func contractsKeepTheTable() throws {
  let folder = root.appendingPathComponent("Contracts")
  let files = swiftFiles(below: folder)
  #expect(files.count > 30)
  for file in files {
    let parts = file.path.dropFirst(folder.path.count).split(separator: "/")
    let found = Set(try imports(of: file))
    if parts.last == "Contract.swift" {
      let api = String(parts[0])
      let foreign = found.filter { $0 != "ContractKit" && $0 != "Foundation" && !$0.hasPrefix(api + "V") }
      #expect(foreign.isEmpty, "\(parts.joined(separator: "/")) imports \(foreign)")
    } else if parts.last == "Adapter.swift" {
      #expect(
        found.isSubset(of: typePackages.union(["ContractKit", "Foundation"])),
        "\(parts.joined(separator: "/")) imports \(found)")
    } else {
      let allowed = typePackages.contains(String(parts[1])) ? [] : typePackages
      #expect(found.isSubset(of: allowed.union(["Foundation"])), "\(parts.joined(separator: "/")) imports \(found)")
    }
  }
}

@Test("Every module of Sources stands in the table, and every one in the table stands in Sources")
func sourcesAreTheTable() throws {
  let folders = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
  #expect(Set(folders).subtracting(["CCurl", "CPostgreSQL", "CSQLite", "CZlib"]) == Set(table.keys))
}
