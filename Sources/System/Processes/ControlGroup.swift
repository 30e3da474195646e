/// The memory that the control groups of this process allow it.
public enum ControlGroup {
  /// The least `memory.max` of the group of this process and of those around it (cgroup v2; `memory.limit_in_bytes` of v1), in bytes;
  /// `nil` where none is set or nothing can be read.
  ///
  /// Source: Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst of Linux.
  ///
  /// - Parameters:
  ///   - membership: The file that names the groups, `/proc/self/cgroup` (cgroups(7)).
  ///   - root: Where the groups are mounted.
  /// - Returns: Bytes.
  public static func memoryLimit(
    membership: String = "/proc/self/cgroup", root: String = "/sys/fs/cgroup"
  ) -> Int? {
    guard let lines = text(of: membership) else { return nil }
    var least: Int?
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
      let (mount, name) = isUnified ? (root, "memory.max") : (root + "/memory", "memory.limit_in_bytes")
      // In a container the path may be that of the host, of which only the root is seen here.
      var path = parts[2].split(separator: "/")
      while true {
        let file = ([mount] + path.map(String.init) + [name]).joined(separator: "/")
        if let bytes = text(of: file).flatMap({ Int($0.prefix { $0 != "\n" }) }), bytes > 0 {
          least = min(least ?? bytes, bytes)
        }
        guard !path.isEmpty else { break }
        path.removeLast()
      }
    }
    // v1 says "no limit" by a number near 2^63.
    return least.flatMap { $0 < 1 << 60 ? $0 : nil }
  }

  /// The first 64 KiB of a file; `nil` if it cannot be read.
  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
