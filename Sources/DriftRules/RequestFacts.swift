public import DriftModel
public import Foundation
import PayloadShape

/// What one round found out about one request as declared; ``evaluate(_:_:)`` weighs it against what is remembered.
public struct RequestFacts: Sendable {
  /// One response of the round.
  public struct Response: Sendable {
    /// What distinguishes the concrete request from others of the same declared request: its URL, and its body if it has one.
    public var url: String
    /// Facts about a response that counts; `nil` where there is none: what was broken there stays so until a response shows that it is fine.
    public var examination: Examination?
    /// What reports call it: path and query without declared secrets; empty: nothing.
    public var name: String

    /// A response with its facts.
    public init(url: String, examination: Examination?, name: String = "") {
      (self.url, self.examination, self.name) = (url, examination, name)
    }
  }

  /// The request.
  public var request: RequestKey
  /// The request as declared, for people.
  public var signature: String
  /// Versions that send it, oldest first.
  public var versions: [VersionInfo]
  /// Mappings of each version, as declared.
  public var outlines: [String: [MappingOutline]]
  /// The responses; none of a request that writes.
  public var responses: [Response]
  /// What became of the bodies that were sent; none of a request that reads.
  public var writes: [WriteFacts] = []
  /// Why some requests, or all, have no response that counts; `nil`: each has one.
  public var missed: MissedCheck?
  /// Whether the contract names the requests, as sample ids. Links come and go with the data, so what they lose must be reported.
  public var hasDeclaredSamples = true
  /// Whether only some of the requests were asked for, so that nothing is known of the others.
  public var isPartial = false
  /// What depends on the responses, as it was tried; `nil`: nobody tried. It is read only for responses that differ from before.
  public var impact = Deferred<ImpactMatrix?>(nil)
  /// Whether `clock` is the time of the responses, so that it tells how long something has lasted.
  public var hasRealTime = false
  /// Number of the round.
  public var round: Int
  /// The round's clock.
  public var clock: Date
  /// What people set.
  public var settings: EvaluationSettings

  /// Facts of a round.
  public init(
    request: RequestKey, signature: String, versions: [VersionInfo], outlines: [String: [MappingOutline]],
    responses: [Response], round: Int, clock: Date, settings: EvaluationSettings = EvaluationSettings()
  ) {
    (self.request, self.signature, self.versions, self.outlines) = (request, signature, versions, outlines)
    (self.responses, self.round, self.clock, self.settings) = (responses, round, clock, settings)
  }
}

/// What became of a body that a version's own code made and that was sent to a sandbox.
public struct WriteFacts: Sendable, Equatable {
  /// What a provider says to a body.
  public enum Result: Sendable, Equatable {
    /// It accepted the body.
    case accepted
    /// It refused the body, and said why at these paths of its message.
    case rejected(status: Int, messagePaths: [String])
    /// The response says nothing about the body.
    case undecided
  }

  /// The version.
  public var version: VersionInfo
  /// Type of the body.
  public var typeName: String
  /// Whether the version cannot do without this request.
  public var isEssential: Bool
  /// What the provider said.
  public var result: Result

  /// What became of a body.
  public init(version: VersionInfo, typeName: String, isEssential: Bool, result: Result) {
    (self.version, self.typeName, self.isEssential, self.result) = (version, typeName, isEssential, result)
  }
}

/// What people set for the evaluation of responses.
public struct EvaluationSettings: Sendable {
  /// Levels of rules.
  public var levels: LevelSettings
  /// What was accepted of the contract, with ids.
  public var acceptances: [IdentifiedAcceptance]
  /// Whether nobody is known to read the responses, because a URL without a contract was given.
  public var hasUnknownReaders: Bool
  /// From when on checks without a response are reported.
  public var blindness = BlindnessPolicy()
  /// Bytes that a learned shape may take.
  public var shapeBudget = PayloadShape.standardBudget

  /// Settings; what is left out is as usual.
  public init(
    levels: LevelSettings = LevelSettings(), acceptances: [IdentifiedAcceptance] = [],
    hasUnknownReaders: Bool = false
  ) {
    (self.levels, self.acceptances) = (levels, acceptances)
    self.hasUnknownReaders = hasUnknownReaders
  }
}
