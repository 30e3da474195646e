import ContractKit
import DriftModel
import Examination
import Fetching
import Foundation
import Monitoring
import Recording
import Store

extension CommandSettings {
  /// Where recordings are read from: `--recordings`, else those of every API in the contracts' folder.
  ///
  /// - Throws: `CommandFailure` with exit code 2 if neither is there.
  func recordingsFolders() throws -> [RecordingsFolder] {
    if let path = call.value("--recordings") {
      guard isFolder(path) else { throw call.failure(of: "recordings", "there is no folder \"\(path.printable)\"") }
      return [RecordingsFolder(URL(fileURLWithPath: path))]
    }
    return RecordingsFolder.all(inContracts: try contractsFolder())
  }

  /// Whether there are recordings of the contract of a request that came from recordings; if not, they were read from a folder by name.
  func hasRecordings(of key: RequestKey) -> Bool {
    guard key.perspective == "recorded", let folders = try? recordingsFolders() else { return false }
    return folders.contains { $0.parts().contains { $0.contract == key.contract } }
  }

  /// How responses of a round are kept; `nil` without `--record`.
  ///
  /// - Throws: `CommandFailure` with exit code 2 if there is no place for those of a contract.
  func recordingPlan(for contracts: [Contract], index: RecordingIndex = RecordingIndex()) throws -> RecordingPlan? {
    call.has("--record") ? try recordingPlan(of: contracts, index) : nil
  }

  /// The same, whether or not `--record` is given.
  func recordingPlan(of contracts: [Contract], _ index: RecordingIndex) throws -> RecordingPlan {
    var folders: [String: RecordingsFolder] = [:]
    if let path = call.value("--recordings") {
      for contract in contracts { folders[contract.id] = RecordingsFolder(URL(fileURLWithPath: path)) }
    } else {
      // The contracts' folder has none for what somebody typed, and one that was made there would not be found.
      if let typed = contracts.first(where: { contract in !self.contracts.contains { $0.id == contract.id } }) {
        throw CommandFailure.usage(
          "\(typed.id) is a URL's, and no contract's: say with --recordings DIR where its recordings go")
      }
      let places = try contractsFolderIfAny().map { ContractFolders(folder: $0, ids: self.contracts.map(\.id)) }
      for contract in contracts {
        guard let folder = places?.folder(of: contract.id) else {
          guard let places else {
            throw CommandFailure.usage(
              "there is no folder Contracts/ here or above; name it with --contracts DIR, or say with --recordings DIR where recordings go"
            )
          }
          throw CommandFailure.usage(
            "\(contract.id) has no folder yet: make \(places.newFolder(of: contract.id).path.printable), or name one for recordings with --recordings DIR"
          )
        }
        folders[contract.id] = RecordingsFolder(folder.appendingPathComponent("Recordings"))
      }
    }
    return boundedPlan(folders, index)
  }

  /// A plan with the bounds that are set.
  func boundedPlan(_ folders: [String: RecordingsFolder], _ index: RecordingIndex) -> RecordingPlan {
    var plan = RecordingPlan(folders: folders, index: index)
    plan.mostFiles = call.settings["limits.recordingFiles"]?.number.map { Int($0) } ?? plan.mostFiles
    plan.mostBytes = call.settings["limits.recordingBytes"]?.number.map { Int($0) } ?? plan.mostBytes
    return plan
  }

