public import Foundation

/// Which folder of an API below the contracts' folder belongs to which contract.
public struct ContractFolders: Sendable {
  /// The contracts' folder.
  public let folder: URL
  private let ids: [String]

  /// The folders below `folder` for contracts with these ids.
  public init(folder: URL, ids: [String]) { (self.folder, self.ids) = (folder, ids) }

  /// The folders of the APIs, by name.
  public var all: [URL] { Self.folders(in: folder) }

  /// The folder of a contract: the one with its name, else one that holds its recordings; `nil` if there is none.
  public func folder(of contract: String) -> URL? {
    let candidates = all.filter { contractIDs(of: $0).contains(contract) }
    return candidates.first { Self.plain($0.lastPathComponent) == Self.plain(contract) } ?? candidates.first
  }

  /// Contracts whose recordings are in an API's folder, or whose name the folder has.
  public func contractIDs(of api: URL) -> [String] {
    var names = Set([Self.plain(api.lastPathComponent)])
    let named = ids.filter { names.contains(Self.plain($0)) }
    guard named.isEmpty else { return named }
    for day in Self.folders(in: api.appendingPathComponent("Recordings")) {
      names.formUnion(Self.folders(in: day).map(\.lastPathComponent))
    }
    return ids.filter(names.contains)
  }

  /// A folder that a contract could have: `ShopOrders` for `shop-orders`.
  public func newFolder(of contract: String) -> URL {
    let words = contract.split { !($0.isLetter || $0.isNumber) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return folder.appendingPathComponent(name.isEmpty ? contract : name)
  }

  /// The folder of a version's files in that of its API, `V1` for v1; `nil` if there is none.
  public func folder(of version: String, in contract: String) -> URL? {
    guard let api = folder(of: contract) else { return nil }
    return Self.folders(in: api).first { $0.lastPathComponent.lowercased() == version.lowercased() }
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
