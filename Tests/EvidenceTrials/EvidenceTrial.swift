import DriftModel
import DriftRules
import Foundation
import JSONDocument
import PayloadShape
import Store

/// One API polled for a while: every response goes the way of a real one from its facts on. Either nobody is known to read it, so
/// that every change of presence, type, nullability, format or closed set would be a warning, or ``MappedVersion`` maps it.
struct EvidenceTrial {
  /// What a trial came to.
  struct Result {
    var responses = 0
    /// Findings at warning or above while nothing had changed: rule, path and the response at which each was reported.
    var falseFindings: [(rule: String, path: String, response: Int, message: String)] = []
    /// Responses from the change until it was reported; nil: it was not.
    var delay: Int?
  }

  private static let key = RequestKey(
    contract: "trial", endpoint: "responses", request: "", environment: "production", perspective: "default")

  private var api: SteadyAPI
  private let store = MemoryStore()

  /// Whether a version maps the records.
  private let isMapped: Bool

  private init(_ api: SteadyAPI, isMapped: Bool = false) { (self.api, self.isMapped) = (api, isMapped) }

  /// Polls an API that never changes.
  ///
  /// - Throws: `StoreError`.
  static func steady(_ api: SteadyAPI, responses: Int, isMapped: Bool) async throws -> Result {
    var trial = EvidenceTrial(api, isMapped: isMapped)
    var result = Result()
    var known: Set<String> = []
    for number in 1...responses {
      // What comes and goes is one finding.
      for finding in try await trial.check() {
        let properties = finding.mappings.flatMap(\.properties).joined(separator: ",")
        let what = finding.path.isEmpty ? properties : finding.path
        // That a member which came later is there now is true.
        if finding.rule == .meaningShifted, api.hasLateMember(properties), finding.message.hasSuffix("in all before.") {
          continue
        }
        guard known.insert("\(finding.rule.family) \(what)").inserted else { continue }
        result.falseFindings.append((finding.rule.rawValue, what, number, finding.message))
      }
    }
    result.responses = responses
    return result
  }

  /// Polls an API from which, after `history` responses, a member that was always there goes missing in a `share` of them, or of
  /// their records, until that is reported or `limit` responses have come.
  ///
  /// - Throws: `StoreError`.
  static func change(
    _ api: SteadyAPI, after history: Int, share: Double, isOfRecords: Bool, limit: Int
  ) async throws -> Result {
    var trial = EvidenceTrial(api)
    var result = Result()
    for _ in 1...history { _ = try await trial.check() }
    let name = "member\(history % SteadyAPI.steadyMembers)"
    trial.api.vanishing = (name, share, isOfRecords)
    for number in 1...limit {
      if try await trial.check().contains(where: { $0.path.hasSuffix(".\(name)") }) {
        result.delay = number
        return result
      }
    }
    return result
  }

  /// Polls an API that a version maps, and of which, after `history` responses, one member's numbers are ten times larger, until the
  /// shifted meaning of a property is reported or `limit` responses have come.
  ///
  /// - Throws: `StoreError`.
  static func shift(_ api: SteadyAPI, after history: Int, of property: String, limit: Int) async throws -> Int? {
    var trial = EvidenceTrial(api, isMapped: true)
    for _ in 1...history { _ = try await trial.check() }
    trial.api.multiply("member0", by: 10)
    for number in 1...limit {
      let found = try await trial.check().filter { $0.rule == .meaningShifted }
      if found.contains(where: { $0.mappings.contains { $0.properties == [property] } }) { return number }
    }
    return nil
  }

  /// Takes one response through a round; what is found at warning or above and was not before.
  private mutating func check() async throws -> [Finding] {
    let clock = Date(timeIntervalSince1970: Double(await store.roundCount() + 1) * 300)
    let round = await store.beginRound(
      startedAt: clock, source: .directory, environment: Self.key.environment, buildID: "trial")
    let responses = try api.responses().enumerated().map { index, response in
      var examination = Examination(shape: PayloadShape(of: try JSONDocument(response.text)))
      if isMapped { examination.versions = [MappedVersion.facts(of: api, response.records)] }
      return RequestFacts.Response(url: "/\(index)", examination: examination)
    }
    var facts = RequestFacts(
      request: Self.key, signature: "GET /", versions: isMapped ? [MappedVersion.info] : [],
      outlines: isMapped ? MappedVersion.outlines(api.form) : [:],
      responses: responses,
      round: round, clock: clock, settings: EvaluationSettings(hasUnknownReaders: !isMapped))
    facts.hasDeclaredSamples = api.keepsRecords
    let memory = try await store.memory(of: [MemoryQuery(key: Self.key, signature: "GET /")])[Self.key]
    let before = Set((memory?.findings ?? []).filter { $0.level >= .warning }.map(\.fingerprint))
    let evaluation = evaluate(memory ?? RequestMemory(), facts)
    try await store.commit(evaluation)
    try await store.endRound(round, at: clock, seconds: 0, exitCode: 0)
    return evaluation.findings.filter { $0.level >= .warning && !before.contains($0.fingerprint) }
  }
}
