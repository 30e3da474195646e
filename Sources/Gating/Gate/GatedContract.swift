public import ContractKit
public import DriftModel
public import Foundation
import Monitoring
public import Recording

/// A contract as the gate needs it.
public struct GatedContract: Sendable {
  /// Id of the contract.
  public var id: String
  /// Its versions, oldest first.
  public var versions: [GatedVersion]

  /// A contract with its versions.
  public init(id: String, versions: [GatedVersion]) { (self.id, self.versions) = (id, versions) }

  /// A contract as it is on a day.
  ///
  /// - Parameters:
  ///   - contract: The contract.
  ///   - date: The time by which versions have retired.
  public init(_ contract: Contract, at date: Date) {
    let day = date.formatted(.iso8601.year().month().day())
    self.init(
      id: contract.id,
      versions: contract.versions.map { version in
        GatedVersion(
          info: VersionInfo(version, on: day),
          // Of writes there are only recordings that somebody made by hand.
          endpoints: contract.endpoints.filter { !$0.writes && version.reads($0.id) != nil }.map(\.id),
          modules: version.reads.reduce(into: []) { $0.formUnion($1.modules) })
      })
  }
}

/// A version as the gate needs it.
public struct GatedVersion: Sendable {
  /// The version.
  public var info: VersionInfo
  /// Endpoints that it reads, of which recordings are wanted.
  public var endpoints: [String]
  /// The modules that its types are from.
  public var modules: Set<String>

  /// A version with what it reads.
  public init(info: VersionInfo, endpoints: [String], modules: Set<String> = []) {
    (self.info, self.endpoints, self.modules) = (info, endpoints, modules)
  }
}

extension GateReport {
  /// Adds files and lines of the source code to what is new; what cannot be located is said in the notes.
  ///
  /// - Parameters:
  ///   - contracts: The contracts.
  ///   - folder: Where the compiled modules are.
  ///   - environment: The environment of the toolchain.
  public mutating func locate(_ contracts: [GatedContract], modules folder: URL, environment: [String: String]) {
    let wanted = findings.indices.filter { index in
      findings[index].state == .new && findings[index].file == nil && findings[index].isReason
    }
    guard !wanted.isEmpty else { return }
    var modules: [String: Set<String>] = [:]
    for contract in contracts {
      for version in contract.versions { modules["\(contract.id)/\(version.info.id)"] = version.modules }
    }
    let names = wanted.map { "\(findings[$0].contract)/\(findings[$0].version)" }
    let locator = SourceLocator(
      modules: names.reduce(into: []) { $0.formUnion(modules[$1] ?? []) }, in: folder, environment: environment)
    for (index, name) in zip(wanted, names) {
      guard let place = locator.place(of: findings[index].subject, in: modules[name] ?? []) else { continue }
      (findings[index].file, findings[index].line) = (place.file, place.line)
    }
    if let problem = locator.problems.first {
      let others = locator.problems.count - 1
      let more = others > 0 ? " (and in \(others) more \(others == 1 ? "module" : "modules"))" : ""
      notes.append(problem + more)
    }
  }

  /// Names files below a folder as they are called from there.
  public mutating func shortenPaths(below folder: String) {
    func short(_ path: String?) -> String? {
      guard let path, path.hasPrefix(folder + "/") else { return path }
      return String(path.dropFirst(folder.count + 1))
    }
    for index in findings.indices {
      findings[index].file = short(findings[index].file)
      findings[index].example = short(findings[index].example)
    }
  }
}

extension ContractFolders {
  /// The folders of the versions' files by contract and version, `platzi-store/v1`.
  public func versionFolders(of contracts: [GatedContract]) -> [String: URL] {
    var found: [String: URL] = [:]
    for contract in contracts {
      for version in contract.versions {
        found["\(contract.id)/\(version.info.id)"] = folder(of: version.info.id, in: contract.id)
      }
    }
    return found
  }
}
