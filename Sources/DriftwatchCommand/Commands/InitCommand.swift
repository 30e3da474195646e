import ContractKit
import Examination
import Fetching
import Foundation
import JSONDocument
import Monitoring
import Recording
import Scaffolding

/// `driftwatch init`: a package of a team's own, made of what some URLs or archives responded. It writes new files only.
struct InitCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, [], environment, console)
  }

  func run() async throws -> Int32 {
    let answers = try answers()
    let credential = try CredentialOption(call)
    let (driftwatch, sources) = try driftwatch()
    let entries = try await fetched(answers.urls, credential) + archived()
    var exchanges: [ObservedExchange] = []
    for entry in entries where (200..<300).contains(entry.status) && entry.method == "GET" {
      if let document = try? JSONDocument(entry.body) {
        exchanges.append(ObservedExchange(url: entry.url, document: document))
      }
    }
    let package: TeamPackage
    do throws(UnusableForPackage) {
      package = try TeamPackage(
        name: answers.name, exchanges: exchanges, credential: credential?.placement, driftwatch: driftwatch)
    } catch { throw CommandFailure.usage(error.description.printable) }
    let operation = package.operation { name in
      sources.flatMap { try? String(contentsOf: $0.appendingPathComponent("deploy/\(name)"), encoding: .utf8) }
    }
    let folder = URL(fileURLWithPath: answers.folder)
    let files = package.files + operation
    try write(files, to: folder)
    let recordings = try await record(package, entries, credential, in: folder)
    try settings.console.print(summary(package, files.count, recordings, answers.folder, credential))
    return 0
  }

  // MARK: What is asked

  private struct Answers {
    var (folder, name): (String, String)
    var urls: [String]
  }

  /// What the options say; on a terminal what they do not say is asked.
  private func answers() throws -> Answers {
    guard call.operands.count < 2 else { throw CommandFailure.usage("init makes one package: name one folder") }
    let isAsked = isatty(0) == 1 && isatty(2) == 1
    var urls = call.all("--url")
    if urls.isEmpty, call.all("--har").isEmpty {
      guard isAsked else {
        throw CommandFailure.usage("init needs responses: --url URL, which may repeat, or --har FILE")
      }
      while let url = ask(urls.isEmpty ? "A URL that your app reads" : "Another one (nothing: no more)"), !url.isEmpty {
        urls.append(url)
      }
      guard !urls.isEmpty else { throw CommandFailure.usage("init needs a URL that your app reads") }
    }
    guard let folder = call.operands.first ?? (isAsked ? ask("A folder for the package") : nil), !folder.isEmpty else {
      throw CommandFailure.usage(
        "init needs a folder for the package: \(ProgramName.current) init shop-drift --url URL")
    }
    let last = URL(fileURLWithPath: folder).lastPathComponent.lowercased()
    return Answers(folder: folder, name: call.value("--name") ?? last, urls: urls)
  }

  private func ask(_ question: String) -> String? {
    try? settings.console.errors.write(contentsOf: Data("\(question): ".utf8))
    return readLine()?.trimmingCharacters(in: .whitespaces)
  }

  /// What the package depends on, a folder or a repository, with the folder of Driftwatch's sources if there is one: what `--driftwatch`
  /// says, else the folder in which this program was built.
  private func driftwatch() throws -> (reference: String, sources: URL?) {
    func isDriftwatch(_ folder: URL) -> Bool {
      let manifest = try? String(contentsOf: folder.appendingPathComponent("Package.swift"), encoding: .utf8)
      return manifest?.contains("name: \"DriftwatchCommand\"") ?? false
    }
    var folder = URL(fileURLWithPath: ExecutableIdentity.path ?? "/").resolvingSymlinksInPath()
    while folder.path != "/", !isDriftwatch(folder) { folder.deleteLastPathComponent() }
    let own = folder.path == "/" ? nil : folder
    if let path = call.value("--driftwatch") {
      if path.contains("://") || path.hasSuffix(".git") { return (path, own) }
      let folder = URL(fileURLWithPath: path).standardizedFileURL
      guard isDriftwatch(folder) else {
        throw CommandFailure.usage("--driftwatch: \"\(path.printable)\" is not the folder of Driftwatch's package")
      }
      return (folder.path, folder)
    }
    guard let own else {
      throw CommandFailure.usage(
        "the package needs Driftwatch's sources; say where they are with --driftwatch DIR, or URL of a repository")
    }
    return (own.path, own)
  }

  // MARK: Responses

  private func fetched(_ urls: [String], _ credential: CredentialOption?) async throws -> [HARFile.Entry] {
    guard !urls.isEmpty else { return [] }
    try CommandSettings.requireFetching()
    settings.console.progress("fetching…")
    defer { settings.console.endProgress() }
    let responses = try await SingleFetch(call, settings.environment).responses(
      to: urls, authorization: credential?.authorization)
    return zip(urls, responses).map { url, body in
      HARFile.Entry(date: Date(), method: "GET", url: url, status: 200, body: body)
    }
  }

  private func archived() throws -> [HARFile.Entry] {
    try call.all("--har").flatMap { path -> [HARFile.Entry] in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw CommandFailure.usage("--har: \"\(path.printable)\" cannot be read")
      }
      let entries: [HARFile.Entry]
      do throws(HARFile.Unreadable) { entries = try HARFile(Array(data)).entries } catch {
        throw CommandFailure.usage("\(path.printable): \(error)")
      }
      let wanted = Set(call.all("--host").map { $0.lowercased() })
      return entries.filter { entry in
        wanted.isEmpty || URLComponents(string: entry.url)?.host.map { wanted.contains($0.lowercased()) } ?? false
      }
    }
  }

  // MARK: Files

  /// Writes files that are not there; if one is, none is written.
  private func write(_ files: [TeamPackage.File], to folder: URL) throws {
    for file in files {
      let path = folder.appendingPathComponent(file.path).path
      if (try? FileManager.default.attributesOfItem(atPath: path)) != nil {
        throw CommandFailure.usage(
          "\(path.printable) is there already, and init overwrites nothing; name another folder")
      }
    }
    for file in files {
      let place = folder.appendingPathComponent(file.path)
      do {
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: place, options: .withoutOverwriting)
      } catch {
        throw CommandFailure.store(
          "\(place.path.printable) cannot be written; is it a folder of yours, and is space left?")
      }
    }
  }

  /// Keeps the responses as recordings of the new package, redacted.
  private func record(
    _ package: TeamPackage, _ entries: [HARFile.Entry], _ credential: CredentialOption?, in folder: URL
  ) async throws -> [RecordingResult] {
    let examiner = try Examiner(call)
    defer { examiner.dismiss() }
    var contracts: [Contract] = []
    var folders: [String: RecordingsFolder] = [:]
    for api in package.apis {
      contracts.append(
        Contract(api.id, baseURL: api.baseURL, authorization: credential?.authorization) {
          api.endpoints.map { endpoint in
            Endpoint(endpoint.id, get: endpoint.path, values: endpoint.values.mapValues { .samples($0) })
          }
        })
      folders[api.id] = RecordingsFolder(folder.appendingPathComponent("\(api.folder)/Recordings"))
    }
    let plan = try settings.recordingRound(of: contracts)
    let archive = HARFile(entries.map { $0.without(queryItemOf: credential?.placement) })
    return await RecordingImport(plan, recording: RecordingPlan(folders: folders), examiner: examiner).run(archive)
      .recordings
  }

  private func summary(
    _ package: TeamPackage, _ files: Int, _ recordings: [RecordingResult], _ folder: String,
    _ credential: CredentialOption?
  ) -> String {
    let endpoints = package.apis.flatMap(\.endpoints).count
    let kept = recordings.count { if case .kept = $0.outcome { true } else { false } }
    var lines = ["\(package.program): \(files) files in \(folder.printable)"]
    for api in package.apis {
      let names = api.endpoints.map(\.id)
      let shown = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " and \(names.count - 6) more" : "")
      lines.append("  \(api.id)  \(api.baseURL)  \(shown)")
    }
    lines.append(
      "  \(endpoints) \(endpoints == 1 ? "endpoint" : "endpoints"), \(kept) \(kept == 1 ? "response" : "responses") recorded, redacted"
    )
    for result in recordings where result.isLost { if let words = result.words { lines.append("  \(words)") } }
    if credential?.isQueryItem != true, package.apis.flatMap(\.endpoints).contains(where: { !$0.query.isEmpty }) {
      lines.append("  queries stand in Adapter.swift as they were sent; a credential among them belongs in --query-env")
    }
    lines.append(
      "next  cd \(folder.printable) && swift build && .build/debug/\(package.program) check --from recordings")
    return lines.map { $0 + "\n" }.joined()
  }
}

extension HARFile.Entry {
  /// The same without the query item that is a credential.
  fileprivate func without(queryItemOf credential: ScaffoldCredential?) -> HARFile.Entry {
    guard case .queryItem(let name, _)? = credential, var parts = URLComponents(string: url) else { return self }
    let items = parts.queryItems?.filter { $0.name != name } ?? []
    parts.queryItems = items.isEmpty ? nil : items
    var entry = self
    entry.url = parts.string ?? url
    return entry
  }
}
