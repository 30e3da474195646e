import Examination
import Fetching
import Foundation
import PayloadShape
import System

// Where the contracts are, and with what their code is run.
extension CommandSettings {
  /// The folder of the contracts, which must be there.
  func contractsFolder() throws -> URL {
    if let folder = try knownContractsFolder() { return folder }
    throw CommandFailure.usage("no Contracts/ here or above; give --contracts DIR or set DRIFTWATCH_CONTRACTS")
  }

  /// `--contracts`, `$DRIFTWATCH_CONTRACTS`, else the nearest `Contracts/` from the working directory upwards; `nil` if nobody named one
  /// and none is there.
  func knownContractsFolder() throws -> URL? {
    func folder(_ path: String) -> URL? {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
      return URL(fileURLWithPath: path)
    }
    if let path = call.value("--contracts") ?? call.settings["contracts"]?.text {
      guard let folder = folder(path) else {
        throw call.failure(of: "contracts", "there is no folder \"\(path.printable)\"")
      }
      return folder
    }
    var place = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    while true {
      if let folder = folder(place.appendingPathComponent("Contracts").path) {
        try refuseStranger(folder.path)
        return folder
      }
      guard place.path != "/" else { break }
      place.deleteLastPathComponent()
    }
    return nil
  }
}

extension CommandSettings {
  /// Refuses a folder that was merely found and is another user's: what it holds decides what is told. The user of the current folder is
  /// none, as in a container that works on somebody's checkout.
  private func refuseStranger(_ path: String) throws {
    var (status, here) = (stat(), stat())
    guard stat(path, &status) == 0, stat(FileManager.default.currentDirectoryPath, &here) == 0 else { return }
    guard [0, geteuid(), here.st_uid].contains(status.st_uid) else {
      throw CommandFailure.usage(
        "\(path) was found above and belongs to another user (uid \(status.st_uid)); name it with --contracts if it is meant"
      )
    }
  }

  /// Ends with exit code 3 if nothing can be fetched, before anything is written.
  static func requireFetching() throws {
    if let problem = CurlLibrary.problem { throw CommandFailure.notChecked(problem) }
  }
}

extension Examiner {
  /// What the app's own code may use at most, unless the control group allows less.
  private static let standardMemory = 4 << 30
  /// What is left to it however small the control group is: its own code and libraries need about a third.
  private static let leastMemory = 192 << 20

  /// Workers of this executable, with the timeout and the memory that the call sets; the memory is at most half of what the control group
  /// allows, since this process and other workers need theirs.
  init(_ call: CommandCall) throws {
    let wanted = call.settings["limits.codeMemory"]?.number.map { Int($0) << 20 } ?? Self.standardMemory
    let share = ControlGroup.memoryLimit().map { max(Self.leastMemory, $0 / 2) } ?? wanted
    self.init(timeout: try call.seconds("--code-timeout") ?? 10, memoryLimit: min(wanted, share))
    shapeBudget = PayloadShape.budget(call.settings)
  }
}
