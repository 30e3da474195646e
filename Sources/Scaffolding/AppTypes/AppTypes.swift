import Foundation
import JSONDocument
import System

/// A team's own types, with what each version reads of the responses that were seen.
///
/// The app's code is compiled and tried in programs of their own; nothing of it runs here.
public struct AppTypes: Sendable {
  /// One version: `v1`, `v2`, …
  struct Version: Sendable {
    let id: String
    /// The name of its folder.
    let label: String
    let files: [(path: String, bytes: [UInt8])]
    /// Names at the top level of its files.
    let names: Set<String>
    /// By API and endpoint: the type that reads.
    let matches: [[AppMatch]]
  }

  let versions: [Version]
  /// Whether each version had a folder of its own, so that its name says which it is.
  let hasFolders: Bool
  /// What somebody should know: files that were left out, types that took too long. A line for each.
  public let remarks: [String]

  /// Tries the types.
  ///
  /// - Parameters:
  ///   - folder: The files.
  ///   - name: The name of the package.
  ///   - exchanges: The responses.
  ///   - credential: How a credential is sent.
  ///   - environment: Of the toolchain: at least where it is (`PATH`).
  /// - Throws: ``UnusableForPackage`` for files that do not compile, for URLs that cannot be used, and if there is no toolchain.
  public init(
    _ folder: AppTypesFolder, name: String, exchanges: [ObservedExchange], credential: ScaffoldCredential?,
    environment: [String: String]
  ) throws(UnusableForPackage) {
    let observed = try ObservedAPI.all(of: exchanges, credential: credential, package: name)
    var (versions, remarks): ([Version], [String]) = ([], [])
    // What was started and the folder, which holds responses, go first.
    let interruption = Interruption()
    defer { interruption.end() }
    for (index, release) in folder.releases.enumerated() {
      let trial: Trial
      do { trial = try Trial(release, observed, environment) } catch let error as AppModule.Failure {
        switch error {
        case .untried(let reason):
          throw UnusableForPackage(description: "--dto needs the compiler: \(reason)")
        case .uncompilable(let error):
          throw UnusableForPackage(
            description: "the files of \"\(release.label)\" do not compile here: \(error); leave out what needs that")
        }
      } catch { throw UnusableForPackage(description: "the files of \"\(release.label)\" cannot be tried: \(error)") }
      versions.append(
        Version(
          id: "v\(index + 1)", label: release.label, files: trial.module.files, names: trial.module.names,
          matches: trial.matches))
      remarks += trial.module.leftOut.map {
        "\(release.label)/\($0.words); the file is left out: put its types into a file of their own in the app"
      }
      remarks += trial.unnamed.map { "\(release.label): \($0) cannot be used by itself, so that it is not tried" }
      remarks += trial.slow.map { "\(release.label): \($0) took too long, or ended the program that tried it" }
    }
    (self.versions, self.remarks, hasFolders) = (versions, remarks, folder.hasFolders)
  }

  /// Whether some type reads something of an API.
  func reads(_ api: Int) -> Bool {
    versions.contains { $0.matches[api].contains { if case .reads = $0 { true } else { false } } }
  }

  /// The types of one version, compiled and run on all responses.
  private struct Trial {
    let module: AppModule
    /// By API and endpoint.
    let matches: [[AppMatch]]
    /// Types whose code hung, or crashed and read nothing.
    let slow: [String]
    /// Types and decoders that the compiler does not take outside of what they are declared in.
    let unnamed: [String]

    /// How long the compiler may take, and the code of one type.
    private static let (compiling, decoding) = (300.0, 20.0)

    init(_ release: AppTypesFolder.Release, _ observed: [ObservedAPI], _ environment: [String: String]) throws {
      let folder = try ToolchainFolder(environment: environment, seconds: Self.compiling)
      defer { folder.remove() }
      module = try AppModule(release, in: folder)
      var endpoints: [(files: [String], list: String?)] = []
      for endpoint in observed.flatMap(\.endpoints) {
        let names = endpoint.documents.indices.map { "responses/\(endpoints.count)-\($0).json" }
        for (document, name) in zip(endpoint.documents, names) { try folder.write(document.text, to: name) }
        endpoints.append((names, endpoint.onlyList))
      }
      var program = TrialProgram(
        types: module.types, decoders: module.decoders.map { .own($0) } + AppDecoder.general, endpoints: endpoints)
      unnamed = try Self.build(&program, module, in: folder)
      var found = endpoints.map { _ in [(reading: AppReading, decoder: AppDecoder, members: Int)]() }
      var slow: [String] = []
      for (index, type) in program.types.enumerated() {
        let lines = try Self.run(index, in: folder)
        for line in lines.found { Self.note(line, type, program, into: &found) }
        if lines.isCut, lines.isSlow || !found.contains(where: { $0.contains { $0.reading.type == type } }) {
          slow.append(type)
        }
      }
      self.slow = slow
      // The order of decoders is the one in which they are preferred.
      var rest = found.map(AppMatch.init)[...]
      matches = observed.map { api in
        defer { rest = rest.dropFirst(api.endpoints.count) }
        return Array(rest.prefix(api.endpoints.count))
      }
    }

