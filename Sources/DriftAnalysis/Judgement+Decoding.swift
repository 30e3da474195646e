import PayloadShape

extension Judgement {
  /// `decode-` findings: what makes a version lose the whole answer, and what a phone would refuse.
  func decodingFindings() -> [Finding] {
    var merged: [FailureKey: MergedFailure] = [:]
    var order: [FailureKey] = []
    func add(_ failure: FieldFailure, of version: VersionInfo, _ consequence: Consequence) {
      let key = FailureKey(rule: failure.rule, pattern: failure.pattern)
      if merged[key] == nil {
        merged[key] = MergedFailure(first: failure)
        order.append(key)
      }
      merged[key]?.add(
        failure, of: version, losesAnswer: consequence == .answerLost,
        level: level(of: consequence, status: version.status))
    }
    var findings: [Finding] = []
    for version in versions {
      let facts = facts(of: version)
      for fact in facts {
        if case .failed = fact.decoding { for failure in fact.failures { add(failure, of: version, .answerLost) } }
        for failure in fact.platformDependent { add(failure, of: version, .platformDependent) }
      }
      findings += endings(of: version, facts)
    }
    return findings + order.compactMap { key in merged[key]?.finding(at: place) }
  }

  /// Crashes, hangs, failures without an explanation, and disagreements of judge and narrator.
  private func endings(of version: VersionInfo, _ facts: [VersionExamination]) -> [Finding] {
    var findings: [Finding] = []
    let affected = AffectedVersion(version: version.id, shippedIn: version.shippedIn, losesAnswer: true)
    let lost = level(of: .answerLost, status: version.status)
    if let crash = facts.first(where: { if case .crashed = $0.decoding { true } else { false } }),
      case .crashed(let reason) = crash.decoding
    {
      findings.append(
        Finding(
          rule: .decodeCrash, level: lost, place: place, actual: reason,
          count: facts.count { if case .crashed = $0.decoding { true } else { false } }, total: facts.count,
          versions: [affected],
          message: "Decoding \(crash.typeName) crashes the app: \(reason).", subject: version.id))
    }
    if let hang = facts.first(where: { if case .timedOut = $0.decoding { true } else { false } }),
      case .timedOut(let seconds) = hang.decoding
    {
      findings.append(
        Finding(
          rule: .decodeTimeout, level: lost, place: place, actual: "no end within \(Int(seconds)) s",
          count: facts.count { if case .timedOut = $0.decoding { true } else { false } }, total: facts.count,
          versions: [affected],
          message: "Decoding \(hang.typeName) does not end; the app would hang.", subject: version.id))
    }
    let unexplained = facts.filter { if case .failed = $0.decoding { $0.failures.isEmpty } else { false } }
    if let fact = unexplained.first, case .failed(let message) = fact.decoding {
      findings.append(
        Finding(
          rule: .decodeDataCorrupted, level: lost, place: place, path: "$", expected: fact.typeName, actual: message,
          count: unexplained.count, total: facts.count, versions: [affected],
          message: "\(fact.typeName) does not decode: \(message)",
          hint: fact.contradiction ?? fact.explanationMissing, subject: version.id))
    }
    let contradictions = facts.compactMap(\.contradiction)
    if let first = contradictions.first {
      findings.append(
        Finding(
          rule: .noticeFidelity, level: level(of: .doubtful, status: version.status), place: place,
          count: contradictions.count,
          total: facts.count, versions: [AffectedVersion(version: version.id, shippedIn: version.shippedIn)],
          message: "Our explanation disagrees with Foundation's verdict and is not shown: \(first)", subject: version.id
        ))
    }
    return findings
  }

  /// `loss-` findings of single members: swallowed errors and enum values that fell into a catch-all case.
  func lossFindings() -> [Finding] {
    var merged: [FailureKey: MergedFailure] = [:]
    var order: [FailureKey] = []
    let newValues = Set(
      changes.filter { $0.rule == RuleID.fieldEnumValueAdded.rawValue }.flatMap { [$0.path] + $0.paths })
    for version in versions {
      for fact in facts(of: version) {
        for failure in fact.swallowed + fact.fallbacks {
          let isNew = failure.rule == .lossEnumFallback && newValues.contains(failure.pattern)
          let key = FailureKey(rule: failure.rule, pattern: failure.pattern)
          if merged[key] == nil {
            merged[key] = MergedFailure(first: failure)
            order.append(key)
          }
          merged[key]?.add(
            failure, of: version, losesAnswer: false,
            level: level(of: isNew ? .propertyLost : .none, status: version.status))
        }
      }
    }
    return order.compactMap { merged[$0]?.finding(at: place) }
  }
}

private struct FailureKey: Hashable {
  let rule: RuleID
  let pattern: String
}

/// Failures of one rule at one pattern, over versions and answers.
private struct MergedFailure {
  let first: FieldFailure
  var level = Level.info
  var versions: [AffectedVersion] = []
  var counts: [String: (count: Int, total: Int)] = [:]

  init(first: FieldFailure) { self.first = first }

  mutating func add(_ failure: FieldFailure, of version: VersionInfo, losesAnswer: Bool, level: Level) {
    self.level = max(self.level, level)
    let known = counts[version.id] ?? (0, 0)
    counts[version.id] = (known.count + failure.count, known.total + failure.total)
    let property = failure.propertyName.map { "\($0): \(failure.expected)" }
    guard !versions.contains(where: { $0.version == version.id }) else { return }
    versions.append(
      AffectedVersion(version: version.id, shippedIn: version.shippedIn, property: property, losesAnswer: losesAnswer))
  }

  func finding(at place: Place) -> Finding {
    let most = counts.values.max { $0.count < $1.count } ?? (first.count, first.total)
    let what = first.excerpt.isEmpty ? first.found : "\(first.found) \(first.excerpt)"
    return Finding(
      rule: first.rule, level: level, place: place, path: first.pattern,
      example: Finding.Example(pointer: first.pointer, line: first.line, column: first.column, excerpt: first.excerpt),
      expected: first.expected, actual: what, count: most.count, total: most.total, versions: versions,
      message: message(what),
      hint: first.hint)
  }

  private func message(_ what: String) -> String {
    let name = first.propertyName ?? first.pattern
    return switch first.rule {
    case .decodeKeyNotFound: "\(name) is required and is not there."
    case .decodeValueNotFound: "\(name) is required and is null."
    case .decodeTypeMismatch: "\(name) expects \(first.expected) and gets \(what)."
    case .decodeNumberOutOfRange: "\(name) expects \(first.expected); \(first.excerpt) does not fit."
    case .decodeDateUnparsable: "\(name) expects a date and cannot read \(first.excerpt)."
    case .decodeEnumUnknownValue: "\(name) knows no value \(first.excerpt)."
    case .decodePlatformDependent:
      "\(name) decodes here, but not on every system this version runs on: \(first.excerpt)."
    case .lossErrorSwallowed:
      "\(name) fails and the type goes on without it: expected \(first.expected), found \(what)."
    case .lossEnumFallback: "\(name) falls back for \(first.excerpt)."
    case .lossElementDropped: "Elements of \(name) are left out: expected \(first.expected), found \(what)."
    default: "\(name) expects \(first.expected) and cannot use \(what)."
    }
  }
}
