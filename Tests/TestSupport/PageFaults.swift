import Foundation
import Testing

/// What is wrong with pages for a browser, found by Python's parser of HTML and without any part of the program.
public enum PageFaults {
  /// What is wrong with the pages in these files: markup that is none of ours, a policy that does not match, links that lead nowhere, and
  /// what a reader of screens would miss. Where Python is missing, the test is skipped.
  ///
  /// - Parameter paths: Files; what they link to must lie beside them.
  /// - Returns: One line for each fault, with the name of its file.
  /// - Throws: An error where the parser cannot be run.
  public static func ofFiles(_ paths: [String]) async throws -> [String] {
    try ExternalTool.python.require()
    let reader = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "page_reader.py").path
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    let ending = try await Program("/usr/bin/python3", [reader] + paths, environment: path).end()
    try #require(ending.code == 0 && ending.errors.isEmpty, "\(ending.errors.suffix(2_000))")
    return ending.text.split(separator: "\n").map(String.init)
  }

  /// What is wrong with pages by their names; all are written beside each other.
  public static func of(_ pages: [String: String]) async throws -> [String] {
    let place = try TemporaryPlace()
    let paths = try pages.sorted { $0.key < $1.key }.map { try place.write($0.value, to: $0.key) }
    return try await ofFiles(paths)
  }
}
