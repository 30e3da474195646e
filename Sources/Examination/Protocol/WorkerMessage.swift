import DriftModel
import PayloadShape

/// What a worker writes, one frame each: the journal, and the facts as they are known.
enum WorkerMessage {
  /// What will be run for one version; known before any of it can die.
  case planned(VersionPlan)
  /// A unit begins; once more in each life that has to repeat it.
  case begun(WorkUnit)
  case text(WorkUnit, TextFacts)
  case judged(WorkUnit, Execution)
  case mapped(WorkUnit, MappingExamination)
  case wroteBack(WorkUnit, WriteBackExamination)
  case sent(WorkUnit, SendExamination)
  /// Author code is about to get these records of a unit that ended an earlier worker; by position, from lower to upper.
  case reached(WorkUnit, Range<Int>)
  case narrated(WorkUnit, Narration)
  case shaped(WorkUnit, PayloadShape)
  case blamed(WorkUnit, [Blame])
  /// A response that no provider sent is about to be decoded; its ``TrialLog/digest(_:)``.
  case trying(WorkUnit, UInt64)
  /// What depends on a response, and on values that its mapping takes from others.
  case traced(WorkUnit, [Lineage])
  /// A unit could not be done, for a reason that is not author code's.
  case skipped(WorkUnit, reason: String)
  /// Author code left this process in a state in which others could not be judged; what was written stands.
  case spoilt
  case ended
}

/// The names of what a version runs on one response; each execution is still `notRun`.
struct VersionPlan {
  var job: Int
  var version: String
  var typeName: String
  var mappings: [MappingExamination]
  var sends: [SendExamination]
  var writeBacks: [WriteBackExamination] = []
}

/// What is known of the text before author code runs.
struct TextFacts {
  var verdict = TextVerdict.json
  var notices: [TextNotice] = []
  var envelope = EnvelopeVerdict.accepted
  var links: [String: [String]] = [:]
}

/// What the narrator says of one version.
struct Narration {
  var failures: [FieldFailure] = []
  var swallowed: [FieldFailure] = []
  var platformDependent: [FieldFailure] = []
  var fallbacks: [FieldFailure] = []
  var fields: [FieldReading] = []
  var unread: [String] = []
  var hiddenBelow: [String] = []
  var dictionaryPaths: [String] = []
  var missing: String?
  var contradiction: String?
  /// Whether exploring would tell more.
  var isUnexplored = false
}

/// Which members are to blame for a loss of one mapping, found by trial.
struct Blame: Codable {
  /// Name of the lost property; nil: whole records.
  var property: String?
  /// RFC 9535 patterns.
  var patterns: [String]
  /// Whether it is the end of the process that they are to blame for.
  var isDeadly = false
}

extension MappingExamination {
  /// Whether a loss could be blamed on a member: something was lost, and something like it was not.
  var isWorthATrial: Bool {
    execution.hasSucceeded
      && (dropped + threw > 0 && recordsOut > 0 || properties.contains { $0.lost > 0 && $0.lost < $0.total })
  }
}
