import DriftModel

/// The paths that incidents are about, so that information about the same path is shown with them.
struct IncidentAnchors {
  /// The first subject in order whose incident is about a path, or about something below it.
  private var at: [String: String] = [:]
  private var above: [String: String] = [:]

  /// Linear in the paths of the groups and their steps.
  init(_ groups: [String: [Int]], _ findings: [Finding]) {
    for (subject, indexes) in groups {
      let anchors = [subject] + indexes.flatMap { [findings[$0].path] + findings[$0].paths }
      for anchor in Set(anchors) where IncidentUpdate.isPathSubject(anchor) {
        at[anchor] = min(at[anchor] ?? subject, subject)
        for path in pathsAbove(anchor) { above[path] = min(above[path] ?? subject, subject) }
      }
    }
  }

  /// The incident that information belongs to: a change or a loss at the path of one, below it, or above it.
  func subject(ofInformation finding: Finding) -> String? {
    let families: [RuleFamily] = [.field, .loss, .mapping]
    guard families.contains(finding.rule.family), !finding.path.isEmpty, !at.isEmpty else { return nil }
    let own = [finding.path] + finding.paths
    return own.compactMap { at[$0] }.min() ?? own.flatMap(pathsAbove).compactMap { at[$0] }.min()
      ?? own.compactMap { above[$0] }.min()
  }
}
