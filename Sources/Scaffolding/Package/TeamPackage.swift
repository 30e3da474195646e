import Foundation
import System

/// A package of a team's own: contracts of what was seen, with versions whose types were inferred, and what operates it.
public struct TeamPackage: Sendable {
  /// A file to be written.
  public struct File: Sendable, Equatable {
    /// Its path below the package's folder.
    public let path: String
    /// Its content.
    public let bytes: [UInt8]

    /// Its content as a text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }
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
  /// Driftwatch's own folder or repository.
  private let driftwatch: String
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
  /// What somebody must decide of the app's own types, in a line each.
  public let remarks: [String]

  /// A package.
  ///
  /// - Parameters:
  ///   - name: What it watches things for: `shop`.
  ///   - exchanges: Responses that were seen; none makes a package with one made-up endpoint.
  ///   - credential: How a credential is sent; `nil`: none is.
  ///   - driftwatch: The folder of Driftwatch's own package, absolute, or the URL of its repository.
  ///   - hasPlainTexts: Whether dates and URLs stay plain texts.
  ///   - app: The app's own types; `nil`: types are inferred.
  /// - Throws: ``UnusableForPackage`` for a name or URL that cannot be used, and for a credential with several origins.
  public init(
    name: String, exchanges: [ObservedExchange], credential: ScaffoldCredential?, driftwatch: String,
    hasPlainTexts: Bool = false, app: AppTypes? = nil
  ) throws(UnusableForPackage) {
    guard name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
      throw UnusableForPackage(
        description: "\"\(name)\" is no name for a package; use small letters, digits and hyphens, such as shop")
    }
    guard !exchanges.isEmpty else {
      throw UnusableForPackage(description: "no response was seen of which a contract could be made")
    }
    let observed = try ObservedAPI.all(of: exchanges, credential: credential, package: name)
    guard credential == nil || observed.count == 1 else {
      throw UnusableForPackage(
        description:
          "the responses are of \(observed.count) origins, and a credential belongs to one of them; make a package for each, or leave the others out"
      )
    }
    (variable, self.driftwatch) = (credential?.variable, driftwatch)
    program = name.hasSuffix("drift") ? name : "\(name)-drift"
    var files: [File] = []
    var (modules, contracts, sources, kept, remarks): ([String], [String], [Types], [[[String]]], [String]) =
      ([], [], [], [], [])
    for (index, api) in observed.enumerated() {
      // Of several APIs the app's files belong to those that they read.
      if let app, observed.count == 1 || app.reads(index) {
        let contract = AppContractSource(api, index: index, app, credential: credential, hasPlainTexts: hasPlainTexts)
        files += contract.files(program: program)
        modules += contract.modules
        contracts.append(contract.constant)
        sources += contract.types.map { [$0] } ?? []
        kept.append(contract.keep)
        remarks += contract.remarks
        continue
      }
      if app != nil {
        remarks.append("\(api.id): none of the app's types decodes anything of it, so its types are inferred")
      }
      let contract = ContractSource(api, credential: credential, hasPlainTexts: hasPlainTexts)
      files += contract.files
      modules.append(contract.module)
      contracts.append("\(contract.module).contract")
      sources.append(contract.types)
      kept.append(contract.keep)
    }
    self.remarks = remarks
    files.append(
      File(path: "Package.swift", text: Self.manifest(program, modules, driftwatch, hasAppFiles: app != nil)))
    files.append(File(path: "Sources/\(program)/main.swift", text: Self.main(modules, contracts)))
    files.append(File(path: "driftwatch.json", text: Self.configuration))
    files.append(File(path: ".gitignore", text: ".build/\n/driftwatch.sqlite*\n"))
    files.append(File(path: "README.md", text: Self.readme(program, observed, credential, hasAppFiles: app != nil)))
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
  /// - Returns: A crontab, units, a workflow and what an image is built by, as far as the templates are there.
  public func operation(template: (String) -> String?) -> [File] {
    let recipe = ImageRecipe(program: program, driftwatch: driftwatch, variable: variable)
    var image: [File] = []
    if let text = template("Dockerfile").flatMap({ recipe.text(of: $0) }) {
      image = [File(path: "Dockerfile", text: text), File(path: ".dockerignore", text: ImageRecipe.ignored)]
    }
    let files = [
      ("crontab", "deploy/crontab"), ("driftwatch.service", "deploy/\(program).service"),
      ("driftwatch.timer", "deploy/\(program).timer"), ("github-actions.yml", ".github/workflows/\(program).yml"),
    ].compactMap { source, path -> File? in
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
    return files + image
  }
}
