public import Foundation
import System

/// Where the files of an API's versions are from: `vendor.lock.json` in the folder of the API. It says nothing of the machine that wrote it.
public struct VendorLock: Codable, Sendable, Equatable {
  /// The form of this file.
  public var schemaVersion = 1
  /// By version: where its files are from.
  public var versions: [String: Release] = [:]

  /// The name of the file.
  public static let name = "vendor.lock.json"
  /// What is written beside the app's files.
  private static let adapter = "Adapter.swift"

  /// One release of the app.
  public struct Release: Codable, Sendable, Equatable {
    /// The URL of the repository, without credentials; `nil` if the clone has none that another machine could ask.
    public var repository: String?
    /// Its tag, and the commit that it named.
    public var (tag, commit): (String, String)
    /// Which files were taken, and which of them were not.
    public var (paths, except): ([String], [String])
    /// By path below the version's folder: the digest of the file (SHA-256), as the release has it.
    public var files: [String: String]
    /// By path: the digest of a file that was cut so that it compiles here; `nil`: none was.
    public var cut: [String: String]?
    /// Where what was left decodes in another way than the release, a line for each; `nil`: nowhere.
    public var decodingChanges: [String]?

    /// The same release with some files cut.
    ///
    /// - Parameter cut: What went; nothing: nothing was cut.
    /// - Returns: The release with the digests of both, and with what decodes in another way.
    public func with(_ cut: ForeignCut) -> Release {
      var release = self
      release.cut = cut.files.isEmpty ? nil : cut.files.mapValues { ContentDigest($0).hexadecimal }
      release.decodingChanges = cut.decodingChanges.isEmpty ? nil : cut.decodingChanges.map(\.words)
      return release
    }
  }

  /// Nothing yet.
  public init() {}

  /// The lock of a folder; an empty one if there is none.
  ///
  /// - Parameter folder: The folder of an API.
  /// - Throws: ``VendoredRelease/Unusable`` for a file that is no lock.
  public init(inFolder folder: URL) throws(VendoredRelease.Unusable) {
    let file = folder.appendingPathComponent(Self.name)
    guard let data = FileManager.default.contents(atPath: file.path) else { return }
    do { self = try JSONDecoder().decode(VendorLock.self, from: data) } catch {
      throw VendoredRelease.Unusable(description: "\(file.path) is no lock that this version knows")
    }
    // Somebody may have written a path, which leads nowhere on another machine, or a credential.
    versions = versions.mapValues { release in
      var release = release
      release.repository = release.repository.flatMap(RepositoryURL.init)?.text
      return release
    }
  }

  /// The file's text.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "") + "\n"
  }

  /// The folder of a version's files: `V1` for `v1`.
  static func folder(of version: String, in api: URL) -> URL { api.appendingPathComponent(version.uppercased()) }

  /// What is not as the lock says: files that were edited, are gone or were added. Nobody but the files is asked.
  ///
  /// - Parameter folder: The folder of the API.
  /// - Returns: A line for each.
  public func problems(inFolder folder: URL) -> [String] {
    var found: [String] = []
    var places: [String: (files: Set<String>, tag: String)] = [:]
    for (version, release) in versions.sorted(by: { $0.key < $1.key }) {
      let place = Self.folder(of: version, in: folder)
      for (path, digest) in release.files.sorted(by: { $0.key < $1.key }) {
        let file = place.appendingPathComponent(path)
        guard let data = FileManager.default.contents(atPath: file.path) else {
          found.append("\(file.path) is gone; it is of \(release.tag)")
          continue
        }
        let cut = release.cut?[path]
        if ContentDigest(Array(data)).hexadecimal != cut ?? digest {
          let words = cut == nil ? "what \(release.tag) has" : "what the cut of \(release.tag) left of it"
          found.append("\(file.path) was edited; it is not \(words)")
        }
      }
      places[place.path, default: ([], release.tag)].files.formUnion(release.files.keys)
    }
    for (place, known) in places.sorted(by: { $0.key < $1.key }) {
      for path in Self.files(in: place) where !known.files.contains(path) && path != Self.adapter {
        found.append("\(place)/\(path) was added; \(known.tag) has no such file")
      }
    }
    return found
  }

  /// Paths of the files in a folder and below it, in order, without hidden ones.
  private static func files(in folder: String) -> [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.filter { path in
      var isFolder: ObjCBool = false
      return !path.split(separator: "/").contains { $0.hasPrefix(".") }
        && FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}
