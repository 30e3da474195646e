import System

extension TeamPackage {
  // MARK: Files that are of no API

  static func manifest(_ program: String, _ modules: [String], _ driftwatch: String, hasAppFiles: Bool) -> String {
    let isRepository = driftwatch.contains("://") || driftwatch.hasSuffix(".git")
    // SwiftPM calls a package by the last component of its URL or folder, unless a name is given for a folder.
    let last = driftwatch.split(separator: "/").last.map(String.init) ?? driftwatch
    let identity = isRepository ? (last.hasSuffix(".git") ? String(last.dropLast(4)) : last) : "driftwatch"
    let dependency =
      isRepository
      ? ".package(url: \(SwiftLiteral.text(driftwatch)), branch: \"main\")"
      : ".package(name: \"driftwatch\", path: \(SwiftLiteral.text(driftwatch)))"
    let list = modules.map { "\"\($0)\"" }.joined(separator: ", ")
    let releases = modules.map { module in
      let (api, version) = module.splitAtVersion
      return "    release(\(SwiftLiteral.text(api)), \(SwiftLiteral.text(version))),\n"
    }.joined()
    let settings = hasAppFiles ? ",\n    swiftSettings: [.swiftLanguageMode(.v5)]" : ""
    let remark = hasAppFiles ? ", in the language mode in which apps are built" : ""
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let contractKit = Target.Dependency.product(name: "ContractKit", package: \(SwiftLiteral.text(identity)))
      let command = Target.Dependency.product(name: "DriftwatchCommand", package: \(SwiftLiteral.text(identity)))

      /// The app's files of one release, with the adapter that says what is watched\(remark).
      func release(_ api: String, _ version: String) -> Target {
        .target(name: api + version, dependencies: [contractKit], path: "Contracts/\\(api)/\\(version)"\(settings))
      }

      let package = Package(
        name: \(SwiftLiteral.text(program)),
        dependencies: [\(dependency)],
        targets: [
      \(releases)    .executableTarget(name: \(SwiftLiteral.text(program)), dependencies: [contractKit, command, \(list)]),
        ])

      """
  }

  static func main(_ modules: [String], _ contracts: [String]) -> String {
    // A contract in a file beside this one has no module of its own.
    let imports = modules.filter { module in contracts.contains("\(module).contract") }
    return (["DriftwatchCommand"] + imports).sorted().map { "import \($0)" }.joined(separator: "\n")
      + "\n\nawait DriftwatchCommand.main([\(contracts.joined(separator: ", "))])\n"
  }

  static let configuration = """
    {
      // How this machine checks; every setting: driftwatch config show
      "schemaVersion": 1,
      "deadline": "4m"
    }

    """

  static func readme(_ program: String, _ apis: [ObservedAPI], _ credential: ScaffoldCredential?, hasAppFiles: Bool)
    -> String
  {
    let types =
      hasAppFiles
      ? "The files in `Contracts/*/V…` are the app's own, byte for byte; the adapter beside them says what they read."
      : "The types in `Contracts/*/V1` were inferred; put your app's own files in their place and say in `Adapter.swift` what they read."
    let variable = credential?.variable
    let lines = [
      ("swift build", "the first time this takes some minutes"),
      (".build/debug/\(program) check --from recordings", "without a network"),
      variable.map { ("export \($0)=…", "the credential") },
      (".build/debug/\(program) check", "the live API, remembered in a ledger"),
    ].compactMap(\.self)
    let width = (lines.map(\.0.count).max() ?? 0) + 2
    let commands = lines.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + "# " + $0.1 }
    let watched = apis.map { api in
      "\(api.baseURL) (\(api.endpoints.count == 1 ? "1 endpoint" : "\(api.endpoints.count) endpoints"))"
    }
    return """
      # \(program)

      Watches \(watched.joined(separator: ", ")) with Driftwatch.

      ```sh
      \(commands.joined(separator: "\n"))
      ```

      \(types)

      """
  }
}

extension String {
  /// `ShopV1` is `Shop` and `V1`.
  fileprivate var splitAtVersion: (api: String, version: String) {
    let place = lastIndex(of: "V") ?? endIndex
    return (String(self[..<place]), String(self[place...]))
  }
}
