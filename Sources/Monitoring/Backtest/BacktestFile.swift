import Foundation
import System

/// A file of a backtest: anything that can be read to an end, a pipe or `/dev/stdin` as well.
enum BacktestFile {
  /// All bytes of the file at `path`.
  ///
  /// Waits for the writer of a pipe.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - most: The most bytes that are read, because a device may have no end.
  /// - Returns: The bytes; `nil` if there are more than `most`.
  /// - Throws: ``Backtest/Unreadable`` with the system's reason.
  static func bytes(_ path: String, most: Int) throws(Backtest.Unreadable) -> [UInt8]? {
    let descriptor = try descriptor(path)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path, errno) }
    var bytes: [UInt8] = []
    if status.st_mode & S_IFMT == S_IFREG {
      guard status.st_size <= most else { return nil }
      bytes.reserveCapacity(Int(status.st_size))
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= most {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw unreadable(path, errno)
      }
    }
    return nil
  }

  private static func descriptor(_ path: String) throws(Backtest.Unreadable) -> Int32 {
    while true {
      let opened = open(path, O_RDONLY | O_CLOEXEC)
      if opened >= 0 { return opened }
      let reason = errno
      if reason == EINTR { continue }
      // A socket can be read, but cannot be opened by name (open(2), ENXIO).
      if reason == ENXIO, path == "/dev/stdin" {
        let copy = fcntl(0, F_DUPFD_CLOEXEC, 0)
        if copy >= 0 { return copy }
      }
      throw unreadable(path, reason)
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> Backtest.Unreadable {
    Backtest.Unreadable(description: "cannot read \"\(path)\": \(reason(of: code, path))")
  }

  /// Why the system refuses a path, and what may help.
  static func reason(of code: Int32, _ path: String) -> String {
    let words = String(cString: strerror(code))
    switch code {
    case EACCES, EPERM: return "\(words); check its permissions and those of its folders"
    case EISDIR: return "it is a folder; name its files in order"
    // The arguments of a process are bytes. Invalid UTF-8 among them becomes U+FFFD.
    case ENOENT where path.contains("\u{FFFD}"):
      return "its name seems not to be UTF-8, so that it cannot be named here; rename it, or use /dev/stdin"
    case ENOENT: return "there is no such file"
    default: return words
    }
  }
}

extension Backtest {
  /// Checks whether a file can be read, without opening it, because opening a pipe waits for its writer.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``Unreadable`` that says what is wrong with it.
  public static func check(file path: String) throws(Unreadable) {
    func unreadable(_ code: Int32) -> Unreadable {
      Unreadable(description: "cannot read \"\(path)\": \(BacktestFile.reason(of: code, path))")
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw unreadable(errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw unreadable(EISDIR) }
    guard access(path, R_OK) == 0 else { throw unreadable(errno) }
  }
}
