import Foundation
import TestSupport

extension Program {
  /// This executable once more, as a process of its own that runs one test.
  ///
  /// - Parameters:
  ///   - test: The name of its function.
  ///   - environment: What is added to this process's own, by which the test knows that it is to run.
  /// - Throws: An error that names the executable when it cannot be started.
  convenience init(test: String, environment: [String: String]) throws {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    try self.init(
      executable,
      CommandLine.arguments.dropFirst().filter { $0.hasSuffix(".xctest") }
        + ["--testing-library", "swift-testing", "--filter", test],
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
  }
}
