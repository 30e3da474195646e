import System

/// The running executable. Workers are spawned from it, and its identity shows whether the code is the same as last
/// time.
public enum ExecutableIdentity {
  /// Absolute path of the running executable; `nil` if it is unknown.
  public static let path: String? = {
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        let text = bytes.bindMemory(to: CChar.self)
        return text.baseAddress.map { readlink("/proc/self/exe", $0, text.count) } ?? 0
      }
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    #else
      return CommandLine.arguments.first
    #endif
  }()

  /// What to spawn to run the same code again. On Linux this is not the path, because an upgrade may have replaced the
  /// file; this name always means the file that runs (proc(5)).
  static var runningExecutable: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      path ?? "driftwatch"
    #endif
  }

  /// Identity of the running code; see ``buildID(of:)``.
  public static var currentBuildID: String { path.map(buildID) ?? "unknown" }

  /// Identity of the code: the linker's build id if the file has one, else size and modification time of the file.
  ///
  /// Source: ELF note `NT_GNU_BUILD_ID`, elf(5).
  public static func buildID(of path: String) -> String {
    let path = path == Self.path ? runningExecutable : path
    if let note = gnuBuildID(of: path) { return note }
    var status = stat()
    guard stat(path, &status) == 0 else { return "unknown" }
    #if canImport(Darwin)
      let (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      let (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
    return "\(status.st_size)-\(seconds)-\(nanoseconds)"
  }

  /// Reads the note out of a 64-bit little-endian ELF file; nil for any other file.
  private static func gnuBuildID(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
      var buffer = [UInt8](repeating: 0, count: count)
      let read = buffer.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
      return read == count ? buffer : nil
    }
    func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
      guard offset + count <= bytes.count else { return 0 }
      return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }
    guard let header = bytes(at: 0, count: 64), header[..<4] == [0x7f, 0x45, 0x4c, 0x46], header[4] == 2, header[5] == 1
    else {
      return nil
    }
    let (tableOffset, entrySize, entries) = (number(header, 32, 6), number(header, 54, 2), number(header, 56, 2))
    guard entrySize >= 56, entries > 0, entries < 1000, let table = bytes(at: tableOffset, count: entrySize * entries)
    else {
      return nil
    }
    for index in 0..<entries where number(table, index * entrySize, 4) == 4 {  // PT_NOTE
      let (offset, size) = (number(table, index * entrySize + 8, 6), number(table, index * entrySize + 32, 6))
      guard size > 0, size < 65536, let notes = bytes(at: offset, count: size) else { continue }
      var at = 0
      while at + 12 <= notes.count {
        let (nameSize, contentSize, type) = (number(notes, at, 4), number(notes, at + 4, 4), number(notes, at + 8, 4))
        let content = at + 12 + (nameSize + 3) / 4 * 4
        guard nameSize < 65536, contentSize < 65536, content + contentSize <= notes.count else { break }
        if type == 3, Array(notes[at + 12..<min(at + 15, notes.count)]) == Array("GNU".utf8) {
          return notes[content..<content + contentSize].map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
          }.joined()
        }
        at = content + (contentSize + 3) / 4 * 4
      }
    }
    return nil
  }
}
