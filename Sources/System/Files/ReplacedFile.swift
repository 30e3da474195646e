/// A file that is replaced as a whole, so that a reader finds the old text or the new one.
public enum ReplacedFile {
  /// Writes a new file beside `path`, under a hidden name of its own, and puts it in its place.
  ///
  /// - Parameters:
  ///   - bytes: What it holds from then on.
  ///   - path: Where it stands, without a link as its last part.
  ///   - mode: Permissions, whatever the process's mask; `nil`: those of the file that is there, or 0600. A file system that knows none
  ///     gives its own.
  /// - Throws: Why it is not there; then the old file is untouched.
  public static func save(_ bytes: [UInt8], at path: String, mode: mode_t? = nil) throws(SystemFailure) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    // Exclusive, 0600, and no link is followed: mkstemp(3).
    var template = Array("\(folder).driftwatch-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SystemFailure() }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let part = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    func fail() -> SystemFailure {
      let failure = SystemFailure()
      unlink(part)
      return failure
    }
    var known = stat()
    let kept: mode_t? = stat(path, &known) == 0 ? known.st_mode & 0o777 : nil
    fchmod(descriptor, mode ?? kept ?? 0o600)
    guard put(bytes, descriptor) else {
      let failure = fail()
      close(descriptor)
      throw failure
    }
    guard close(descriptor) == 0, rename(part, path) == 0 else { throw fail() }
  }

  private static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
