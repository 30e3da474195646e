import PayloadShape

extension Judgement {
  /// `field-` findings: level from who reads the member and what the change costs, gated by evidence.
  func changeFindings() -> [Finding] {
    changes.compactMap { change in
      guard let rule = RuleID(rawValue: change.rule) else { return nil }
      let readers = versions.compactMap { version in reading(change, version).map { (version, $0) } }
      let level = changeLevel(change, rule: rule, readers: readers)
      return Finding(
        rule: rule, level: level.level, place: place, path: change.path, paths: change.paths, expected: change.before,
        actual: change.after, count: change.count, total: change.total,
        versions: readers.map { version, field in
          AffectedVersion(
            version: version.id, shippedIn: version.shippedIn,
            property: "\(field.owner.map { "\($0)." } ?? "")\(field.property): \(field.swiftType)")
        },
        message: message(change, rule: rule, isRead: !readers.isEmpty), confidence: change.confidence,
        hint: change.hint,
        isPrediction: level.isPrediction)
    }
  }

  private func reading(_ change: ShapeChange, _ version: VersionInfo) -> FieldReading? {
    reads(change.path, version) ?? change.paths.lazy.compactMap { reads($0, version) }.first
  }

  private func changeLevel(
    _ change: ShapeChange, rule: RuleID, readers: [(VersionInfo, FieldReading)]
  ) -> (level: Level, isPrediction: Bool) {
    guard rule != .fieldAdded, change.improbability < improbabilityForWarning else { return (.info, false) }
    if hasUnknownReaders {
      let isTold = rule != .fieldTypeWidened && rule != .fieldScaleChanged
      return (level(of: isTold ? .readersUnknown : .none), false)
    }
    var result: (level: Level, isPrediction: Bool) = (.info, false)
    for (version, field) in readers {
      let (consequence, isPrediction) = consequence(of: change, rule: rule, field)
      let here = level(of: consequence, status: version.status)
      if here > result.level { result = (here, isPrediction) }
    }
    return result
  }

  /// What a change costs a version that reads the member and still decodes; what it costs one that does not is a `decode-` finding.
  private func consequence(of change: ShapeChange, rule: RuleID, _ field: FieldReading) -> (
    Consequence, isPrediction: Bool
  ) {
    switch rule {
    case .fieldRemoved, .fieldRenamed, .fieldTypeChanged:
      change.isTotal ? (.propertyLost, false) : (.propertyAtRisk, true)
    case .fieldFormatChanged, .fieldScaleChanged: (.propertyLost, false)
    case .fieldTypeWidened, .fieldBecameNullable, .fieldBecameOptional:
      field.isRequired ? (.answerAtRisk, true) : (.propertyAtRisk, true)
    default: (.none, false)
    }
  }

  private func message(_ change: ShapeChange, rule: RuleID, isRead: Bool) -> String {
    let what =
      switch rule {
      case .fieldAdded: "\(change.path) is new: \(change.after)"
      case .fieldRemoved: "\(change.path) is gone; it was \(change.before)"
      case .fieldRenamed: "\(change.path) is now called \(change.renamedTo ?? change.after)"
      case .fieldTypeChanged: "\(change.path) was \(change.before) and is \(change.after)"
      case .fieldTypeWidened: "\(change.path) was \(change.before) and is now also \(change.after)"
      case .fieldBecameNullable: "\(change.path) can be null now"
      case .fieldBecameOptional: "\(change.path) can be absent now"
      case .fieldEnumValueAdded: "\(change.path) has a \(change.after)"
      case .fieldFormatChanged: "\(change.path) was \(change.before) and is \(change.after)"
      case .fieldScaleChanged: "\(change.path) changed its scale: \(change.before), now \(change.after)"
      default: "\(change.path): \(change.before), now \(change.after)"
      }
    return isRead || hasUnknownReaders ? "\(what)." : "\(what); read by no version."
  }

  /// `request-` findings: what a version would send changed because of what it read.
  func sendFindings() -> [Finding] {
    var findings: [Finding] = []
    for version in versions {
      for send in facts(of: version).flatMap(\.sends) {
        findings += sendFindings(version, send)
      }
      for (endpoint, changes) in (sendChanges[version.id] ?? [:]).sorted(by: { $0.key < $1.key }) {
        for change in changes {
          let isGrowth = [RuleID.fieldAdded, .fieldEnumValueAdded].map(\.rawValue).contains(change.rule)
          let isCertain = change.improbability < improbabilityForWarning
          findings.append(
            Finding(
              rule: .requestShapeChanged,
              level: level(of: isGrowth || !isCertain ? .none : .requestSpoiled, status: version.status),
              place: place, path: "", expected: change.before, actual: change.after, count: change.count,
              total: change.total,
              versions: [AffectedVersion(version: version.id, shippedIn: version.shippedIn)],
              message:
                "What \(version.id) would send to \(endpoint) changed: \(change.path) was \(change.before), is \(change.after).",
              subject: "\(endpoint) \(change.path) \(change.rule)"))
        }
      }
    }
    return findings
  }

  private func sendFindings(_ version: VersionInfo, _ send: SendExamination) -> [Finding] {
    let reason: String
    switch send.execution {
    case .succeeded where send.made < send.offered: reason = send.thrown.first?.message ?? "no body was made"
    case .crashed(let text): reason = "it crashes: \(text)"
    case .timedOut: reason = "it does not end"
    case .failed(let text): reason = text
    default: return []
    }
    return [
      Finding(
        rule: .requestShapeChanged,
        level: level(of: .requestSpoiled, isEssential: send.isEssential, status: version.status),
        place: place, expected: send.typeName, actual: "none", count: max(1, send.offered - send.made),
        total: max(1, send.offered),
        versions: [AffectedVersion(version: version.id, shippedIn: version.shippedIn)],
        message:
          "\(version.id) cannot make \(send.typeName) for \(send.endpoint) of \(max(1, send.offered - send.made)) of \(send.offered) values: \(reason)",
        subject: "\(send.endpoint) body")
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
          message: "The text is not what RFC 8259 allows, though Foundation reads it: \(kind), \(count) times.",
          subject: kind))
    }
    for version in versions { findings += evidence(of: version) }
    return findings
  }

  /// Members that a version asks for and that no answer holds: dead optionals, often a misspelled key.
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
      known.nearMiss = known.nearMiss ?? field.nearMiss
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
        hint: isNull ? nil : field.nearMiss.map { "the answer has \"\($0)\", which nobody reads" }, subject: version.id)
    }
  }
}
