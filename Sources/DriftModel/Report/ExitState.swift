/// The exit code of a check with all its reasons; a function of the present state, never of what changed.
///
/// 0 checked, nothing at or above the level; 1 something is; 3 could not check. 2 (usage), 4 (store) and 75 (locked) are said
/// where they arise. The worst of several decides, in the order 4, 2, 1, 3, 0.
public struct ExitState: Sendable, Equatable {
  /// 0, 1 or 3.
  public let code: Int
  /// Every reason in a few words, the deciding one first; empty for 0.
  public let reasons: [String]

  /// Decides from the endpoints that were asked for and the findings of their present state.
  ///
  /// - Parameters:
  ///   - endpoints: What became of each endpoint.
  ///   - findings: Findings of the present state.
  ///   - failOn: Which levels give 1. Below breaking, checks without a response give 3 and never 1.
  ///   - failsCandidates: Whether what would be breaking if a candidate had shipped gives 1 too, whatever `failOn` is.
  ///   - allowIncomplete: Whether "could not check" is forgiven if at least one response was examined.
  public init(
    endpoints: [EndpointReport], findings: [Finding], failOn: FailLevel, failsCandidates: Bool = false,
    allowIncomplete: Bool
  ) {
    var reasons: [String] = []
    let failing = findings.filter {
      failOn.includes($0.level, of: $0.contract) && ($0.rule.family != .watch || $0.level == .breaking)
    }
    for level in Level.allCases.reversed() {
      let count = failing.count { $0.level == level }
      // Of findings, since one incident may hold several.
      if count > 0 { reasons.append("\(count) \(level.rawValue) finding\(count == 1 ? "" : "s")") }
    }
    let candidates = failsCandidates ? findings.count { $0.level < .breaking && $0.breaksCandidate } : 0
    if candidates > 0 { reasons.append("\(candidates) that would be breaking if the candidate had shipped") }
    let unseen = Set(
      findings.filter { $0.rule.family == .watch && $0.level >= .warning }.map {
        EndpointID(contract: $0.contract, endpoint: $0.endpoint)
      })
    let unchecked = endpoints.filter { endpoint in
      // What has had no response for long is so until it has one, whether it is due or not.
      unseen.contains(EndpointID(contract: endpoint.contract, endpoint: endpoint.endpoint))
        || endpoint.isUnchecked
    }
    let checked = endpoints.filter(\.outcome.isChecked)
    let hasNothing = checked.isEmpty && !endpoints.contains { $0.outcome == .notDue }
    let isForgiven = allowIncomplete && !checked.isEmpty
    var isIncomplete = false
    if !unchecked.isEmpty && !isForgiven {
      isIncomplete = true
      reasons.append(
        endpoints.count == 1
          ? "the endpoint could not be checked"
          : "\(unchecked.count) of \(endpoints.count) endpoints could not be checked")
    } else if hasNothing && unchecked.isEmpty {
      isIncomplete = true
      reasons.append("nothing was checked")
    }
    code = !failing.isEmpty || candidates > 0 ? 1 : isIncomplete ? 3 : 0
    self.reasons = reasons
  }
}
