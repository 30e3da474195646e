#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension LedgerLock {
  /// The process that holds the lock of the ledger at `ledger`, as it wrote its number into the lock file; `nil` if there is none.
  ///
  /// Only read, never locked, so that asking holds up nobody. One that was killed has left its number behind, and counts no more
  /// once no process has it.
  public static func holder(ofLedger ledger: String) -> Int? {
    var path = ledger
    if let resolved = realpath(ledger, nil) {
      path = String(cString: resolved)
      free(resolved)
    }
    let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let process = holder(descriptor).flatMap(pid_t.init(exactly:)), process > 0 else { return nil }
    return kill(process, 0) == 0 || errno == EPERM ? Int(process) : nil
  }
}
