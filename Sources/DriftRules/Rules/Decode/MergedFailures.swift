import DriftModel

/// Failures to read members, each rule and pattern over all versions and responses.
struct MergedFailures {
  private struct Key: Hashable {
    let rule: RuleID
    let pattern: String

    init(_ failure: FieldFailure) { (rule, pattern) = (failure.rule, failure.pattern) }
  }

  private var merged: [Key: MergedFailure] = [:]
  private var order: [Key] = []

  /// Adds a failure in the response of that number.
  mutating func add(
    _ failure: FieldFailure, of version: VersionInfo, in response: Int, losesResponse: Bool = false,
    costs consequence: Consequence, mappings: [AffectedMapping] = []
  ) {
    let key = Key(failure)
    if merged[key] == nil { order.append(key) }
    merged[key, default: MergedFailure(first: failure)].add(
      failure, of: version, in: response, losesResponse: losesResponse, costs: consequence, mappings: mappings)
  }

  /// Counts the visits of members in a response in which they did not fail, for a version for which they failed in another one.
  mutating func addVisits(_ facts: VersionExamination, of version: VersionInfo) {
    let failed = Set((facts.failures + facts.platformDependent + facts.swallowed + facts.fallbacks).map(Key.init))
    let fields = Dictionary(facts.fields.map { ($0.pattern, $0) }) { first, _ in first }
    for key in order where !failed.contains(key) {
      guard let field = fields[key.pattern] else { continue }
      merged[key]?.addVisits(field.seen + field.null + field.missing, of: version)
    }
  }

  /// A finding for each rule and pattern, in the order in which they were added.
  func findings(at key: RequestKey) -> [Finding] { order.compactMap { merged[$0]?.finding(at: key) } }
}

/// Failures of one rule at one pattern, over versions and responses.
private struct MergedFailure {
  /// The one that is reported: of the first version, its first occurrence.
  private var first: FieldFailure
  private var firstVersion: String?
  private var level = Level.info
  private var versions: [AffectedVersion] = []
  private var mappings: [AffectedMapping] = []
  private var counts: [String: (count: Int, total: Int)] = [:]
  /// The part of a version's counts that is of the last response.
  private var last: [String: (response: Int, count: Int, total: Int)] = [:]

  init(first: FieldFailure) { self.first = first }

  mutating func add(
    _ failure: FieldFailure, of version: VersionInfo, in response: Int, losesResponse: Bool,
    costs consequence: Consequence, mappings: [AffectedMapping]
  ) {
    for mapping in mappings {
      if let index = self.mappings.firstIndex(where: { $0.key == mapping.key }) {
        self.mappings[index].properties = (self.mappings[index].properties + mapping.properties).uniqued().sorted()
      } else {
        self.mappings.append(mapping)
      }
    }
    level = max(level, DriftModel.level(of: consequence, status: version.status))
    if firstVersion == nil || firstVersion == version.id && failure.stands(before: first) {
      (first, firstVersion) = (failure, version.id)
    }
    count(failure, of: version, in: response)
    let property = failure.propertyName.map { "\($0): \(failure.expected)" }
    guard let index = versions.firstIndex(where: { $0.version == version.id }) else {
      versions.append(
        AffectedVersion(version, property: property, losesResponse: losesResponse, costs: consequence))
      return
    }
    versions[index].losesResponse = versions[index].losesResponse || losesResponse
    versions[index].take(consequence, status: version.status)
    if let property, versions[index].property.map({ property < $0 }) ?? true { versions[index].property = property }
  }

  /// Values that fail in several ways in one response were visited together.
  private mutating func count(_ failure: FieldFailure, of version: VersionInfo, in response: Int) {
    let known = counts[version.id] ?? (0, 0)
    let before =
      last[version.id].flatMap { $0.response == response ? $0 : nil } ?? (response: response, count: 0, total: 0)
    let here = (count: before.count + failure.count, total: max(before.total, failure.total))
    let total = max(here.count, here.total)
    counts[version.id] = (known.count + failure.count, known.total - before.total + total)
    last[version.id] = (response, here.count, total)
  }

  /// Counts only for a version that has the failure in another response.
  mutating func addVisits(_ visits: Int, of version: VersionInfo) {
    if let known = counts[version.id] { counts[version.id] = (known.count, known.total + visits) }
  }

  /// The finding; `nil` if its rule does not speak of members.
  func finding(at key: RequestKey) -> Finding? {
    guard let sentence = Rules.rule(for: first.rule).failure else { return nil }
    let most = counts.values.max { ($0.count, $0.total) < ($1.count, $1.total) } ?? (first.count, first.total)
    return Finding(rule: first.rule, level: level, key: key, path: first.pattern, message: sentence(first)) {
      $0.example = first.example
      ($0.expected, $0.actual, $0.form) = (first.expected, first.foundWords, first.form)
      ($0.count, $0.total) = most
      ($0.versions, $0.mappings) = (versions, mappings)
      $0.hint = first.hint
    }
  }
}

extension FieldFailure {
  /// Order of occurrences in several responses, whatever the order of the responses.
  fileprivate func stands(before other: FieldFailure) -> Bool {
    let (here, there) = (example, other.example)
    let (length, otherLength) = (here.pointer.utf8.count, there.pointer.utf8.count)
    if length != otherLength { return length < otherLength }
    return (here.pointer, here.line ?? 0, here.column ?? 0, expected, found, here.excerpt)
      < (there.pointer, there.line ?? 0, there.column ?? 0, other.expected, other.found, there.excerpt)
  }
}
