import Foundation

/// A folder of one test, removed with the value.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "ledger-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Path of a file in it.
  package func file(_ name: String = "driftwatch.sqlite") -> String { "\(path)/\(name)" }
}

/// Permission bits of a file or folder.
package func permissions(_ path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// Runs `work` on a thread of its own, so that waiting for processes or locks holds no thread of the tests' pool.
package func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
  }
}
