import Foundation

/// The address of a repository that any machine can ask: `https://example.org/app.git`, `git@example.org:app.git`.
struct RepositoryURL: Hashable, Sendable {
  /// Without credentials.
  let text: String

  /// Kinds of addresses that lead to the same repository from everywhere (git-clone(1), "GIT URLS").
  private static let schemes: Set<String> = ["http", "https", "ssh", "git", "git+ssh", "ssh+git"]

  /// - Parameter address: What a clone's configuration says, or what somebody typed. A path on this machine, and what only a helper of this
  ///   machine understands, is no address.
  init?(_ address: String) {
    let trimmed = address.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty, !trimmed.hasPrefix("-"), !trimmed.contains("::"),
      trimmed.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    guard let end = trimmed.range(of: "://") else {
      // host:path, as scp has it: the colon comes before any slash.
      guard let colon = trimmed.firstIndex(of: ":"), !trimmed[..<colon].contains("/"),
        !trimmed[..<colon].isEmpty, colon != trimmed.indices.last
      else { return nil }
      text = trimmed
      return
    }
    let scheme = trimmed[..<end.lowerBound].lowercased()
    guard Self.schemes.contains(scheme) else { return nil }
    let rest = trimmed[end.upperBound...]
    var authority = rest.prefix { !"/?#".contains($0) }
    let path = rest[authority.endIndex...].prefix { !"?#".contains($0) }
    if let at = authority.lastIndex(of: "@") {
      // Who logs in by ssh is part of the address; elsewhere it is a credential, as a token is.
      let user = authority[..<at].prefix { $0 != ":" }
      authority = authority[authority.index(after: at)...]
      if scheme.contains("ssh"), !user.isEmpty { authority = user + "@" + authority }
    }
    guard !authority.isEmpty else { return nil }
    text = "\(scheme)://\(authority)\(path)"
  }
}
