import System

/// Sees to it that of two commands that change a file of one folder, the second reads what the first wrote: a
/// ``FileLock`` on the folder itself, so that no lock file stays among files that are committed.
struct FolderLock: Sendable {
  private let lock: FileLock

  /// Waits until no other process locks the folder. Processes lock it only while they write one small file.
  ///
  /// - Parameter folder: Path of the folder.
  /// - Throws: `CommandFailure` with exit code 4 where it cannot be opened or locked.
  init(_ folder: String) throws {
    do throws(SystemFailure) { lock = try FileLock(folder: folder) } catch {
      throw CommandFailure.store("cannot open the folder \(folder) (\(error))")
    }
    do throws(SystemFailure) { try lock.take() } catch {
      throw CommandFailure.store("cannot lock the folder \(folder) (\(error))")
    }
  }
}
