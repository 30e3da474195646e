public import ContractKit
public import System

/// Responses to examine together in one worker process.
public struct Batch: Sendable {
  /// The jobs, in the order of the results.
  public var jobs: [Job]
  /// When work that is not done ends without a result; `nil`: each piece has its own time only.
  public var deadline: ContinuousClock.Instant?

  /// A batch of `jobs`, to be done before `deadline`.
  public init(_ jobs: [Job], deadline: ContinuousClock.Instant? = nil) {
    (self.jobs, self.deadline) = (jobs, deadline)
  }
}

/// One piece of work: a response and the versions that read it, or an aggregate of several responses.
public struct Job: Sendable {
  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint; for an aggregate, of its first endpoint.
  public var endpoint: String
  /// Versions that read this response.
  public var versions: [String]
  /// JSONPaths whose scalar values are returned, each with the most that are wanted: links, values of placeholders, context of mappings.
  public var links: [String: Int] = [:]
  /// Condition on the envelope; `nil`: the status decided.
  public var acceptWhen: AcceptWhen?
  /// Whether the response is GraphQL's, in which `errors` means failure.
  public var isGraphQL = false
  /// Whether a GraphQL response with errors beside its data is examined.
  public var showsPartialData = false
  /// Values from other responses, by version, mapping and name.
  public var context: [String: [String: [String: String]]] = [:]
  /// Name of the aggregate; `nil` for a plain response.
  public var join: String?
  /// Whether the first body that each write makes is returned, so that it can be sent.
  public var keepsBodies = false
  /// Whether all that matters is if versions read the response: it is decoded, and each record mapped once. Only what some version does not
  /// decode is explained, and nothing is found out of properties, identities, writes and shape.
  public var onlyReads = false
  /// Whether each domain value gets a digest, by which what another build makes of the same records is compared.
  public var digestsValues = false
  /// Secrets to mask in the result. The worker never gets them, because author code runs there.
  public var mask = SecretMask.none
  /// Whether the response is perturbed to find its lineage, instead of examined.
  var isLineage = false
  /// Index of the body that is perturbed; 0 unless it is an aggregate.
  var part = 0
  /// The response's bytes; for an aggregate, those of its endpoints in order.
  public var bodies: [[UInt8]]

  /// A job for one response.
  public init(
    contract: String, endpoint: String, versions: [String], links: [String: Int] = [:], acceptWhen: AcceptWhen? = nil,
    isGraphQL: Bool = false, context: [String: [String: [String: String]]] = [:], body: [UInt8]
  ) {
    self.contract = contract
    self.endpoint = endpoint
    self.versions = versions
    self.links = links
    self.acceptWhen = acceptWhen
    self.isGraphQL = isGraphQL
    self.context = context
    bodies = [body]
  }

  /// A job for the lineage of everything that is made of one response.
  public static func lineage(
    contract: String, endpoint: String, versions: [String],
    context: [String: [String: [String: String]]] = [:], body: [UInt8]
  ) -> Job {
    var job = Job(contract: contract, endpoint: endpoint, versions: versions, context: context, body: body)
    job.isLineage = true
    return job
  }

  /// A job for the lineage of an aggregate of `bodies`, of which the one at index `part` is perturbed.
  public static func lineage(
    contract: String, endpoint: String, version: String, join: String, bodies: [[UInt8]], part: Int
  ) -> Job {
    var job = Job(contract: contract, endpoint: endpoint, version: version, join: join, bodies: bodies)
    (job.isLineage, job.part) = (true, part)
    return job
  }

  /// A job for an aggregate: `version` makes `join` of the responses of several endpoints.
  public init(contract: String, endpoint: String, version: String, join: String, bodies: [[UInt8]]) {
    self.contract = contract
    self.endpoint = endpoint
    versions = [version]
    self.join = join
    self.bodies = bodies
  }
}
