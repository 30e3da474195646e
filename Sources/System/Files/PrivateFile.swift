/// Files and folders that only their owner may read.
public enum PrivateFile {
  /// What exists at a path.
  public enum Kind: Sendable {
    /// Nothing.
    case missing
    /// A folder.
    case folder
    /// A file, or anything else that is not a folder.
    case file
  }

  /// What exists at `path`, with links followed.
  public static func kind(of path: String) throws(SystemFailure) -> Kind {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file }
    guard errno == ENOENT || errno == ENOTDIR else { throw SystemFailure() }
    return .missing
  }

  /// Whether the folder of `path` is there.
  public static func hasFolder(of path: String) -> Bool {
    (try? kind(of: parent(of: path) ?? (path.hasPrefix("/") ? "/" : "."))) == .folder
  }

  /// Makes `path` (mode 0600) and the folders above it (0700) if they do not exist. Existing ones keep their
  /// permissions.
  public static func create(_ path: String) throws(SystemFailure) {
    guard try kind(of: path) == .missing else { return }
    if let folder = parent(of: path) { try createFolder(folder) }
    // A link that leads nowhere is not followed: who made it would choose what is created.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let failure = SystemFailure()
      guard failure.code == EEXIST else { throw failure }
      guard try kind(of: path) == .missing else { return }
      throw SystemFailure(code: ELOOP)
    }
    close(descriptor)
  }

  /// Makes a temporary folder (0700) in the system's folder for such.
  public static func temporaryFolder() throws(SystemFailure) -> String {
    try temporaryFolder(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
  }

  /// Makes a temporary folder (0700) beside a file, so that what is made in it can be moved there in one step.
  public static func temporaryFolder(beside file: String) throws(SystemFailure) -> String {
    try temporaryFolder(in: parent(of: file) ?? (file.hasPrefix("/") ? "/" : "."))
  }

  /// Moves a file to a place where none is, readable for its owner only and safe once the call returns (link(2), fsync(2)).
  ///
  /// - Throws: `EEXIST` if something is there; then nothing has changed.
  public static func moveNew(_ source: String, to file: String) throws(SystemFailure) {
    guard chmod(source, 0o600) == 0 else { throw SystemFailure() }
    let descriptor = open(source, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure() }
    let isSynced = fsync(descriptor) == 0
    let failure = SystemFailure()
    close(descriptor)
    guard isSynced else { throw failure }
    guard link(source, file) == 0 else { throw SystemFailure() }
    unlink(source)
  }

  private static func temporaryFolder(in base: String) throws(SystemFailure) -> String {
    var template = Array("\(base)/driftwatch-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure() }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Removes a folder and the files in it as far as possible.
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
