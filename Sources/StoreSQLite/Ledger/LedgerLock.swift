#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sees to it that two rounds never run on one ledger at once: an advisory `flock` on `<ledger>.lock`.
///
/// Held as long as the value lives; the system releases it when the process ends in whatever way. Children do not
/// inherit it. The file stays behind, empty, since removing it would race with the next holder.
public final class LedgerLock: Sendable {
  /// The lock file.
  public let path: String
  private let descriptor: Int32

  /// Takes the lock of the ledger at `ledger` without waiting; its folder is created (0700) if it is not there.
  ///
  /// - Throws: `LedgerError.heldByAnother` while another round holds it, with that process's id if it is there to read;
  ///   `cannotOpen` or `diskFull` where the lock file cannot be made.
  public init(ledger: String) throws(LedgerError) {
    // Two spellings of one file share one lock.
    var lockPath = ledger + ".lock"
    if let resolved = realpath(ledger, nil) {
      lockPath = String(cString: resolved) + ".lock"
      free(resolved)
    }
    try PrivateFile.create(lockPath)
    let descriptor = open(lockPath, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(path: lockPath, reason: String(cString: strerror(errno))) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      let holder = Self.holder(descriptor)
      close(descriptor)
      guard reason == EWOULDBLOCK else { throw .cannotOpen(path: lockPath, reason: String(cString: strerror(reason))) }
      throw .heldByAnother(path: ledger, process: holder)
    }
    // Only to tell people who holds it; a disk too full for it does not undo the lock.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    path = lockPath
    self.descriptor = descriptor
  }

  deinit {
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }

  static func holder(_ descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
