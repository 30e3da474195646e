import DriftModel
extension Judgement {
  /// `mapping-` findings, and elements that a lossy array left out: what is lost although everything decoded.
  func mappingFindings() -> [Finding] {
    var findings: [Finding] = []
    for version in versions {
      let facts = facts(of: version).flatMap(\.mappings)
      let settled = examinations.enumerated().filter { !newcomers.contains($0.offset) }.flatMap { response in
        response.element.versions.filter { $0.version == version.id }.flatMap(\.mappings)
      }
      for name in facts.map(\.name).uniqued() {
        let parts = facts.filter { $0.name == name }
        let ran = parts.filter(\.execution.hasSucceeded)
        let comparable = settled.filter { $0.name == name && $0.execution.hasSucceeded }
        findings += recordFindings(version, name, ran, comparable)
        let properties = propertyFindings(version, name, ran, comparable)
        findings += properties
        findings += ruleFindings(version, name, ran, properties)
        findings += referenceFindings(version, name, ran, comparable)
        findings += endings(version, name, parts)
      }
    }
    return merged(findings)
  }

  /// `comparable` are the parts that the baseline can tell of.
  private func recordFindings(
    _ version: VersionInfo, _ name: String, _ ran: [MappingExamination], _ comparable: [MappingExamination]
  ) -> [Finding] {
    let offered = ran.reduce(0) { $0 + $1.offered }
    let out = ran.reduce(0) { $0 + $1.recordsOut }
    let lost = ran.reduce(0) { $0 + $1.lost }
    guard offered > 0 else { return emptyFindings(version, name, ran) }
    guard lost > 0 else { return [] }
    let statistics = mappings[version.id]?[name]
    let (consequence, isPending) = recordConsequence(
      .records(MappingKey(version: version.id, mapping: name)), comparable, statistics, offered: offered, out: out)
    let threw = ran.reduce(0) { $0 + $1.threw }
    let elements = ran.reduce(0) { $0 + max(0, $1.offered - $1.recordsIn) }
    let dropped = ran.reduce(0) { $0 + $1.dropped }
    let rule: RuleID =
      threw >= max(dropped, elements) && threw > 0
      ? .mappingThrew : elements > dropped ? .lossElementDropped : .mappingRecordDropped
    let tried = mostBlamed(ran.map(\.droppedBlame))
    let guess = tried.isEmpty ? likelyCause(lost, of: offered, below: ran.map(\.recordsPath).min() ?? "", version) : nil
    let blame = tried + [guess].compactMap(\.self)
    let before = statistics.map { ", at most \(Int(($0.highestLoss * 100).rounded())) % before" } ?? ""
    return [
      Finding(
        rule: rule, level: level(of: consequence, status: version.status), place: place, path: blame.first ?? "",
        paths: Array(blame.dropFirst()),
        example: ran.compactMap(\.droppedExample).min().map { Finding.Example(pointer: $0) },
        expected: "\(offered) \(name)", actual: "\(out)", count: lost, total: offered, versions: [affected(version)],
        mappings: [AffectedMapping(version: version.id, mapping: name, recordsIn: offered, recordsOut: out)],
        message: missing(lost, of: offered, name) + (out == 0 ? "" : before)
          + (rule == .mappingThrew ? "." : "; the app shows no error."),
        hint: hint(
          thrown: mostThrown(ran.flatMap(\.thrown)), guess: guess,
          pending: isPending ? statistics.map { ($0.lost, $0.offered) } : nil), state: isPending ? .pending : .open,
        subject: name)
    ]
  }

  private func missing(_ lost: Int, of offered: Int, _ name: String) -> String {
    let noun = recordNoun(name, count: offered)
    if lost >= offered { return offered == 1 ? "The only \(noun) is missing" : "All \(offered) \(noun) are missing" }
    return "\(lost) of \(offered) \(noun) \(lost == 1 ? "is" : "are") missing"
  }

