public import ContractKit
public import DriftModel
public import DriftRules
public import Examination
import System
public import Foundation
public import Store

/// Runs the whole analysis on files in order, as successive responses of one endpoint: what would have been reported?
///
/// Nothing is fetched, and memory is bounded whatever the number of files: a few are examined ahead in one worker, and
/// only what the next response is compared with is kept.
public struct Backtest: Sendable {
  /// Contract of the endpoint. It has no versions if only the shape is compared.
  public var contract: Contract
  /// The endpoint.
  public var endpoint: Endpoint
  /// Whether the responses have no known readers.
  public var hasUnknownReaders: Bool
  /// Environment, part of every key.
  public var environment = "production"
  /// What people accepted of the contract.
  public var acceptances: [IdentifiedAcceptance] = []
  /// Levels that people set for rules.
  public var levels = LevelSettings()
  /// The time of the first file without a date. Each further one is later by the endpoint's interval.
  public var start: Date
  /// Build id of the executable.
  public var buildID: String
  /// Environment variables of the monitor, in which secrets may stand that the contract declares.
  public var variables: [String: String] = [:]
  /// Lowest level that gives exit code 1; `nil`: none does.
  public var failOn: Level? = .breaking

  /// The most bytes of one file, decompressed.
  public static let maximumBytes = 256 << 20
  /// The most files and (about) bytes that are examined ahead.
  static let filesAhead = 48
  static let bytesAhead = 24 << 20

  let examiner: Examiner
  let ledger: (any Store)?

  /// A backtest of an endpoint.
  ///
  /// - Parameters:
  ///   - contract: Contract of the endpoint.
  ///   - endpoint: The endpoint.
  ///   - hasUnknownReaders: Whether the responses have no known readers.
  ///   - examiner: Runs the app's code.
  ///   - ledger: The ledger in which every step is recorded as a round; `nil` for none.
  ///   - start: The time of the first file without a date.
  ///   - buildID: Build id of the executable.
  public init(
    contract: Contract, endpoint: Endpoint, hasUnknownReaders: Bool, examiner: Examiner, ledger: (any Store)?,
    start: Date,
    buildID: String
  ) {
    self.contract = contract
    self.endpoint = endpoint
    self.hasUnknownReaders = hasUnknownReaders
    self.examiner = examiner
    self.ledger = ledger
    self.start = start
    self.buildID = buildID
  }

  /// A file that is missing or cannot be read: exit code 2.
  public struct Unreadable: Error, Sendable, CustomStringConvertible {
    /// The file, and what to examine.
    public let description: String
  }

  /// Runs over all files; `tell` gets every step in order, as soon as it is known.
  ///
  /// - Returns: The totals.
  /// - Throws: ``Unreadable``, `StoreError`, and what `tell` throws.
  @concurrent public func run(
    files: [String], tell: @Sendable (BacktestStep) async throws -> Void
  ) async throws -> BacktestTotals {
    var state = try await BacktestState(self)
    var totals = BacktestTotals()
    var next = 0
    while next < files.count, !Task.isCancelled {
      var responses: [SourcedResponse] = []
      var bytes = 0
      while next + responses.count < files.count, responses.count < Self.filesAhead, bytes < Self.bytesAhead {
        let response = try Self.response(files[next + responses.count])
        bytes += response.body.count
        responses.append(response)
      }
      for (offset, facts) in try await examined(responses, after: state.last).enumerated() {
        let number = next + offset
        let step = try await state.step(number + 1, file: files[number], responses[offset], facts)
        totals.add(step)
        try await tell(step)
      }
      // A file that could not be read as a response has no facts. Those of the one before must not become its
      // own.
      if let response = responses.last(where: { $0.outcome == nil }), let facts = state.lastFacts {
        state.last = (response.body, facts)
      }
      next += responses.count
    }
    try await state.finish()
    totals.incidents = state.opened
    totals.open = state.known.incidents.count(where: \.isOpen)
    totals.exitCode = exitCode(state)
    return totals
  }

  private func exitCode(_ state: BacktestState) -> Int {
    let report = EndpointReport(
      contract: contract.id, endpoint: endpoint.id, environment: environment, perspective: "recorded",
      outcome: state.lastOutcome)
    return ExitState(endpoints: [report], findings: state.known.findings, failOn: failOn, allowIncomplete: false).code
  }

  /// One file as a response.
  private static func response(_ path: String) throws -> SourcedResponse {
    var response = SourcedResponse(status: nil, seconds: 0)
    guard let bytes = try BacktestFile.bytes(path, most: maximumBytes) else {
      (response.outcome, response.reason) = (.refused, "larger than \(maximumBytes >> 20) MiB")
      return response
    }
    response.body = bytes
    guard Gzip.isGzip(response.body) else { return response }
    do throws(Gzip.Flaw) { response.body = try Gzip.decompressed(response.body, limit: maximumBytes) } catch {
      let reason =
        switch error {
        case .truncated: "the gzip file is cut"
        case .damaged: "damaged gzip data"
        case .tooLarge: "decompressed larger than \(maximumBytes) bytes"
        }
      (response.outcome, response.reason, response.body) = (.transport, reason, [])
    }
    return response
  }

  /// Facts of each response. One that equals the one before is not examined again.
  private func examined(_ responses: [SourcedResponse], after last: (body: [UInt8], facts: Examination)?) async throws
    -> [Examination?]
  {
    var jobs: [Job] = []
    var owners: [Int?] = []
    var former = last?.body
    let mask = DeclaredSecrets(CredentialReader(environment: variables)).mask(of: contract)
    for response in responses {
      guard response.outcome == nil else {
        owners.append(nil)
        continue
      }
      if let former, former == response.body {
        owners.append(jobs.isEmpty ? -1 : jobs.count - 1)
      } else {
        owners.append(jobs.count)
        var job = Job(
          contract: contract.id, endpoint: endpoint.id, versions: readers.map(\.id),
          acceptWhen: endpoint.acceptWhen ?? contract.acceptWhen, isGraphQL: endpoint.request.graphQL != nil,
          context: context, body: response.body)
        job.mask = mask
        jobs.append(job)
      }
      former = response.body
    }
    let results = await examiner.examine(Batch(jobs))
    return owners.map { owner in owner.map { $0 < 0 ? last?.facts : results[$0] } ?? nil }
  }

  var readers: [Version] { contract.versions.filter { $0.reads(endpoint.id) != nil } }

  /// Values of mappings that the contract fixes. Values from other responses are missing.
  private var context: [String: [String: [String: String]]] { group.context(FoundValues()) }

  /// The endpoint with all versions that read it, including those with their own request.
  var group: RequestGroup {
    let request = endpoint.request
    var group = RequestGroup(
      contract: contract, endpoint: endpoint, request: request,
      place: RequestKey(
        contract: contract.id, endpoint: endpoint.id, request: "", environment: environment,
        perspective: "recorded"),
      versions: readers)
    group.place.request = ContentDigest(of: [contract.id, endpoint.id, group.signature]).short
    return group
  }
}
