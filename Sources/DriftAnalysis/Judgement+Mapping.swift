extension Judgement {
  /// `mapping-` findings, and elements that a lossy array left out: what is lost although everything decoded.
  func mappingFindings() -> [Finding] {
    var findings: [Finding] = []
    for version in versions {
      let facts = facts(of: version).flatMap(\.mappings)
      var names: [String] = []
      for fact in facts where !names.contains(fact.name) { names.append(fact.name) }
      for name in names {
        let parts = facts.filter { $0.name == name }
        findings += recordFindings(version, name, parts)
        findings += propertyFindings(version, name, parts)
        findings += ruleFindings(version, name, parts)
        findings += endings(version, name, parts)
      }
    }
    return merged(findings)
  }

  private func recordFindings(_ version: VersionInfo, _ name: String, _ parts: [MappingExamination]) -> [Finding] {
    let ran = parts.filter(\.execution.hasSucceeded)
    let offered = ran.reduce(0) { $0 + $1.offered }
    let out = ran.reduce(0) { $0 + $1.recordsOut }
    let lost = ran.reduce(0) { $0 + $1.lost }
    guard offered > 0 else { return emptyFindings(version, name, ran) }
    guard lost > 0 else { return [] }
    let statistics = mappings[version.id]?[name]
    let consequence: Consequence
    if out == 0 {
      consequence = .everyRecordLost
    } else if let statistics {
      let excess = ran.reduce(0) { $0 + max(0, $1.lost - statistics.tolerated(of: $1.offered)) }
      if excess == 0 {
        consequence = .none
      } else {
        consequence = Double(excess) >= breakingShareOfRecords * Double(offered) ? .manyRecordsLost : .recordsLost
      }
    } else {
      consequence = .none
    }
    let threw = ran.reduce(0) { $0 + $1.threw }
    let elements = ran.reduce(0) { $0 + max(0, $1.offered - $1.recordsIn) }
    let dropped = ran.reduce(0) { $0 + $1.dropped }
    let rule: RuleID =
      threw >= max(dropped, elements) && threw > 0
      ? .mappingThrew : elements > dropped ? .lossElementDropped : .mappingRecordDropped
    let blame = ran.flatMap(\.droppedBlame).uniqued()
    let error = ran.flatMap(\.thrown).first
    let before = statistics.map { ", at most \(Int(($0.highestLoss * 100).rounded())) % before" } ?? ""
    return [
      Finding(
        rule: rule, level: level(of: consequence, status: version.status), place: place, path: blame.first ?? "",
        paths: Array(blame.dropFirst()),
        example: ran.compactMap(\.droppedExample).first.map { Finding.Example(pointer: $0) },
        expected: "\(offered) \(name)", actual: "\(out)", count: lost, total: offered, versions: [affected(version)],
        mappings: [AffectedMapping(version: version.id, mapping: name, recordsIn: offered, recordsOut: out)],
        message: consequence == .everyRecordLost
          ? "Every one of \(offered) records is lost in \(name); the app shows no error."
          : "\(lost) of \(offered) records are lost in \(name)\(before)\(rule == .mappingThrew ? "" : "; the app shows no error").",
        hint: error.map { "thrown: \($0.message)" }, subject: name)
    ]
  }

  private func emptyFindings(_ version: VersionInfo, _ name: String, _ ran: [MappingExamination]) -> [Finding] {
    guard let first = ran.first else { return [] }
    return [
      Finding(
        rule: .evidenceEmptyArray, level: .info, place: place, path: first.recordsPath, versions: [affected(version)],
        mappings: [AffectedMapping(version: version.id, mapping: name)],
        message: "No record at \(first.recordsPath): nothing is known of \(name).", subject: name)
    ]
  }

  private func propertyFindings(_ version: VersionInfo, _ name: String, _ parts: [MappingExamination]) -> [Finding] {
    var found: [String: (property: PropertyExamination, lost: Int, total: Int, excess: Int, isKnown: Bool)] = [:]
    var order: [String] = []
    for part in parts where part.execution.hasSucceeded {
      for property in part.properties where property.lost > 0 {
        let tolerated = mappings[version.id]?[name]?.tolerated(property.name, of: property.total)
        var entry = found[property.name] ?? (property, 0, 0, 0, false)
        if found[property.name] == nil { order.append(property.name) }
        entry.lost += property.lost
        entry.excess += max(0, property.lost - (tolerated ?? property.lost))
        entry.isKnown = entry.isKnown || tolerated != nil
        if entry.property.blame.isEmpty { entry.property.blame = property.blame }
        found[property.name] = entry
      }
      for property in part.properties { found[property.name]?.total += property.total }
    }
    // Only losses beyond the baseline are findings: optional properties that are often nil are how the model is.
    return order.compactMap { key in
      guard let entry = found[key], entry.excess > 0, entry.total > 0 else { return nil }
      let (property, lost, total) = (entry.property, entry.lost, entry.total)
      let how = property.randomCount > 0 ? "random" : property.nilCount >= property.emptyCount ? "nil" : "empty"
      return Finding(
        rule: .mappingPropertyLost,
        level: level(of: .propertyLost, isEssential: property.isEssential, status: version.status), place: place,
        path: property.blame.first ?? "", paths: Array(property.blame.dropFirst()),
        example: property.example.map { Finding.Example(pointer: $0) }, expected: "a value", actual: how, count: lost,
        total: total,
        versions: [affected(version)],
        mappings: [
          AffectedMapping(version: version.id, mapping: name, properties: [key], recordsIn: total, recordsOut: total)
        ],
        message: "\(name).\(key) is \(how) in \(lost) of \(total); it used to be there.", subject: "\(name).\(key)")
    }
  }

  private func ruleFindings(_ version: VersionInfo, _ name: String, _ parts: [MappingExamination]) -> [Finding] {
    var findings: [Finding] = []
    let ran = parts.filter(\.execution.hasSucceeded)
    let total = ran.reduce(0) { $0 + $1.recordsOut }
    let here = AffectedMapping(version: version.id, mapping: name, recordsIn: total, recordsOut: total)
    func add(
      _ rule: RuleID, _ count: Int, _ message: String, _ consequence: Consequence = .propertyLost, subject: String = ""
    ) {
      guard count > 0 else { return }
      findings.append(
        Finding(
          rule: rule, level: level(of: consequence, status: version.status), place: place, count: count, total: total,
          versions: [affected(version)], mappings: [here], message: message, subject: "\(name) \(subject)"))
    }
    let collided = ran.reduce(0) { $0 + $1.collided }
    add(
      .mappingIdentityCollided, collided,
      "\(collided) of \(total) \(name) share their identity with another one; an upsert would overwrite it.")
    let unstable = ran.reduce(0) { $0 + $1.unstable }
    add(
      .mappingIdentityUnstable, unstable,
      "\(unstable) of \(total) \(name) get another identity each time they are mapped.",
      mappings[version.id]?[name] == nil ? .none : .propertyLost)
    var rules: [String: Int] = [:]
    for rule in ran.flatMap(\.brokenRules) { rules[rule.name, default: 0] += rule.count }
    for (rule, count) in rules.sorted(by: { $0.key < $1.key }) {
      add(.mappingInvariantBroken, count, "\"\(rule)\" does not hold for \(count) of \(total) \(name).", subject: rule)
    }
    return findings
  }

  private func endings(_ version: VersionInfo, _ name: String, _ parts: [MappingExamination]) -> [Finding] {
    let lost = level(of: .answerLost, status: version.status)
    let here = AffectedMapping(version: version.id, mapping: name)
    for part in parts {
      switch part.execution {
      case .crashed(let reason):
        return [
          Finding(
            rule: .mappingCrash, level: lost, place: place, actual: reason, count: 1, total: parts.count,
            versions: [affected(version, losesAnswer: true)], mappings: [here],
            message: "Mapping \(name) crashes the app: \(reason).", subject: name)
        ]
      case .timedOut(let seconds):
        return [
          Finding(
            rule: .mappingTimeout, level: lost, place: place, actual: "no end within \(Int(seconds)) s", count: 1,
            total: parts.count, versions: [affected(version, losesAnswer: true)], mappings: [here],
            message: "Mapping \(name) does not end; the app would hang.", subject: name)
        ]
      case .failed(let message):
        return [
          Finding(
            rule: .mappingThrew, level: lost, place: place, actual: message, count: 1, total: parts.count,
            versions: [affected(version, losesAnswer: true)], mappings: [here],
            message: "\(name) cannot be made: \(message)", subject: name)
        ]
      case .succeeded, .notRun: continue
      }
    }
    return []
  }

  private func affected(_ version: VersionInfo, losesAnswer: Bool = false) -> AffectedVersion {
    AffectedVersion(version: version.id, shippedIn: version.shippedIn, losesAnswer: losesAnswer)
  }

  /// Findings of one fingerprint over several versions are one finding that names them all.
  private func merged(_ findings: [Finding]) -> [Finding] {
    var result: [Finding] = []
    for finding in findings {
      if let index = result.firstIndex(where: { $0.fingerprint == finding.fingerprint }) {
        if finding.level > result[index].level {
          (result[index].level, result[index].message) = (finding.level, finding.message)
          (result[index].count, result[index].total) = (finding.count, finding.total)
        }
        result[index].versions += finding.versions
        result[index].mappings += finding.mappings
      } else {
        result.append(finding)
      }
    }
    return result
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetition, in order of first appearance.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
