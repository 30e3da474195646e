import DriftModel

/// How one mapping ended in several responses, all in the same way, as the sentences of `mapping-crash`, `mapping-timeout` and
/// `mapping-threw` speak of it.
struct MappingEndings {
  let name: String
  private(set) var reasons: [String] = []
  /// Records that ended it, of how many; nil unless that is known of all these responses.
  private(set) var records: (crashing: Int, offered: Int, untried: Int)? = (0, 0, 0)
  /// Pointer of the first such record, as far as that is known.
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

  /// The member that makes a healthy record end it too. A hint and not the finding's path, because trials may fail, and the path
  /// says which finding it is in the next round.
  var hint: String? {
    blame.isEmpty ? nil : "the value of \(listed(blame)) does it: a healthy record ends so with it too"
  }

  /// ` on 1 of 30 products, first at /results/3`; empty where that is not known.
  var recordWords: String {
    guard let records else { return "" }
    // Records are counted from 1 by people.
    let first = example.map { "at \($0.isEmpty ? "the root" : $0)" } ?? position.map { "in record \($0 + 1)" }
    let rest = records.untried > 0 ? "; \(records.untried) more were not tried" : ""
    return " on \(records.crashing) of \(records.offered) \(recordNoun(name, count: records.offered))"
      + (first.map { ", first \($0)" } ?? "") + rest
  }
}

extension Judgement {
  /// A mapping that crashed, hung or failed as a whole: only the worst of several responses is reported, with how many records or
  /// responses it was. Each version fails in code of its own, so each has a finding with its own reason; they share the mapping's
  /// incident.
  func mappingEndingFinding(_ run: MappingRun) -> Finding? {
    var (crashes, hangs, failures) = (MappingEndings(run.name), MappingEndings(run.name), MappingEndings(run.name))
    for part in run.parts {
      switch part.execution {
      case .crashed(let reason): crashes.add(part, reason)
      case .timedOut(let seconds): hangs.add(part, part.crashing?.reason ?? Rules.noEnd(within: seconds))
      case .failed(let message): failures.add(part, message)
      case .succeeded, .notRun: continue
      }
    }
    func finding(
      _ rule: RuleID, _ endings: MappingEndings, _ sentence: (MappingEndings, _ reason: String) -> String
    ) -> Finding? {
      guard let reason = endings.reasons.min() else { return nil }
      return self.finding(
        rule, costs: .responseLost, run.version, subject: "\(run.name) \(run.version.id)", sentence(endings, reason)
      ) {
        $0.versions[0].losesResponse = true
        $0.example = Finding.Example(firstOf: [endings.example])
        $0.actual = reason
        $0.count = endings.records?.crashing ?? endings.reasons.count
        $0.total = endings.records?.offered ?? run.parts.count
        $0.mappings = [run.affected()]
        $0.hint = endings.hint
      }
    }
    return finding(.mappingCrash, crashes, Rules.mappingCrashSentence)
      ?? finding(.mappingTimeout, hangs, Rules.mappingTimeoutSentence)
      ?? finding(.mappingThrew, failures, Rules.mappingThrewSentence)
  }
}
