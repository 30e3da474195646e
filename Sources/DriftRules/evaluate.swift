public import DriftModel

/// Weighs what one round found out about a request against what is remembered of it: findings, incidents, transitions, and what is to
/// be remembered from now on.
///
/// Pure: no clock, no store, no order of calls. Rounds, backtests and simulations all call it, so that there is one definition of what
/// a response means.
///
/// - Parameters:
///   - memory: Everything that is remembered of the request.
///   - facts: What this round found out: responses of which at least one counts, why there is none, or what became of bodies that were
///     sent.
/// - Returns: All of it but the responses' own rows.
public func evaluate(_ memory: RequestMemory, _ facts: RequestFacts) -> Evaluation {
  let usable = facts.responses.compactMap(\.examination)
  let withoutResponse = facts.responses.filter { $0.examination == nil }.compactMap { response in
    memory.responses[response.url]?.facts.map { (name: response.name, facts: $0) }
  }
  let judgement = RequestJudgement(known: memory, facts: facts)
  guard facts.writes.isEmpty else { return judgement.resultOfWrites() }
  if usable.isEmpty, let missed = facts.missed { return judgement.resultWithoutResponse(missed) }
  return judgement.result(
    usable, unanswered: withoutResponse.map(\.facts),
    names: facts.responses.filter { $0.examination != nil }.map(\.name) + withoutResponse.map(\.name),
    newcomers: firstResponses(memory, facts))
}

/// Which of the responses that count are the first of their request, though others of the same declared request had some before: what
/// their mappings lose is no more than before. Indices among those that count.
private func firstResponses(_ memory: RequestMemory, _ facts: RequestFacts) -> Set<Int> {
  guard facts.responses.count > 1, !memory.mappings.isEmpty, facts.hasDeclaredSamples else { return [] }
  let usable = facts.responses.filter { $0.examination != nil }
  return Set(usable.indices.filter { memory.responses[usable[$0].url] == nil })
}
