import ContractKit
import DriftModel
import Store

/// A stage of a round: stores the result of each request, completely or not at all.
struct CommitStage {
  let context: RoundContext

  /// Commits one request's result in one transaction, and then reports it to the round.
  func run(_ result: RequestResult, _ tally: inout RoundTally, _ supplies: inout RoundSupplies) async throws {
    if let evaluation = result.evaluation {
      do { try await context.store.commit(evaluation) } catch StoreError.claimLost {
        // Only this result: the others' claims are their own.
        if let contract = context.contract(result.endpoint.contract),
          let endpoint = contract.endpoint(result.endpoint.endpoint)
        {
          tally.noteLost(result.endpoint, context.reportOfHeld(contract, endpoint, by: nil))
        }
        return
      }
    }
    tally.add(result)
    if let failed = result.failed { supplies.note(failed, of: result.endpoint) }
  }
}
