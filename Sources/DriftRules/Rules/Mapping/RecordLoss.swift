import DriftModel
import PayloadShape

/// Records that a mapping did not make, as the sentences of `mapping-record-dropped`, `mapping-threw` and
/// `loss-element-dropped` speak of them.
struct RecordLoss {
  let mapping: String
  let lost: Int
  let offered: Int
  /// What was lost before; `nil` where all records are lost, or nothing is known.
  let before: MappingStatistics.Losses?

  /// `3 of 40 landmarks are missing, at most 2 % before`.
  var words: String {
    let noun = recordNoun(mapping, count: offered)
    let before = before?.usualWords ?? ""
    guard lost >= offered else { return "\(lost) of \(offered) \(noun) \(lost == 1 ? "is" : "are") missing\(before)" }
    return (offered == 1 ? "The only \(noun) is missing" : "All \(offered) \(noun) are missing") + before
  }
}

extension Judgement {
  /// Records that are lost, under the rule that says how most of them are lost.
  func recordLossFinding(_ run: MappingRun) -> Finding? {
    let (offered, made, lost) = (run.offered, run.made, run.sum(\.lost))
    guard offered > 0, lost > 0 else { return nil }
    let (consequence, isPending) = consequence(ofLostRecords: run)
    let loss = RecordLoss(
      mapping: run.name, lost: lost, offered: offered,
      before: made == 0 ? nil : run.statistics?.records)
    let (threw, dropped) = (run.sum(\.threw), run.sum(\.dropped))
    let elements = run.sum { max(0, $0.offered - $0.recordsIn) }
    let (rule, message): (RuleID, String) =
      threw >= max(dropped, elements) && threw > 0
      ? (.mappingThrew, Rules.mappingThrewSentence(loss))
      : elements > dropped
        ? (.lossElementDropped, Rules.lossElementDroppedSentence(loss.words))
        : (.mappingRecordDropped, Rules.mappingRecordDroppedSentence(loss))
    let cause = cause(of: lost, of: offered, blames: run.ran.map(\.droppedBlame), run)
    return finding(
      rule, costs: consequence, run.version, isEssential: isEssentialMapping(run.name, run.version),
      path: cause.paths.first ?? "", subject: run.name, message
    ) {
      $0.paths = Array(cause.paths.dropFirst())
      $0.example = Finding.Example(firstOf: run.ran.map(\.droppedExample))
      ($0.expected, $0.actual) = ("\(offered) \(run.name)", "\(made)")
      ($0.count, $0.total) = (lost, offered)
      $0.mappings = [run.affected(recordsIn: offered, recordsOut: made)]
      $0.hint = Finding.hint(
        mostThrown(run.ran.flatMap(\.thrown)).map { "thrown: \($0)" }, cause.hint,
        isPending ? pendingHint(ofLostRecords: run) : nil)
      $0.state = isPending ? .pending : .open
    }
  }

  /// What lost records cost beyond what the baseline loses of as many, and whether chance may explain them.
  private func consequence(ofLostRecords run: MappingRun) -> (Consequence, isPending: Bool) {
    let isAll = run.made == 0
    if isAll, lostInARow(run) >= EvidencePolicy.recordsOfTotalLoss { return (.everyRecordLost, false) }
    if isAll, neverMadeAny(run) { return (.none, true) }
    let total = run.comparable.reduce(0) { $0 + $1.offered }
    guard let statistics = run.statistics, total > 0 else { return (.none, false) }
    let excess = run.comparable.reduce(0) { $0 + $1.lost } - statistics.tolerated(of: total)
    guard excess > 0 else { return (.none, false) }
    guard !isPending(.records(run.key)) else { return (.none, true) }
    if isAll { return (.everyRecordLost, false) }
    return (Double(excess) >= breakingShareOfRecords * Double(run.offered) ? .manyRecordsLost : .recordsLost, false)
  }

  /// Whether no value was made of any record of the responses before.
  private func neverMadeAny(_ run: MappingRun) -> Bool {
    (run.statistics?.records).map { $0.lost >= $0.total } ?? true
  }

  /// Records without a value, with those of earlier responses if no value was ever made of one.
  private func lostInARow(_ run: MappingRun) -> Int {
    guard neverMadeAny(run), let before = run.statistics?.records.total else { return run.offered }
    return run.offered + Tally.scaled(before, by: repetition)
  }

  private func pendingHint(ofLostRecords run: MappingRun) -> String? {
    guard run.made > 0 || !neverMadeAny(run) else {
      let count = lostInARow(run)
      let records = count == 1 ? "one record is" : "\(count) records are"
      return "pending: no \(run.name) was ever made, but \(records) too few to tell chance from change"
    }
    return (run.statistics?.records).map { Finding.pendingHint(after: $0) }
  }

  private func mostThrown(_ thrown: [Thrown]) -> String? {
    var counts: [String: Int] = [:]
    for error in thrown { counts[error.message, default: 0] += error.count }
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }
}
