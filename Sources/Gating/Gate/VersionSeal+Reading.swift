import DriftModel
public import Foundation
import System

extension VersionSeal {
  /// The name of the file by which we compose a version; it is not the app's own.
  private static let adapter = "Adapter.swift"
  /// In place of a path: what a mapping makes.
  private static let mapped = "mapping"

  /// Of the Swift files below a folder, but for the adapter; none if there is no folder.
  ///
  /// - Parameter folder: The folder of the version.
  public init(filesIn folder: URL?) {
    guard let folder, let paths = FileManager.default.subpaths(atPath: folder.path) else { return }
    for path in paths where path.hasSuffix(".swift") && path != Self.adapter {
      guard let bytes = try? Data(contentsOf: folder.appendingPathComponent(path)) else { continue }
      files[path] = ContentDigest(Array(bytes)).short
    }
  }

  /// Whether it says nothing of a version.
  var isEmpty: Bool { files.isEmpty && members.isEmpty }

  /// Takes over what an earlier seal says of endpoints that nothing is known of now.
  ///
  /// - Parameters:
  ///   - earlier: The earlier seal.
  ///   - known: Endpoints of which something is known now.
  mutating func keep(_ earlier: VersionSeal, butOf known: Set<String>) {
    members.merge(earlier.members.filter { !known.contains(Self.endpoint($0.key)) }) { own, _ in own }
  }

  /// Whether a file or member that is named here could be compared with what the version is made of now; one that is not named needs no
  /// comparison.
  ///
  /// - Parameters:
  ///   - subject: A file, a member or a mapping, as differences name it.
  ///   - now: What the version is made of now.
  ///   - hasFiles: Whether its folder is there.
  ///   - decoded: Endpoints of which some response decoded.
  /// - Returns: Whether it could be.
  func isCompared(_ subject: String, to now: VersionSeal, hasFiles: Bool, decoded: Set<String>) -> Bool {
    if subject.hasSuffix(".swift") { return hasFiles }
    let own = members.keys.filter { $0.split(separator: " ").last.map(String.init) == subject }
    return own.isEmpty || own.contains { now.members[$0] != nil || decoded.contains(Self.endpoint($0)) }
  }

  /// The endpoint of a member's name.
  private static func endpoint(_ member: String) -> String { String(member.prefix { $0 != " " }) }

  /// Adds what a version's types asked for in one response.
  mutating func add(_ version: VersionExamination, of endpoint: String) {
    for field in version.fields {
      members["\(endpoint) \(field.pattern) \(field.name)"] = field.swiftType + (field.isRequired ? "" : "?")
    }
    for mapping in version.mappings {
      members["\(endpoint) \(Self.mapped) \(mapping.name)"] = "\(mapping.recordType) to \(mapping.domainType)"
    }
  }

  /// What differs now, a file or a member each, in words; empty if nothing does.
  ///
  /// Members that were never asked for in the responses at hand say nothing.
  ///
  /// - Parameters:
  ///   - now: What the version is made of now.
  ///   - hasFiles: Whether its folder is there, so that a missing file counts.
  ///   - decoded: Endpoints of which some response decoded: of others no mapping could run.
  /// - Returns: Subject and words.
  func differences(
    to now: VersionSeal, hasFiles: Bool, decoded: Set<String>
  ) -> [(subject: String, words: String)] {
    var found: [(subject: String, words: String)] = []
    if hasFiles, !files.isEmpty {
      for (path, digest) in files.sorted(by: { $0.key < $1.key }) where now.files[path] != digest {
        found.append((path, now.files[path] == nil ? "was removed after the release" : "was changed after the release"))
      }
      for path in now.files.keys.sorted() where files[path] == nil {
        found.append((path, "was added after the release"))
      }
    }
    for (name, type) in members.sorted(by: { $0.key < $1.key }) {
      let parts = name.split(separator: " ").map(String.init)
      guard parts.count >= 3, let subject = parts.last else { continue }
      if let present = now.members[name] {
        if present != type { found.append((subject, "was \(type) when it was released and is \(present)")) }
      } else if parts[1] == Self.mapped, decoded.contains(parts[0]) {
        found.append((subject, "mapped \(type) when it was released; there is no such mapping now"))
      }
    }
    return found
  }
}
