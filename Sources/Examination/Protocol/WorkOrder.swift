import ContractKit

/// What the parent writes to a worker's standard input before the bodies.
struct WorkOrder {
  /// A ``Job`` without its bodies.
  struct Item {
    var contract: String
    var endpoint: String
    var versions: [String]
    var links: [String]
    var accept: Condition?
    var isGraphQL: Bool
    var context: [String: [String: [String: String]]]
    var join: String?
    var lengths: [Int]
    /// Whether the response is perturbed to find what depends on it, instead of examined.
    var isLineage: Bool
    /// Which of the bodies is perturbed.
    var part: Int
    /// Patterns whose member names are data, as far as an earlier worker's narrator said.
    var dictionaryPaths: [String]
    /// Whether the first body that each write makes is handed out.
    var keepsBodies: Bool
  }

  /// An ``AcceptWhen``.
  struct Condition: Codable {
    var path: String
    var text: String
    var kind: String
    var message: String?
  }

  var items: [Item]
  /// Units that need not be done: those that are finished, and explanations of what needs none.
  var finished: [WorkUnit]
  /// Units in which a worker died or did not end.
  var killed: [WorkUnit]
  /// Indices of the items to work on; the others have no bodies.
  var jobs: [Int]
  /// The only unit to do, where a timeout is confirmed; nil: all.
  var only: WorkUnit?
  /// Perturbed responses that ended a worker.
  var deadlyTrials: [DeadlyTrial]
  /// Records that ended a worker, by unit, and the records of the only unit where they are tried one by one.
  var courses: [RecordCourse]
  /// Bytes of memory after which the worker gets no more.
  var memoryLimit: Int
  /// Seconds of processor time, of all threads together, for one piece of author code; 0: no limit.
  var processorLimit: Double
}

/// A perturbed response that ended a worker.
struct DeadlyTrial: Codable {
  var unit: WorkUnit
  var digest: UInt64
  var death: TrialDeath
}

extension WorkOrder.Item {
  init(_ job: Job, dictionaryPaths: [String]) {
    contract = job.contract
    endpoint = job.endpoint
    versions = job.versions
    links = job.links
    accept = job.acceptWhen.map(WorkOrder.Condition.init)
    isGraphQL = job.isGraphQL
    context = job.context
    join = job.join
    (isLineage, part) = (job.isLineage, job.part)
    lengths = job.bodies.map(\.count)
    self.dictionaryPaths = dictionaryPaths
    keepsBodies = job.keepsBodies
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
