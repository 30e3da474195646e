public import Foundation
import System

/// Where the files of an API's versions are from: `vendor.lock.json` in the folder of the API.
public struct VendorLock: Codable, Sendable, Equatable {
  /// The form of this file.
  public var schemaVersion = 1
  /// By version: where its files are from.
  public var versions: [String: Release] = [:]

  /// The name of the file.
  public static let name = "vendor.lock.json"

  /// One release of the app.
  public struct Release: Codable, Sendable, Equatable {
    /// The clone that was asked.
    public var repository: String
    /// Its tag, and the commit that it named.
    public var (tag, commit): (String, String)
    /// Which files were taken, and which of them were not.
    public var (paths, except): ([String], [String])
    /// By path below the version's folder: the digest of the file (SHA-256).
    public var files: [String: String]
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
  }

  /// The file's text.
  public var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "") + "\n"
  }

  /// What is not as the lock says: files that were edited, are gone or are new, and a newest release that no version has.
  ///
  /// - Parameters:
  ///   - folder: The folder of the API.
  ///   - environment: Where git is.
  /// - Returns: A line for each; a clone that is not on this machine is told too.
  public func problems(inFolder folder: URL, environment: [String: String]) -> [String] {
    var found: [String] = []
    for (version, release) in versions.sorted(by: { $0.key < $1.key }) {
      let place = folder.appendingPathComponent(version.uppercased())
      for (path, digest) in release.files.sorted(by: { $0.key < $1.key }) {
        let file = place.appendingPathComponent(path)
        guard let data = FileManager.default.contents(atPath: file.path) else {
          found.append("\(file.path) is gone; it is of \(release.tag)")
          continue
        }
        if ContentDigest(Array(data)).hexadecimal != digest {
          found.append("\(file.path) was edited; it is not what \(release.tag) has")
        }
      }
    }
    // The latest release of a clone is watched if its files are those of some version.
    for (repository, releases) in Dictionary(grouping: versions.values, by: \.repository).sorted(by: { $0.key < $1.key }
    ) {
      guard let latest = releases.max(by: { $0.tag.compare($1.tag, options: .numeric) == .orderedAscending }) else {
        continue
      }
      do {
        let git = GitRepository(repository, environment: environment)
        guard let newest = try git.tags().first, newest != latest.tag else { continue }
        let release = try VendoredRelease(
          repository: repository, tag: newest, patterns: latest.paths, except: latest.except, environment: environment)
        if !releases.contains(where: { $0.files == release.origin.files }) {
          found.append(
            "the files of \(newest) are watched by no version; the newest one that is has those of \(latest.tag)")
        }
      } catch { found.append("\(error)") }
    }
    return found
  }
}
