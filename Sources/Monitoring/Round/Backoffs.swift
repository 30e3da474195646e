import ContractKit
import DriftModel
import Foundation
import System

/// What a round does not send because a provider asked to wait: single requests, and all requests of one credential to
/// an origin.
struct Backoffs {
  private let context: RoundContext
  private let policy: BackoffPolicy
  /// Seconds that a request without an interval waits after the first refusal, if the provider says nothing.
  private static let onDemand = 60.0

  init(_ context: RoundContext) {
    self.context = context
    policy = BackoffPolicy(longest: context.plan.longestBackoff)
  }

  /// The response that stands for a request that is not sent now, with the longest of its waits; `nil` if it may be sent.
  func refusal(of request: ConcreteRequest, _ known: [String: Backoff]) -> SourcedResponse? {
    let waits = [
      (requestScope(request), BackoffPolicy.words(status: 429, asksToWait: false), RuleID.watchLimited),
      (unavailableScope(request), BackoffPolicy.words(status: 503, asksToWait: true), .watchUnreachable),
      (originScope(request), BackoffPolicy.words(status: 429, asksToWait: true, "another request"), .watchLimited),
    ]
    var longest: (until: Date, words: String, rule: RuleID)?
    for (scope, words, rule) in waits {
      guard let end = known[scope]?.until, policy.holds(until: end, clock: context.plan.clock),
        longest.map({ end > $0.until }) ?? true
      else { continue }
      longest = (end, words, rule)
    }
    return longest.map { wait in
      SourcedResponse(
        outcome: .notChecked, reason: "not asked until \(wait.until.minuteWords): \(wait.words)",
        watchRule: wait.rule)
    }
  }

  /// Why an endpoint that is not due could not be checked if it were: some of its requests back off. Nothing is sent
  /// and nothing recorded, so that it is due when it would have been.
  ///
  /// Links are not known before their parents have responses; they back off with their origin.
  func reason(for endpoint: Endpoint, in contract: Contract, _ known: [String: Backoff]) -> String? {
    guard context.sourceKind == .live, !known.isEmpty else { return nil }
    var (all, reasons): (Int, [String]) = (0, [])
    for group in context.groups(of: endpoint, in: contract) {
      let requests =
        (try? context.resolver(of: group, found: FoundValues()).requests()) ?? [
          ConcreteRequest(
            contract: contract.id, endpoint: endpoint.id, method: group.request.method,
            url: context.baseURL(of: endpoint, in: contract) ?? "", headers: [])
        ]
      all += requests.count
      reasons += requests.compactMap { refusal(of: $0, known)?.reason }
    }
    guard let first = reasons.first else { return nil }
    return reasons.count < all ? "\(reasons.count) of \(all) requests: \(first)" : first
  }

  /// The changes by responses: waits that begin after a refusal, and waits that end because a response came.
  func changes(
    _ responses: [(request: ConcreteRequest, response: SourcedResponse)], _ known: [String: Backoff]
  ) -> (begun: [Backoff], ended: Set<String>) {
    var (begun, ended): ([String: Backoff], Set<String>) = ([:], [])
    for (request, response) in responses {
      guard BackoffPolicy.applies(toStatus: response.status, retryAfter: response.retryAfter) else {
        if response.status != nil { ended.formUnion(scopes(of: request).filter { known[$0] != nil }) }
        continue
      }
      for wait in waits(of: request, response, known) {
        let end = max(wait.until, begun[wait.scope]?.until ?? wait.until)
        begun[wait.scope] = Backoff(scope: wait.scope, until: end, refusals: wait.refusals)
      }
    }
    return (Array(begun.values), ended.subtracting(begun.keys))
  }

  /// What waits after a refusal: the request itself, for at least its own interval; and after a 429 with `Retry-After`,
  /// all other requests of the same credential to the origin, because the 429 is about them (RFC 6585 section 4).
  private func waits(
    of request: ConcreteRequest, _ response: SourcedResponse, _ known: [String: Backoff]
  ) -> [Backoff] {
    // A write and a URL without a contract have no interval, because they are sent only on demand: the provider's own time counts.
    let isOnDemand = request.writes || context.plan.withoutReaders.contains(request.contract)
    let endpoint = isOnDemand ? nil : context.contract(request.contract)?.endpoint(request.endpoint)
    let interval = endpoint?.interval.seconds ?? (response.retryAfter == nil ? Self.onDemand : 0)
    func wait(_ scope: String, interval: Double) -> Backoff {
      let refusals = min((known[scope]?.refusals ?? 0) + 1, 1000)
      let end = policy.end(
        clock: context.plan.clock, retryAfter: response.retryAfter, interval: interval, refusals: refusals)
      return Backoff(scope: scope, until: end, refusals: refusals)
    }
    let isTooMany = response.status == 429
    let own = wait(isTooMany ? requestScope(request) : unavailableScope(request), interval: interval)
    guard isTooMany, let seconds = response.retryAfter, seconds > 0 else { return [own] }
    return [own, wait(originScope(request), interval: 0)]
  }

  private func scopes(of request: ConcreteRequest) -> [String] {
    [requestScope(request), unavailableScope(request), originScope(request)]
  }

  /// A request after a 429.
  private func requestScope(_ request: ConcreteRequest) -> String { scope("request", request) }

  /// A request after a 503 with `Retry-After`. It is a separate scope, so that the reason of a wait is known.
  private func unavailableScope(_ request: ConcreteRequest) -> String { scope("unavailable", request) }

  private func scope(_ kind: String, _ request: ConcreteRequest) -> String {
    let headers = request.headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    return ContentDigest(of: [kind, request.method, request.key, credentialName(request)] + headers).short
  }

  private func originScope(_ request: ConcreteRequest) -> String {
    ContentDigest(of: ["origin", request.origin, credentialName(request)]).short
  }

  /// The name of the credential that is sent. The secret itself is not part of any key.
  private func credentialName(_ request: ConcreteRequest) -> String {
    RateLimitGate.Client(request, context.contract(request.contract)?.authorization).credential
  }
}
