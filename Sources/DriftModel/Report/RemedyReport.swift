import System

/// What mends what recordings show broken: an edit of the app's code, and a transform of the responses for releases that cannot change.
public struct RemedyReport: Codable, Sendable, Equatable {
  /// Short id of the incident that was asked for; `nil`: an endpoint was.
  public var incident: String?
  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint.
  public var endpoint: String
  /// One entry for each version that some recording breaks.
  public var versions: [VersionRemedy]
  /// Why something could not be tried, in a line each.
  public var notes: [String] = []

  /// A report without versions.
  public init(contract: String, endpoint: String, incident: String? = nil) {
    (self.contract, self.endpoint, self.incident, versions) = (contract, endpoint, incident, [])
  }

  /// Whether something that holds was found for every version.
  public var isComplete: Bool { versions.allSatisfy { $0.edit != nil || $0.transform != nil } }

  /// The patches of all versions in one, with what they share written once; empty if there is none.
  public var patch: String { UnifiedDiff.merged(versions.map { $0.edit?.patch ?? "" }).patch }

  /// Versions whose edits are not in ``patch``, since they change the same lines otherwise than those before them.
  public var unmerged: [VersionRemedy] {
    UnifiedDiff.merged(versions.map { $0.edit?.patch ?? "" }).left.map { versions[$0] }
  }
}

/// What mends one version.
public struct VersionRemedy: Codable, Sendable, Equatable {
  /// The version.
  public var version: VersionInfo
  /// What breaks it, in how many of its recordings.
  public var breaks: [RemedyBreak]
  /// Recordings that it was run on.
  public var recordings: Int
  /// Of them, those that show a break.
  public var failing: Int
  /// An edit that was compiled and run; `nil`: none holds.
  public var edit: ProvedEdit?
  /// A transform that was run; `nil`: none holds.
  public var transform: ProvedTransform?
  /// What was tried and does not hold.
  public var trials: [RemedyTrial] = []
  /// Why no edit was tried, in one line; `nil`: edits were.
  public var editsNotTried: String?

  /// A version with what breaks it.
  public init(version: VersionInfo, breaks: [RemedyBreak], recordings: Int, failing: Int) {
    (self.version, self.breaks, self.recordings, self.failing) = (version, breaks, recordings, failing)
  }
}

/// One way in which responses break a version.
public struct RemedyBreak: Codable, Sendable, Equatable {
  /// The rule.
  public var rule: RuleID
  /// RFC 9535 pattern.
  public var path: String
  /// The property that asks for it with its type: `ProductDTO.price: Double`.
  public var subject: String
  /// What was there, with a value in short.
  public var found: String
  /// In how many recordings.
  public var recordings: Int

  /// A break.
  public init(rule: RuleID, path: String, subject: String, found: String, recordings: Int) {
    (self.rule, self.path, self.subject) = (rule, path, subject)
    (self.found, self.recordings) = (found, recordings)
  }
}

/// Something that was tried and does not hold.
public struct RemedyTrial: Codable, Sendable, Equatable {
  /// RFC 9535 pattern of the break that it was for.
  public var target: String
  /// What was tried, in a few words.
  public var what: String
  /// Why it does not hold, in one line.
  public var reason: String

  /// A trial.
  public init(target: String, what: String, reason: String) {
    (self.target, self.what, self.reason) = (target, what, reason)
  }
}

/// On what something was proved.
public struct RemedyProof: Codable, Sendable, Equatable {
  /// Recordings that are read with it.
  public var read: Int
  /// Of how many.
  public var recordings: Int
  /// Domain values that are the same as before.
  public var identical: Int
  /// Domain values that are others than before, because they hold what was lost.
  public var changed: Int
  /// Domain values that there were not before.
  public var new: Int

  /// What was counted.
  public init(read: Int, recordings: Int, identical: Int, changed: Int, new: Int) {
    (self.read, self.recordings) = (read, recordings)
    (self.identical, self.changed, self.new) = (identical, changed, new)
  }
}

/// An edit of the app's code that mends a version.
public struct ProvedEdit: Codable, Sendable, Equatable {
  /// What it does, in a few words each.
  public var steps: [String]
  /// What people have to decide, in a sentence each; empty: nothing.
  public var decisions: [String]
  /// The patch, as `git apply` takes it.
  public var patch: String
  /// The lines that it removes and adds.
  public var changedLines: Int
  /// On what it was proved.
  public var proof: RemedyProof

  /// An edit with its proof.
  public init(steps: [String], decisions: [String], patch: String, changedLines: Int, proof: RemedyProof) {
    (self.steps, self.decisions, self.patch) = (steps, decisions, patch)
    (self.changedLines, self.proof) = (changedLines, proof)
  }
}

/// A change of the responses that lets a version read them that cannot change any more.
public struct ProvedTransform: Codable, Sendable, Equatable {
  /// Whether a printed program was run on the recordings and gives the same.
  public struct Trial: Codable, Sendable, Equatable {
    /// What came of it.
    public enum Outcome: String, Codable, Sendable {
      /// It gives the same on every one.
      case same
      /// It was not run.
      case untried
      /// It does not give the same, so that it is not to be used.
      case differs
    }

    /// What came of it.
    public var outcome: Outcome
    /// Why it was not run, or what differs, in one line; `nil` if it gives the same.
    public var reason: String?

    /// It gives the same.
    public static let same = Trial(outcome: .same, reason: nil)
    /// It was not run.
    public static func untried(_ reason: String) -> Trial { Trial(outcome: .untried, reason: reason) }
    /// It does not give the same.
    public static func differs(_ reason: String) -> Trial { Trial(outcome: .differs, reason: reason) }
  }

  /// What it does, in a few words each.
  public var steps: [String]
  /// What people have to decide, in a sentence each; empty: nothing.
  public var decisions: [String]
  /// A program for jq.
  public var jq: String
  /// Whether that was tried.
  public var jqTrial: Trial
  /// A function in Swift.
  public var swift: String
  /// Whether that was compiled and tried.
  public var swiftTrial: Trial
  /// On what it was proved.
  public var proof: RemedyProof

  /// A transform with its proof; its programs are untried.
  public init(steps: [String], decisions: [String], jq: String, swift: String, proof: RemedyProof) {
    (self.steps, self.decisions, self.jq, self.swift, self.proof) = (steps, decisions, jq, swift, proof)
    (jqTrial, swiftTrial) = (.untried("nobody asked"), .untried("nobody asked"))
  }
}
