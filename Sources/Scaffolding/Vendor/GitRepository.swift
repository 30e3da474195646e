import Foundation
import System

/// A repository that `git` itself is asked about: a clone on this machine, or one that was fetched for the purpose.
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
    Self.releases(try text(["tag", "--list", "--sort=-version:refname"]).split(separator: "\n").map(String.init))
  }

  /// Where it was cloned from, as other machines would ask: the URL of `origin`, else of its only remote.
  var url: RepositoryURL? {
    guard let lines = try? text(["config", "--get-regexp", #"^remote\..*\.url$"#]) else { return nil }
    let remotes = lines.split(separator: "\n").map { line -> (name: Substring, url: Substring) in
      let parts = line.split(separator: " ", maxSplits: 1)
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    let origin = remotes.first { $0.name == "remote.origin.url" } ?? (remotes.count == 1 ? remotes.first : nil)
    return origin.flatMap { RepositoryURL(String($0.url)) }
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

  // MARK: Elsewhere

  /// Tags of a repository elsewhere that look like releases, the newest version first.
  ///
  /// - Parameters:
  ///   - address: As git takes it; it is in no message, since it may hold a credential.
  ///   - environment: Where git is.
  /// - Returns: Their names.
  /// - Throws: ``Failure`` if git cannot ask it.
  static func tags(at address: String, environment: [String: String]) throws(Failure) -> [String] {
    let lines = try remote(
      ["ls-remote", "--tags", "--refs", "--sort=-version:refname", "--", address], environment)
    return releases(
      String(decoding: lines, as: UTF8.self).split(separator: "\n").compactMap { line in
        line.split(separator: "\t").last?.split(separator: "/", maxSplits: 2).last.map(String.init)
      })
  }

  /// Fetches one tag of a repository elsewhere into an empty folder.
  static func fetch(
    _ tag: String, of address: String, into folder: String, environment: [String: String]
  ) throws(Failure) -> GitRepository {
    func clone(_ options: [String]) throws(Failure) {
      _ = try remote(["clone", "--quiet", "--bare"] + options + ["--branch", tag, "--", address, folder], environment)
    }
    // A server that only hands out files knows no part of a history.
    do { try clone(["--depth", "1"]) } catch { try clone([]) }
    return GitRepository(folder, environment: environment)
  }

  private static func remote(_ words: [String], _ environment: [String: String]) throws(Failure) -> [UInt8] {
    // Nobody is there who could be asked for a password.
    var quiet = environment
    (quiet["GIT_TERMINAL_PROMPT"], quiet["GIT_ASKPASS"], quiet["GCM_INTERACTIVE"]) = ("0", "true", "never")
    if quiet["GIT_SSH_COMMAND"] == nil, quiet["GIT_SSH"] == nil { quiet["GIT_SSH_COMMAND"] = "ssh -o BatchMode=yes" }
    do throws(CommandOutput.Failure) {
      return try CommandOutput(seconds: 120, limit: mostBytes).of(["git"] + words, environment: quiet)
    } catch { throw Failure(description: "git \(words[0]) \(error)") }
  }

  private static func releases(_ tags: [String]) -> [String] { tags.filter { $0.contains(where: \.isNumber) } }
}
