import Foundation
import System

/// A package of a team's own: contracts of what was seen, with versions whose types were inferred, and what operates it.
public struct TeamPackage: Sendable {
  /// A file to be written.
  public struct File: Sendable, Equatable {
    /// Its path below the package's folder.
    public let path: String
    /// Its content.
    public let text: String
  }

  /// An API of the package, as programs need it to record its responses.
  public struct API: Sendable, Equatable {
    /// Id of the contract.
    public let id: String
    /// Where its paths begin.
    public let baseURL: String
    /// Endpoints: id, path and query.
    public let endpoints: [Endpoint]

    /// Its folder below the package's.
    public var folder: String { "Contracts/\(SwiftName.type(id))" }
  }

  /// An endpoint of an API.
  public struct Endpoint: Sendable, Equatable {
    /// Its id.
    public let id: String
    /// The path below the base URL, with placeholders.
    public let path: String
    /// By placeholder, the values that were seen.
    public let values: [String: [String]]
    /// The query as declared.
    public let query: [String: String]
    /// Whether other endpoints have the same path and another query.
    public let sharesPath: Bool
    /// Paths whose words stay in recordings: those of closed sets.
    public let keep: [String]
    /// How many other queries were seen whose responses are of the same kind.
    public let folded: Int
    /// Names of the items in which they differ.
    public let foldedNames: [String]
  }

  /// The name of the program: `shop-drift`.
  public let program: String
  /// The variable that holds the credential; `nil` if there is none.
  private let variable: String?
  /// The APIs.
  public let apis: [API]
  /// URLs of responses that made types, but are no requests of a contract: another query of their path is watched.
  public let foldedURLs: Set<String>
  /// The types of each API with the responses that they were made of, so that they can be tried.
  public let types: [Types]

  /// Inferred types of one API.
  public struct Types: Sendable {
    /// The types.
    public let source: DTOInference.Source
    /// The responses, and for each the index of its type among the roots.
    public let (bodies, kinds): ([[UInt8]], [Int])
  }

  /// Its files, without what ``operation(template:)`` makes.
  public let files: [File]

  /// A package.
  ///
  /// - Parameters:
  ///   - name: What it watches things for: `shop`.
  ///   - exchanges: Responses that were seen; none makes a package with one made-up endpoint.
  ///   - credential: How a credential is sent; `nil`: none is.
  ///   - driftwatch: The folder of Driftwatch's own package, absolute, or the URL of its repository.
  ///   - hasPlainTexts: Whether dates and URLs stay plain texts.
  /// - Throws: ``UnusableForPackage`` for a name or URL that cannot be used, and for a credential with several origins.
  public init(
    name: String, exchanges: [ObservedExchange], credential: ScaffoldCredential?, driftwatch: String,
    hasPlainTexts: Bool = false
  ) throws(UnusableForPackage) {
    guard name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
      throw UnusableForPackage(
        description: "\"\(name)\" is no name for a package; use small letters, digits and hyphens, such as shop")
    }
    guard !exchanges.isEmpty else {
      throw UnusableForPackage(description: "no response was seen of which a contract could be made")
    }
    var secretItem: String?
    if case .queryItem(let item, _)? = credential { secretItem = item }
    let observed = try ObservedAPI.all(
      of: exchanges, without: secretItem, fallback: name.hasSuffix("-drift") ? String(name.dropLast(6)) : name)
    guard credential == nil || observed.count == 1 else {
      throw UnusableForPackage(
        description:
          "the responses are of \(observed.count) origins, and a credential belongs to one of them; make a package for each, or leave the others out"
      )
    }
    variable = credential?.variable
    program = name.hasSuffix("drift") ? name : "\(name)-drift"
    var files: [File] = []
    var (modules, sources, kept): ([String], [Types], [[[String]]]) = ([], [], [])
    for api in observed {
      let contract = ContractSource(api, credential: credential, hasPlainTexts: hasPlainTexts)
      files += contract.files
      modules.append(contract.module)
      sources.append(contract.types)
      kept.append(contract.keep)
    }
    files.append(File(path: "Package.swift", text: Self.manifest(program, modules, driftwatch)))
    files.append(File(path: "Sources/\(program)/main.swift", text: Self.main(observed.map(\.id), modules)))
    files.append(File(path: "driftwatch.json", text: Self.configuration))
    files.append(File(path: ".gitignore", text: ".build/\n/driftwatch.sqlite*\n"))
    files.append(File(path: "README.md", text: Self.readme(program, observed, credential)))
    self.files = files.sorted { $0.path < $1.path }
    types = sources
    foldedURLs = observed.reduce(into: []) { $0.formUnion($1.foldedURLs) }
    apis = zip(observed, kept).map { api, kept in
      API(
        id: api.id, baseURL: api.baseURL,
        endpoints: zip(api.endpoints, kept).map { endpoint, keep in
          Endpoint(
            id: endpoint.id, path: endpoint.path,
            values: Dictionary(endpoint.values.map { ($0.name, $0.values) }, uniquingKeysWith: +),
            query: Dictionary(endpoint.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
            sharesPath: api.endpoints.count { $0.path == endpoint.path } > 1,
            keep: keep, folded: endpoint.folded.count, foldedNames: endpoint.foldedNames)
        })
    }
  }

