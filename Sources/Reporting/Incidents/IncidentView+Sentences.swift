import DriftModel

extension IncidentView {
  /// What people feel, in one sentence each, and the findings that need no further words.
  struct Story {
    var sentences: [String] = []
    /// Fingerprints of the findings whose message is in `sentences`.
    var told: Set<String> = []
  }

  /// First what is lost and to whom, then who is spared.
  func story(_ rules: RuleCatalog) -> Story {
    var story = Story()
    if isAnnouncement || isRejection {
      isRejection ? tellRejection(&story) : tellAnnouncement(&story)
      return story
    }
    tellLostResponses(&story)
    tellLostRecords(&story)
    tellLostProperties(&story)
    if story.sentences.isEmpty { tellRest(&story, rules) }
    // One whose mapping did not even run to its end has a story of its own.
    let spared = readers(.fine).filter { reader in
      reader.report?.verdict == .decodes && reader.report?.mappings.allSatisfy(\.ran) != false
    }
    if !spared.isEmpty {
      let names = spared.count > 4 ? "The other \(grouped(spared.count)) versions" : listed(spared.map(\.name))
      story.sentences.append("\(names) \(spared.count == 1 ? "is" : "are") fine.")
    }
    return story
  }

  /// The provider's word, and whom it will hit.
  private func tellAnnouncement(_ story: inout Story) {
    for finding in findings {
      story.sentences.append(finding.message)
      story.told.insert(finding.fingerprint)
    }
    // A certificate is the host's.
    guard lead?.rule != .noticeCertificateExpiring else { return }
    let names = readers.filter { $0.report.map { $0.status == .supported } ?? true }.map(\.name)
    guard !names.isEmpty else { return }
    let shown = names.count > 4 ? "\(grouped(names.count)) versions" : listed(names)
    story.sentences.append("\(shown) \(names.count == 1 ? "reads" : "read") it.")
  }

  /// Whose requests are refused; what was sent and answered stands below.
  private func tellRejection(_ story: inout Story) {
    let rejected = findings.filter { $0.rule == .requestRejected }
    for finding in rejected { story.told.insert(finding.fingerprint) }
    let names = rejected.flatMap(\.versions).map { version in
      version.shippedIn.map { "\(version.version) (\($0))" } ?? version.version
    }
    story.sentences.append(
      "The provider's \(incident.place.environment) refuses what \(listed(names.uniqued())) \(names.count == 1 ? "sends" : "send") to \(incident.place.endpoint)."
    )
  }

  private func tellLostResponses(_ story: inout Story) {
    let losers = readers(.lost)
    guard !losers.isEmpty else { return }
    var rest = losers
    func tell(_ rules: Set<RuleID>, _ what: String) {
      let here = findings.filter { rules.contains($0.rule) }
      let hit = rest.filter { reader in here.contains { $0.versions.contains { $0.version == reader.version } } }
      guard !hit.isEmpty else { return }
      rest.removeAll { reader in hit.contains { $0.version == reader.version } }
      story.sentences.append("The app \(what) on this response in \(listed(hit.map(\.name))).")
      // The reason of a crash stands below; only what happens is told here.
    }
    tell([.decodeCrash, .mappingCrash], "crashes")
    tell([.decodeTimeout, .mappingTimeout], "hangs")
    guard !rest.isEmpty else { return }
    let isList = rest.allSatisfy { $0.report?.typeName.hasPrefix("[") ?? false }
    let counts = rest.compactMap(\.report).filter { $0.decoded > 0 && $0.decoded < $0.responses }
    let part = counts.map { "\(grouped($0.responses - $0.decoded)) of \(grouped($0.responses)) responses" }
    let among = counts.count == rest.count && Set(part).count == 1 ? part.first.map { ", in \($0)" } ?? "" : ""
    story.sentences.append("The whole \(isList ? "list" : "response") is lost in \(listed(rest.map(\.name)))\(among).")
  }

  private func tellLostRecords(_ story: inout Story) {
    let rules: [RuleID] = [.mappingRecordDropped, .lossElementDropped, .mappingThrew]
    for finding in findings where rules.contains(finding.rule) {
      let mappings = finding.mappings.filter { $0.recordsIn > $0.recordsOut }
      var groups: [(counts: [Int], model: String, versions: [String])] = []
      for mapping in mappings {
        let counts = [mapping.recordsIn - mapping.recordsOut, mapping.recordsIn]
        if let index = groups.firstIndex(where: { $0.counts == counts && $0.model == mapping.mapping }) {
          groups[index].versions.append(mapping.version)
        } else {
          groups.append((counts, mapping.mapping, [mapping.version]))
        }
      }
      for group in groups {
        let (lost, all) = (group.counts[0], group.counts[1])
        let noun = recordNoun(group.model, count: all)
        let who = listed(group.versions.uniqued())
        let why = finding.rule == .mappingThrew ? ": the mapping throws" : "; the app shows no error"
        story.sentences.append(
          lost == all
            ? "\(all == 1 ? "The only \(noun) is" : "All \(grouped(all)) \(noun) are") missing in \(who)\(why)."
            : "\(grouped(lost)) of \(grouped(all)) \(noun) \(lost == 1 ? "is" : "are") missing in \(who)\(why).")
        story.told.insert(finding.fingerprint)
      }
    }
  }

  private func tellLostProperties(_ story: inout Story) {
    let lost = findings.filter {
      [.mappingPropertyLost, .mappingPropertyDefaulted].contains($0.rule) && !$0.mappings.isEmpty
    }
    var groups: [(key: [String], names: [String], finding: Finding)] = []
    for finding in lost {
      let names = finding.mappings.flatMap { mapping in mapping.properties.map { "\(mapping.mapping).\($0)" } }
        .uniqued()
      let versions = finding.mappings.map(\.version).uniqued()
      let key = [finding.actual, String(finding.count), String(finding.total)] + versions
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].names += names
      } else {
        groups.append((key, names, finding))
      }
      story.told.insert(finding.fingerprint)
    }
    for group in groups {
      let names = group.names.uniqued()
      let shown = names.count > 4 ? names.prefix(3) + ["\(grouped(names.count - 3)) more"] : names[...]
      let how = group.finding.actual.isEmpty ? "lost" : group.finding.actual
      let amount = "\(grouped(group.finding.count)) of \(counted(group.finding.total, "record"))"
      let who = listed(group.finding.mappings.map(\.version).uniqued())
      story.sentences.append(
        "\(listed(Array(shown))) \(names.count == 1 ? "is" : "are") \(how) in \(amount) in \(who); "
          + "\(names.count == 1 ? "it" : "they") used to be there.")
    }
  }

  /// Neither responses nor records nor properties are lost: the finding's own words, and who would lose.
  private func tellRest(_ story: inout Story, _ rules: RuleCatalog) {
    guard let first = findings.first(where: { $0.level == incident.level }) ?? lead else {
      story.sentences.append(incident.headline.hasSuffix(".") ? incident.headline : "\(incident.headline).")
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
      story.told.insert(first.fingerprint)
    }
  }
}
