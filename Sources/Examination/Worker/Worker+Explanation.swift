import ContractKit
import DriftModel
import PayloadShape

extension Worker {
  /// Writes explanation, shape and blame of one response. A crash in here is only a gap in our explanation.
  func explain(_ job: Int) async {
    let item = order.items[job]
    guard let document = responses[job][0].document else {
      leaveUnexplained(job)
      return
    }
    let contract = contract(of: job)
    let readers = item.versions.compactMap { id -> (Version, AnyReads)? in
      guard !isKilled(WorkUnit(job, .judge, version: id)), let version = contract?.version(id) else { return nil }
      return version.reads(item.endpoint).map { (version, $0) }
    }
    var dictionaryPaths = Set(item.dictionaryPaths)
    for exploring in [false, true] {
      for (version, reads) in readers {
        let explored = WorkUnit(job, .explore, version: version.id)
        let explained = WorkUnit(job, .explain, version: version.id)
        guard !exploring || !isKilled(explained) else { continue }
        let unit = exploring ? explored : explained
        await perform(unit) {
          let explanation = explanation(
            of: reads, document: document, data: responses[job][0].data,
            verdict: verdicts[WorkUnit(job, .judge, version: version.id)], runsOn: version.runsOn, exploring: exploring)
          dictionaryPaths.formUnion(explanation.dictionaryPaths)
          if !explanation.isUnexplored { skip(explored) }
          return .explained(unit, explanation)
        }
      }
    }
    // An error of the app's own may hold the response.
    for (version, _) in readers { verdicts[WorkUnit(job, .judge, version: version.id)] = nil }
    let shape = WorkUnit(job, .shape)
    await perform(shape) {
      .shaped(
        shape, PayloadShape(of: document, dictionaryPaths: dictionaryPaths, budget: order.shapeBudget))
    }
    for (version, reads) in readers {
      for mapping in reads.mappings {
        let mapped = WorkUnit(job, .mapping, version: version.id, name: mapping.name)
        guard !isKilled(mapped) else { continue }
        let unit = WorkUnit(job, .blame, version: version.id, name: mapping.name)
        let context = order.context(of: mapping, job: job, version: version.id)
        await perform(unit) {
          let crashing = selection(of: mapped).map { ($0, trials(of: unit)) }
          let finder = BlameFinder(
            reads: reads, mapping: mapping, context: context, document: document, crashing: crashing)
          return .blamed(unit, await finder.find())
        }
      }
    }
  }

  /// Whether somebody wants to know more of a response than what the app's own code made of it.
  func isToBeExplained(_ job: Int) -> Bool {
    let item = order.items[job]
    guard item.onlyReads else { return true }
    return item.versions.contains { version in
      let unit = WorkUnit(job, .judge, version: version)
      if case .success = verdicts[unit] { return false }
      return contract(of: job)?.version(version)?.reads(item.endpoint) != nil
    }
  }

  /// Reports that nothing can be explained, because a judge accepts the text but our parser does not.
  private func leaveUnexplained(_ job: Int) {
    let reason = "Foundation may read this text, our parser does not: \(responses[job][0].refusal ?? "no reason given")"
    for id in order.items[job].versions {
      let unit = WorkUnit(job, .explain, version: id)
      if isPending(unit), !isKilled(WorkUnit(job, .judge, version: id)) { write(.skipped(unit, reason: reason)) }
    }
    let shape = WorkUnit(job, .shape)
    if isPending(shape) { write(.skipped(shape, reason: reason)) }
  }
}
