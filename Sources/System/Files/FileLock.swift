/// An advisory lock (flock(2)) on a file or folder.
///
/// It is held from ``tryToTake()`` or ``take()`` on for as long as the value lives. The system releases it when the
/// process ends in whatever way, and children do not inherit it. A lock file stays behind: removing it would race with
/// the next holder.
public final class FileLock: Sendable {
  private let descriptor: Int32

  /// Opens the lock file at `path`, which is made (0600) if it is not there.
  ///
  /// - Parameters:
  ///   - path: The lock file.
  ///   - companion: The file that it stands beside. Where root makes the lock, it gets that file's owner, as SQLite does with its own files
  ///     (`robustFchown` in os_unix.c), so that root locks nobody out.
  /// - Throws: `SystemFailure`, with ELOOP for a link of either kind: the file behind it would be emptied.
  public init(file path: String, beside companion: String? = nil) throws(SystemFailure) {
    descriptor = try Self.valid(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
    var (own, other) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, own.st_mode & S_IFMT == S_IFREG, own.st_nlink <= 1 else {
      throw SystemFailure(code: ELOOP)  // `deinit` closes it
    }
    if geteuid() == 0, own.st_uid == 0, let companion, stat(companion, &other) == 0, other.st_uid != 0 {
      _ = fchown(descriptor, other.st_uid, other.st_gid)
    }
  }

  /// Opens the folder at `path`, which is locked itself, so that no lock file stays in it.
  public init(folder path: String) throws(SystemFailure) {
    descriptor = try Self.valid(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// Takes the lock unless another process has it; true if it was taken.
  public func tryToTake() throws(SystemFailure) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw SystemFailure() }
    }
    return true
  }

  /// Waits until the lock is taken.
  public func take() throws(SystemFailure) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw SystemFailure() }
    }
  }

  /// Writes this process's number into the lock file, only for messages. A full disk does not release the lock.
  public func noteHolder() {
    let text = Array("\(getpid())\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  /// Empties the lock file.
  public func forgetHolder() { _ = ftruncate(descriptor, 0) }

  /// The number of the process that holds the lock, as it wrote it into the file; `nil` if there is none.
  public var holder: Int? {
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// The process that holds the lock of the file at `path`; `nil` if there is none.
  ///
  /// The file is only read, so that asking delays no other process. The number of a process that was killed stays in
  /// the file, and no longer counts when no process has it.
  public static func liveHolder(ofFile path: String) -> Int? {
    guard let lock = try? FileLock(reading: path),
      let process = lock.holder.flatMap(pid_t.init(exactly:)), process > 0
    else { return nil }
    return kill(process, 0) == 0 || errno == EPERM ? Int(process) : nil
  }

  private init(reading path: String) throws(SystemFailure) {
    descriptor = try Self.valid(open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW))
  }

  private static func valid(_ descriptor: Int32) throws(SystemFailure) -> Int32 {
    guard descriptor >= 0 else { throw SystemFailure() }
    return descriptor
  }

  deinit { close(descriptor) }
}
