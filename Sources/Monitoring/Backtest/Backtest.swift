public import ContractKit
public import DriftModel
public import Examination
import System
import Foundation
public import Store

/// Takes files in order through rounds, as successive responses of one endpoint: what would have been reported?
///
/// Nothing is fetched. A few files are examined ahead in one worker. Beside what the next response is compared with, only
/// the row of its round and its transitions are kept of a file.
public struct Backtest: Sendable {
  /// Lowest level that gives exit code 1; `nil`: none does.
  public var failOn = FailLevel.breaking

  /// The most bytes of one file, decompressed.
  public static let maximumBytes = 256 << 20
  /// The most files and (about) bytes that are examined ahead.
  static let filesAhead = 48
  static let bytesAhead = 24 << 20

  let plan: Round.Plan
  let contract: Contract
  let endpoint: Endpoint
  let examiner: Examiner
  let store: any Store
  private let source: RecordedSource

  /// A backtest of an endpoint.
  ///
  /// - Parameters:
  ///   - plan: The settings of each round. The clock is the time of the first file without a date; each further one is
  ///     later by the endpoint's interval.
  ///   - contract: Contract of the endpoint. It has no versions if only the shape is compared.
  ///   - endpoint: The endpoint.
  ///   - examiner: Runs the app's code.
  ///   - store: The store in which each file is recorded as a round.
  public init(_ plan: Round.Plan, contract: Contract, endpoint: Endpoint, examiner: Examiner, store: any Store) {
    (self.contract, self.endpoint, self.examiner, self.store) = (contract, endpoint, examiner, store)
    self.plan = plan
    source = RecordedSource(
      folders: [:], contracts: [contract.id: contract],
      secrets: DeclaredSecrets(CredentialReader(environment: plan.variables)))
  }

  /// A file that is missing or cannot be read: exit code 2.
  public struct Unreadable: Error, Sendable, CustomStringConvertible {
    /// The file, and what to examine.
    public let description: String
  }

  /// Runs over all files; `report` gets every step in order, as soon as it is known.
  ///
  /// - Returns: The totals.
  /// - Throws: ``Unreadable``, `StoreError`, and what `report` throws.
  @concurrent public func run(
    files: [String], report: @Sendable (BacktestStep) async throws -> Void
  ) async throws -> BacktestTotals {
    var rounds = try await BacktestRounds(self)
    // The last response that was examined, which an equal one after it is not again.
    var last: (body: [UInt8], facts: Examination?)?
    var totals = BacktestTotals()
    var next = 0
    while next < files.count, !Task.isCancelled {
      var responses: [SourcedResponse] = []
      var bytes = 0
      while next + responses.count < files.count, responses.count < Self.filesAhead, bytes < Self.bytesAhead {
        let response = try response(files[next + responses.count])
        bytes += response.body.count
        responses.append(response)
      }
      let facts = await examined(responses, after: last)
      for (offset, response) in responses.enumerated() {
        let number = next + offset
        let step = try await rounds.step(number + 1, file: files[number], response, facts[offset])
        totals.add(step)
        try await report(step)
        if response.outcome == nil { last = (response.body, facts[offset]) }
      }
      next += responses.count
    }
    totals.incidents = rounds.opened
    totals.open = rounds.memory.incidents.count(where: \.isOpen)
    totals.exitCode = rounds.state.code
    return totals
  }

  /// What the stages of a round need to know.
  func context(_ plan: Round.Plan, number: Int) -> RoundContext {
    RoundContext(
      plan: plan, store: store, examiner: examiner, source: source, sourceKind: .directory, number: number)
  }

  /// One file as a response.
  private func response(_ path: String) throws -> SourcedResponse {
    var response = SourcedResponse(status: nil, seconds: 0)
    response.mask = source.mask(of: contract.id)
    guard let bytes = try BacktestFile.bytes(path, most: Self.maximumBytes) else {
      (response.outcome, response.reason) = (.refused, "larger than \(Self.maximumBytes >> 20) MiB")
      return response
    }
    response.body = bytes
    guard Gzip.isGzip(response.body) else { return response }
    do throws(Gzip.Flaw) { response.body = try Gzip.decompressed(response.body, limit: Self.maximumBytes) } catch {
      let reason =
        switch error {
        case .truncated: "the gzip file is cut"
        case .damaged: "damaged gzip data"
        case .tooLarge: "decompressed larger than \(Self.maximumBytes) bytes"
        case .noMemory: "no memory left to decompress it"
        }
      (response.outcome, response.reason, response.body) = (.transport, reason, [])
    }
    return response
  }

  /// Facts of each response. One that equals the one before is not examined again.
  private func examined(
    _ responses: [SourcedResponse], after last: (body: [UInt8], facts: Examination?)?
  ) async -> [Examination?] {
    let (stage, group) = (ExamineStage(context: context(plan, number: 0)), group)
    var jobs: [Job] = []
    var owners: [Int?] = []
    var former = last?.body
    for response in responses {
      guard response.outcome == nil else {
        owners.append(nil)
        continue
      }
      if former != response.body {
        jobs.append(stage.job(group, FoundValues(), body: response.body, keepsBodies: false))
      }
      owners.append(jobs.count - 1)
      former = response.body
    }
    let results = await examiner.examine(Batch(jobs))
    return owners.map { owner in owner.map { $0 < 0 ? last?.facts : results[$0] } ?? nil }
  }

  /// The endpoint with all versions that read it, including those with their own request.
  var group: RequestGroup {
    var group = RequestGroup(
      contract: contract, endpoint: endpoint, request: endpoint.request,
      key: RequestKey(
        contract: contract.id, endpoint: endpoint.id, request: "", environment: plan.environment,
        perspective: "recorded"),
      versions: contract.versions.filter { $0.reads(endpoint.id) != nil })
    group.key.request = ContentDigest(of: [contract.id, endpoint.id, group.signature]).short
    return group
  }
}
