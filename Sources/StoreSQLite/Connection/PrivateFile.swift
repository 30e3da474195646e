import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files and folders that only their owner may read: reports quote short values of responses.
enum PrivateFile {
  /// Makes `path` (mode 0600) and the folders above it (0700) if they are not there; what exists keeps its rights.
  static func create(_ path: String) throws(StoreError) {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw .cannotOpen(store: path, reason: "it is a folder") }
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
  static func requireFile(_ path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .missing(store: path) }
      throw failure(path)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw .cannotOpen(store: path, reason: "it is a folder") }
  }

  /// Makes a folder (0700) for files that are soon removed, where the system keeps such.
  static func temporaryFolder() throws(StoreError) -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/driftwatch-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw failure(base) }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Removes a folder and the files in it, as well as that can be done.
  static func removeFolder(_ folder: String) {
    if let entries = opendir(folder) {
      while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != "." && name != ".." { unlink("\(folder)/\(name)") }
      }
      closedir(entries)
    }
    rmdir(folder)
  }

  private static func createFolder(_ folder: String, for path: String) throws(StoreError) {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
      throw failure(path)
    }
    try createFolder(String(folder[..<slash]), for: path)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
  }

  private static func failure(_ path: String) -> StoreError {
    errno == ENOSPC || errno == EDQUOT
      ? .full(store: path) : .cannotOpen(store: path, reason: String(cString: strerror(errno)))
  }
}
