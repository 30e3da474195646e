import ContractKit
import Foundation

/// Which folder of an API below the contracts' folder belongs to which contract.
struct ContractFolders {
  /// The contracts' folder.
  let folder: URL
  /// The contracts of this program.
  let contracts: [Contract]

  /// The folders of the APIs, by name.
  var all: [URL] { Self.folders(in: folder) }

  /// The folder of a contract: the one with its name, else one that holds its recordings; `nil` if there is none.
  func folder(of contract: String) -> URL? {
    let candidates = all.filter { contractIDs(of: $0).contains(contract) }
    return candidates.first { Self.plain($0.lastPathComponent) == Self.plain(contract) } ?? candidates.first
  }

  /// Contracts of this program whose recordings are in an API's folder, or whose name the folder has.
  func contractIDs(of api: URL) -> [String] {
    var names = Set([Self.plain(api.lastPathComponent)])
    let ids = contracts.filter { names.contains(Self.plain($0.id)) }.map(\.id)
    guard ids.isEmpty else { return ids }
    for day in Self.folders(in: api.appendingPathComponent("Recordings")) {
      names.formUnion(Self.folders(in: day).map(\.lastPathComponent))
    }
    return contracts.map(\.id).filter(names.contains)
  }

  /// `PlatziStore` and `platzi-store` are one name.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private static func folders(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }.filter { url in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
  }
}
