import Foundation

extension RequestMemory {
  /// The memory of a request key after `evaluation` is stored: what every store gives then.
  public func applying(_ evaluation: Evaluation) -> RequestMemory {
    let at = evaluation.at.toTheMillisecond
    var memory = self
    memory.report = evaluation.report
    memory.findings = evaluation.findings
    memory.incidents = incidents(after: evaluation)
    memory.pendingChanges = evaluation.pendingChanges ?? pendingChanges
    memory.checkedAt = at
    // A clock that was set back makes the last good check the one before it.
    memory.lastGoodAt = (evaluation.isGood ? at : memory.lastGoodAt).map { min($0, at) }
    if evaluation.responses.contains(where: \.outcome.isChecked) { memory.lastResponseAt = at }
    for record in evaluation.responses {
      memory.responses[record.url] = StoredResponse(record, at: at, former: memory.responses[record.url])
    }
    let learned = evaluation.learned
    if let baseline = learned.baseline {
      (memory.baseline, memory.baselineResponses) = (baseline, learned.baselineResponses)
    } else if baseline != nil {
      memory.baselineResponses += learned.repeatedResponses
    }
    if let feeds = learned.feeds { (memory.feeds, memory.staleAt) = (feeds, learned.staleAt?.toTheMillisecond) }
    memory.mappings.merge(learned.mappings) { _, new in new }
    memory.sends.merge(learned.sends) { _, new in new }
    for id in evaluation.acceptancesMatched { memory.acceptanceUses[id, default: AcceptanceUse()].lastMatchedAt = at }
    for id in evaluation.acceptancesApplied { memory.acceptanceUses[id, default: AcceptanceUse()].appliedAt = at }
    if var impact = evaluation.impact {
      impact.perspective = evaluation.key.perspective
      memory.setImpact(buildID: impact.buildID, structure: Deferred(impact.structure), whole: Deferred(impact))
    }
    return memory
  }

  private func incidents(after evaluation: Evaluation) -> [Incident] {
    let changed = Set(evaluation.transitions.map(\.incident.id))
    var all = Dictionary(incidents.map { ($0.id, $0) }) { _, last in last }
    for incident in evaluation.incidents {
      let stored = all[incident.id]
      all[incident.id] = changed.contains(incident.id) ? incident : incident.withAcknowledgement(of: stored)
    }
    return all.values.sorted { ($0.openedAt.milliseconds, $0.id) < ($1.openedAt.milliseconds, $1.id) }
  }
}

extension Incident {
  /// The incident, which lasts without a transition, with the acknowledgement of the stored one.
  ///
  /// A round evaluates what it read at its beginning, and since then somebody may have acknowledged the incident, or taken that
  /// back.
  package func withAcknowledgement(of stored: Incident?) -> Incident {
    guard isOpen, let stored, stored.isOpen, stored.lastOpenedAt == lastOpenedAt else { return self }
    var incident = self
    (incident.state, incident.acknowledgement) = (stored.state, stored.acknowledgement)
    incident.acknowledgements = stored.acknowledgements
    return incident
  }
}

extension StoredResponse {
  /// What is stored of a URL after one more response; `nil` while none was examined.
  fileprivate init?(_ record: ResponseRecord, at: Date, former: StoredResponse?) {
    if var facts = record.facts {
      facts.shape = nil  // the baseline has it
      self.init(facts: Deferred(facts), outcome: record.outcome, examinedAt: at, buildID: record.buildID)
      (bodyDigest, etag, lastModified) = (record.bodyDigest?.lowercased(), record.etag, record.lastModified)
    } else if let former {
      self = former
      (lastOutcome, checkedAt) = (record.outcome, at)
      // A 304 may renew its validators (RFC 9111 section 4.3.4); those of a failed response do not count.
      if record.outcome.isChecked {
        (etag, lastModified) = (record.etag ?? former.etag, record.lastModified ?? former.lastModified)
      }
    } else {
      return nil
    }
    notModifiedInRow = record.isNotModified ? (former?.notModifiedInRow ?? 0) + 1 : 0
  }
}
