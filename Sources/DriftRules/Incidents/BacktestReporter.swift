public import DriftModel
/// Chooses what a step of a backtest reports: every finding once, and again only when its incident changes.
public struct BacktestReporter: Sendable {
  /// What was reported of each finding last, by fingerprint.
  private var reported: [String: Reported] = [:]

  private struct Reported {
    var finding: Finding
    var state: BacktestFinding.State
  }

  /// Nothing is reported yet.
  public init() {}

  /// What is to be reported after a check.
  ///
  /// - Parameters:
  ///   - findings: The present state, worst first.
  ///   - transitions: What this check did to incidents.
  ///   - incidents: All incidents of the request key as they are now.
  ///   - pendingChanges: All pending changes of the request key as they are now.
  /// - Returns: Findings that were not reported before, or are reported again, worst first; then those that are gone.
  public mutating func report(
    _ findings: [Finding], transitions: [IncidentTransition], incidents: [Incident], pendingChanges: [PendingChange]
  ) -> [BacktestFinding] {
    let kinds = Dictionary(transitions.map { ($0.incident.id, $0.kind) }, uniquingKeysWith: { _, last in last })
    let flapping = Set(incidents.filter(\.isFlapping).map(\.id))
    let pending = Set(pendingChanges.filter { $0.state == .pending }.map(\.subject))
    let open = Set(incidents.filter(\.isOpen).map(\.id))
    var result: [BacktestFinding] = []
    let present = Set(findings.map(\.fingerprint))
    for finding in findings {
      if kinds[finding.incident ?? ""] == nil, let former = otherForm(of: finding, present) {
        // A member that is renamed in one response and removed in the next is one change, which was reported.
        reported[finding.fingerprint] = Reported(finding: finding, state: reported[former]?.state ?? .open)
        reported[former] = nil
        continue
      }
      if finding.level == .info, finding.state != .accepted, let former = reported[finding.fingerprint]?.finding,
        former.level >= .warning, reported[finding.fingerprint]?.state != .resolved,
        !open.contains(former.incident ?? "")
      {
        // What is left of it is how it always was.
        result.append(BacktestFinding(former, state: .resolved))
        reported[finding.fingerprint]?.state = .resolved
        continue
      }
      guard let state = state(of: finding, kinds, flapping) else { continue }
      result.append(BacktestFinding(finding, state: state))
      reported[finding.fingerprint] = Reported(finding: finding, state: state)
    }
    for (fingerprint, former) in reported.sorted(by: { $0.key < $1.key }) where !present.contains(fingerprint) {
      if former.finding.level == .info {
        // A pending change that came to nothing may come again; growth or a remark is reported only once.
        if former.state == .pending, pending.isDisjoint(with: former.finding.subjects) {
          reported[fingerprint] = nil
        }
        continue
      }
      guard former.state != .resolved else { continue }
      let incident = former.finding.incident ?? ""
      if kinds[incident] == .flapping {
        result.append(BacktestFinding(former.finding, state: .flapping))
        reported[fingerprint]?.state = .flapping
      } else if open.contains(incident), kinds[incident] != nil {
        reported[fingerprint] = nil  // the incident goes on in another form, which is reported
      } else if !flapping.contains(incident), !open.contains(incident) {
        result.append(BacktestFinding(former.finding, state: .resolved))
        reported[fingerprint]?.state = .resolved
      }
    }
    return result
  }

  /// The fingerprint under which a warning of the same incident and subjects was reported, if it is not there any more.
  private func otherForm(of finding: Finding, _ present: Set<String>) -> String? {
    guard finding.level >= .warning, finding.incident != nil, reported[finding.fingerprint] == nil else { return nil }
    let subjects = Set(finding.subjects)
    return reported.filter { fingerprint, former in
      former.finding.incident == finding.incident && former.finding.level == finding.level && former.state != .resolved
        && !present.contains(fingerprint) && !subjects.isDisjoint(with: former.finding.subjects)
    }.keys.min()
  }

  private func state(
    of finding: Finding, _ kinds: [String: IncidentTransition.Kind], _ flapping: Set<String>
  ) -> BacktestFinding.State? {
    let former = reported[finding.fingerprint]
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
