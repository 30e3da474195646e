import DriftModel

extension IncidentView {
  /// What people feel, in one sentence each, and the findings that need no further words.
  struct Story {
    var sentences: [String] = []
    /// Fingerprints of the findings that the sentences say.
    var said: Set<String> = []
  }

  /// Says first what is lost and to whom, then who is spared.
  func story(_ rules: RuleCatalog) -> Story {
    var story = Story()
    if incident.state == .resolved, entry.transition != .flapping {
      story.sentences.append(incident.toldSentence)
      let headline = incident.headline.withoutFullStop
      story.said = Set(findings.filter { $0.message.withoutFullStop == headline }.map(\.fingerprint))
      return story
    }
    if isAnnouncement || isRejection {
      isRejection ? addRejection(&story) : addAnnouncement(&story)
      return story
    }
    if isAboutResponses {
      addMissedChecks(&story)
      return story
    }
    addLostResponses(&story, rules)
    addLostRecords(&story, rules)
    addLostProperties(&story, rules)
    if story.sentences.isEmpty { addRest(&story, rules) }
    if lastSeenBefore != nil { story.sentences.append("The last check could not show it again.") }
    // A version whose mapping did not run to its end is not spared.
    let spared = readers(.fine).filter { reader in
      reader.report?.verdict == .decodes && reader.report?.mappings.allSatisfy(\.ran) != false
    }
    if !spared.isEmpty {
      let names = spared.count > 4 ? "The other \(grouped(spared.count)) versions" : listed(spared.map(\.name))
      story.sentences.append("\(names) \(spared.count == 1 ? "is" : "are") fine.")
    }
    return story
  }

  /// Passes on what the provider says, and names the versions that it will hit.
  private func addAnnouncement(_ story: inout Story) {
    for finding in findings {
      story.sentences.append(finding.message)
      story.said.insert(finding.fingerprint)
    }
    // A certificate belongs to the host and not to an endpoint.
    guard lead?.rule != .noticeCertificateExpiring else { return }
    let names = readers.filter { $0.report.map { $0.status == .supported } ?? true }.map(\.name)
    guard !names.isEmpty else { return }
    let shown = names.count > 4 ? "\(grouped(names.count)) versions" : listed(names)
    story.sentences.append("\(shown) \(names.count == 1 ? "reads" : "read") it.")
  }

  /// Says who gets no response, and why.
  private func addMissedChecks(_ story: inout Story) {
    let losers = readers(.lost)
    if !losers.isEmpty {
      story.sentences.append("\(listed(losers.map(\.name))) \(losers.count == 1 ? "gets" : "get") no response.")
    }
    for finding in findings {
      story.sentences.append(finding.message)
      story.said.insert(finding.fingerprint)
    }
    let isPart = findings.contains { $0.count < $0.total }
    if isUnchecked { story.sentences.append("This is not drift\(isPart ? "" : ": nothing could be examined").") }
  }

  /// Says which version's requests are refused. The request and the response are shown below.
  private func addRejection(_ story: inout Story) {
    let rejected = findings.filter { $0.rule == .requestRejected }
    for finding in rejected { story.said.insert(finding.fingerprint) }
    let names = rejected.flatMap(\.versions).map { version in
      version.shippedIn.map { "\(version.version) (\($0))" } ?? version.version
    }
    story.sentences.append(
      "The provider's \(incident.key.environment) refuses what \(listed(names.uniqued())) \(names.count == 1 ? "sends" : "send") to \(incident.key.endpoint)."
    )
  }

  private func addLostResponses(_ story: inout Story, _ rules: RuleCatalog) {
    let losers = readers(.lost)
    guard !losers.isEmpty else { return }
    var rest = losers
    func add(_ loss: Rule.Loss, _ what: String) {
      let here = findings.filter { rules[$0.rule].loss == loss }
      let hit = rest.filter { reader in here.contains { $0.versions.contains { $0.version == reader.version } } }
      guard !hit.isEmpty else { return }
      rest.removeAll { reader in hit.contains { $0.version == reader.version } }
      story.sentences.append("The app \(what) on this response in \(listed(hit.map(\.name))).")
      // The reason of a crash is shown below.
    }
    add(.crash, "crashes")
    add(.timeout, "hangs")
    guard !rest.isEmpty else { return }
    let isList = rest.allSatisfy { $0.report?.typeName.hasPrefix("[") ?? false }
    let counts = rest.compactMap(\.report).filter { $0.decoded > 0 && $0.decoded < $0.responses }
    let part = counts.map { "\(grouped($0.responses - $0.decoded)) of \(counted($0.responses, "response"))" }
    let among = counts.count == rest.count && Set(part).count == 1 ? part.first.map { ", in \($0)" } ?? "" : ""
    story.sentences.append("The whole \(isList ? "list" : "response") is lost in \(listed(rest.map(\.name)))\(among).")
  }

