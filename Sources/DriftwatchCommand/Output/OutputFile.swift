import Foundation
import Reporting
import System

/// A file that a report is written to, as `--output FORMAT=FILE` names it.
struct OutputFile<Format: Sendable>: Sendable {
  let format: Format
  let path: String

  /// Finds out whether the file can be written, without touching it.
  ///
  /// - Throws: `CommandFailure` with exit code 4.
  func check() throws {
    switch kind {
    case .folder: throw failure("it is a folder")
    case .device, .file:
      guard access(path, W_OK) == 0 else { throw failure(String(cString: strerror(errno))) }
    case .missing: break
    }
    guard kind != .device else { return }
    let folder = target.deletingLastPathComponent().path
    // With the slash, a file in place of the folder is refused too, even for root.
    guard access(folder + "/", W_OK) == 0 else { throw failure("\(folder): \(String(cString: strerror(errno)))") }
  }

  /// Writes `text`: a file whole or not at all, a pipe or device as it comes. A new file is readable by its owner only, since reports
  /// quote responses; one that is there keeps its permissions.
  ///
  /// - Throws: `CommandFailure` with exit code 4.
  func write(_ text: String) throws {
    do {
      if kind == .device {
        // An atomic write would replace the device or pipe with a plain file.
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
      } else {
        try ReplacedFile.save(Array(text.utf8), at: target.path)
      }
    } catch {
      throw failure("check the folder, its permissions and the space left")
    }
  }

  /// Whether it is the ledger or one of the files beside it, however it is spelled or linked.
  func isPart(ofLedger ledger: String) -> Bool {
    let whole = Self.resolved(ledger, links: mostLinks).path
    let parts = ["", "-wal", "-shm", "-journal", ".lock", ".report.lock"].map { whole + $0 }
    if parts.contains(target.path) { return true }
    var own = stat()
    guard stat(path, &own) == 0, own.st_mode & S_IFMT == S_IFREG else { return false }
    return parts.contains { part in
      var other = stat()
      return stat(part, &other) == 0 && other.st_dev == own.st_dev && other.st_ino == own.st_ino
    }
  }

  /// Whether it is a pipe or device, to which everything is written as it comes.
  var isDevice: Bool { kind == .device }

  /// Whether both lead to one place, links followed.
  func isSame(as other: OutputFile) -> Bool { target.path == other.target.path }

  private enum Kind { case missing, file, folder, device }

  private var kind: Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .device
    }
  }

  /// What a symbolic link leads to, so that the link stays; also where that does not exist yet.
  var target: URL { Self.resolved(path, links: mostLinks) }

  private static func resolved(_ path: String, links: Int) -> URL {
    let url = URL(fileURLWithPath: path)
    if let whole = realpath(path, nil) {
      defer { free(whole) }
      return URL(fileURLWithPath: String(cString: whole))
    }
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
    let plain = folder.appendingPathComponent(url.lastPathComponent)
    guard links > 0, let next = try? FileManager.default.destinationOfSymbolicLink(atPath: plain.path) else {
      return plain
    }
    return resolved(next.hasPrefix("/") ? next : folder.path + "/" + next, links: links - 1)
  }

  private func failure(_ reason: String) -> CommandFailure { .store("cannot write \(path) (\(reason))") }
}

/// Links behind each other that Linux follows (path_resolution(7)).
private let mostLinks = 40
