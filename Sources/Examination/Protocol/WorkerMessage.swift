import DriftModel
import PayloadShape

/// A message of a worker, one in each frame: the journal, and the facts as soon as they are known.
enum WorkerMessage {
  /// What will run for one version, sent before any of it can crash.
  case planned(VersionPlan)
  /// A unit begins. Sent again by each worker that has to repeat it.
  case begun(WorkUnit)
  case text(WorkUnit, TextFacts)
  case judged(WorkUnit, Execution)
  case mapped(WorkUnit, MappingExamination)
  case wroteBack(WorkUnit, WriteBackExamination)
  case sent(WorkUnit, SendExamination)
  /// Author code is about to get the records at these positions, in a unit that ended an earlier worker.
  case reached(WorkUnit, Range<Int>)
  case explained(WorkUnit, Explanation)
  case shaped(WorkUnit, PayloadShape)
  case blamed(WorkUnit, [Blame])
  /// A perturbed response is about to be decoded; its ``TrialLog/digest(_:)``.
  case trying(WorkUnit, UInt64)
  /// What depends on a response, and on values that its mapping takes from other responses.
  case traced(WorkUnit, [Lineage])
  /// A unit could not be done, for a reason outside author code.
  case skipped(WorkUnit, reason: String)
  /// Author code used up resources of this process, so that another worker has to go on. The messages so far are valid.
  case exhausted
  case ended
}

/// What a version runs on one response, by name. Each execution is still `notRun`.
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
  /// Errors beside the data of a GraphQL response: their paths and messages.
  var partialErrors: [PartialError] = []
}

/// The explanation for one version.
struct Explanation {
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

/// The members that are to blame for a loss of one mapping, found by trials.
struct Blame: Codable {
  /// Name of the lost property; nil for whole records.
  var property: String?
  /// RFC 9535 patterns.
  var patterns: [String]
  /// What stands at the first of them in the lost record; the record where it has no such member.
  var example: Finding.Example?
  /// Whether they are to blame for a crash.
  var isCrash = false
}

extension MappingExamination {
  /// Whether trials could find a member to blame: some records or properties were lost and others were not.
  var needsBlameTrials: Bool {
    execution.hasSucceeded
      && (dropped + threw > 0 && recordsOut > 0 || properties.contains { $0.lost > 0 && $0.lost < $0.total })
  }
}
