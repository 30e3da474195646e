import ContractKit
import Foundation
import Monitoring
import Recording

extension CommandSettings {
  /// Where recordings are read from: `--recordings`, else those of every API in the contracts' folder.
  ///
  /// - Throws: `CommandFailure` with exit code 2 if neither is there.
  func recordingsFolders() throws -> [RecordingsFolder] {
    if let path = call.value("--recordings") {
      guard isFolder(path) else { throw CommandFailure.usage("there is no folder \"\(path)\" for --recordings") }
      return [RecordingsFolder(URL(fileURLWithPath: path))]
    }
    return RecordingsFolder.all(inContracts: try contractsFolder())
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
      let places = try contractsFolderIfAny().map { ContractFolders(folder: $0, ids: self.contracts.map(\.id)) }
      for contract in contracts {
        guard let folder = places?.folder(of: contract.id) else {
          throw CommandFailure.usage(
            "no folder in Contracts/ belongs to \(contract.id); say with --recordings DIR where its recordings go")
        }
        folders[contract.id] = RecordingsFolder(folder.appendingPathComponent("Recordings"))
      }
    }
    var plan = RecordingPlan(folders: folders, index: index)
    plan.mostFiles = call.settings["limits.recordingFiles"]?.number.map { Int($0) } ?? plan.mostFiles
    plan.mostBytes = call.settings["limits.recordingBytes"]?.number.map { Int($0) } ?? plan.mostBytes
    return plan
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

extension RecordingResult {
  /// Whether something new is in no recording.
  var isLost: Bool {
    switch outcome {
    case .full, .failed: true
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
    case .failed(let reason): return "\(name): it could not be recorded: \(reason.description.printable)"
    }
  }
}
