public import ContractKit
import Foundation
public import Recording
import System

/// The locks of the gate: one beside each contract, in the folder of its API, or one file for all.
public struct GateLockFiles: Sendable {
  /// What those of the contracts in question hold, and what else is in the same files.
  public private(set) var lock = GateLock()
  private let file: String?
  private let folders: ContractFolders?
  private let ids: [String]
  /// What was read, by path.
  private var read: [String: GateLock] = [:]

  /// What is wrong with a lock, and what to do.
  public struct Unusable: Error, CustomStringConvertible {
    /// One line.
    public let description: String
  }

  /// Reads those of some contracts, as far as they are there.
  ///
  /// - Parameters:
  ///   - file: The one file; `nil`: one in each API's folder.
  ///   - folders: Where the APIs' folders are; `nil` if there are none.
  ///   - ids: Ids of the contracts in question; locks of others are neither read nor written.
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
        self.read[path] = read
      } catch {
        throw Unusable(description: "\(path): \(error); mend it, or remove it and make it anew with gate --update")
      }
    }
  }

  private func path(for contract: String) -> String? {
    file ?? folders?.folder(of: contract)?.appendingPathComponent(GateLock.name).path
  }

  /// Refuses entries that name what there is not: they would never be found, and what they were written for would be new.
  ///
  /// - Parameter contracts: All contracts that there are.
  /// - Throws: ``Unusable`` that names the entry, with the nearest name.
  public func check(_ contracts: [Contract]) throws(Unusable) {
    for (path, lock) in read.sorted(by: { $0.key < $1.key }) {
      for (index, entry) in lock.known.enumerated() {
        guard let words = Self.unknownName(in: entry, contracts) else { continue }
        throw Unusable(
          description: "\(path): entry \(index + 1) of \"known\" names \(words); mend the entry, or take it out")
      }
    }
  }

  private static func unknownName(in entry: GateLock.Entry, _ contracts: [Contract]) -> String? {
    func words(_ name: String, _ what: String, _ known: [String]) -> String {
      let nearest = nearestName(to: name, in: known).map { " (did you mean \($0)?)" } ?? ""
      return "\"\(name.prefix(80))\", which is \(what)\(nearest)"
    }
    guard let contract = contracts.first(where: { $0.id == entry.contract }) else {
      return words(entry.contract, "no contract", contracts.map(\.id))
    }
    if contract.version(entry.version) == nil {
      return words(entry.version, "no version of \(contract.id)", contract.versions.map(\.id))
    }
    if !entry.endpoint.isEmpty, contract.endpoint(entry.endpoint) == nil {
      return words(entry.endpoint, "no endpoint of \(contract.id)", contract.endpoints.map(\.id))
    }
    return nil
  }

  /// Seals of versions that there are no more, in a line each.
  ///
  /// - Parameter contracts: All contracts that there are.
  /// - Returns: The lines, by file and version.
  public func remarks(on contracts: [Contract]) -> [String] {
    let names = Set(contracts.flatMap { contract in contract.versions.map { "\(contract.id)/\($0.id)" } })
    return read.sorted { $0.key < $1.key }.flatMap { path, lock in
      lock.sealed.keys.sorted().filter { !names.contains($0) }.map {
        "\(path): \"\($0)\" in \"sealed\" is no version of any contract; take it out"
      }
    }
  }

  /// Writes what a run of the gate would have known; a lock that says the same already is not written.
  ///
  /// - Parameters:
  ///   - new: What it would have known.
  ///   - judged: Ids of the contracts that were judged; what a file holds of others stays as it is.
  /// - Throws: ``Unusable`` if there is no place for a lock, or it cannot be written.
  public func save(_ new: GateLock, judged: Set<String>) throws(Unusable) {
    var parts: [String: GateLock] = [:]
    for id in ids where judged.contains(id) {
      guard let path = path(for: id) else {
        throw Unusable(description: "no folder in Contracts/ belongs to \(id); name a file with --lock FILE")
      }
      // A lock may be that of several contracts, of which only one was judged.
      var part = parts[path] ?? rest(of: path, without: judged)
      part.known += new.known.filter { $0.contract == id }
      part.sealed.merge(new.sealed.filter { $0.key.hasPrefix("\(id)/") }) { $1 }
      parts[path] = part
    }
    for (path, part) in parts.sorted(by: { $0.key < $1.key }) where !part.isSame(as: read[path] ?? GateLock()) {
      do throws(SystemFailure) { try ReplacedFile.save(Array(part.text().utf8), at: path, mode: 0o644) } catch {
        throw Unusable(description: "\(path) cannot be written: \(error)")
      }
    }
  }

  /// What a file holds of contracts that were not judged.
  private func rest(of path: String, without judged: Set<String>) -> GateLock {
    var rest = read[path] ?? GateLock()
    rest.known.removeAll { judged.contains($0.contract) }
    rest.sealed = rest.sealed.filter { name, _ in !judged.contains(String(name.prefix { $0 != "/" })) }
    return rest
  }
}
