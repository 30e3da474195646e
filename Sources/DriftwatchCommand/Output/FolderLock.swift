import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sees to it that of two commands that change a file of one folder, the second reads what the first wrote: an advisory `flock`
/// on the folder itself, so that no lock file stays among files that are committed.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Waits until nobody else holds the folder; who does writes one small file.
  ///
  /// - Parameter folder: Path of the folder.
  /// - Throws: `CommandFailure` with exit code 4 where it cannot be opened or locked.
  init(_ folder: String) throws {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure.store("cannot open the folder \(folder) (\(String(cString: strerror(errno))))")
    }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let reason = String(cString: strerror(errno))
        close(descriptor)
        throw CommandFailure.store("cannot lock the folder \(folder) (\(reason))")
      }
    }
  }

  deinit { close(descriptor) }
}
