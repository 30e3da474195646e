import DriftModel

extension Rules {
  static let mappingPropertyLost = Rule(
    .mappingPropertyLost, about: .property, consequences: [.propertyLost],
    meaning: "A property of the domain values is nil, empty or random where it used to hold a value of the response.",
    remedy: "Look at the path to blame: renamed, absent, or of another form.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .property
    $0.evidence = .properties
  }

  static func mappingPropertyLostSentence(
    _ property: String, _ run: MappingRun, how: String, lost: Int, of owners: String
  )
    -> String
  {
    "\(run.name).\(property) is \(how) in \(lost) of \(owners); it used to be there."
  }
}

extension Judgement {
  /// Properties that are lost more often than the baseline loses them: those that are often nil are how the model is.
  ///
  /// `shortened` are lists of which elements are missing, so that it is no news that some of them are empty.
  func lostPropertyFindings(_ run: MappingRun, shortened: Set<String>) -> [Finding] {
    let all = run.ran.flatMap(\.properties).filter { !shortened.contains($0.name) }
    return all.map(\.name).uniqued().compactMap { property in
      let parts = all.filter { $0.name == property }
      let (lost, total) = (parts.reduce(0) { $0 + $1.lost }, parts.reduce(0) { $0 + $1.total })
      let known = run.comparable.flatMap(\.properties).filter { $0.name == property }
      guard let statistics = run.statistics,
        let tolerated = statistics.tolerated(property, of: known.reduce(0) { $0 + $1.total }),
        known.reduce(0, { $0 + $1.lost }) > tolerated
      else { return nil }
      let isPending = self.isPending(.property(run.key, name: property))
      let isNil = parts.reduce(0) { $0 + $1.nilCount } >= parts.reduce(0) { $0 + $1.emptyCount }
      let how = parts.contains { $0.randomCount > 0 } ? "random" : isNil ? "nil" : "empty"
      let cause = cause(of: lost, of: total, blames: parts.map(\.blame), run)
      return finding(
        .mappingPropertyLost, costs: isPending ? .none : .propertyLost, run.version,
        isEssential: parts.contains(where: \.isEssential), path: cause.paths.first ?? "",
        subject: "\(run.name).\(property)",
        Rules.mappingPropertyLostSentence(
          property, run, how: how, lost: lost, of: "\(total) \(parts[0].list ?? run.noun(total))")
      ) {
        $0.paths = Array(cause.paths.dropFirst())
        run.fill(&$0, lost, of: total, [property], examples: parts.map(\.example))
        ($0.expected, $0.actual) = ("a value", how)
        $0.hint = Finding.hint(
          cause.hint,
          isPending ? statistics.properties[property].map { Finding.pendingHint(after: $0) } : nil)
        $0.state = isPending ? .pending : .open
      }
    }
  }
}
