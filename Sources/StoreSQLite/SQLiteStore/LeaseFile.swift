import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lease of one database as an advisory `flock` on a file beside it.
///
/// The system releases the lock when the process ends in whatever way, and children do not inherit it. The file stays behind,
/// empty, because removing it would race with the next holder.
struct LeaseFile {
  /// The lock file.
  let path: String
  private let purpose: Lease.Purpose
  private let database: String

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
    self.purpose = purpose
    self.database = database
  }

  /// Takes the lease without waiting; the folder is created (0700) if it is not there.
  ///
  /// - Throws: `heldByAnother` while another descriptor holds it; `cannotOpen` or `full` if the file cannot be made.
  func take() throws(StoreError) -> Lease {
    try PrivateFile.create(path)
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(store: path, reason: String(cString: strerror(errno))) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      let holder = Self.process(in: descriptor)
      close(descriptor)
      guard reason == EWOULDBLOCK else { throw .cannotOpen(store: path, reason: String(cString: strerror(reason))) }
      throw .heldByAnother(store: database, purpose: purpose, holder: holder.map { Lease.Holder(process: $0) })
    }
    // Only to tell people who holds it; a disk too full for it does not undo the lock.
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    return Lease {
      _ = ftruncate(descriptor, 0)
      close(descriptor)
    }
  }

  /// Who holds the lease; `nil`: nobody.
  ///
  /// The file is read and never locked. A process that was killed has left its number behind, which no longer counts once no
  /// process has it.
  var holder: Lease.Holder? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let process = Self.process(in: descriptor).flatMap(pid_t.init(exactly:)), process > 0 else { return nil }
    return kill(process, 0) == 0 || errno == EPERM ? Lease.Holder(process: Int(process)) : nil
  }

  private static func process(in descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
