import DriftModel
import PayloadShape

extension Judgement {
  /// `field-` findings: level from who reads the member and what the change costs, gated by evidence.
  func changeFindings() -> [Finding] {
    let (blamed, lost) = (blamedPaths, lostRecordsPaths)
    return changes.compactMap { change in
      if change.isFaint {
        let paths = [change.path] + change.paths
        let mayBeCause =
          !blamed.isDisjoint(with: paths) || lost.contains { lost in paths.contains { isPath(lost, ancestorOf: $0) } }
        guard mayBeCause else { return nil }
      }
      let rule = Rules.rule(for: change.kind)
      let readers = versions.compactMap { version in reading(change, version).map { (version, $0) } }
      var level = changeLevel(change, rule.change, readers: readers)
      if change.isFaint { level = (.info, false) }  // the loss says what it costs
      // A change that is information anyway waits for no evidence.
      let isPending = level.level > .info && change.subjects.allSatisfy(self.isPending)
      // A change that was pending for so long is how the responses are: the baseline learns it now.
      if change.subjects.allSatisfy({ states[$0] == .ordinary }) { return nil }
      // An optional member that is absent is no news.
      if change.isOfOptional, change.subjects.allSatisfy(self.isPending) { return nil }
      if isPending { level = (.info, level.isPrediction) }
      let predicted = readers.compactMap { version, _ in
        predictedLoss(change, version).map { (version: version.id, loss: $0) }
      }.filter { $0.loss.consequence != .none }
      // A change in some records, or a pending one, has cost nothing yet.
      let mayFollow = isPending || rule.change.costs == .prediction
      let isPredicted = level.isPrediction || mayFollow && !predicted.isEmpty
      return Finding(
        rule: rule.id, level: level.level, place: place, path: change.path, paths: change.paths,
        expected: change.before,
        actual: change.after, change: change.kind, form: change.form, count: change.count, total: change.total,
        versions: readers.map { version, field in
          AffectedVersion(
            version: version.id, shippedIn: version.shippedIn,
            property: "\(field.owner.map { "\($0)." } ?? "")\(field.property): \(field.swiftType)")
        }, mappings: isPredicted ? predicted.flatMap(\.loss.mappings) : [],
        message: isRead(by: readers)
          ? "\(rule.change.sentence(change))." : "\(rule.change.sentence(change)); read by no version.",
        confidence: change.confidence
          ?? (change.kind.isGrowth || change.isFaint ? nil : max(0, 1 - change.improbability)),
        hint: [isPredicted ? Finding.hint(predicting: predicted) : nil, hint(change, isPending: isPending)]
          .compactMap(\.self).joined(separator: "; ").nilIfEmpty, isPrediction: isPredicted,
        state: isPending ? .pending : .open,
        // Two kinds of one rule at one path are two findings.
        subject: rule.change.kinds.first == change.kind ? "" : change.kind.rawValue)
    }
  }

  private func hint(_ change: ShapeChange, isPending: Bool) -> String? {
    let responses = change.baselineDocuments
    let pending =
      "pending: \(responses) response\(responses == 1 ? "" : "s") before \(responses == 1 ? "is" : "are") too few to tell chance from change"
    let hints = [change.hint, isPending ? pending : nil].compactMap(\.self)
    return hints.isEmpty ? nil : hints.joined(separator: "; ")
  }

  private func reading(_ change: ShapeChange, _ version: VersionInfo) -> FieldReading? {
    reads(change.path, version) ?? change.paths.lazy.compactMap { reads($0, version) }.first
  }

  private func changeLevel(
    _ change: ShapeChange, _ rule: Rule.Change, readers: [(VersionInfo, FieldReading)]
  ) -> (level: Level, isPrediction: Bool) {
    guard !change.kind.isGrowth else { return (.info, false) }
    if hasUnknownReaders { return (level(of: .readersUnknown), false) }
    var result: (level: Level, isPrediction: Bool) = (.info, false)
    for (version, field) in readers {
      let (consequence, isPrediction) = consequence(of: change, rule, field, version)
      let here = level(of: consequence, status: version.status)
      if here > result.level { result = (here, isPrediction) }
    }
    return result
  }

