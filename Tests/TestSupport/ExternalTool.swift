import Foundation
import Testing

/// A program of the machine that tests call and that this package does not bring.
///
/// Where it is missing or too old, the test that needs it is skipped and says why: that is no fault of what is tested.
public struct ExternalTool: Sendable {
  /// Why it cannot be used here, with what to install; `nil`: it can.
  public let lack: String?

  /// Asks a program for its version.
  ///
  /// - Parameters:
  ///   - words: A program that is looked for on `PATH`, or its path, with the arguments that print a version.
  ///   - least: Lowest version, as `3.9`; `nil`: any that starts.
  ///   - package: Debian's package that brings it.
  public init(_ words: [String], least: String? = nil, package: String) {
    let name = "\(words[0])\(least.map { " \($0) or newer" } ?? "")"
    guard let output = Self.output(words) else {
      lack = "there is no \(name) here: apt-get install \(package)"
      return
    }
    let found = output.firstMatch(of: /\d+\.\d+(?:\.\d+)*/).map { String($0.output) }
    let isOld = least.map { (found ?? "0").compare($0, options: .numeric) == .orderedAscending } ?? false
    lack = isOld ? "\(name) is needed, and here is \(found ?? "another"): apt-get install \(package)" : nil
  }

  /// Ends the test or the test case that runs as skipped, if the program cannot be used.
  public func require() throws {
    guard let lack else { return }
    // Of a single case Swift Testing shows no reason.
    print("skipped: \(lack)")
    try Test.cancel(Comment(rawValue: lack))
  }

  /// What the program writes to both streams; `nil` if it cannot be started or fails.
  private static func output(_ words: [String]) -> String? {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (pipe, pipe)
    guard (try? process.run()) != nil else { return nil }
    let output = try? pipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output ?? Data(), as: UTF8.self) : nil
  }
}

extension ExternalTool {
  /// Runs the servers of the tests, and looks below the command into SQLite files. The system's interpreter: one on `PATH` may be a
  /// version manager's script, which takes ten times as long to start.
  public static let python = ExternalTool(["/usr/bin/python3", "--version"], least: "3.9", package: "python3")
  /// Makes certificates; `-dateopt` came with version 3.
  public static let openssl = ExternalTool(["openssl", "version"], least: "3.0", package: "openssl")
  /// Knows JSON Schema 2020-12. Debian's package belongs to the system's interpreter.
  public static let jsonSchema = ExternalTool(
    [
      "/usr/bin/python3", "-c",
      "from importlib.metadata import version; from jsonschema import Draft202012Validator; print(version('jsonschema'))",
    ], least: "4.0", package: "python3-jsonschema")
  /// Knows XML Schema.
  public static let xmllint = ExternalTool(["xmllint", "--version"], package: "libxml2-utils")
  /// Gives a program a terminal.
  public static let script = ExternalTool(["script", "--version"], package: "bsdutils")
  /// Keeps the repositories from which files are taken, and applies patches.
  public static let git = ExternalTool(["git", "--version"], package: "git")
  /// Runs the transforms that are written for it.
  public static let jq = ExternalTool(["jq", "--version"], package: "jq")
  /// Applies patches anywhere.
  public static let patch = ExternalTool(["patch", "--version"], package: "patch")
  /// Shows a manual page.
  public static let man = ExternalTool(["man", "--version"], package: "man-db")
  /// Reads the manifest, which names the same least version.
  public static let swiftPackage = ExternalTool(["swift", "package", "--version"], least: "6.2", package: "swift")

  /// A shell by its name.
  public static func shell(_ name: String) -> ExternalTool { ExternalTool([name, "--version"], package: name) }
}
