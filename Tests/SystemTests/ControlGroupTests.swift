import Foundation
import System
import Testing

@Suite("The memory of a control group")
struct ControlGroupTests {
  @Test(
    "is the least of the group and of those around it, in either version",
    arguments: [
      (["a/b/memory.max": "max", "a/memory.max": "536870912", "memory.max": "max"], "0::/a/b", 536_870_912),
      (["a/b/memory.max": "268435456", "a/memory.max": "536870912"], "0::/a/b", 268_435_456),
      (["memory.max": "536870912"], "0::/docker/of/the/host", 536_870_912),
      (["memory/a/memory.limit_in_bytes": "1073741824"], "4:cpu,memory:/a\n0::/", 1_073_741_824),
      (["memory/memory.limit_in_bytes": "9223372036854771712"], "4:memory:/\n0::/", nil),
      (["a/memory.max": "max"], "0::/a", nil), ([:], "0::/a", nil), (["memory.max": "lots"], "no group\n0::", nil),
    ] as [([String: String], String, Int?)])
  func limits(_ files: [String: String], _ membership: String, _ limit: Int?) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cgroup-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files.merging(["membership": membership], uniquingKeysWith: { first, _ in first }) {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("\(text)\n".utf8).write(to: file)
    }
    #expect(ControlGroup.memoryLimit(membership: folder.path + "/membership", root: folder.path) == limit)
  }
}