  private func addLostRecords(_ story: inout Story, _ rules: RuleCatalog) {
    for finding in findings where rules[finding.rule].loss == .records {
      // Elements of a property are lost, and not records.
      if let property = finding.mappings.first?.properties.first, let mapping = finding.mappings.first?.mapping {
        let who = listed(finding.mappings.map(\.version).uniqued())
        let amount =
          finding.total == 1
          ? "The only element of"
          : "\(finding.count >= finding.total ? "All" : "\(grouped(finding.count)) of") \(grouped(finding.total))"
        let verb = finding.count == 1 ? "is" : "are"
        story.sentences.append(
          "\(amount) \(property) of \(mapping) \(verb) missing in \(who); the app shows no error.")
        story.said.insert(finding.fingerprint)
        continue
      }
      let groups = finding.mappings.filter { $0.recordsIn > $0.recordsOut }.grouped {
        [$0.mapping, "\($0.recordsIn)", "\($0.recordsOut)"]
      }
      for group in groups {
        let (lost, all) = (group[0].recordsIn - group[0].recordsOut, group[0].recordsIn)
        let noun = recordNoun(group[0].mapping, count: all)
        let who = listed(group.map(\.version).uniqued())
        let why = finding.rule == .mappingThrew ? ": the mapping throws" : "; the app shows no error"
        story.sentences.append(
          lost == all
            ? "\(all == 1 ? "The only \(noun) is" : "All \(grouped(all)) \(noun) are") missing in \(who)\(why)."
            : "\(grouped(lost)) of \(grouped(all)) \(noun) \(lost == 1 ? "is" : "are") missing in \(who)\(why).")
        story.said.insert(finding.fingerprint)
      }
    }
  }

  private func addLostProperties(_ story: inout Story, _ rules: RuleCatalog) {
    let lost = findings.filter { rules[$0.rule].loss == .property && !$0.mappings.isEmpty }
    for finding in lost { story.said.insert(finding.fingerprint) }
    let groups = lost.grouped {
      [$0.actual, "\($0.count)", "\($0.total)"] + $0.mappings.map(\.version).uniqued()
    }
    for group in groups {
      let first = group[0]
      let names = group.flatMap(\.mappings).flatMap { mapping in mapping.properties.map { "\(mapping.mapping).\($0)" } }
        .uniqued()
      let shown = names.count > 4 ? names.prefix(3) + ["\(grouped(names.count - 3)) more"] : names[...]
      let how = first.actual.isEmpty ? "lost" : first.actual
      let amount = "\(grouped(first.count)) of \(counted(first.total, "record"))"
      let who = listed(first.mappings.map(\.version).uniqued())
      story.sentences.append(
        "\(listed(Array(shown))) \(names.count == 1 ? "is" : "are") \(how) in \(amount) in \(who); "
          + "\(names.count == 1 ? "it" : "they") used to be there.")
    }
  }

  /// Neither responses nor records nor properties are lost: says what the finding says, and who reads it.
  private func addRest(_ story: inout Story, _ rules: RuleCatalog) {
    guard let first = findings.first(where: { $0.level == incident.level }) ?? lead else {
      story.sentences.append("\(incident.headline.withoutFullStop).")
      return
    }
    let hit = readers.filter { reader in first.versions.contains { $0.version == reader.version } }
    if let change = rules[first.rule].change?.clause, !hit.isEmpty {
      let properties = first.versions.compactMap(\.property).map { String($0.prefix { $0 != ":" }) }.uniqued()
      let what = properties.isEmpty || properties.count > 3 ? first.path : listed(properties)
      let rest = first.isPrediction ? "; nothing is lost yet" : ""
      story.sentences.append(
        "\(listed(hit.map(\.name))) \(hit.count == 1 ? "reads" : "read") \(what), \(change)\(rest).")
    } else {
      story.sentences.append(first.message)
      story.said.insert(first.fingerprint)
    }
  }
}