  /// What operates the package, made of Driftwatch's own files with another program's name.
  ///
  /// - Parameter template: The text of a file in Driftwatch's `deploy/`; `nil` if it is not there.
  /// - Returns: A crontab, units and a workflow, as far as the templates are there.
  public func operation(template: (String) -> String?) -> [File] {
    [
      ("crontab", "deploy/crontab"), ("driftwatch.service", "deploy/\(program).service"),
      ("driftwatch.timer", "deploy/\(program).timer"), ("github-actions.yml", ".github/workflows/\(program).yml"),
    ].compactMap { source, path in
      guard var text = template(source) else { return nil }
      if let variable {
        let file = "/etc/\(program)/environment"
        switch source {
        case "crontab":
          text =
            "# The contract reads its credential from \(variable). Set it here, in a crontab that only its owner may read:\n"
            + "# \(variable)=…\n" + text
        case "driftwatch.service":
          text =
            "# The contract reads its credential from \(variable): write \(variable)=… into \(file), which only root may read.\n"
            + text
        default: break
        }
      }
      text = text.replacing("/usr/local/bin/driftwatch", with: "/usr/local/bin/\(program)")
        .replacing("driftwatch.service", with: "\(program).service")
      if source == "driftwatch.service" {
        // Each program has a user, a ledger and variables of its own.
        text = text.replacing("User=driftwatch\n", with: "User=\(program)\n")
          .replacing("StateDirectory=driftwatch\n", with: "StateDirectory=\(program)\n")
          .replacing("ConfigurationDirectory=driftwatch\n", with: "ConfigurationDirectory=\(program)\n")
          .replacing("/etc/driftwatch/", with: "/etc/\(program)/")
          .replacing("/var/lib/driftwatch/", with: "/var/lib/\(program)/")
          .replacing("driftwatch.timer", with: "\(program).timer")
      }
      if source == "github-actions.yml" {
        text = text.replacing(
          "Copy this file to .github/workflows/driftwatch.yml of the repository that holds your contracts: every morning",
          with: "Every morning")
        if let variable {
          text = text.replacing(
            "      - name: Check\n",
            with: "      - name: Check\n        env:\n          \(variable): ${{ secrets.\(variable) }}\n")
        }
        text = text.replacing("bin/driftwatch", with: "bin/\(program)")
          .replacing(
            "deploy/\(program) --version", with: "swift build -c release --static-swift-stdlib --product \(program)"
          )
          .replacing(
            "deploy/driftwatch --version", with: "swift build -c release --static-swift-stdlib --product \(program)"
          )
          .replacing(".build/release/driftwatch", with: ".build/release/\(program)")
      }
      return File(path: path, text: text)
    }
  }

  private static func manifest(_ program: String, _ modules: [String], _ driftwatch: String) -> String {
    let isRepository = driftwatch.contains("://") || driftwatch.hasSuffix(".git")
    // SwiftPM calls a package by the last component of its URL or folder, unless a name is given for a folder.
    let last = driftwatch.split(separator: "/").last.map(String.init) ?? driftwatch
    let identity = isRepository ? (last.hasSuffix(".git") ? String(last.dropLast(4)) : last) : "driftwatch"
    let dependency =
      isRepository
      ? ".package(url: \(SwiftLiteral.text(driftwatch)), branch: \"main\")"
      : ".package(name: \"driftwatch\", path: \(SwiftLiteral.text(driftwatch)))"
    let list = modules.map { "\"\($0)\"" }.joined(separator: ", ")
    let releases = modules.map { "    release(\"\($0.dropLast(2))\", \"V1\"),\n" }.joined()
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let contractKit = Target.Dependency.product(name: "ContractKit", package: \(SwiftLiteral.text(identity)))
      let command = Target.Dependency.product(name: "DriftwatchCommand", package: \(SwiftLiteral.text(identity)))

      /// The app's files of one release, with the adapter that says what is watched.
      func release(_ api: String, _ version: String) -> Target {
        .target(name: api + version, dependencies: [contractKit], path: "Contracts/\\(api)/\\(version)")
      }

      let package = Package(
        name: \(SwiftLiteral.text(program)),
        dependencies: [\(dependency)],
        targets: [
      \(releases)    .executableTarget(name: \(SwiftLiteral.text(program)), dependencies: [contractKit, command, \(list)]),
        ])

      """
  }

  private static func main(_ ids: [String], _ modules: [String]) -> String {
    let contracts = modules.map { "\($0).contract" }.joined(separator: ", ")
    return (["DriftwatchCommand"] + modules).sorted().map { "import \($0)" }.joined(separator: "\n")
      + "\n\nawait DriftwatchCommand.main([\(contracts)])\n"
  }

  private static let configuration = """
    {
      // How this machine checks; every setting: driftwatch config show
      "schemaVersion": 1,
      "deadline": "4m"
    }

    """

  private static func readme(_ program: String, _ apis: [ObservedAPI], _ credential: ScaffoldCredential?) -> String {
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

      The types in `Contracts/*/V1` were inferred; put your app's own files in their place and say in `Adapter.swift` what they read.

      """
  }
}
