import Foundation
import System

/// The app's own files of one release, as they are in its repository.
public struct VendoredRelease: Sendable {
  /// Why a release cannot be taken, or a lock cannot be read, in one line.
  public struct Unusable: Error, CustomStringConvertible {
    /// What is wrong, and what to do.
    public let description: String

    /// Why, in one line.
    public init(description: String) { self.description = description }
  }

  /// What is known of the release.
  public let origin: VendorLock.Release
  /// The files: path below the version's folder, and bytes.
  public let files: [(path: String, bytes: [UInt8])]
  /// Imports of what Linux does not have.
  public let foreignImports: [ForeignImport]
  /// Paths of Swift files of one name in several folders, which no module can have.
  public var equalNames: [[String]] {
    let paths = files.map(\.path).filter { $0.hasSuffix(".swift") }
    let groups = Dictionary(grouping: paths) { $0.split(separator: "/").last ?? "" }
    return groups.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// Reads the files of a tag.
  ///
  /// - Parameters:
  ///   - repository: A clone on this machine.
  ///   - tag: The release's tag.
  ///   - patterns: Which files: `Sources/API/**/*.swift`.
  ///   - exceptions: Which of them are left out.
  ///   - environment: Where git is.
  /// - Throws: ``Unusable``.
  public init(
    repository: String, tag: String, patterns: [String], except exceptions: [String], environment: [String: String]
  ) throws(Unusable) {
    let git = GitRepository(repository, environment: environment)
    var files: [(path: String, bytes: [UInt8])] = []
    let commit: String
    do throws(GitRepository.Failure) {
      commit = try git.commit(of: tag)
      let left = exceptions.map(PathPattern.init)
      let paths = try git.files(of: commit, matching: patterns.map(PathPattern.init)).filter { path in
        !left.contains { $0.matches(path) }
      }
      let root = Self.commonFolder(of: paths)
      for path in paths { files.append((String(path.dropFirst(root.count)), try git.content(of: path, at: commit))) }
    } catch { throw Unusable(description: error.description) }
    guard !files.isEmpty else {
      throw Unusable(description: "no file of \(tag) matches \(patterns.joined(separator: ", "))")
    }
    self.files = files
    origin = VendorLock.Release(
      repository: git.url?.text, tag: tag, commit: commit, paths: patterns, except: exceptions,
      files: Dictionary(
        files.map { ($0.path, ContentDigest($0.bytes).hexadecimal) }, uniquingKeysWith: { first, _ in first }))
    foreignImports = files.flatMap { ForeignImport.all(in: $0.bytes, of: $0.path) }
  }

  private static func commonFolder(of paths: [String]) -> String {
    guard let first = paths.first else { return "" }
    var folder = first.prefix(through: first.lastIndex(of: "/") ?? first.startIndex)
    if !folder.hasSuffix("/") { return "" }
    while !paths.allSatisfy({ $0.hasPrefix(folder) }) {
      let shorter = folder.dropLast()
      guard let slash = shorter.lastIndex(of: "/") else { return "" }
      folder = first[...slash]
    }
    return String(folder)
  }
}