  /// What a change costs a version that reads the member: nothing where the same responses show that it takes the new form.
  private func consequence(of change: ShapeChange, _ rule: Rule.Change, _ field: FieldReading, _ version: VersionInfo)
    -> (
      Consequence, isPrediction: Bool
    )
  {
    switch rule.costs {
    case .nothing: (.none, false)
    case .value:
      change.isTotal ? (.propertyLost, false) : (.propertyAtRisk, true)
    case .valueUnlessRead:
      takes(change, version) ? (.none, false) : change.isTotal ? (.propertyLost, false) : (.propertyAtRisk, true)
    case .meaning: (.propertyLost, false)
    case .prediction:
      if let predicted = predictedLoss(change, version) {
        (
          takes(change, version) && predicted.consequence == .responseAtRisk && !predicted.losingVersions.isEmpty
            ? .propertyAtRisk : predicted.consequence, true
        )
      } else {
        field.isRequired && !takes(change, version) ? (.responseAtRisk, true) : (.propertyAtRisk, true)
      }
    }
  }

  /// Whether a version was judged on all responses and nothing at the changed path, above or below it, failed or was swallowed.
  private func takes(_ change: ShapeChange, _ version: VersionInfo) -> Bool {
    let facts = facts(of: version)
    let paths = [change.path] + change.paths
    return !facts.isEmpty
      && facts.allSatisfy { fact in
        switch fact.decoding {
        case .succeeded: break
        case .failed where !fact.failures.isEmpty: break
        case .failed, .crashed, .timedOut, .notRun: return false
        }
        return (fact.failures + fact.swallowed + fact.fallbacks).allSatisfy { failure in
          paths.allSatisfy { path in
            failure.pattern != path && !isPath(path, ancestorOf: failure.pattern)
              && !isPath(failure.pattern, ancestorOf: path)
          }
        }
      }
  }

  /// Whether somebody reads the member, or may do so.
  private func isRead(by readers: [(VersionInfo, FieldReading)]) -> Bool { !readers.isEmpty || hasUnknownReaders }

  /// `request-` findings: what a version would send changed because of what it read.
  func sendFindings() -> [Finding] {
    var findings: [Finding] = []
    var changed: [String: (endpoint: String, change: ShapeChange)] = [:]
    for version in versions {
      let sends = facts(of: version).flatMap(\.sends)
      for endpoint in sends.map(\.endpoint).uniqued() {
        findings += sendFindings(version, sends.filter { $0.endpoint == endpoint })
      }
      for (endpoint, changes) in (sendChanges[version.id] ?? [:]).sorted(by: { $0.key < $1.key }) {
        for change in changes {
          let isPending = isTold(change) && isPending(Self.sendSubject(version.id, endpoint, change))
          let finding = Finding(
            rule: .requestShapeChanged,
            level: level(of: isTold(change) && !isPending ? .requestSpoiled : .none, status: version.status),
            place: place, path: "",
            expected: change.before, actual: change.after, count: change.count, total: change.total,
            versions: [AffectedVersion(version: version.id, shippedIn: version.shippedIn)], message: "",
            state: isPending ? .pending : .open, subject: "\(endpoint) \(change.path) \(change.kind.rawValue)")
          if changed[finding.fingerprint] == nil { changed[finding.fingerprint] = (endpoint, change) }
          findings.append(finding)
        }
      }
    }
    return merged(findings).map { finding in
      guard let (endpoint, change) = changed[finding.fingerprint] else { return finding }
      var finding = finding
      let senders = listed(finding.versions.map(\.version))
      finding.message =
        "What \(senders) would send to \(endpoint) changed: \(change.path) was \(finding.expected), is \(finding.actual)."
      return finding
    }
  }

  /// Whether a change of what is sent is reported. Bodies vary with the records that come and go, so a member that is absent or
  /// null at times is normal. Only what every body shows, and none did before, is a change.
  func isTold(_ change: ShapeChange) -> Bool {
    !change.kind.aspect.followsValues && change.isTotal
  }

  static func sendSubject(_ version: String, _ endpoint: String, _ change: ShapeChange) -> EvidenceSubject {
    .send(version: version, endpoint: endpoint, path: change.path, aspect: change.kind.aspect)
  }