  /// The same with contracts that stand for what was recorded of URLs.
  ///
  /// - Parameter operands: `ID`, `ID/ENDPOINT` and URLs.
  /// - Returns: The settings, and the operands with a name in place of each URL.
  /// - Throws: `CommandFailure` with exit code 2 for a URL that is none, 3 for one of which nothing is recorded.
  func withRecordedURLs(_ operands: [String]) throws -> (settings: CommandSettings, operands: [String]) {
    let typed = TypedRecordings.contracts(in: try recordingsFolders(), besides: Set(contracts.map(\.id)))
    let names = try operands.flatMap { operand -> [String] in
      guard operand.contains("://") else { return [operand] }
      let url = try URLTarget(operand)
      let parts = URLComponents(string: url.origin + url.path)?.path.split(separator: "/").map(String.init) ?? []
      let path = TypedRecordings.path(of: parts)
      // Its folder has another name where a contract is called so already.
      let own = typed.filter {
        $0.id.hasPrefix(url.contract) && $0.id.dropFirst(url.contract.count).replacing("-url", with: "").isEmpty
      }
      let found = own.flatMap { contract in
        contract.endpoints.filter { $0.request.path == path }.map { "\(contract.id)/\($0.id)" }
      }
      guard !found.isEmpty else {
        throw CommandFailure.notChecked(
          "nothing is recorded of \(Self.shown(operand)); \(ProgramName.current) recordings list says what is")
      }
      return found
    }
    return (CommandSettings(call, contracts + typed, environment, console), names)
  }

  /// One round that fetches endpoints and keeps their responses, without a ledger.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for base URLs that cannot be used.
  func recordingRound(of contracts: [Contract], _ recording: RecordingPlan? = nil) throws -> Round.Plan {
    var plan = Round.Plan(
      contracts: contracts, environment: environmentName, clock: Date(), buildID: ExecutableIdentity.currentBuildID)
    plan.recording = recording
    plan.baseURLs = try baseURLs()
    plan.variables = environment
    plan.secretVariables = secretVariables
    plan.remedy = \.remedy
    return plan
  }

  /// Runs such a round, and says why endpoints had no response to record.
  ///
  /// - Throws: `CommandFailure` with exit code 2 or 3 if nothing can be fetched at all, `CancellationError` if it was interrupted.
  func record(_ plan: Round.Plan, _ examiner: Examiner, complaint: String) async throws -> Round.Result {
    console.progress("fetching…")
    let result: Round.Result
    do {
      defer { console.endProgress() }
      result = try await Round(
        plan, store: MemoryStore(), examiner: examiner, fetcher: Fetcher(policy: try FetchPolicy(call))
      ).run()
    }
    try Task.checkCancellation()
    for endpoint in result.endpoints where !endpoint.outcome.isExamined {
      console.complain(
        "\(complaint)\(endpoint.contract)/\(endpoint.endpoint): \(endpoint.reason ?? endpoint.outcome.rawValue)")
    }
    return result
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

extension [RecordingResult] {
  /// 4 if a file could not be written, 3 if something new is in no recording for another reason, else 0.
  var exitCode: Int32 {
    let isUnwritable = contains { if case .unwritable = $0.outcome { true } else { false } }
    return isUnwritable ? 4 : contains(where: \.isLost) ? 3 : 0
  }
}

extension RecordingResult {
  /// Whether something new is in no recording.
  var isLost: Bool {
    switch outcome {
    case .full, .failed, .unwritable: true
    case .kept, .structure, .known: false
    }
  }

  /// What became of the response, in one line; `nil` where nothing did.
  var words: String? {
    let name = "\(contract)/\(endpoint)"
    switch outcome {
    case .kept(let file, let words):
      let kept =
        words.isEmpty
        ? ""
        : "; words that code reads stay at \(words.prefix(4).joined(separator: ", "))"
          + (words.count > 4 ? " and \(words.count - 4) more" : "")
      return "\(name): recorded, redacted, in \(file.path.printable)\(kept)"
    case .structure(let file, let reason):
      return "\(name): only its structure is recorded, in \(file.path.printable): \(reason.description.printable)"
    case .known: return nil
    case .full(let files, let bytes):
      return
        "\(name): not recorded though it shows something new: there are \(files) recordings of \(bytes.formatted(.byteCount(style: .memory))) already; remove some (\(ProgramName.current) recordings prune) or raise limits.recordingFiles"
    case .failed(let reason), .unwritable(let reason):
      return "\(name): it could not be recorded: \(reason.description.printable)"
    }
  }
}
