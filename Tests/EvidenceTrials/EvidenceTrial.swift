import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Monitoring
import PayloadShape

/// One API polled for a while: every response goes the way of a real one from its shape on, nobody being known to read it, so
/// that every change of presence, type, nullability, format or closed set would be a warning.
struct EvidenceTrial {
  /// What a trial came to.
  struct Result {
    var responses = 0
    /// Findings at warning or above while nothing had changed: rule, path and the response at which each was told.
    var falseFindings: [(rule: String, path: String, response: Int)] = []
    /// Responses from the change until it was told; nil: not told.
    var delay: Int?
  }

  private static let place = RequestKey(
    contract: "trial", endpoint: "responses", request: "", environment: "production", perspective: "default")

  /// Polls an API that never changes.
  static func steady(_ api: SteadyAPI, responses: Int) -> Result {
    var api = api
    var result = Result()
    var state = RequestMemory()
    var known: Set<String> = []
    for number in 1...responses {
      // What comes and goes is one finding.
      for finding in look(&api, &state, number) where known.insert(finding.path).inserted {
        result.falseFindings.append((finding.rule.rawValue, finding.path, number))
      }
    }
    result.responses = responses
    return result
  }

  /// Polls an API from which, after `history` responses, a member that was always there goes missing in a `share` of them, or of
  /// their records, until that is told or `limit` responses have come.
  static func change(_ api: SteadyAPI, after history: Int, share: Double, isOfRecords: Bool, limit: Int) -> Result {
    var api = api
    var result = Result()
    var state = RequestMemory()
    for number in 1...history { _ = look(&api, &state, number) }
    let name = "member\(history % SteadyAPI.steadyMembers)"
    api.vanishing = (name, share, isOfRecords)
    for number in 1...limit {
      let told = look(&api, &state, history + number)
      if told.contains(where: { $0.path.hasSuffix(".\(name)") }) {
        result.delay = number
        return result
      }
    }
    return result
  }

  /// Findings that one response makes be told for the first time.
  private static func look(_ api: inout SteadyAPI, _ state: inout RequestMemory, _ number: Int) -> [Finding] {
    guard let document = try? JSONDocument(api.response()) else { return [] }
    let facts = RequestFacts(
      request: place, signature: "GET /", versions: [], outlines: [:],
      responses: [RequestFacts.Response(url: "/", examination: Examination(shape: PayloadShape(of: document)))],
      round: number, clock: Date(timeIntervalSince1970: Double(number) * 300),
      settings: EvaluationSettings(hasUnknownReaders: true))
    let before = Set(state.findings.filter { $0.level >= .warning }.map(\.fingerprint))
    let result = evaluate(state, facts)
    state = state.applying(result)
    return result.findings.filter { $0.level >= .warning && !before.contains($0.fingerprint) }
  }
}
