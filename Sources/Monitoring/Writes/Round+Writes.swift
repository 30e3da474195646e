import ContractKit
import DriftModel
import DriftRules
import Foundation
import StoreSQLite
import System
import PayloadShape

// Sending what a version would send, to a sandbox that the contract declares, where somebody allowed it.
extension Round {
  /// Bytes of a body that is sent; what an app sends about one record is far below.
  static let longestWrite = 256 << 10

  /// Whether the requests of `contract` that write may be sent: it is allowed, the environment is declared to be a sandbox, and
  /// nothing points the contract elsewhere.
  func mayWrite(_ contract: Contract) -> Bool {
    plan.allowsWrites && sourceKind == .live && contract.sandboxes.contains(plan.environment)
      && contract.baseURL(in: plan.environment) != nil && plan.baseURLs[contract.id] == nil
  }

  /// Whether some version declares what it sends to an endpoint.
  func isSent(_ endpoint: Endpoint, _ contract: Contract) -> Bool {
    contract.versions.contains { $0.sends.contains { $0.endpoint == endpoint.id } }
  }

  /// Why a request that writes is not sent.
  func reasonNotToWrite(_ endpoint: Endpoint, _ contract: Contract) -> String? {
    guard plan.allowsWrites else { return "a request that writes is examined from recordings only" }
    guard isSent(endpoint, contract) else {
      return "no version declares what it sends there (Sends)"
    }
    if mayWrite(contract) { return nil }
    guard !contract.sandboxes.isEmpty else {
      return "a request that writes goes only to a sandbox; the contract declares none"
    }
    return plan.baseURLs[contract.id] == nil
      ? "a request that writes goes only to a sandbox; add --environment \(contract.sandboxes.sorted()[0])"
      : "a request that writes goes only to the declared sandbox; leave out --base-url"
  }

  /// Endpoints of `contract` whose responses the bodies for `writes` are made of.
  func sources(of writes: [Endpoint], _ contract: Contract) -> Set<String> {
    var ids: Set<String> = []
    for version in contract.versions {
      for send in version.sends where writes.contains(where: { $0.id == send.endpoint }) {
        for reads in version.reads where reads.mappings.contains(where: { $0.domainTypeName == send.domainTypeName }) {
          ids.insert(reads.endpoint)
        }
      }
    }
    return ids
  }

  /// Whether bodies that are sent in this round are made of the responses of `group`.
  func feedsWrites(_ group: RequestGroup, _ state: RoundState) -> Bool {
    let writes = state.writes.filter { $0.contract.id == group.contract.id }.map(\.endpoint)
    return !writes.isEmpty && sources(of: writes, group.contract).contains(group.endpoint.id)
  }

  /// Keeps the first body that a version made for each writing endpoint.
  func noteBodies(_ run: GroupRun, _ state: inout RoundState) {
    guard mayWrite(run.group.contract) else { return }
    for version in run.facts.compactMap(\.self).flatMap(\.versions) {
      for send in version.sends {
        guard let body = send.body, body.utf8.count <= Self.longestWrite else { continue }
        let key = Self.bodyKey(run.group.contract.id, send.endpoint, version.version)
        if state.writeBodies[key] == nil { state.writeBodies[key] = Array(body.utf8) }
      }
    }
  }

  /// Sends the writes of the round, each once and never again, after everything was read.
  func sendWrites(_ number: Int, _ state: inout RoundState) async throws {
    for (contract, endpoint) in state.writes where !Task.isCancelled {
      guard mayWrite(contract),
        let group = RequestGroup.groups(
          of: endpoint, in: contract, environment: plan.environment,
          perspective: plan.perspective ?? contract.perspective
        ).first
      else { continue }
      if let deadline = plan.deadline, ContinuousClock.now >= deadline {
        try await settleUnfetched(group, .notChecked, "the deadline was reached", number, &state)
        continue
      }
      do {
        let writes = try self.writes(group, state)
        guard !writes.isEmpty else {
          try await settleUnfetched(
            group, .notChecked, "no value was read of which a body could be made", number, &state)
          continue
        }
        // One after the other, in the order of the versions: what the first one is told may park the next.
        var responses: [SourcedResponse] = []
        for write in writes { responses += try await fetch([write.request]) }
        try await settle(group, zip(writes, responses).map { WriteResponse(write: $0, response: $1) }, number, &state)
      } catch let error as RequestResolver.Unresolved {
        try await settleUnfetched(group, .notChecked, error.description, number, &state)
      }
    }
  }

