import DriftModel
extension Judgement {
  /// A mapping that crashed, hung or failed as a whole; the worst of several responses is told, with how many records or responses
  /// it was. Each version dies in code of its own, so that each is a finding with its own reason; they share the mapping's incident.
  func endings(_ version: VersionInfo, _ name: String, _ parts: [MappingExamination]) -> [Finding] {
    var (crashes, hangs, failures) = (Endings(name), Endings(name), Endings(name))
    for part in parts {
      switch part.execution {
      case .crashed(let reason): crashes.add(part, reason)
      case .timedOut(let seconds): hangs.add(part, part.crashing?.reason ?? "no end within \(Int(seconds)) s")
      case .failed(let message): failures.add(part, message)
      case .succeeded, .notRun: continue
      }
    }
    func finding(_ rule: RuleID, _ endings: Endings, _ message: (String) -> String) -> Finding? {
      guard let reason = endings.reasons.min() else { return nil }
      return Finding(
        rule: rule, level: level(of: .responseLost, status: version.status), place: place,
        example: endings.example.map { Finding.Example(pointer: $0) }, actual: reason,
        count: endings.records?.crashing ?? endings.reasons.count, total: endings.records?.offered ?? parts.count,
        versions: [affected(version, losesResponse: true)],
        mappings: [AffectedMapping(version: version.id, mapping: name)], message: message(reason), hint: endings.hint,
        subject: "\(name) \(version.id)")
    }
    return [
      finding(.mappingCrash, crashes) { "Mapping \(name) crashes the app\(crashes.place): \($0)." },
      finding(.mappingTimeout, hangs) { _ in "Mapping \(name) does not end\(hangs.place); the app would hang." },
      finding(.mappingThrew, failures) { "No \(recordNoun(name, count: 1)) can be made: \($0)" },
    ].compactMap(\.self).prefix(1).map(\.self)
  }
}

/// How one mapping ended in several responses, all in the same way.
private struct Endings {
  let name: String
  private(set) var reasons: [String] = []
  /// Records that ended it, of how many; nil unless that is known of all these responses.
  private(set) var records: (crashing: Int, offered: Int, untried: Int)? = (0, 0, 0)
  /// Where the first such record stands, as far as that is known.
  private(set) var example: String?
  private var position: Int?
  private var blame: [String] = []

  init(_ name: String) { self.name = name }

  mutating func add(_ part: MappingExamination, _ reason: String) {
    reasons.append(reason)
    guard let crashing = part.crashing, crashing.count > 0, part.offered > 0, let known = records else {
      records = nil
      return
    }
    records = (known.crashing + crashing.count, known.offered + part.offered, known.untried + crashing.untried)
    (example, position) = (example ?? crashing.example, position ?? crashing.first)
    if blame.isEmpty { blame = crashing.blame }
  }

  /// Not the finding's path: by that it is known from one round to the next, and trials may fail.
  var hint: String? {
    blame.isEmpty ? nil : "a record that is fine does the same with its \(listed(blame))"
  }

  /// ` on 1 of 30 products, first at /results/3`; empty where that is not known.
  var place: String {
    guard let records else { return "" }
    // Records are counted from 1 by people.
    let first = example.map { "at \($0.isEmpty ? "the root" : $0)" } ?? position.map { "in record \($0 + 1)" }
    let rest = records.untried > 0 ? "; \(records.untried) more were not tried" : ""
    return " on \(records.crashing) of \(records.offered) \(recordNoun(name, count: records.offered))"
      + (first.map { ", first \($0)" } ?? "") + rest
  }
}
