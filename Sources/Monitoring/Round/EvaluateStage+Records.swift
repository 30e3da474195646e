import DriftModel
import PayloadShape
import Store

extension EvaluateStage {
  /// The rows of the responses. A missing recording has none.
  func records(of checked: CheckedRequest, _ memory: RequestMemory) -> [ResponseRecord] {
    let wanted = checked.group.wanted
    return checked.responses.compactMap { item in
      let (response, verdict) = (item.response, item.verdict)
      guard response.reason != RoundContext.noRecording else { return nil }
      var stored = checked.isCarriedForward || verdict.outcome != nil ? nil : item.facts
      if let shape = item.facts?.shape, let baseline = memory.baseline,
        2 * shape.paths.count < baseline.paths.count
      {
        stored?.isSparse = true
      }
      stored?.shape = nil
      stored?.forgetBodies()
      // Links that hold a secret or may, and context, are not stored whole. The next round reads them again, so it needs the body: no 304.
      let links = item.facts.map { facts in
        Dictionary(
          uniqueKeysWithValues: facts.links.map { path, values in
            (path, values.map { (wanted[path] ?? WantedValues()).stored($0, response.mask) })
          })
      }
      let isKnownWhole = links == item.facts?.links
      if let links { stored?.links = links }
      // Of two different responses to one request none is the one that the next must equal.
      let hasDigest = response.outcome == nil && !response.isNotModified && !checked.disagrees
      var record = ResponseRecord(
        url: item.request.key, outcome: verdict.outcome ?? (checked.isCarriedForward ? .unchanged : .ok),
        buildID: checked.codeIdentity)
      (record.status, record.seconds, record.facts) = (response.status, response.seconds, stored)
      if response.outcome == nil { record.bytes = response.bodyCount }
      if hasDigest { record.bodyDigest = response.bodyDigest }
      if isKnownWhole, let validators = response.validators {
        (record.etag, record.lastModified) = (validators.etag, validators.lastModified)
      }
      return record
    }
  }
}

extension Examination {
  /// Removes the bodies that were made to be sent, because bodies are never stored.
  fileprivate mutating func forgetBodies() {
    for version in versions.indices {
      for send in versions[version].sends.indices { versions[version].sends[send].body = nil }
    }
  }
}
