import Foundation
public import Recording
import System

/// The locks of the gate: one beside each contract, in the folder of its API, or one file for all.
public struct GateLockFiles: Sendable {
  /// What all of them hold.
  public private(set) var lock = GateLock()
  private let file: String?
  private let folders: ContractFolders?
  private let ids: [String]

  /// What is wrong with a lock, and what to do.
  public struct Unusable: Error, CustomStringConvertible {
    /// One line.
    public let description: String
  }

  /// Reads all that are there.
  ///
  /// - Parameters:
  ///   - file: The one file; `nil`: one in each API's folder.
  ///   - folders: Where the APIs' folders are; `nil` if there are none.
  ///   - ids: Ids of the contracts.
  ///   - mayBeNew: Whether the one file need not be there yet.
  /// - Throws: ``Unusable``.
  public init(file: String?, folders: ContractFolders?, ids: [String], mayBeNew: Bool = false) throws(Unusable) {
    (self.file, self.folders, self.ids) = (file, folders, ids)
    for path in Set(ids.compactMap { self.path(for: $0) }).sorted() {
      guard FileManager.default.fileExists(atPath: path) else {
        if file != nil, !mayBeNew { throw Unusable(description: "there is no lock \(path); gate --update makes it") }
        continue
      }
      guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
        throw Unusable(description: "\(path) cannot be read")
      }
      do throws(GateLock.Unreadable) {
        let read = try GateLock(Array(bytes))
        lock.known += read.known
        lock.sealed.merge(read.sealed) { $1 }
      } catch {
        throw Unusable(description: "\(path): \(error); mend it, or remove it and make it anew with gate --update")
      }
    }
  }

  private func path(for contract: String) -> String? {
    file ?? folders?.folder(of: contract)?.appendingPathComponent(GateLock.name).path
  }

  /// Writes what a run of the gate would have known.
  ///
  /// - Parameters:
  ///   - new: What it would have known.
  ///   - judged: Ids of the contracts that were judged; of others the locks stay as they are.
  /// - Throws: ``Unusable`` if there is no place for a lock, or it cannot be written.
  public func save(_ new: GateLock, judged: Set<String>) throws(Unusable) {
    var parts: [String: GateLock] = [:]
    for id in ids {
      guard let path = path(for: id) else {
        guard judged.contains(id) else { continue }
        throw Unusable(description: "no folder in Contracts/ belongs to \(id); name a file with --lock FILE")
      }
      // A lock may be that of several contracts, of which only one was judged.
      parts[path, default: GateLock()].known += new.known.filter { $0.contract == id }
      for (name, seal) in new.sealed where name.hasPrefix("\(id)/") {
        parts[path, default: GateLock()].sealed[name] = seal
      }
    }
    for (path, part) in parts.sorted(by: { $0.key < $1.key }) {
      // An empty lock is written only where one has to become empty.
      guard !part.known.isEmpty || !part.sealed.isEmpty || FileManager.default.fileExists(atPath: path) else {
        continue
      }
      do throws(SystemFailure) { try ReplacedFile.save(Array(part.text().utf8), at: path, mode: 0o644) } catch {
        throw Unusable(description: "\(path) cannot be written: \(error)")
      }
    }
  }
}
