import DriftModel
import PayloadShape
import System

extension IncidentUpdate {
  /// Indices of the findings of warning or above, by the subject of the incident they belong to.
  static func groups(_ findings: [Finding], open: [Incident]) -> [String: [Int]] {
    let alarms = findings.indices.filter { findings[$0].level >= .warning }
    let paths =
      alarms.filter { findings[$0].hasPathSubject }.map { findings[$0].path }
      + strangeObjects(alarms.map { findings[$0] })
    let subjects = Set(open.map(\.subject))
    var (above, openAbove) = (PathIndex(), PathIndex())
    for path in paths { above.insert(path) }
    for subject in subjects where isPathSubject(subject) { openAbove.insert(subject) }
    let volumes = alarms.map { findings[$0] }.filter { $0.rule == .volumeEmpty }
    let emptied = Dictionary(
      volumes.map { ($0.path, $0.subjectWithoutPath) }, uniquingKeysWith: { first, _ in first })
    var groups: [String: [Int]] = [:]
    for index in alarms {
      groups[subject(of: findings[index], among: above, emptied: emptied, open: subjects, openAbove), default: []]
        .append(index)
    }
    groups = withKnownLosses(groups, findings, open: open)
    joinReadSide(&groups, findings, open: subjects)
    return groups
  }

  /// The id of the incident that a group belongs to. What the values at a path became is part of it: a number that becomes text and a
  /// text that becomes a number are two breaks, which hit different versions. One that was resolved comes back only with what it was:
  /// another change at the same path is another break.
  static func id(of subject: String, _ members: [Finding], key: RequestKey, known: [Incident]) -> String {
    let own = known.filter { $0.subject == subject }
    let kinds = form(of: members)?.kinds.map(Set.init)
    let hit = Set(members.flatMap(\.versions).map(\.version))
    func isSame(_ incident: Incident) -> Bool {
      guard let kinds, let former = incident.form?.kinds else { return true }
      return kinds == Set(former)
    }
    let fingerprints = Set(members.map(\.fingerprint))
    func isBack(_ incident: Incident) -> Bool {
      isSame(incident)
        && (kinds != nil && incident.form?.kinds != nil || !fingerprints.isDisjoint(with: incident.fingerprints))
    }
    let same =
      own.first { $0.isOpen && (isSame($0) || hit.isEmpty || !hit.isDisjoint(with: $0.versions)) }
      ?? own.first(where: isBack)
    if let same { return same.id }
    let parts = [key.contract, key.request, subject, key.environment, key.perspective]
    let direction = (kinds ?? []).map(\.rawValue).sorted()
    let rules = direction.isEmpty ? Set(members.map(\.rule.rawValue)).sorted() : []
    return ContentDigest(of: parts + (own.isEmpty ? [] : direction + rules)).short
  }

  /// What the values became, by the finding that gives the headline; `nil` where the value itself is at fault.
  static func form(of members: [Finding]) -> ObservedForm? {
    members.filter { $0.form?.kinds != nil }.min {
      ($0.rule.headlineRank, $0.path, $0.fingerprint) < ($1.rule.headlineRank, $1.path, $1.fingerprint)
    }?.form.map { ObservedForm(kinds: $0.kinds) }
  }

  /// The open incident nearest above a path, else the topmost path to blame; what is lost where no path is.
  private static func subject(
    of finding: Finding, among paths: PathIndex, emptied: [String: String], open: Set<String>, _ openPaths: PathIndex
  ) -> String {
    // An empty list makes a property empty: that is one thing.
    if let list = emptied[finding.path], finding.rule == .mappingPropertyLost, !open.contains(finding.path) {
      return list
    }
    guard finding.hasPathSubject else { return finding.subjectWithoutPath }
    return openPaths.nearest(to: finding.path) ?? paths.topmost(above: finding.path) ?? finding.path
  }

  /// From so many required members that one type misses in as many objects, the objects are of another form.
  private static let membersOfAnotherForm = 3