  private static func bodyKey(_ parts: String...) -> String { parts.joined(separator: "/") }

  /// The requests of an endpoint that writes: one for each version that sends something there, with the first body it made.
  private func writes(_ group: RequestGroup, _ state: RoundState) throws(RequestResolver.Unresolved) -> [Write] {
    let contract = group.contract
    let resolver = RequestResolver(
      contract: contract, endpoint: group.endpoint, request: group.request,
      baseURL: baseURL(of: group.endpoint, contract), found: state.found[contract.id] ?? [:],
      environment: plan.variables)
    guard var request = try resolver.requests().first else { return [] }
    request.writes = true
    request.headers.removeAll { $0.name.lowercased() == "content-type" }
    request.headers.append(Field(name: "Content-Type", value: "application/json"))
    return contract.versions.flatMap { version in
      version.sends.filter { $0.endpoint == group.endpoint.id }.compactMap { send in
        guard let body = state.writeBodies[Self.bodyKey(contract.id, group.endpoint.id, version.id)] else { return nil }
        var own = request
        own.body = body
        return Write(version: VersionInfo(version), send: send, request: own)
      }
    }
  }

  /// Judges and records what became of the writes of one endpoint.
  private func settle(
    _ group: RequestGroup, _ writes: [WriteResponse], _ number: Int, _ state: inout RoundState
  ) async throws {
    let known = try await ledger.state(of: group.place, signature: group.signature)
    let undecided = Set(writes.filter { !$0.isDecided }.map(\.write.version.id))
    var findings = writes.compactMap { $0.finding(at: group.place) }
    // What was refused and could not be asked again still is.
    findings += known.findings.filter { finding in
      finding.rule == .requestRejected && finding.versions.contains { undecided.contains($0.version) }
    }
    for index in findings.indices {
      let before = known.findings.first { $0.fingerprint == findings[index].fingerprint }
      (findings[index].firstSeen, findings[index].lastSeen) = (before?.firstSeen ?? plan.clock, plan.clock)
      findings[index].lastGood = before?.lastGood ?? known.lastGoodAt
    }
    let update = IncidentUpdate(
      place: group.place, findings: findings, known: known.incidents, isComplete: true, at: plan.clock,
      lastGoodAt: known.lastGoodAt, responsesBefore: known.baselineResponses)
    let isLoud = findings.contains { $0.level >= .warning }
    let failure = writes.first { !$0.isDecided }
    var report = report(
      group.contract, group.endpoint, failure?.outcome ?? (isLoud ? .drift : .ok), failure?.reason)
    (report.requests, report.examined) = (writes.count, writes.count { $0.isDecided })
    report.checkedAt = plan.clock
    if failure != nil {
      state.failed["\(group.contract.id)/\(group.endpoint.id)"] = report.outcome
    }
    try await ledger.record(
      Evaluation(
        place: group.place, signature: group.signature, round: number, at: plan.clock, report: report,
        responses: writes.map { write in
          ResponseRecord(
            url: write.write.request.key, outcome: write.outcome, status: write.response.status,
            seconds: write.response.seconds, buildID: plan.buildID)
        }, findings: update.findings, incidents: update.incidents, transitions: update.transitions,
        isGood: !isLoud && failure == nil))
    state.transitions += update.transitions
    state.note(update.findings)
    state.add(report)
  }
}

