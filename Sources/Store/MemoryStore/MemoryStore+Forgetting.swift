public import DriftModel
public import Foundation

extension MemoryStore {
  /// Forgets what was learned of the request keys of an endpoint.
  public func forget(
    contract: String, endpoint: String, environment: String?, isWatched: Bool, at date: Date
  ) -> [ForgottenRequest] {
    let date = date.toTheMillisecond
    let keys = contents.requests.keys.filter { key in
      key.contract == contract && key.endpoint == endpoint && (environment ?? key.environment) == key.environment
    }
    return keys.sorted(by: RequestKey.areInOrder).compactMap { key in
      guard let known = contents.requests[key]?.memory else { return nil }
      let (memory, ended) = known.forgettingLearned(isWatched: isWatched, at: date)
      let moment = HistoryMoment(round: contents.rounds.count, at: date)
      contents.requests[key]?.forgetFindings(at: moment, former: known.findings)
      contents.requests[key]?.memory = memory
      for incident in ended {
        contents.lastSequence += 1
        contents.transitions.append(
          StoredTransition(
            sequence: contents.lastSequence,
            transition: IncidentTransition(kind: .resolved, at: date, incident: incident),
            round: contents.rounds.count, deliveredAt: nil))
      }
      var forgotten = ForgottenRequest(key: key)
      (forgotten.hadShape, forgotten.responses) = (known.baseline != nil, known.baselineResponses)
      forgotten.pendingChanges = known.pendingChanges.count
      (forgotten.mappings, forgotten.incidents) = (known.mappings.count + known.sends.count, ended.count)
      return forgotten
    }
  }
}

extension RequestKey {
  /// By environment, perspective and request.
  fileprivate static func areInOrder(_ left: RequestKey, _ right: RequestKey) -> Bool {
    func texts(_ key: RequestKey) -> [String] { [key.environment, key.perspective, key.request] }
    return texts(left).lexicographicallyPrecedes(texts(right)) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