  /// Paths of objects that miss several required members of one type at once: one thing of another form, not so many changes.
  private static func strangeObjects(_ findings: [Finding]) -> [String] {
    struct Key: Hashable {
      let parent: String
      let owner: String
      let version: String
      let count: Int
      let total: Int
    }
    var members: [Key: Set<String>] = [:]
    for finding in findings where finding.rule == .decodeKeyNotFound {
      guard let parent = parent(of: finding.path) else { continue }
      for version in finding.versions {
        guard let name = version.property?.prefix(while: { $0 != ":" }), let dot = name.lastIndex(of: ".") else {
          continue
        }
        let key = Key(
          parent: parent, owner: String(name[..<dot]), version: version.version, count: finding.count,
          total: finding.total)
        members[key, default: []].insert(finding.path)
      }
    }
    return Set(members.filter { $0.value.count >= membersOfAnotherForm }.map(\.key.parent)).sorted()
  }

  /// The object that holds the member a path ends in; `nil` for a path of one step.
  private static func parent(of path: String) -> String? {
    let end = path.hasSuffix("]") ? path.lastIndex(of: "[") : path.lastIndex(of: ".")
    return end.flatMap { $0 > path.startIndex ? String(path[..<$0]) : nil }
  }

  /// A loss keeps its open incident when its cause comes to be known, or is not to be found any more.
  ///
  /// Where all records are lost there is none left to find the cause by: the loss is worse, not gone.
  private static func withKnownLosses(_ groups: [String: [Int]], _ findings: [Finding], open: [Incident])
    -> [String: [Int]]
  {
    var result: [String: [Int]] = [:]
    let others = Dictionary(grouping: open.filter { !isPathSubject($0.subject) }, by: \.subject)
    let losing = open.filter { isPathSubject($0.subject) }.reduce(into: [String: [Incident]]()) { losing, incident in
      for loss in incident.losses { losing[loss, default: []].append(incident) }
    }
    let openSubjects = Set(open.map(\.subject))
    for (subject, indexes) in groups.sorted(by: { $0.key < $1.key }) {
      let members = indexes.map { findings[$0] }
      let losses = Set(members.compactMap(\.loss))
      let hit = Set(members.flatMap(\.versions).map(\.version))
      let candidates = isPathSubject(subject) ? losses.flatMap { others[$0] ?? [] } : losing[subject] ?? []
      let former = candidates.filter { !hit.isDisjoint(with: $0.versions) }.map(\.subject).min {
        ($0.utf8.count, $0) < ($1.utf8.count, $1)
      }
      let isOpen = openSubjects.contains(subject)
      result[isOpen ? subject : former ?? subject, default: []] += indexes
    }
    return result.mapValues { $0.sorted() }
  }

  static func isPathSubject(_ subject: String) -> Bool { subject.hasPrefix("$") }

  /// What a version would send changes because what it reads did: the worst break of what it reads takes it in.
  private static func joinReadSide(_ groups: inout [String: [Int]], _ findings: [Finding], open: Set<String>) {
    let subject = RuleID.requestShapeChanged.rawValue
    guard let writes = groups[subject], !open.contains(subject) else { return }
    let others = groups.filter { $0.key != subject }
    var left: [Int] = []
    for index in writes {
      let versions = Set(findings[index].versions.map(\.version))
      let causes = others.compactMap { subject, indexes -> (level: Level, subject: String)? in
        let hits = indexes.map { findings[$0] }.filter { finding in
          finding.rule.family != .request && !versions.isDisjoint(with: finding.versions.map(\.version))
        }
        return hits.map(\.level).max().map { ($0, subject) }
      }
      if let cause = causes.min(by: { ($1.level, $0.subject) < ($0.level, $1.subject) }) {
        groups[cause.subject, default: []].append(index)
      } else {
        left.append(index)
      }
    }
    groups[subject] = left.isEmpty ? nil : left
  }
}
