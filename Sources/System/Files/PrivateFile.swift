/// Files and folders that only their owner may read.
public enum PrivateFile {
  /// What stands at a path.
  public enum Kind: Sendable {
    /// Nothing.
    case missing
    /// A folder.
    case folder
    /// A file, or anything else that is no folder.
    case file
  }

  /// What stands at `path`, links followed.
  public static func kind(of path: String) throws(SystemFailure) -> Kind {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file }
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemFailure() }
    return .missing
  }

  /// Makes `path` (mode 0600) and the folders above it (0700) if they are not there; what exists keeps its rights.
  public static func create(_ path: String) throws(SystemFailure) {
    guard try kind(of: path) == .missing else { return }
    if let folder = parent(of: path) { try createFolder(folder) }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure() }
    close(descriptor)
  }

  /// Makes a folder (0700) for files that are soon removed, where the system keeps such.
  public static func temporaryFolder() throws(SystemFailure) -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/driftwatch-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure() }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Removes a folder and the files in it, as well as that can be done.
  public static func removeFolder(_ folder: String) {
    if let entries = opendir(folder) {
      while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != "." && name != ".." { unlink("\(folder)/\(name)") }
      }
      closedir(entries)
    }
    rmdir(folder)
  }

  private static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }

  private static func createFolder(_ folder: String) throws(SystemFailure) {
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let parent = parent(of: folder) else { throw SystemFailure() }
    try createFolder(parent)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemFailure() }
  }
}
