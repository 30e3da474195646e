/// A small file that was read whole, and whose status is that of the file that was read.
public struct RegularFile: Sendable {
  /// Why a file was not read.
  public enum Problem: Error, Equatable, Sendable {
    /// Nothing has this name.
    case missing
    /// It cannot be opened or read.
    case unreadable(SystemFailure)
    /// It is a folder, a named pipe or a device.
    case notRegular
    /// It has more bytes than are wanted.
    case tooLarge
  }

  /// Its content.
  public let bytes: [UInt8]
  /// Whether everybody may read it.
  public let isReadableByEverybody: Bool

  /// Reads a file of at most `limit` bytes. Links are followed.
  ///
  /// - Throws: ``Problem``. A named pipe without a writer is refused and does not block (open(2), `O_NONBLOCK`).
  public init(_ path: String, limit: Int) throws(Problem) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(SystemFailure())
    }
    defer { close(descriptor) }
    var status = stat()
    // Of the open file, because the path may name another one by now.
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(SystemFailure()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard status.st_size <= limit else { throw .tooLarge }
    // A file of /proc has no size, and another one may grow meanwhile.
    var content = [UInt8](repeating: 0, count: limit + 1)
    var count = 0
    while count < content.count {
      let more = content.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
      }
      guard more != 0 else { break }
      if more > 0 { count += more } else if errno != EINTR { throw .unreadable(SystemFailure()) }
    }
    guard count <= limit else { throw .tooLarge }
    bytes = Array(content[..<count])
    isReadableByEverybody = status.st_mode & S_IROTH != 0
  }
}
