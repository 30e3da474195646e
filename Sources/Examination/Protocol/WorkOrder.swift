import ContractKit

/// What the parent writes to a worker's standard input before the bodies.
struct WorkOrder {
  /// A ``Job`` without its bodies.
  struct Item {
    var contract: String
    var endpoint: String
    var versions: [String]
    var links: [String: Int]
    var accept: Condition?
    var isGraphQL: Bool
    var showsPartialData: Bool
    var context: [String: [String: [String: String]]]
    var join: String?
    var lengths: [Int]
    var isLineage: Bool
    var part: Int
    /// Patterns whose member names are data, as far as an earlier worker reported them.
    var dictionaryPaths: [String]
    var keepsBodies: Bool
    var onlyReads: Bool
    var digestsValues: Bool
  }

  /// An ``AcceptWhen``.
  struct Condition: Codable {
    var path: String
    var text: String
    var kind: String
    var message: String?
  }

  var items: [Item]
  /// Units that are finished or not needed.
  var finished: [WorkUnit]
  /// Units in which a worker crashed or did not end.
  var killed: [WorkUnit]
  /// Indices of the items to work on. The others have no bodies.
  var jobs: [Int]
  /// The only unit to do; nil means all.
  var only: WorkUnit?
  /// Perturbed responses that ended a worker.
  var crashingTrials: [CrashingTrial]
  /// The records to leave out or to announce, by unit.
  var selections: [RecordSelection]
  /// Bytes of memory that the worker may use.
  var memoryLimit: Int
  /// Seconds of processor time of all threads for one unit of author code; 0 means no limit.
  var processorLimit: Double
  /// Bytes that the shape of a response may take.
  var shapeBudget: Int
}

/// A perturbed response that ended a worker.
struct CrashingTrial: Codable {
  var unit: WorkUnit
  var digest: UInt64
  var ending: TrialEnding
  /// Whether nothing is tried from this one on, because the trials took too long.
  var isLast = false
}

extension WorkOrder.Item {
  init(_ job: Job, dictionaryPaths: [String]) {
    contract = job.contract
    endpoint = job.endpoint
    versions = job.versions
    links = job.links
    accept = job.acceptWhen.map(WorkOrder.Condition.init)
    (isGraphQL, showsPartialData) = (job.isGraphQL, job.showsPartialData)
    context = job.context
    join = job.join
    (isLineage, part) = (job.isLineage, job.part)
    lengths = job.bodies.map(\.count)
    self.dictionaryPaths = dictionaryPaths
    keepsBodies = job.keepsBodies
    (onlyReads, digestsValues) = (job.onlyReads, job.digestsValues)
  }
}

extension WorkOrder.Condition {
  init(_ condition: AcceptWhen) {
    path = condition.path
    message = condition.message
    switch condition.expected {
    case .bool(let value): (kind, text) = ("bool", value ? "true" : "false")
    case .string(let value): (kind, text) = ("string", value)
    case .integer(let value): (kind, text) = ("number", String(value))
    }
  }
}
