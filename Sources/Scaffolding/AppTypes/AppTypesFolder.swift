import Foundation

/// A team's own files of DTOs: a folder for each version of the app, or one folder with the files of one version.
public struct AppTypesFolder: Sendable {
  /// The files of one version.
  struct Release: Sendable {
    /// The name of its folder: `1.4`.
    let label: String
    /// The files: path below the folder, and bytes.
    var files: [(path: String, bytes: [UInt8])]
  }

  /// The versions, the oldest first: in the natural order of the folders' names, in which `1.10` comes after `1.9`.
  let releases: [Release]
  /// Whether each version has a folder of its own.
  let hasFolders: Bool

  /// Reads the Swift files of a folder. One that holds Swift files itself is one version, with all below it; else each folder in it that
  /// has some is a version. Hidden ones are left out.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``UnusableForPackage`` if it cannot be read or has no Swift files.
  public init(_ path: String) throws(UnusableForPackage) {
    let folder = URL(fileURLWithPath: path).standardizedFileURL
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      throw UnusableForPackage(description: "the folder \"\(path)\" cannot be read")
    }
    hasFolders = !names.contains { Self.isSource($0) && !Self.isFolder(folder.appendingPathComponent($0)) }
    var releases: [Release] = []
    if hasFolders {
      let ordered = names.filter { !$0.hasPrefix(".") }.sorted(by: Self.isBefore)
      for name in ordered where Self.isFolder(folder.appendingPathComponent(name)) {
        releases.append(Release(label: name, files: try Self.files(in: folder.appendingPathComponent(name))))
      }
    } else {
      releases.append(Release(label: folder.lastPathComponent, files: try Self.files(in: folder)))
    }
    self.releases = releases.filter { !$0.files.isEmpty }
    guard !self.releases.isEmpty else {
      throw UnusableForPackage(
        description: "\"\(path)\" has no Swift files, and no folder in it has some; name the folder of your app's DTOs")
    }
  }

  private static func isBefore(_ one: String, _ other: String) -> Bool {
    switch one.compare(other, options: [.numeric, .caseInsensitive]) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: one < other
    }
  }

  private static func isSource(_ name: String) -> Bool { name.hasSuffix(".swift") && !name.hasPrefix(".") }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func files(
    in folder: URL
  ) throws(UnusableForPackage) -> [(path: String, bytes: [UInt8])] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    var files: [(path: String, bytes: [UInt8])] = []
    for path in paths.sorted() {
      let parts = path.split(separator: "/")
      let file = folder.appendingPathComponent(path)
      guard let name = parts.last, isSource(String(name)), !parts.contains(where: { $0.hasPrefix(".") }),
        !isFolder(file)
      else { continue }
      guard name != "main.swift" else {
        throw UnusableForPackage(description: "\(file.path) is a program and no file of types; leave it out")
      }
      guard let data = FileManager.default.contents(atPath: file.path) else {
        throw UnusableForPackage(description: "\(file.path) cannot be read")
      }
      files.append((path, Array(data)))
    }
    return files
  }
}
