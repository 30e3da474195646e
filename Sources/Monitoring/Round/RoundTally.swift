import DriftModel

/// The result of a round so far.
struct RoundTally {
  private var reports: [EndpointID: [EndpointReport]] = [:]
  private(set) var transitions: [IncidentTransition] = []
  /// The sum of all transfer times and of the work on the responses, in seconds.
  private(set) var seconds: [EndpointID: Double] = [:]
  /// How many results are stored of each endpoint.
  private(set) var stored: [EndpointID: Int] = [:]
  /// Names of requests that were not sent, because another one was asked for.
  private(set) var requestNames: [String] = []
  /// Endpoints that another process checks by now, because this one hung: their results were not stored.
  private(set) var lost: [EndpointID] = []
  /// Findings that are present.
  private(set) var findings: [Finding] = []

  init(_ reports: [EndpointReport]) {
    for report in reports { add(report) }
  }

  mutating func add(_ report: EndpointReport) { reports[report.id, default: []].append(report) }

  /// Adds the result of one request.
  mutating func add(_ result: RequestResult) {
    add(result.report)
    if result.evaluation != nil { stored[result.endpoint, default: 0] += 1 }
    transitions += result.evaluation?.transitions ?? []
    findings += result.evaluation?.findings ?? []
  }

  /// Notes a result that the store refused because the claim was lost.
  mutating func noteLost(_ endpoint: EndpointID, _ report: EndpointReport) {
    lost.append(endpoint)
    add(report)
  }

  mutating func note(requests names: [String]) { requestNames += names }

  mutating func add(seconds added: Double, at endpoint: EndpointID) { seconds[endpoint, default: 0] += added }

  /// Counts the time of `work` at an endpoint.
  mutating func timing<Value>(_ endpoint: EndpointID, _ work: () async throws -> Value) async rethrows -> Value {
    let started = ContinuousClock.now
    let value = try await work()
    add(seconds: started.duration(to: .now).seconds, at: endpoint)
    return value
  }

  /// The report of an endpoint over all requests that its versions send; `nil` if nothing is known of it.
  func report(of endpoint: EndpointID) -> EndpointReport? { EndpointReport.merged(reports[endpoint] ?? []) }

  /// Endpoints at which the round did not look because they were not due.
  var notDue: Set<EndpointID> { Set(reports.filter { $1.allSatisfy { $0.outcome == .notDue } }.keys) }

  /// The exit code of the round at the usual settings, 3 where no endpoint took part; `lasting` was found earlier at endpoints
  /// that were not due.
  func exitCode(lasting: [Finding]) -> Int {
    ExitState(
      endpoints: reports.values.flatMap(\.self), findings: findings + lasting, failOn: .breaking, allowIncomplete: false
    ).code
  }
}

extension EndpointReport {
  /// The endpoint that it is about.
  var id: EndpointID { EndpointID(contract: contract, endpoint: endpoint) }

  /// One report of an endpoint whose versions send different requests; the worst outcome names it.
  static func merged(_ parts: [EndpointReport]) -> EndpointReport? {
    guard var result = parts.first else { return nil }
    for part in parts.dropFirst() {
      result.requests += part.requests
      result.examined += part.examined
      result.versions += part.versions
      if rank(part.outcome) > rank(result.outcome) { (result.outcome, result.reason) = (part.outcome, part.reason) }
      result.blindness = [result.blindness, part.blindness].compactMap(\.self).min { $0.since < $1.since }
      result.partial = result.partial ?? part.partial
      result.checkedAt = [result.checkedAt, part.checkedAt].compactMap(\.self).max()
    }
    return result
  }

  private static func rank(_ outcome: Outcome) -> Int {
    switch outcome {
    case .notDue: 0
    case .unchanged: 1
    case .ok: 2
    case .drift: 4
    case .notJSON, .outage, .transport, .auth, .rateLimited, .gone, .requestError, .refused, .notChecked: 3
    }
  }
}
