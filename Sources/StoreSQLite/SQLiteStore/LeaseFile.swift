import Store
import System

/// A lease of one database as a ``FileLock`` on a file beside it.
struct LeaseFile {
  /// The lock file.
  let path: String
  private let purpose: Lease.Purpose
  private let database: String
  /// The database with links followed.
  private let real: String

  init(_ purpose: Lease.Purpose, ofDatabase database: String) {
    // Two names of one file share one lock.
    var real = database
    if let resolved = realpath(database, nil) {
      real = String(cString: resolved)
      free(resolved)
    }
    switch purpose {
    case .rounds: path = real + ".lock"
    case .delivery: path = real + ".report.lock"
    }
    (self.purpose, self.database, self.real) = (purpose, database, real)
  }

  /// Takes the lease without waiting. The folder is created (0700) if it does not exist.
  ///
  /// - Throws: `heldByAnother` while another descriptor holds it; `cannotOpen` or `full` if the file cannot be made.
  func take() throws(StoreError) -> Lease {
    let lock: FileLock
    let isTaken: Bool
    do throws(SystemFailure) {
      try PrivateFile.create(path)
      lock = try FileLock(file: path, beside: real)
      isTaken = try lock.tryToTake()
    } catch {
      throw StoreError(error, path: path)
    }
    guard isTaken else {
      throw .heldByAnother(
        store: database, purpose: purpose, holder: lock.holder.map { Lease.Holder(process: $0) })
    }
    lock.noteHolder()
    return Lease { lock.forgetHolder() }
  }

  /// Who holds the lease; `nil` if nobody does.
  var holder: Lease.Holder? { FileLock.liveHolder(ofFile: path).map { Lease.Holder(process: $0) } }
}
