import ContractKit
import DriftModel
import Examination
import Store

/// What every stage of a round may read, and none may change.
struct RoundContext: Sendable {
  let plan: Round.Plan
  let store: any Store
  let examiner: Examiner
  let source: any ResponseSource
  let sourceKind: RoundInfo.Source
  /// Number of the round in the store, once it has begun.
  var number: Int
  /// Keeps responses as recordings; `nil` if the round keeps none.
  var recorder: Recorder?

  /// Reason of a response that is not among the recordings.
  static let noRecording = "no recording"

  var isRecorded: Bool { sourceKind != .live }

  /// Reason of a request that there was no time for.
  static let deadlineReached = "the deadline was reached"

  /// Whether nothing new may be begun.
  var isPastDeadline: Bool { isPast(plan.deadline) }

  /// Whether a time has come; `nil` never comes.
  func isPast(_ end: ContinuousClock.Instant?) -> Bool { end.map { plan.now() >= $0 } ?? false }

  /// When a piece of work that begins now is given up; `nil`: never.
  ///
  /// What came before the deadline is worked on after it too, because a host that hangs keeps the round waiting until then; but only for
  /// as long as the app's own code may take for one response.
  var endOfWork: ContinuousClock.Instant? { plan.deadline.map { max($0, plan.now() + .seconds(examiner.timeout)) } }

  /// Whether the round looks for what would break, and still has the time for it.
  var wantsImpact: Bool { plan.findsImpact && !Task.isCancelled && !isPastDeadline }

  /// Facts about responses, and the seconds that each took. What has no result by the end of work is not examined.
  func examine(_ jobs: [Job]) async -> [(facts: Examination, seconds: Double)] {
    await examiner.timedExaminations(of: Batch(jobs, deadline: endOfWork))
  }

  func contract(_ id: String) -> Contract? { plan.contracts.first { $0.id == id } }

  func perspective(of contract: Contract) -> String { plan.perspective ?? contract.perspective(from: plan.viewpoint) }

  /// The requests as declared of an endpoint in this round's environment, with the versions that had shipped.
  func groups(of endpoint: Endpoint, in contract: Contract) -> [RequestGroup] {
    RequestGroup.groups(
      of: endpoint, in: contract, environment: plan.environment, perspective: perspective(of: contract)
    ).map { $0.at(plan.clock) }
  }

  /// The base URL that an endpoint is fetched from, without a trailing slash; `nil` if there is none.
  func baseURL(of endpoint: Endpoint, in contract: Contract) -> String? {
    let url =
      plan.baseURLs[contract.id] ?? endpoint.baseURL
      ?? (endpoint.isFetched ? contract.baseURL(in: plan.environment) ?? (isRecorded ? contract.baseURL : nil) : nil)
    return url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// Makes the concrete requests of a group with values from earlier responses.
  func resolver(of group: RequestGroup, found: FoundValues) -> RequestResolver {
    RequestResolver(
      contract: group.contract, endpoint: group.endpoint, request: group.request,
      baseURL: baseURL(of: group.endpoint, in: group.contract), found: found, environment: plan.variables)
  }

  /// A report without versions.
  func report(_ contract: Contract, _ endpoint: Endpoint, _ outcome: Outcome, _ reason: String?) -> EndpointReport {
    EndpointReport(
      contract: contract.id, endpoint: endpoint.id, environment: plan.environment,
      perspective: perspective(of: contract), outcome: outcome, reason: reason)
  }

  /// The report on an endpoint that another process checks; a process that runs for long leaves it to the other.
  func reportOfHeld(_ contract: Contract, _ endpoint: Endpoint, by holder: Lease.Holder?) -> EndpointReport {
    guard plan.leastAge == nil else { return report(contract, endpoint, .notDue, nil) }
    let who = holder?.description ?? "another process"
    return report(contract, endpoint, .notChecked, "\(who) is checking it; try again")
  }

  /// The obstacle, with what to do about it.
  func reason(_ obstacle: RoundObstacle) -> String {
    [obstacle.reason, plan.remedy(obstacle)].compactMap(\.self).joined(separator: "; ")
  }
}
