import System

/// Sees to it that two rounds never run on one ledger at once: a ``FileLock`` on `<ledger>.lock`.
public final class LedgerLock: Sendable {
  /// The lock file.
  public let path: String
  private let lock: FileLock

  /// Takes the lock of the ledger at `ledger` without waiting; its folder is created (0700) if it is not there.
  ///
  /// - Throws: `LedgerError.heldByAnother` while another round holds it, with that process's id if it is there to read;
  ///   `cannotOpen` or `diskFull` where the lock file cannot be made.
  public init(ledger: String) throws(LedgerError) {
    let path = Self.path(ofLedger: ledger)
    let lock: FileLock
    let isTaken: Bool
    do throws(SystemFailure) {
      try PrivateFile.create(path)
      lock = try FileLock(file: path)
      isTaken = try lock.tryToTake()
    } catch {
      throw LedgerError(error, path: path)
    }
    guard isTaken else { throw .heldByAnother(path: ledger, process: lock.holder) }
    lock.noteHolder()
    // Last, because an initializer that throws after it runs the deinitializer, which would forget the other holder.
    (self.path, self.lock) = (path, lock)
  }

  deinit { lock.forgetHolder() }

  /// The process that holds the lock of the ledger at `ledger`; `nil` if there is none. Asking holds up nobody.
  public static func holder(ofLedger ledger: String) -> Int? { FileLock.liveHolder(ofFile: path(ofLedger: ledger)) }

  /// Two spellings of one file share one lock.
  private static func path(ofLedger ledger: String) -> String {
    guard let resolved = realpath(ledger, nil) else { return ledger + ".lock" }
    defer { free(resolved) }
    return String(cString: resolved) + ".lock"
  }
}
