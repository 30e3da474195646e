import Store

/// A stage of a round: stores the result of each request, completely or not at all.
struct CommitStage {
  let context: RoundContext

  /// Commits one request's result in one transaction, and then reports it to the round.
  func run(_ result: RequestResult, _ tally: inout RoundTally, _ supplies: inout RoundSupplies) async throws {
    if let evaluation = result.evaluation { try await context.store.commit(evaluation) }
    tally.add(result)
    if let failed = result.failed { supplies.note(failed, of: result.endpoint) }
  }
}
