#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files and folders that only their owner may read: reports quote short values of responses.
enum PrivateFile {
  /// Makes `path` (mode 0600) and the folders above it (0700) if they are not there; what exists keeps its rights.
  static func create(_ path: String) throws(LedgerError) {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw .cannotOpen(path: path, reason: "it is a folder") }
      return
    }
    guard errno == ENOENT || errno == ENOTDIR else { throw failure(path) }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try createFolder(String(path[..<slash]), for: path)
    }
    // Made by us and not by SQLite, whose new files follow the umask; its side files take the rights of this one.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    close(descriptor)
  }

  /// Makes sure that `path` is there and no folder.
  static func requireFile(_ path: String) throws(LedgerError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing(path: path) }
      throw failure(path)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .cannotOpen(path: path, reason: "it is a folder") }
  }

  private static func createFolder(_ folder: String, for path: String) throws(LedgerError) {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
      throw failure(path)
    }
    try createFolder(String(folder[..<slash]), for: path)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
  }

  private static func failure(_ path: String) -> LedgerError {
    errno == ENOSPC || errno == EDQUOT
      ? .diskFull(path: path) : .cannotOpen(path: path, reason: String(cString: strerror(errno)))
  }
}
