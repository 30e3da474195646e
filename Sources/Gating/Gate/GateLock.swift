public import DriftModel
import Foundation
import Recording

/// `gate.lock.json` beside a contract: what was known when somebody looked, and what shipped versions were made of.
///
/// It is committed and reviewed, so it is sorted, with one finding a line.
public struct GateLock: Codable, Sendable, Equatable {
  /// The name of its file.
  public static let name = "gate.lock.json"
  private static let version = 1

  /// A finding that is known.
  public struct Entry: Codable, Sendable, Equatable {
    /// See ``GateFinding``.
    public var (contract, endpoint, version): (String, String, String)
    /// What kind of thing it is.
    public var kind: GateFinding.Kind
    /// The rule of a failed decoding.
    public var rule: RuleID?
    /// See ``GateFinding``.
    public var (path, subject): (String, String)
    /// Why it is fine, as somebody wrote it.
    public var reason: String?
    /// The day from which on it is new again, `2027-01-31`.
    public var until: String?

    var identity: [String] { [contract, endpoint, version, kind.rawValue, rule?.rawValue ?? "", path, subject] }

    enum CodingKeys: String, CodingKey, CaseIterable {
      case contract, endpoint, version, kind, rule, path, subject, reason, until
    }

    init(_ finding: GateFinding) {
      (contract, endpoint, version, kind) = (finding.contract, finding.endpoint, finding.version, finding.kind)
      (rule, path, subject) = (finding.rule, finding.path, finding.subject)
    }
  }

  /// Number of the form of the file.
  public var schemaVersion = version
  /// By contract and version, `platzi-store/v1`: what a shipped version was made of.
  public var sealed: [String: VersionSeal] = [:]
  /// What is known.
  public var known: [Entry] = []

  /// Nothing is known, and nothing is sealed.
  public init() {}

  /// Reads a lock.
  ///
  /// - Parameter text: The bytes of the file.
  /// - Throws: ``Unreadable``.
  public init(_ text: [UInt8]) throws(Unreadable) {
    do { self = try JSONDecoder().decode(GateLock.self, from: Data(text)) } catch {
      if let error = error as? Unreadable { throw error }
      throw Unreadable(description: "it is no lock that this version knows (\(LockPlace.words(error)))")
    }
    guard schemaVersion == Self.version else {
      throw Unreadable(description: "its schemaVersion is \(schemaVersion), this version knows \(Self.version)")
    }
  }

  /// Why a lock cannot be used, in a few words.
  public struct Unreadable: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
  }

  /// The file's text: sorted, one finding a line.
  public func text() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func json(_ value: some Encodable) -> String {
      (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
    let entries = known.sorted { $0.identity.lexicographicallyPrecedes($1.identity) }.map { "    \(json($0))" }
    let seals = sealed.sorted { $0.key < $1.key }.map { name, seal in
      let files = seal.files.sorted { $0.key < $1.key }.map { "        \(json($0.key)): \(json($0.value))" }
      let members = seal.members.sorted { $0.key < $1.key }.map { "        \(json($0.key)): \(json($0.value))" }
      return """
            \(json(name)): {
              "files": {\(Self.block(files, "      "))},
              "members": {\(Self.block(members, "      "))}
            }
        """
    }
    return """
      {
        "schemaVersion": \(schemaVersion),
        "known": [\(Self.block(entries, "  "))],
        "sealed": {\(Self.block(seals, "  "))}
      }

      """
  }

  /// Whether it says the same, in whatever order.
  func isSame(as other: GateLock) -> Bool {
    func sorted(_ entries: [Entry]) -> [Entry] {
      entries.sorted {
        ($0.identity + [$0.reason ?? "", $0.until ?? ""])
          .lexicographicallyPrecedes($1.identity + [$1.reason ?? "", $1.until ?? ""])
      }
    }
    return schemaVersion == other.schemaVersion && sealed == other.sealed && sorted(known) == sorted(other.known)
  }

  private static func block(_ lines: [String], _ indent: String) -> String {
    lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n" + indent
  }

  /// The entry of a finding that holds on a day.
  func entry(of finding: GateFinding, on day: String) -> Entry? {
    known.first { $0.identity == finding.identity && $0.until.map { day < $0 } ?? true }
  }
}

/// What a version was made of when it was sealed.
public struct VersionSeal: Codable, Sendable, Equatable {
  /// Digests of its files by their path below its folder.
  public var files: [String: String] = [:]
  /// What its types ask for, by endpoint and path: `Double` or `Double?`.
  public var members: [String: String] = [:]

  /// Of nothing.
  public init() {}
}