extension Examination {
  /// Leaves out the bodies that were made to be sent: none is ever stored.
  mutating func forgetBodies() {
    for version in versions.indices {
      for send in versions[version].sends.indices { versions[version].sends[send].body = nil }
    }
  }
}

/// A request that writes, with who sends it.
struct Write {
  let version: VersionInfo
  let send: AnySends
  let request: ConcreteRequest
}

/// What became of a request that writes.
struct WriteResponse {
  let write: Write
  let response: SourcedResponse

  /// Paths of a message that are shown.
  private static let mostPaths = 20

  /// Whether the provider took it, or refused it with a reason.
  var isDecided: Bool { response.outcome == nil || isRejection }

  /// The outcome of the response; a refusal with a reason is a response, and what was sent twice decides nothing.
  var outcome: Outcome { isDecided ? .ok : isConflict ? .notChecked : response.outcome ?? .ok }

  /// Why nothing is decided.
  var reason: String? {
    isConflict
      ? "409, what is sent conflicts with what the sandbox holds; empty the sandbox and check again" : response.reason
  }

  /// Whether the state of the sandbox is in the way, such as an earlier write, and nothing is said of the body (RFC 9110
  /// section 15.5.10).
  private var isConflict: Bool { response.status == 409 }

  /// Whether the provider says in JSON why it does not take the body.
  private var isRejection: Bool { response.outcome == .requestError && !isConflict && !messagePaths.isEmpty }

  /// Paths at which the message holds words or numbers. A path ends before the first name that may be data.
  private var messagePaths: [String] {
    guard let status = response.status, (400...499).contains(status),
      let shape = PayloadShape(ofText: response.body)
    else { return [] }
    let all = shape.paths
    let paths = all.filter { path in
      let isLeaf = !all.contains { $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[") }
      return isLeaf && shape.statistics(at: path).map { $0.count > $0.nulls && $0.objects == 0 } ?? false
    }
    return Set(paths.map(response.mask.masked).map(Self.withoutData)).sorted().prefix(Self.mostPaths).map(\.self)
  }

  /// A path up to the first name that is no plain word. Such a name is probably data, like an address or the value that was
  /// sent, and a path that holds data would be another finding with each write.
  private static func withoutData(_ path: String) -> String {
    // Names in brackets are those that are no plain words.
    let spelled = path.range(of: "[\"").map { String(path[..<$0.lowerBound]) } ?? path
    let steps = spelled.split(separator: ".", omittingEmptySubsequences: false)
    let plain = steps.prefix { step in
      step.utf8.count <= 40
        && step.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
          default: "_-$[]*".utf8.contains(byte)
          }
        }
    }
    let isWhole = plain.count == steps.count && spelled == path
    return plain.joined(separator: ".") + (isWhole ? "" : ".…")
  }

  /// The refusal as a finding; `nil` where there is none. The body of the response is no part of it.
  func finding(at place: RequestKey) -> Finding? {
    guard isRejection, let status = response.status else { return nil }
    let paths = messagePaths
    let shown = paths.count > 3 ? paths.prefix(2) + ["\(paths.count - 2) more places"] : paths[...]
    return Finding(
      rule: .requestRejected,
      level: level(of: .requestSpoiled, isEssential: write.send.isEssential, status: write.version.status),
      place: place,
      paths: paths, expected: write.send.typeName, actual: "\(status)", count: 1, total: 1,
      versions: [AffectedVersion(version: write.version.id, shippedIn: write.version.shippedIn)],
      message:
        "\(place.environment) refuses what \(write.version.id) sends to \(place.endpoint): \(status), with a message at \(shown.joined(separator: ", ")).",
      hint:
        "neither the body nor the message is kept: send such a body by hand and read what it says, then mend the type or ask the provider",
      subject: "\(place.endpoint) \(write.version.id)")
  }
}
