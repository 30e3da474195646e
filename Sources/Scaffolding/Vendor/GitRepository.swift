import Foundation
import System

/// A clone on this machine, asked by `git` itself.
struct GitRepository {
  /// Why git could not say something, in one line.
  struct Failure: Error, CustomStringConvertible { let description: String }

  let path: String
  private let environment: [String: String]
  /// More than the sources of any app's requests and responses.
  private static let mostBytes = 64 << 20

  init(_ path: String, environment: [String: String]) { (self.path, self.environment) = (path, environment) }

  /// The commit that a tag names.
  func commit(of tag: String) throws(Failure) -> String {
    do {
      return try text(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(tag)^{commit}"])
        .trimmingCharacters(in: .whitespacesAndNewlines)
    } catch { throw Failure(description: "\(path) has no tag \"\(tag)\"") }
  }

  /// Tags that look like releases, the newest version first (git-tag(1), `--sort=-version:refname`).
  func tags() throws(Failure) -> [String] {
    try text(["tag", "--list", "--sort=-version:refname"]).split(separator: "\n").map(String.init)
      .filter { $0.contains(where: \.isNumber) }
  }

  /// The files of a commit whose paths match a pattern, in order.
  func files(of commit: String, matching patterns: [PathPattern]) throws(Failure) -> [String] {
    try text(["ls-tree", "-r", "-z", "--name-only", commit]).split(separator: "\0").map(String.init)
      .filter { file in patterns.contains { $0.matches(file) } }
  }

  /// The bytes of a file.
  func content(of file: String, at commit: String) throws(Failure) -> [UInt8] {
    try output(["cat-file", "blob", "\(commit):\(file)"])
  }

  private func text(_ words: [String]) throws(Failure) -> String {
    String(decoding: try output(words), as: UTF8.self)
  }

  private func output(_ words: [String]) throws(Failure) -> [UInt8] {
    do throws(CommandOutput.Failure) {
      return try CommandOutput(seconds: 60, limit: Self.mostBytes).of(
        ["git", "-C", path] + words, environment: environment)
    } catch { throw Failure(description: "git \(words[0]) in \(path) \(error)") }
  }
}

/// A pattern of paths as git and shells write it: `*` is anything without a slash, `**/` any folders.
struct PathPattern {
  private let expression: Regex<AnyRegexOutput>?

  init(_ pattern: String) {
    var (text, rest) = ("", pattern[...])
    while let character = rest.first {
      if rest.hasPrefix("**/") {
        text += "(?:.*/)?"
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix("**") {
        text += ".*"
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
        switch character {
        case "*": text += "[^/]*"
        case "?": text += "[^/]"
        default:
          text +=
            character.isLetter || character.isNumber || "/_".contains(character) ? "\(character)" : "\\\(character)"
        }
      }
    }
    expression = try? Regex(text)
  }

  func matches(_ path: String) -> Bool { expression.map { path.wholeMatch(of: $0) != nil } ?? false }
}
