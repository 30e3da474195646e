import DriftModel

extension Rules {
  static let mappingIdentityUnstable = Rule(
    .mappingIdentityUnstable, about: .property, consequences: [.propertyLost],
    meaning: "The identity of a record is another one each time it is mapped, so lists flicker and upserts duplicate.",
    remedy: "Take the identity from the response, not from UUID() or the date.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .identity
  }

  static func mappingIdentityUnstableSentence(_ unstable: Int, _ run: MappingRun) -> String {
    "\(unstable) of \(run.made) \(run.noun(run.made)) \(unstable == 1 ? "gets" : "get") another identity each time \(unstable == 1 ? "it is" : "they are") mapped."
  }
}

extension Judgement {
  /// `lostProperties` are the findings of lost properties: one that is random in as many records has the same cause.
  func unstableIdentityFinding(_ run: MappingRun, lostProperties: [Finding]) -> Finding? {
    let unstable = run.sum(\.unstable.count)
    guard unstable > 0 else { return nil }
    let causes = Set(
      lostProperties.filter { $0.actual == "random" && $0.count == unstable && !$0.path.isEmpty }.map(\.path))
    return finding(
      .mappingIdentityUnstable, costs: run.statistics == nil ? .none : .propertyLost, run.version,
      path: causes.count == 1 ? causes.first ?? "" : "", subject: "\(run.name) ",
      Rules.mappingIdentityUnstableSentence(unstable, run)
    ) { run.fill(&$0, unstable, of: run.made, examples: run.ran.map(\.unstable.example)) }
  }
}
