public import Foundation

/// One recorded response: a body, `index.json` or `index.<label>.json` in the folder of its URL path, with the meta file beside it.
public struct RecordingFile: Sendable, Hashable {
  /// The file of the body.
  public let body: URL

  /// A body that is known to be there.
  public init(body: URL) { self.body = body }

  /// The file of what came with it, which need not be there.
  public var metaFile: URL { body.deletingPathExtension().appendingPathExtension("meta.json") }

  /// Deeper folders are not looked into, so that a link which leads back ends somewhere.
  private static let mostFolders = 40

  /// What came with the body; empty where no file stands beside it.
  ///
  /// - Throws: ``RecordingMeta/Unreadable``.
  public func meta() throws(RecordingMeta.Unreadable) -> RecordingMeta {
    guard FileManager.default.fileExists(atPath: metaFile.path) else { return RecordingMeta() }
    do {
      return try JSONDecoder().decode(RecordingMeta.self, from: Data(contentsOf: metaFile))
    } catch {
      throw error as? RecordingMeta.Unreadable ?? RecordingMeta.Unreadable("it is not what a .meta.json holds")
    }
  }

  /// The bytes of the body.
  ///
  /// - Throws: Foundation's error where the file cannot be read.
  public func text() throws -> [UInt8] { Array(try Data(contentsOf: body)) }

  /// Whether a file of this name holds the body of the URL path of its folder.
  private static func isBody(_ name: String) -> Bool {
    (name == "index.json" || (name.hasPrefix("index.") && name.hasSuffix(".json"))) && !name.hasSuffix(".meta.json")
  }

  /// The recordings of one URL path: in its folder, or `<path>.json`.
  ///
  /// - Parameters:
  ///   - folder: The folder of a contract.
  ///   - components: The components of the path, decoded, none of which leads elsewhere.
  /// - Returns: In the order of their names.
  public static func files(in folder: URL, path components: [String]) -> [RecordingFile] {
    let place = components.reduce(folder) { $0.appendingPathComponent($1) }
    var files = names(in: place).filter(isBody).map { RecordingFile(body: place.appendingPathComponent($0)) }
    if let last = components.last {
      let single = place.deletingLastPathComponent().appendingPathComponent(last + ".json")
      if !isBody(single.lastPathComponent), FileManager.default.fileExists(atPath: single.path) {
        files.append(RecordingFile(body: single))
      }
    }
    return files
  }

  /// All recordings below the folder of a contract, each with the components of its URL path.
  public static func all(below folder: URL) -> [(file: RecordingFile, path: [String])] {
    var found: [(file: RecordingFile, path: [String])] = []
    // A link may lead back, or to where another one leads.
    var seen: Set<String> = []
    func collect(_ place: URL, _ components: [String]) {
      guard seen.insert(place.resolvingSymlinksInPath().path).inserted else { return }
      for name in names(in: place) {
        let url = place.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { continue }
        if isFolder.boolValue {
          if components.count < mostFolders { collect(url, components + [name]) }
        } else if isBody(name) {
          found.append((RecordingFile(body: url), components))
        } else if name.hasSuffix(".json"), !name.hasSuffix(".meta.json") {
          found.append((RecordingFile(body: url), components + [String(name.dropLast(5))]))
        }
      }
    }
    collect(folder, [])
    return found
  }

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }
}
