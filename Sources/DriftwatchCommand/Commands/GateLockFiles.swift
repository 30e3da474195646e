import ContractKit
import DriftModel
import Foundation
import Gating
import System

/// The locks of the gate: one beside each contract, in the folder of its API.
struct GateLockFiles {
  /// What all of them hold.
  private(set) var lock = GateLock()
  private let settings: CommandSettings
  private let folders: ContractFolders?

  /// Reads all that are there.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for one that cannot be used.
  init(_ settings: CommandSettings) throws {
    self.settings = settings
    folders = try settings.contractsFolderIfAny().map { ContractFolders(folder: $0, contracts: settings.contracts) }
    for path in Set(settings.contracts.compactMap { self.path(for: $0.id) }).sorted() {
      guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { continue }
      do throws(GateLock.Unreadable) {
        let read = try GateLock(Array(bytes))
        lock.known += read.known
        lock.sealed.merge(read.sealed) { $1 }
      } catch {
        throw CommandFailure.usage("\(path.printable): \(error); mend it, or make it anew with gate --update")
      }
    }
  }

  /// `--lock`, else the file in the folder of the API; `nil` if no folder belongs to the contract.
  private func path(for contract: String) -> String? {
    settings.call.value("--lock") ?? folders?.folder(of: contract)?.appendingPathComponent(GateLock.name).path
  }

  /// The folders of the versions' files, `Contracts/<API>/V1`, by contract and version.
  func versionFolders(of contracts: [Contract]) -> [String: URL] {
    var found: [String: URL] = [:]
    for contract in contracts {
      guard let api = folders?.folder(of: contract.id),
        let names = try? FileManager.default.contentsOfDirectory(atPath: api.path)
      else { continue }
      for version in contract.versions {
        guard let name = names.first(where: { $0.lowercased() == version.id.lowercased() }) else { continue }
        found["\(contract.id)/\(version.id)"] = api.appendingPathComponent(name)
      }
    }
    return found
  }

  /// Writes what a run of the gate would have known.
  ///
  /// - Parameters:
  ///   - new: What it would have known.
  ///   - contracts: The contracts that were judged.
  /// - Throws: `CommandFailure` with exit code 2 if there is no place for a lock, or it cannot be written.
  func save(_ new: GateLock, contracts: [Contract]) throws {
    var parts: [String: GateLock] = [:]
    // A lock may be that of several contracts, of which only one was judged.
    for contract in settings.contracts {
      guard let path = path(for: contract.id) else {
        guard contracts.contains(where: { $0.id == contract.id }) else { continue }
        throw CommandFailure.usage("no folder in Contracts/ belongs to \(contract.id); name a file with --lock FILE")
      }
      parts[path, default: GateLock()].known += new.known.filter { $0.contract == contract.id }
      for (name, seal) in new.sealed where name.hasPrefix("\(contract.id)/") {
        parts[path, default: GateLock()].sealed[name] = seal
      }
    }
    for (path, part) in parts.sorted(by: { $0.key < $1.key }) where !part.known.isEmpty || !part.sealed.isEmpty {
      do throws(SystemFailure) {
        try ReplacedFile.save(Array(part.text().utf8), at: path, mode: 0o644)
      } catch { throw CommandFailure.usage("\(path.printable) cannot be written: \(error)") }
    }
  }
}
