public import DriftModel
/// Chooses what a step of a backtest tells: every finding once, and again only when its incident changes.
public struct BacktestTelling: Sendable {
  /// What was told of each finding last, by fingerprint.
  private var told: [String: Told] = [:]

  private struct Told {
    var finding: Finding
    var state: BacktestFinding.State
  }

  /// Nothing told yet.
  public init() {}

  /// What is to be told after a check.
  ///
  /// - Parameters:
  ///   - findings: The present state, worst first.
  ///   - transitions: What this check did to incidents.
  ///   - incidents: All incidents of the place as they are now.
  ///   - pendingChanges: All pendingChanges of the place as they are now.
  /// - Returns: Findings that were not told before, or are told anew, worst first; then those that are gone.
  public mutating func tell(
    _ findings: [Finding], transitions: [IncidentTransition], incidents: [Incident], pendingChanges: [PendingChange]
  ) -> [BacktestFinding] {
    let kinds = Dictionary(transitions.map { ($0.incident.id, $0.kind) }, uniquingKeysWith: { _, last in last })
    let flapping = Set(incidents.filter(\.isFlapping).map(\.id))
    let suspected = Set(pendingChanges.filter { $0.state == .pending }.map(\.subject))
    let open = Set(incidents.filter(\.isOpen).map(\.id))
    var result: [BacktestFinding] = []
    let present = Set(findings.map(\.fingerprint))
    for finding in findings {
      if kinds[finding.incident ?? ""] == nil, let former = otherForm(of: finding, present) {
        // A member that is renamed in one response and removed in the next is one change, told already.
        told[finding.fingerprint] = Told(finding: finding, state: told[former]?.state ?? .open)
        told[former] = nil
        continue
      }
      if finding.level == .info, finding.state != .accepted, let former = told[finding.fingerprint]?.finding,
        former.level >= .warning, told[finding.fingerprint]?.state != .resolved, !open.contains(former.incident ?? "")
      {
        // What is left of it is how it always was.
        result.append(BacktestFinding(former, state: .resolved))
        told[finding.fingerprint]?.state = .resolved
        continue
      }
      guard let state = state(of: finding, kinds, flapping) else { continue }
      result.append(BacktestFinding(finding, state: state))
      told[finding.fingerprint] = Told(finding: finding, state: state)
    }
    for (fingerprint, former) in told.sorted(by: { $0.key < $1.key }) where !present.contains(fingerprint) {
      if former.finding.level == .info {
        // A pending change that came to nothing may be raised again; what is growth or a remark was told.
        if former.state == .pending, suspected.isDisjoint(with: former.finding.subjects) {
          told[fingerprint] = nil
        }
        continue
      }
      guard former.state != .resolved else { continue }
      let incident = former.finding.incident ?? ""
      if kinds[incident] == .flapping {
        result.append(BacktestFinding(former.finding, state: .flapping))
        told[fingerprint]?.state = .flapping
      } else if open.contains(incident), kinds[incident] != nil {
        told[fingerprint] = nil  // the incident goes on in another form, which is told
      } else if !flapping.contains(incident), !open.contains(incident) {
        result.append(BacktestFinding(former.finding, state: .resolved))
        told[fingerprint]?.state = .resolved
      }
    }
    return result
  }

  /// The fingerprint under which a warning was told that is not there any more and is suspected under the same key.
  private func otherForm(of finding: Finding, _ present: Set<String>) -> String? {
    guard finding.level >= .warning, finding.incident != nil, told[finding.fingerprint] == nil else { return nil }
    let subjects = Set(finding.subjects)
    return told.filter { fingerprint, former in
      former.finding.incident == finding.incident && former.finding.level == finding.level && former.state != .resolved
        && !present.contains(fingerprint) && !subjects.isDisjoint(with: former.finding.subjects)
    }.keys.min()
  }

  private func state(
    of finding: Finding, _ kinds: [String: IncidentTransition.Kind], _ flapping: Set<String>
  ) -> BacktestFinding.State? {
    let former = told[finding.fingerprint]
    if finding.state == .accepted { return former?.state == .accepted ? nil : .accepted }
    if finding.isPending { return former == nil ? .pending : nil }
    guard finding.level >= .warning else { return former == nil || former?.state == .pending ? .open : nil }
    let incident = finding.incident ?? ""
    switch kinds[incident] {
    case .flapping: return .flapping
    case .reopened: return .reopened
    case .escalated: return .escalated
    case .opened: return .open
    case .resolved, nil: break
    }
    guard !flapping.contains(incident) else { return nil }
    guard let former, former.finding.level >= .warning else { return .open }
    if former.state == .resolved { return .reopened }
    return finding.level > former.finding.level ? .escalated : nil
  }
}