  private func hint(thrown: String?, guess: String?, pending: (lost: Int, total: Int)?) -> String? {
    let hints = [
      thrown.map { "thrown: \($0)" }, guess.map { "perhaps since \($0) changed" },
      pending.map { "pending: \($0.lost) of \($0.total) before is too little to tell chance from change" },
    ].compactMap(\.self)
    return hints.isEmpty ? nil : hints.joined(separator: "; ")
  }

  /// What lost records cost beyond what the baseline loses of as many, and whether chance may explain them.
  private func recordConsequence(
    _ subject: EvidenceSubject, _ comparable: [MappingExamination], _ statistics: MappingStatistics?, offered: Int,
    out: Int
  ) -> (Consequence, isPending: Bool) {
    if out == 0 { return (.everyRecordLost, false) }
    let (total, lost) = (comparable.reduce(0) { $0 + $1.offered }, comparable.reduce(0) { $0 + $1.lost })
    guard let statistics, total > 0 else { return (.none, false) }
    let excess = lost - statistics.tolerated(of: total)
    guard excess > 0 else { return (.none, false) }
    guard !isPending(subject) else { return (.none, true) }
    return (Double(excess) >= breakingShareOfRecords * Double(offered) ? .manyRecordsLost : .recordsLost, false)
  }

  private func emptyFindings(_ version: VersionInfo, _ name: String, _ ran: [MappingExamination]) -> [Finding] {
    guard let path = ran.map(\.recordsPath).min() else { return [] }
    return [
      Finding(
        rule: .evidenceEmptyArray, level: .info, place: place, path: path, versions: [affected(version)],
        mappings: [AffectedMapping(version: version.id, mapping: name)],
        message: "No record\(path.isEmpty ? "" : " at \(path)"): nothing is known of \(recordNoun(name, count: 2)).",
        subject: name)
    ]
  }

  /// Only losses beyond the baseline are findings: optional properties that are often nil are how the model is.
  private func propertyFindings(
    _ version: VersionInfo, _ name: String, _ ran: [MappingExamination], _ comparable: [MappingExamination]
  ) -> [Finding] {
    let all = ran.flatMap(\.properties)
    return all.map(\.name).uniqued().compactMap { key in
      let parts = all.filter { $0.name == key }
      let (lost, total) = (parts.reduce(0) { $0 + $1.lost }, parts.reduce(0) { $0 + $1.total })
      let known = comparable.flatMap(\.properties).filter { $0.name == key }
      let (lostOfKnown, ofKnown) = (known.reduce(0) { $0 + $1.lost }, known.reduce(0) { $0 + $1.total })
      guard let statistics = mappings[version.id]?[name], let tolerated = statistics.tolerated(key, of: ofKnown),
        lostOfKnown > tolerated
      else { return nil }
      let isEssential = parts.contains(where: \.isEssential)
      let isPending = self.isPending(.property(MappingKey(version: version.id, mapping: name), name: key))
      let random = parts.reduce(0) { $0 + $1.randomCount }
      let isNil = parts.reduce(0) { $0 + $1.nilCount } >= parts.reduce(0) { $0 + $1.emptyCount }
      let how = random > 0 ? "random" : isNil ? "nil" : "empty"
      let tried = mostBlamed(parts.map(\.blame))
      let guess = tried.isEmpty ? likelyCause(lost, of: total, below: ran.map(\.recordsPath).min() ?? "", version) : nil
      let blame = tried + [guess].compactMap(\.self)
      return Finding(
        rule: .mappingPropertyLost,
        level: level(
          of: isPending ? .none : .propertyLost, isEssential: isEssential,
          status: version.status),
        place: place, path: blame.first ?? "", paths: Array(blame.dropFirst()),
        example: parts.compactMap(\.example).min().map { Finding.Example(pointer: $0) }, expected: "a value",
        actual: how, count: lost, total: total, versions: [affected(version)],
        mappings: [
          AffectedMapping(version: version.id, mapping: name, properties: [key], recordsIn: total, recordsOut: total)
        ],
        message:
          "\(name).\(key) is \(how) in \(lost) of \(total) \(recordNoun(name, count: total)); it used to be there.",
        hint: hint(
          thrown: nil, guess: guess,
          pending: isPending ? statistics.properties[key].map { ($0.lost, $0.total) } : nil),
        state: isPending ? .pending : .open, subject: "\(name).\(key)")
    }
  }

