/// What the kernel says of other processes.
enum ProcessTable {
  /// The processes of a session, without those that have ended and wait to be reaped; none where there is no `/proc`.
  ///
  /// Source: proc(5), `/proc/[pid]/stat`.
  ///
  /// - Parameter session: Its id, that of the process that began it.
  /// - Returns: Process ids.
  static func members(ofSession session: pid_t) -> Set<pid_t> {
    guard let entries = opendir("/proc") else { return [] }
    defer { closedir(entries) }
    var found: Set<pid_t> = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let process = pid_t(name), let fields = fields(of: process), fields.count > 3 else { continue }
      if pid_t(fields[3]) == session, fields[0] != "Z", fields[0] != "X" { found.insert(process) }
    }
    return found
  }

  /// State, parent, group, session and so on: what follows the name, which may hold spaces and parentheses.
  private static func fields(of process: pid_t) -> [Substring]? {
    let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    return String(decoding: bytes[(end + 1)..<count], as: UTF8.self).split(separator: " ")
  }
}
