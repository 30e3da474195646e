import ContractKit
import Examination
import Fetching
import Foundation
import JSONDocument
import Monitoring
import Recording
import Scaffolding
import System

/// `driftwatch init`: a package of a team's own, made of what some URLs or archives responded. It writes new files only.
struct InitCommand {
  let settings: CommandSettings
  var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, [], environment, console)
  }

  func run() async throws -> Int32 {
    let answers = try answers()
    let credential = try CredentialOption(call)
    let (driftwatch, sources) = try driftwatch()
    let origins = Set(answers.urls.compactMap { WebOrigin($0) })
    guard credential == nil || origins.count < 2 else {
      throw CommandFailure.usage(
        "the URLs are of \(origins.count) origins, and a credential belongs to one of them; make a package for each")
    }
    let appFiles = try appFiles()
    let (responses, failures) = try await fetched(answers.urls, credential)
    let entries = try responses + archived()
    let (pages, pageRemarks) = try await nextPages(
      of: entries, isFetched: { $0 < responses.count }, credential)
    var exchanges: [ObservedExchange] = []
    for (index, entry) in entries.enumerated() where (200..<300).contains(entry.status) && entry.method == "GET" {
      if let document = try? JSONDocument(entry.body) {
        var exchange = ObservedExchange(url: entry.url, document: document)
        exchange.paging = pages[index]?.paging
        exchange.nextPage = pages[index]?.fetched
        exchanges.append(exchange)
      }
    }
    if exchanges.isEmpty, let first = failures.first {
      failures.dropLast().forEach(settings.console.complain)
      throw CommandFailure.notChecked(failures.last ?? first)
    }
    let app = try appTypes(appFiles, answers.name, exchanges, credential)
    func package(hasPlainTexts: Bool) throws -> TeamPackage {
      do throws(UnusableForPackage) {
        return try TeamPackage(
          name: answers.name, exchanges: exchanges, credential: credential?.placement, driftwatch: driftwatch,
          hasPlainTexts: hasPlainTexts, app: app)
      } catch { throw CommandFailure.usage(error.description.printable) }
    }
    var made = try package(hasPlainTexts: false)
    var doubts: [String] = []
    if try !isProved(made, &doubts) {
      made = try package(hasPlainTexts: true)
      guard try isProved(made, &doubts) else {
        throw CommandFailure.notChecked("some of the responses cannot be decoded by any types; leave them out")
      }
    }
    let operation = made.operation { name in
      sources.flatMap { try? String(contentsOf: $0.appendingPathComponent("deploy/\(name)"), encoding: .utf8) }
    }
    let folder = URL(fileURLWithPath: answers.folder)
    let files = made.files + operation
    try refuseSecrets(in: files, credential)
    try refuseToReplace(files, in: folder)
    let recordings = try await write(files, made, entries, credential, to: folder)
    for failure in failures { settings.console.complain("\(failure); it is left out") }
    ((app?.remarks ?? []) + made.remarks).map(\.printable).forEach(settings.console.complain)
    (pageRemarks + remarks(on: made)).forEach(settings.console.complain)
    if operation.isEmpty {
      settings.console.complain(
        "crontab, units, workflow and Dockerfile are not written: they are made from Driftwatch's sources, and this program lies outside of them"
      )
    }
    doubts.prefix(1).forEach { settings.console.complain("the types were not tried: \($0)") }
    recordings.filter(\.isLost).compactMap(\.words).forEach(settings.console.complain)
    try settings.console.print(summary(made, files.count, recordings, answers.folder))
    return recordings.exitCode
  }

  /// Whether the types compile and decode the responses, as far as there is a toolchain to say so.
  private func isProved(_ package: TeamPackage, _ doubts: inout [String]) throws -> Bool {
    let console = settings.console
    console.progress("compiling…")
    defer { console.endProgress() }
    let proof = SourceProof(
      environment: settings.environment.filter { !settings.secretVariables.contains($0.key) })
    for types in package.types {
      switch try proof.run(types.source, on: types.bodies, kinds: types.kinds) {
      case .proved: continue
      case .untried(let reason): doubts.append(reason)
      case .uncompilable(let error):
        throw CommandFailure(
          code: 4, message: "the types do not compile, which is a fault of this program: \(error.printable)")
      case .undecodable: return false
      }
    }
    return true
  }

  /// A secret that a provider repeats, or that stands elsewhere in a URL, would be written down.
  private func refuseSecrets(in files: [TeamPackage.File], _ credential: CredentialOption?) throws {
    guard let variable = credential?.variable, let secret = settings.environment[variable] else { return }
    let mask = SecretMask([secret])
    guard let file = files.first(where: { mask.masked($0.text) != $0.text }) else { return }
    throw CommandFailure.usage(
      "the value of \(variable) would stand in \(file.path): it is in a URL beside the credential, or the provider repeats it as a name; nothing was written"
    )
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

  // MARK: Files

  /// Nothing is written if a file is there already.
  private func refuseToReplace(_ files: [TeamPackage.File], in folder: URL) throws {
    let paths = files.map { $0.path.lowercased() }
    guard Set(paths).count == paths.count else {
      throw CommandFailure.store("two files of the package have one name, which is a fault of this program")
    }
    for file in files {
      let path = folder.appendingPathComponent(file.path).path
      if (try? FileManager.default.attributesOfItem(atPath: path)) != nil {
        throw CommandFailure.usage(
          "\(path.printable) is there already, and init overwrites nothing; name another folder")
      }
    }
  }

  /// Writes the files and the recordings: all of them, or none.
  private func write(
    _ files: [TeamPackage.File], _ package: TeamPackage, _ entries: [HARFile.Entry], _ credential: CredentialOption?,
    to folder: URL
  ) async throws -> [RecordingResult] {
    let interruption = Interruption()
    defer { interruption.end() }
    let staged = try StagedFolder(for: folder)
    defer { staged.remove() }
    for file in files {
      let place = staged.content.appendingPathComponent(file.path)
      do {
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: place, options: .withoutOverwriting)
      } catch {
        throw CommandFailure.store(
          "\(folder.appendingPathComponent(file.path).path.printable) cannot be written; is space left? Nothing was left there"
        )
      }
    }
    let recordings = try await record(package, entries, credential, in: staged.content)
    let unwritable = recordings.first { if case .unwritable = $0.outcome { true } else { false } }
    if let words = unwritable?.words { throw CommandFailure.store("\(words); nothing was left there") }
    guard Interruption.pending == nil else { throw CancellationError() }
    try staged.place()
    return recordings
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
          // Of endpoints of one path, one without a query would take everything.
          api.endpoints.sorted { $0.query.count > $1.query.count }.map { endpoint in
            Endpoint(endpoint.id, get: Self.target(of: endpoint), values: endpoint.values.mapValues { .samples($0) })
              .recording(keep: endpoint.keep)
          }
        })
      folders[api.id] = RecordingsFolder(folder.appendingPathComponent("\(api.folder)/Recordings"))
    }
    let plan = try settings.recordingRound(of: contracts)
    let archive = HARFile(
      entries.filter { !package.foldedURLs.contains($0.url) }.map { $0.without(queryItemOf: credential?.placement) })
    let names = Set(package.types.flatMap(\.source.members))
    let recording = RecordingPlan(folders: folders, names: names)
    return await RecordingImport(plan, recording: recording, examiner: examiner).run(archive).recordings
  }

  /// The path, with the query where it tells endpoints apart.
  private static func target(of endpoint: TeamPackage.Endpoint) -> String {
    guard endpoint.sharesPath, !endpoint.query.isEmpty else { return endpoint.path }
    func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text }
    let items = endpoint.query.sorted { $0.key < $1.key }.map { "\(encoded($0.key))=\(encoded($0.value))" }
    return endpoint.path + "?" + items.joined(separator: "&")
  }

  private func summary(
    _ package: TeamPackage, _ files: Int, _ recordings: [RecordingResult], _ folder: String
  ) -> String {
    let endpoints = package.apis.flatMap(\.endpoints).count
    let recorded = recordings.count { if case .kept = $0.outcome { true } else { false } }
    var lines = ["\(package.program): \(files) files in \(folder.printable)"]
    for api in package.apis {
      let names = api.endpoints.map(\.id)
      let shown = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? " and \(names.count - 6) more" : "")
      lines.append("  \(api.id)  \(api.baseURL)  \(shown)")
      for endpoint in api.endpoints where endpoint.folded > 0 {
        let names = endpoint.foldedNames.joined(separator: ", ").printable
        lines.append(
          "  \(endpoint.id): \(endpoint.folded + 1) URLs that differ in \(names) are one endpoint, since their responses have the same members; the first is watched"
        )
      }
    }
    lines.append(
      "  \(endpoints) \(endpoints == 1 ? "endpoint" : "endpoints"), \(recorded) \(recorded == 1 ? "response" : "responses") recorded, redacted"
    )
    let kept = package.apis.flatMap(\.endpoints).flatMap { endpoint in endpoint.keep.map { "\(endpoint.id) \($0)" } }
    if !kept.isEmpty {
      let more = kept.count > 4 ? " and \(kept.count - 4) more" : ""
      lines.append(
        "  words of closed sets stay: \(kept.prefix(4).joined(separator: ", ").printable)\(more); see Adapter.swift")
    }
    if package.apis.flatMap(\.endpoints).contains(where: { !$0.query.isEmpty || !$0.values.isEmpty }) {
      lines.append("  look at Adapter.swift: queries and identifiers stand there as they were sent")
    }
    if package.apis.contains(where: { !$0.endpoints.isEmpty }) {
      lines.append(
        "  say in Adapter.swift which release of your app this is, and its oldest system (shippedIn, runsOn)")
    }
    lines.append(
      "next  cd \(folder.printable) && swift build && .build/debug/\(package.program) check --from recordings")
    return lines.map { $0 + "\n" }.joined()
  }
}

extension HARFile.Entry {
  /// The same without the query item that is a credential; everything else stays as it is spelled.
  fileprivate func without(queryItemOf credential: ScaffoldCredential?) -> HARFile.Entry {
    guard case .queryItem(let name, _)? = credential, var parts = URLComponents(string: url) else { return self }
    let items = (parts.percentEncodedQueryItems ?? []).filter { $0.name.removingPercentEncoding != name }
    parts.percentEncodedQueryItems = items.isEmpty ? nil : items
    var entry = self
    entry.url = parts.string ?? url
    return entry
  }
}
