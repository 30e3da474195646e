public import Foundation
public import PayloadShape

/// All that is remembered of a request key: what the next response is compared with.
public struct RequestMemory: Sendable, Equatable {
  /// What became of it at the last check; `nil`: never checked.
  public var report: EndpointReport?
  /// Findings of the last check.
  public var findings: [Finding] = []
  /// Its incidents, oldest first; only the open ones unless the memory is whole.
  public var incidents: [Incident] = []
  /// Pending changes, in the order in which they were stored.
  public var pendingChanges: [PendingChange] = []
  /// When it was last checked, to the millisecond.
  public var checkedAt: Date?
  /// When it was last seen without anything at warning or above, to the millisecond.
  public var lastGoodAt: Date?
  /// When a response of it was last checked, examined or equal to one that was, to the millisecond; `nil`: never.
  public var lastResponseAt: Date?
  /// From when on a newest date has stood still improbably long if nothing newer comes, to the millisecond; `nil`: none will.
  public var staleAt: Date?
  /// The last examined response of each URL that was asked for; a URL without one is not named.
  public var responses: [String: StoredResponse] = [:]

  /// Whether what follows was read as well; see ``MemoryQuery/Depth``. An evaluation needs a whole memory.
  public var isWhole = true
  /// What its payloads have looked like; `nil` before the first.
  public var baseline: PayloadShape?
  /// Responses that fed the baseline.
  public var baselineResponses = 0
  /// How the newest dates in lists advanced, by path of their member.
  public var feeds: [String: FreshnessStatistics] = [:]
  /// What each mapping normally loses.
  public var mappings: [MappingKey: MappingStatistics] = [:]
  /// Shape of what each write sends, by version and writing endpoint.
  public var sends: [MappingKey: PayloadShape] = [:]
  /// When acceptances were last of use here, by id; also of those that stand in files.
  public var acceptanceUses: [String: AcceptanceUse] = [:]

  /// Build id of the executable that found what depends on the responses; `nil`: nothing was found yet.
  public var impactBuildID: String?
  private var triedStructure = Deferred<PayloadStructure?>(nil)
  private var storedImpact = Deferred<StoredImpact?>(nil)

  /// Nothing known yet.
  public init() {}

  /// What depends on the responses; `nil` where nothing was found yet, or cannot be read any more and is to be found again.
  public var impact: StoredImpact? { storedImpact.value }

  /// What the responses held from which code of this build found what depends on them; `nil` where it never did.
  public func triedStructure(by buildID: String) -> PayloadStructure? {
    impactBuildID == buildID ? triedStructure.value : nil
  }

  /// The part that an unchanged response needs; see ``MemoryQuery/Depth/present``.
  package var present: RequestMemory {
    var present = RequestMemory()
    present.isWhole = false
    (present.report, present.findings, present.pendingChanges) = (report, findings, pendingChanges)
    (present.checkedAt, present.lastGoodAt, present.lastResponseAt) = (checkedAt, lastGoodAt, lastResponseAt)
    present.staleAt = staleAt
    (present.incidents, present.responses) = (incidents.filter(\.isOpen), responses)
    (present.impactBuildID, present.triedStructure) = (impactBuildID, triedStructure)
    return present
  }

  /// Takes in what depends on the responses, with parts that are read when they are first asked for.
  public mutating func setImpact(
    buildID: String, structure: Deferred<PayloadStructure?>, whole: Deferred<StoredImpact?> = Deferred(nil)
  ) {
    (impactBuildID, triedStructure, storedImpact) = (buildID, structure, whole)
  }
}
