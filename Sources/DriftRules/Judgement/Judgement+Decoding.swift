import DriftModel
import PayloadShape

extension Judgement {
  /// `decode-` findings: what makes a version lose the whole response, and what a phone would refuse.
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
        failure, of: version, losesResponse: consequence == .responseLost,
        level: level(of: consequence, status: version.status),
        mappings: consequence == .responseLost
          ? lostMappings(of: version, path: failure.pattern, property: failure.property) : [])
    }
    var findings: [Finding] = []
    for version in versions {
      let facts = facts(of: version)
      for fact in facts {
        if case .failed = fact.decoding { for failure in fact.failures { add(failure, of: version, .responseLost) } }
        for failure in fact.platformDependent { add(failure, of: version, .platformDependent) }
      }
      findings += endings(of: version, facts)
    }
    // Responses in which the same member was fine count as well: one of thirteen, not one of one.
    for version in versions {
      for fact in facts(of: version) {
        let failed = Set(
          (fact.failures + fact.platformDependent).map { FailureKey(rule: $0.rule, pattern: $0.pattern) })
        for key in order where !failed.contains(key) {
          guard let field = fact.fields.first(where: { $0.pattern == key.pattern }) else { continue }
          merged[key]?.addVisits(field.seen + field.null + field.missing, of: version)
        }
      }
    }
    return findings + order.compactMap { key in merged[key]?.finding(at: place) }
  }

  /// Crashes, hangs, failures without an explanation, and disagreements of judge and narrator.
  private func endings(of version: VersionInfo, _ facts: [VersionExamination]) -> [Finding] {
    let lost = level(of: .responseLost, status: version.status)
    let typeName = facts.map(\.typeName).filter { !$0.isEmpty }.min() ?? "the response"
    func finding(
      _ rule: RuleID, _ level: Level, _ reasons: [String], path: String = "", expected: String = "",
      hint: String? = nil, losesResponse: Bool = true, _ message: (String) -> String
    ) -> Finding? {
      guard let reason = reasons.min() else { return nil }
      return Finding(
        rule: rule, level: level, place: place, path: path, expected: expected, actual: losesResponse ? reason : "",
        count: reasons.count, total: facts.count,
        versions: [AffectedVersion(version: version.id, shippedIn: version.shippedIn, losesResponse: losesResponse)],
        message: message(reason), hint: hint, subject: version.id)
    }
    var (crashes, hangs, unexplained): ([String], [String], [String]) = ([], [], [])
    for fact in facts {
      switch fact.decoding {
      case .crashed(let reason): crashes.append(reason)
      case .timedOut(let seconds): hangs.append("no end within \(Int(seconds)) s")
      case .failed(let message) where fact.failures.isEmpty: unexplained.append(message)
      case .failed, .succeeded, .notRun: continue
      }
    }
    let contradictions = facts.compactMap(\.contradiction)
    return [
      finding(.decodeCrash, lost, crashes) { "Decoding \(typeName) crashes the app: \($0)." },
      finding(.decodeTimeout, lost, hangs) { _ in "Decoding \(typeName) does not end; the app would hang." },
      finding(
        .decodeDataCorrupted, lost, unexplained, path: "$", expected: typeName,
        hint: contradictions.min() ?? facts.compactMap(\.explanationMissing).min()
      ) { "\(typeName) does not decode: \($0)" },
      finding(
        .noticeFidelity, level(of: .doubtful, status: version.status), contradictions, losesResponse: false
      ) { "Our explanation disagrees with Foundation's verdict and is not shown: \($0)" },
    ].compactMap(\.self)
  }

  /// `loss-` findings of single members: swallowed errors and enum values that fell into a catch-all case.
  func lossFindings() -> [Finding] {
    var merged: [FailureKey: MergedFailure] = [:]
    var order: [FailureKey] = []
    let newValues = Set(
      changes.filter { $0.kind == .valueAdded }.flatMap { [$0.path] + $0.paths })
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
            failure, of: version, losesResponse: false,
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

/// Failures of one rule at one pattern, over versions and responses.
private struct MergedFailure {
  /// The one that is told: of the first version, in its first place.
  private var first: FieldFailure
  private var firstVersion: String?
  var level = Level.info
  var versions: [AffectedVersion] = []
  private var mappings: [AffectedMapping] = []
  var counts: [String: (count: Int, total: Int)] = [:]

  init(first: FieldFailure) { self.first = first }

  mutating func add(
    _ failure: FieldFailure, of version: VersionInfo, losesResponse: Bool, level: Level,
    mappings: [AffectedMapping] = []
  ) {
    for mapping in mappings {
      guard
        let index = self.mappings.firstIndex(where: {
          $0.version == mapping.version && $0.mapping == mapping.mapping
        })
      else {
        self.mappings.append(mapping)
        continue
      }
      self.mappings[index].properties = (self.mappings[index].properties + mapping.properties).uniqued().sorted()
    }
    self.level = max(self.level, level)
    if firstVersion == nil || firstVersion == version.id && failure.stands(before: first) {
      (first, firstVersion) = (failure, version.id)
    }
    let known = counts[version.id] ?? (0, 0)
    counts[version.id] = (known.count + failure.count, known.total + failure.total)
    let property = failure.propertyName.map { "\($0): \(failure.expected)" }
    guard let index = versions.firstIndex(where: { $0.version == version.id }) else {
      versions.append(
        AffectedVersion(
          version: version.id, shippedIn: version.shippedIn, property: property, losesResponse: losesResponse)
      )
      return
    }
    versions[index].losesResponse = versions[index].losesResponse || losesResponse
    if let property, versions[index].property.map({ property < $0 }) ?? true { versions[index].property = property }
  }

  /// Counts visits of the same place without the failure, for a version that is hit elsewhere.
  mutating func addVisits(_ visits: Int, of version: VersionInfo) {
    if let known = counts[version.id] { counts[version.id] = (known.count, known.total + visits) }
  }

  func finding(at place: RequestKey) -> Finding {
    let most = counts.values.max { ($0.count, $0.total) < ($1.count, $1.total) } ?? (first.count, first.total)
    return Finding(
      rule: first.rule, level: level, place: place, path: first.pattern,
      example: Finding.Example(pointer: first.pointer, line: first.line, column: first.column, excerpt: first.excerpt),
      expected: first.expected, actual: first.foundWords, form: first.form, count: most.count, total: most.total,
      versions: versions, mappings: mappings, message: message, hint: first.hint)
  }

  private var message: String {
    Rules.rule(for: first.rule).failure?(first) ?? "\(first.name) expects \(first.expected), found \(first.foundWords)."
  }
}

extension FieldFailure {
  /// Order of occurrences in several responses, whatever the order of the responses.
  fileprivate func stands(before other: FieldFailure) -> Bool {
    let (here, there) = (pointer.utf8.count, other.pointer.utf8.count)
    if here != there { return here < there }
    return (pointer, line ?? 0, column ?? 0, expected, found, excerpt)
      < (other.pointer, other.line ?? 0, other.column ?? 0, other.expected, other.found, other.excerpt)
  }
}
