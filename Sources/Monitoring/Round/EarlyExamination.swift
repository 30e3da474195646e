import DriftModel
import Examination
import PayloadShape
import Synchronization

/// Examines responses of a layer before all of them are there, because there is no room for further bodies: what is found out is kept,
/// and the bodies are dropped.
///
/// As a rule all responses of a layer are there before they are examined, in one worker, and those that equal the last are not
/// examined at all. Here a request of several responses is examined one by one, since nobody knows yet whether another one is new.
final class EarlyExamination: Sendable {
  /// What was found out about a response.
  private struct Result {
    /// The response, without its body where nobody needs it any more.
    let response: SourcedResponse
    var facts: Examination?
    var seconds = 0.0
    var impact: StoredImpact?
    var hasNewLineages = false
  }

  private struct State {
    /// By index of the response in the layer.
    var results: [Int: Result] = [:]
    var failure: (any Error)?
  }

  private let context: RoundContext
  private let resolved: [ResolvedRequest]
  private let found: FoundValues
  private let sourcesOfWrites: Set<EndpointID>
  private let state = Mutex(State())

  init(
    _ context: RoundContext, _ resolved: [ResolvedRequest], _ found: FoundValues, _ sourcesOfWrites: Set<EndpointID>
  ) {
    (self.context, self.resolved, self.found) = (context, resolved, found)
    self.sourcesOfWrites = sourcesOfWrites
  }

  /// Examines responses, by their index in the layer.
  func take(_ responses: [(index: Int, response: SourcedResponse)]) async {
    var (parts, indices): ([CheckedRequest], [Int]) = ([], [])
    for (index, response) in responses {
      var response = response
      guard let part = part(index), response.outcome == nil, !response.isNotModified else {
        response.dropBody()
        keep(Result(response: response), index)
        continue
      }
      if part.group.takesPartInJoin {
        // The body is needed until the end of the round, so that nobody is to wait for its room.
        response.lease = nil
        keep(Result(response: response), index)
      } else {
        parts.append(CheckedRequest(part, responses: [response]))
        indices.append(index)
      }
    }
    guard !parts.isEmpty else { return }
    do {
      parts = try await ExamineStage(context: context).run(parts, found, sourcesOfWrites)
      parts = try await ImpactStage(context: context).run(parts, found)
      await RecordStage(context: context).run(parts, found)
    } catch {
      state.withLock { $0.failure = error }
    }
    for (index, part) in zip(indices, parts) {
      var response = part.responses[0].response
      response.dropBody()
      let result = Result(
        response: response, facts: part.responses[0].facts, seconds: part.secondsExamined, impact: part.impact,
        hasNewLineages: part.hasNewLineages)
      keep(result, index)
    }
  }

  private func keep(_ result: Result, _ index: Int) { state.withLock { $0.results[index] = result } }

  /// The request of the response at an index, alone.
  private func part(_ index: Int) -> ResolvedRequest? {
    var first = 0
    for var request in resolved {
      defer { first += request.requests.count }
      guard index < first + request.requests.count else { continue }
      // One response alone does not tell whether all equal the last.
      if request.requests.count > 1 { request.repeatable = nil }
      request.requests = [request.requests[index - first]]
      return request
    }
    return nil
  }

  /// The requests of the layer with what was found out early.
  ///
  /// - Parameter checked: All requests of the layer, with all responses.
  /// - Returns: The same, with facts of the responses that were examined.
  /// - Throws: What ended an early examination.
  func added(to checked: [CheckedRequest]) throws -> [CheckedRequest] {
    let state = state.withLock { $0 }
    if let failure = state.failure { throw failure }
    guard !state.results.isEmpty else { return checked }
    var (checked, first) = (checked, 0)
    for request in checked.indices {
      let count = checked[request].responses.count
      for place in 0..<count {
        guard let result = state.results[first + place] else { continue }
        checked[request].responses[place].response = result.response
        checked[request].responses[place].facts = result.facts
        checked[request].secondsExamined += result.seconds
        checked[request].add(result.impact)
        checked[request].hasNewLineages = checked[request].hasNewLineages || result.hasNewLineages
      }
      first += count
    }
    return checked
  }
}

extension CheckedRequest {
  /// Adds what another part of the same request's responses showed.
  mutating func add(_ other: StoredImpact?) {
    guard let other else { return }
    guard impact != nil else {
      impact = other
      return
    }
    impact?.matrix.add(other.matrix.lineages)
    impact?.structure.formUnion(other.structure)
  }
}
