public import DriftModel
public import Examination
public import Foundation
public import Monitoring
import Recording

/// Runs versions on everything that was recorded: does each still read all that the provider ever sent?
public struct Replay: Sendable {
  private let examiner: Examiner
  /// Only these versions; `nil`: all.
  public var versions: Set<String>?
  /// Only recordings from then on; `nil`: all.
  public var since: Date?

  /// A replay of all versions over all recordings.
  public init(examiner: Examiner) { self.examiner = examiner }

  /// The result over some recordings.
  ///
  /// Each version's own code decodes and maps each of them; only what it does not read is explained.
  ///
  /// - Parameters:
  ///   - items: The recordings, with what belongs to them.
  ///   - progress: Gets how many were replayed, of how many.
  /// - Returns: A row for each endpoint and version.
  /// - Throws: `CancellationError`.
  /// - Complexity: Linear in the bytes, for each version.
  public func run(_ items: [RecordingCatalog.Item], progress: (Int, Int) -> Void = { _, _ in }) async throws
    -> ReplayReport
  {
    let started = ContinuousClock.now
    var report = ReplayReport()
    var rows: [String: Int] = [:]
    let wanted = items.filter { item in since.map { (item.date ?? .distantPast) >= $0 } ?? true }
    for item in wanted where !item.isReplayed || item.endpoint == nil {
      report.skipped[reason(item), default: 0] += 1
    }
    for item in wanted {
      guard let endpoint = item.endpoint else { continue }
      for version in item.versionInfos where versions?.contains(version.id) ?? true {
        let key = [item.entry.contract, endpoint, version.id].joined(separator: "\0")
        guard rows[key] == nil else { continue }
        rows[key] = report.rows.count
        report.rows.append(ReplayReport.Row(contract: item.entry.contract, endpoint: endpoint, version: version))
      }
    }
    let total = wanted.count - report.skipped.values.reduce(0, +)
    try await RecordingCatalog.examine(wanted, versions: versions, with: examiner, explains: false) {
      item, bytes, facts in
      report.recordings += 1
      report.bytes += bytes
      progress(report.recordings, total)
      for version in facts.versions {
        let key = [item.entry.contract, item.endpoint ?? "", version.version].joined(separator: "\0")
        if let row = rows[key] { report.rows[row].add(version, facts, item) }
      }
    }
    for index in report.rows.indices {
      report.rows[index].causes.sort {
        ($1.recordings, $0.path, $0.subject, $0.words) < ($0.recordings, $1.path, $1.subject, $1.words)
      }
    }
    report.seconds = started.duration(to: .now).seconds
    return report
  }

  private func reason(_ item: RecordingCatalog.Item) -> String {
    if item.problem != nil { return "cannot be used" }
    if item.endpoint == nil { return "belongs to no endpoint" }
    return item.meta.redaction == .shape ? "only the structure was kept" : "no version reads its status"
  }
}

extension ReplayReport.Row {
  /// Adds what a version made of one recording.
  mutating func add(_ version: VersionExamination, _ facts: Examination, _ item: RecordingCatalog.Item) {
    let (day, example) = (item.entry.day, item.entry.file.body.path)
    var found: [ReplayReport.Cause] = []
    recordings += 1
    for failure in version.failures {
      found.append(
        ReplayReport.Cause(
          rule: failure.rule, path: failure.pattern,
          subject: failure.propertyName.map { "\($0): \(failure.expected)" } ?? failure.expected,
          words: failure.found, day: day, example: example))
    }
    if version.failures.isEmpty {
      let words: String? =
        switch version.decoding {
        case .succeeded: nil
        case .failed(let message): message
        case .crashed(let reason): "it crashes: \(reason)"
        case .timedOut(let seconds): "it does not end within \(seconds.formatted()) s"
        case .notRun(let reason): "it was not run: \(reason)"
        }
      if let words {
        found.append(ReplayReport.Cause(subject: version.typeName, words: words, day: day, example: example))
      }
    }
    if case .refused(let message) = facts.envelope {
      found.append(ReplayReport.Cause(subject: "the envelope", words: message, day: day, example: example))
    }
    for mapping in version.mappings {
      func add(_ words: String, isLoss: Bool, _ lost: Int = 0) {
        var cause = ReplayReport.Cause(subject: mapping.name, words: words, isLoss: isLoss, day: day, example: example)
        (cause.lost, cause.total) = (lost, lost > 0 ? mapping.offered : 0)
        found.append(cause)
      }
      switch mapping.execution {
      case .succeeded: break
      case .failed(let message): add("it throws: \(message)", isLoss: false)
      case .crashed(let reason): add("it crashes: \(reason)", isLoss: false)
      case .timedOut(let seconds): add("it does not end within \(seconds.formatted()) s", isLoss: false)
      case .notRun: break
      }
      if mapping.execution.hasSucceeded {
        if mapping.threw > 0 { add("it throws for records", isLoss: true, mapping.threw) }
        if mapping.lost > mapping.threw { add("it loses records", isLoss: true, mapping.lost - mapping.threw) }
      }
      for rule in mapping.brokenRules { add("breaks the rule \(rule.name)", isLoss: true) }
    }
    if found.contains(where: { !$0.isLoss }) {
      firstFailure = min(firstFailure ?? day, day)
      lastFailure = max(lastFailure ?? day, day)
    } else {
      read += 1
    }
    for cause in Set(found.map(\.withoutPlace)).compactMap({ plain in found.first { $0.withoutPlace == plain } }) {
      note(cause)
    }
  }

  private mutating func note(_ cause: ReplayReport.Cause) {
    guard let index = causes.firstIndex(where: { $0.withoutPlace == cause.withoutPlace }) else {
      causes.append(cause)
      return
    }
    causes[index].recordings += 1
    causes[index].lost += cause.lost
    causes[index].total += cause.total
    if cause.first < causes[index].first { (causes[index].first, causes[index].example) = (cause.first, cause.example) }
    causes[index].last = max(causes[index].last, cause.last)
  }
}

extension ReplayReport.Cause {
  /// What makes two causes one.
  fileprivate var withoutPlace: ReplayReport.Cause {
    var cause = self
    (cause.first, cause.last, cause.example, cause.recordings, cause.lost, cause.total) = ("", "", "", 0, 0, 0)
    return cause
  }
}
