import System

/// What can cost versions whole responses although nothing in the domain needs it, each with an edit after which it cannot.
public struct HardenReport: Codable, Sendable, Equatable {
  /// One entry for each endpoint and version that has such a member.
  public var versions: [HardenedVersion] = []
  /// Versions that were looked at; those are none of them that nothing can be said of.
  public var looked = 0
  /// Why something was not looked at, in a line each.
  public var notes: [String] = []

  /// Notes that versions of an endpoint were not looked at; those with one reason stand in one line.
  ///
  /// - Parameters:
  ///   - endpoint: Id of the contract and of the endpoint.
  ///   - reasons: The versions with the reason of each, as declared.
  public mutating func note(_ endpoint: EndpointID, _ reasons: [(version: String, reason: String)]) {
    for reason in reasons.map(\.reason).uniqued() {
      let versions = reasons.filter { $0.reason == reason }.map(\.version).joined(separator: ", ")
      notes.append("\(endpoint) \(versions): \(reason); not looked at")
    }
  }

  /// An empty report.
  public init() {}

  /// Whether there is an edit for everything.
  public var isComplete: Bool { versions.allSatisfy { $0.risks.allSatisfy { $0.edit != nil } } }

  /// The patches of all versions in one, with what they share written once; empty if there is none.
  public var patch: String { UnifiedDiff.merged(versions.map(\.patch)).patch }

  /// Versions whose edits are not in ``patch``, since they change the same lines otherwise than those before them.
  public var unmerged: [HardenedVersion] { UnifiedDiff.merged(versions.map(\.patch)).left.map { versions[$0] } }
}

/// One version at one endpoint.
public struct HardenedVersion: Codable, Sendable, Equatable {
  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint.
  public var endpoint: String
  /// The version.
  public var version: VersionInfo
  /// The members, in the order in which the type asks for them.
  public var risks: [HardenedRisk]
  /// All edits together, as `git apply` takes them.
  public var patch = ""
  /// What the edits were proved on, beside the matrix.
  public var proof: RemedyProof?
  /// Why nothing could be edited, in one line; `nil`: edits were tried.
  public var notTried: String?

  /// A version with its risks.
  public init(contract: String, endpoint: String, version: VersionInfo, risks: [HardenedRisk]) {
    (self.contract, self.endpoint, self.version, self.risks) = (contract, endpoint, version, risks)
  }
}

/// A member that can cost the whole response.
public struct HardenedRisk: Codable, Sendable, Equatable {
  /// RFC 9535 pattern.
  public var path: String
  /// The property that reads it: `ProductDTO.price`.
  public var subject: String
  /// What may happen to it that costs the response.
  public var before: [Perturbation]
  /// What of that still does with the edit.
  public var after: [Perturbation] = []
  /// What the edit does, in a few words; `nil`: none holds.
  public var edit: String?
  /// Why no edit was tried, in a few words; `nil`: some were, or there is no place for one.
  public var notEdited: String?
  /// What people have to decide, in a sentence each.
  public var decisions: [String] = []
  /// Why no edit holds, in one line each.
  public var trials: [RemedyTrial] = []

  /// A risk without an edit.
  public init(path: String, subject: String, before: [Perturbation]) {
    (self.path, self.subject, self.before) = (path, subject, before)
  }
}