    /// Compiles the program with the app's files, without what the compiler does not take.
    ///
    /// - Returns: What was left out.
    private static func build(
      _ program: inout TrialProgram, _ module: AppModule, in folder: ToolchainFolder
    ) throws -> [String] {
      var leftOut: [String] = []
      let path = folder.url.path
      let names = ["main.swift", TrialProgram.partsName, "DriftwatchCounting.swift"]
      let sources = names + module.files.map { "app/\($0.path)" }
      let arguments = AppModule.languageMode + ["-module-name", "AppTypes", "-o", "\(path)/trial"]
      while true {
        for (text, name) in zip([program.text, program.parts, program.counting], names) {
          try folder.write(Array(text.utf8), to: name)
        }
        switch try folder.compile(arguments + sources.map { "\(path)/\($0)" }) {
        case .done: return leftOut
        case .missing(let reason): throw AppModule.Failure.untried(reason)
        case .failed(let lines):
          let refused = program.leaveOut(refusedIn: lines)
          guard !refused.isEmpty else { throw AppModule.Failure.uncompilable(AppModule.firstError(of: lines)) }
          leftOut += refused
        }
      }
    }

    /// Tries a type, again and again behind the attempt that ended the program, as a value does that is forced out of a response of another
    /// endpoint.
    ///
    /// - Returns: The lines of what it reads; whether an attempt had no end, and whether that was because it took too long.
    private static func run(
      _ type: Int, in folder: ToolchainFolder
    ) throws -> (found: [String], isCut: Bool, isSlow: Bool) {
      let end = ContinuousClock.now + .seconds(decoding)
      var (found, rest, isCut) = ([String](), 0, false)
      while true {
        let left = Double(ContinuousClock.now.duration(to: end).components.seconds)
        guard left > 0 else { return (found, true, true) }
        // A shell, because a program that crashes has printed too. No image of its memory is left, which holds responses.
        let words = ["/bin/sh", "-c", "ulimit -c 0; \"$@\" 2> /dev/null || :", "sh", "\(folder.url.path)/trial"]
        let output: [UInt8]
        do {
          output = try folder.output(
            words + ["\(type)", folder.url.path, "\(rest)"], seconds: left + 1, isOfApp: true)
        } catch CommandOutput.Failure.tooSlow {
          return (found, true, true)
        } catch CommandOutput.Failure.tooLong {
          return (found, true, true)
        }
        let mark = TrialProgram.mark + " "
        let said = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        let lines = said.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
        found += lines
        if lines.last == TrialProgram.end { return (found, isCut, false) }
        isCut = true
        let attempts = lines.compactMap { $0.wholeMatch(of: /attempt ([0-9]+)/).flatMap { Int($0.1) } }
        // It ended before it began.
        guard let last = attempts.last, last > rest else { return (found, true, false) }
        rest = last
      }
    }

    /// Reads a line of the program.
    private static func note(
      _ line: String, _ type: String, _ program: TrialProgram,
      into found: inout [[(reading: AppReading, decoder: AppDecoder, members: Int)]]
    ) {
      let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, let endpoint = Int(parts[0]), let decoder = Int(parts[1]), let members = Int(parts[3]),
        let key = Int(parts[4]), found.indices.contains(endpoint), program.decoders.indices.contains(decoder)
      else { return }
      let keys = program.endpoints[endpoint].list.map(TrialProgram.keys) ?? []
      let place: AppReading.Place? =
        switch parts[2] {
        case "root": .root
        case "list": .list
        case "below" where keys.indices.contains(key): .below(key: keys[key])
        default: nil
        }
      guard let place else { return }
      found[endpoint].append((AppReading(type: type, place: place), program.decoders[decoder], members))
    }
  }
}

extension ObservedAPI.Endpoint {
  /// The member of the responses that holds the only list of objects, as an envelope has it; `nil` unless each response has it.
  var onlyList: String? {
    var found: Set<String> = []
    var common: Set<String>?
    for document in documents {
      guard document.kind(of: document.root) == .object else { return nil }
      var lists: Set<String> = []
      for child in document.children(of: document.root) where document.kind(of: child) == .array {
        guard let key = document.key(of: child) else { continue }
        lists.insert(key)
        if document.children(of: child).contains(where: { document.kind(of: $0) == .object }) { found.insert(key) }
      }
      common = common?.intersection(lists) ?? lists
    }
    guard found.count == 1, let key = found.first, common?.contains(key) == true else { return nil }
    return key
  }
}