  /// Bodies that cannot be made any more, over all responses; `part` tells them from others for the same endpoint.
  func sendFindings(_ version: VersionInfo, _ sends: [SendExamination], part: String = "body") -> [Finding] {
    var reasons: [String] = []
    var (unmade, offered) = (0, 0)
    var endsProcess = false
    for send in sends {
      offered += max(1, send.offered)
      switch send.execution {
      case .succeeded where send.made < send.offered:
        reasons.append(send.thrown.map(\.message).min() ?? "no body was made")
      case .crashed(let text):
        endsProcess = true
        reasons.append("it crashes\(send.crashing?.example.map { " at \($0)" } ?? ""): \(text)")
      case .timedOut:
        endsProcess = true
        reasons.append("it does not end\(send.crashing?.example.map { " at \($0)" } ?? "")")
      case .failed(let text): reasons.append(text)
      case .succeeded, .notRun: continue
      }
      unmade += max(1, send.offered - send.made)
    }
    guard let reason = reasons.min(), let endpoint = sends.first?.endpoint else { return [] }
    let typeName = sends.map(\.typeName).min() ?? "the body"
    return [
      Finding(
        rule: .requestShapeChanged,
        level: level(
          of: endsProcess ? .responseLost : .requestSpoiled, isEssential: sends.contains(where: \.isEssential),
          status: version.status),
        place: place, expected: typeName, actual: "none", count: unmade, total: offered,
        versions: [AffectedVersion(version: version.id, shippedIn: version.shippedIn)],
        message:
          "\(version.id) cannot make \(typeName) for \(endpoint) of \(unmade) of \(offered) values: \(reason)\(reason.hasSuffix(".") ? "" : ".")",
        subject: "\(endpoint) \(part)")
    ]
  }

  /// `notice-` and `evidence-` findings.
  func textFindings() -> [Finding] {
    var findings: [Finding] = []
    var kinds: [String: Int] = [:]
    for notice in examinations.flatMap(\.notices) { kinds[notice.kind, default: 0] += notice.count }
    for (kind, count) in kinds.sorted(by: { $0.key < $1.key }) {
      findings.append(
        Finding(
          rule: .noticeNonconformingJSON, level: .info, place: place, actual: kind, count: count,
          total: examinations.count,
          message:
            "The text is not what RFC 8259 allows, though Foundation reads it: \(kind), \(count == 1 ? "once" : "\(count) times").",
          subject: kind))
    }
    for version in versions { findings += evidence(of: version) }
    return findings
  }

  /// Members that a version asks for and that no response holds: dead optionals, often a misspelled key.
  private func evidence(of version: VersionInfo) -> [Finding] {
    var fields: [String: FieldReading] = [:]
    for field in facts(of: version).filter(\.decoding.hasSucceeded).flatMap(\.fields) {
      guard var known = fields[field.pattern] else {
        fields[field.pattern] = field
        continue
      }
      known.seen += field.seen
      known.null += field.null
      known.missing += field.missing
      known.nearMiss = [known.nearMiss, field.nearMiss].compactMap(\.self).min()
      fields[field.pattern] = known
    }
    return fields.values.filter { $0.seen == 0 && $0.null + $0.missing > 0 }.sorted { $0.pattern < $1.pattern }.map {
      field in
      let name = "\(field.owner.map { "\($0)." } ?? "")\(field.property)"
      let isNull = field.null > 0
      return Finding(
        rule: isNull ? .evidenceOnlyNull : .evidenceNeverSeen,
        level: !isNull && field.nearMiss != nil ? level(of: .doubtful, status: version.status) : .info, place: place,
        path: field.pattern, expected: field.swiftType, actual: isNull ? "null" : "nothing",
        count: field.null + field.missing,
        total: field.null + field.missing,
        versions: [
          AffectedVersion(version: version.id, shippedIn: version.shippedIn, property: "\(name): \(field.swiftType)")
        ],
        message: isNull ? "\(name) was never anything but null." : "\(name) was never there.",
        hint: isNull ? nil : field.nearMiss.map { "the response has \"\($0)\", which nobody reads" },
        subject: version.id)
    }
  }
}

extension String {
  fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
