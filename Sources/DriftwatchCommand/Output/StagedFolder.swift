import Foundation
import System

/// A folder that is filled elsewhere and then put in its place as a whole, so that a failure on the way leaves nothing there.
struct StagedFolder {
  /// Where the files are written.
  let content: URL
  private let target: URL
  /// What is removed in the end: a folder on the file system of the target.
  private let stage: URL

  /// - Parameter target: The folder; it may be there already.
  /// - Throws: `CommandFailure` with exit code 4 if nothing can be written there.
  init(for target: URL) throws {
    self.target = target.standardizedFileURL
    var holder = self.target
    while holder.path != "/", !FileManager.default.fileExists(atPath: holder.path) { holder.deleteLastPathComponent() }
    do {
      stage = URL(fileURLWithPath: try PrivateFile.temporaryFolder(beside: holder.appendingPathComponent("x").path))
    } catch { throw Self.unwritable(target, error.description) }
    content = stage.appendingPathComponent("content")
    guard mkdir(content.path, 0o777) == 0 else {
      let reason = SystemCalls.reason()
      remove()
      throw Self.unwritable(target, reason)
    }
  }

  /// Removes what was not put in its place.
  func remove() { try? FileManager.default.removeItem(at: stage) }

  /// Puts everything in its place: the folder itself, or where it is there already each file. Nothing is replaced.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for what is there already, and 4 for what cannot be written; then nothing new is there.
  func place() throws {
    var made: [String] = []
    do {
      if FileManager.default.fileExists(atPath: target.path) {
        for path in try FileManager.default.subpathsOfDirectory(atPath: content.path).sorted() {
          try put(path, &made)
        }
      } else {
        try makeFolder(target.deletingLastPathComponent(), &made)
        guard rename(content.path, target.path) == 0 else { throw Self.unwritable(target, SystemCalls.reason()) }
      }
    } catch {
      for path in made.reversed() where unlink(path) != 0 { rmdir(path) }
      throw error
    }
  }

  private func put(_ path: String, _ made: inout [String]) throws {
    let (source, place) = (content.appendingPathComponent(path), target.appendingPathComponent(path))
    if Self.isFolder(source) { return try makeFolder(place, &made) }
    // A link takes no place that is taken. Some file systems have none.
    if link(source.path, place.path) != 0 {
      let reason = errno
      guard reason != EEXIST, (try? FileManager.default.attributesOfItem(atPath: place.path)) == nil else {
        throw Self.taken(place)
      }
      guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(reason), rename(source.path, place.path) == 0 else {
        throw Self.unwritable(place, SystemCalls.reason(reason))
      }
    }
    made.append(place.path)
  }

  private func makeFolder(_ folder: URL, _ made: inout [String]) throws {
    if Self.isFolder(folder) { return }
    if folder.path != "/" { try makeFolder(folder.deletingLastPathComponent(), &made) }
    guard mkdir(folder.path, 0o777) == 0 else {
      if errno == EEXIST { throw Self.taken(folder) }
      throw Self.unwritable(folder, SystemCalls.reason())
    }
    made.append(folder.path)
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func taken(_ url: URL) -> CommandFailure {
    .usage("\(url.path.printable) is there already, and init overwrites nothing; name another folder")
  }

  private static func unwritable(_ url: URL, _ reason: String) -> CommandFailure {
    .store("\(url.path.printable) cannot be written (\(reason)); nothing was left there")
  }
}