  /// `properties` are the properties found lost: an identity made anew for as many records has their cause.
  private func ruleFindings(
    _ version: VersionInfo, _ name: String, _ ran: [MappingExamination], _ properties: [Finding]
  ) -> [Finding] {
    var findings: [Finding] = []
    let total = ran.reduce(0) { $0 + $1.recordsOut }
    let here = AffectedMapping(version: version.id, mapping: name, recordsIn: total, recordsOut: total)
    func add(
      _ rule: RuleID, _ count: Int, _ message: String, _ consequence: Consequence = .propertyLost,
      name broken: String = "", path: String = "", examples: [String?]
    ) {
      guard count > 0 else { return }
      findings.append(
        Finding(
          rule: rule, level: level(of: consequence, status: version.status), place: place, path: path,
          example: examples.compactMap(\.self).min().map { Finding.Example(pointer: $0) }, expected: broken,
          actual: broken.isEmpty ? "" : "not so", count: count, total: total,
          versions: [affected(version)],
          mappings: [here], message: message, subject: "\(name) \(broken)"))
    }
    let nouns = recordNoun(name, count: total)
    let collided = ran.reduce(0) { $0 + $1.collided }
    add(
      .mappingIdentityCollided, collided,
      "\(collided) of \(total) \(nouns) \(collided == 1 ? "shares its" : "share their") identity with another one; an upsert would overwrite it.",
      examples: ran.map(\.collidedExample))
    let unstable = ran.reduce(0) { $0 + $1.unstable }
    let causes = Set(
      properties.filter { $0.actual == "random" && $0.count == unstable && !$0.path.isEmpty }.map(\.path))
    add(
      .mappingIdentityUnstable, unstable,
      "\(unstable) of \(total) \(nouns) \(unstable == 1 ? "gets" : "get") another identity each time \(unstable == 1 ? "it is" : "they are") mapped.",
      mappings[version.id]?[name] == nil ? .none : .propertyLost,
      path: causes.count == 1 ? causes.first ?? "" : "", examples: ran.map(\.unstableExample))
    var rules: [String: Int] = [:]
    for rule in ran.flatMap(\.brokenRules) { rules[rule.name, default: 0] += rule.count }
    for (rule, count) in rules.sorted(by: { $0.key < $1.key }) {
      add(
        .mappingInvariantBroken, count, "\"\(rule)\" does not hold for \(count) of \(total) \(nouns).", name: rule,
        examples: ran.flatMap(\.brokenRules).filter { $0.name == rule }.map(\.example))
    }
    return findings
  }

  func affected(_ version: VersionInfo, losesResponse: Bool = false) -> AffectedVersion {
    AffectedVersion(version: version.id, shippedIn: version.shippedIn, losesResponse: losesResponse)
  }

  /// Patterns to blame, those that most responses blame first.
  func mostBlamed(_ blames: [[String]]) -> [String] {
    var counts: [String: Int] = [:]
    for pattern in blames.flatMap({ Set($0) }) { counts[pattern, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  private func mostThrown(_ thrown: [Thrown]) -> String? {
    var counts: [String: Int] = [:]
    for error in thrown { counts[error.message, default: 0] += error.count }
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }

  /// Findings of one fingerprint over several versions are one finding that names them all; the worst gives the words.
  func merged(_ findings: [Finding]) -> [Finding] {
    var result: [Finding] = []
    for finding in findings {
      guard let index = result.firstIndex(where: { $0.fingerprint == finding.fingerprint }) else {
        result.append(finding)
        continue
      }
      let known = result[index]
      if (finding.level, finding.count) > (known.level, known.count) {
        result[index] = finding
        (result[index].versions, result[index].mappings) = (known.versions, known.mappings)
      }
      for version in finding.versions where !result[index].versions.contains(version) {
        result[index].versions.append(version)
      }
      result[index].mappings += finding.mappings
    }
    return result
  }
}
