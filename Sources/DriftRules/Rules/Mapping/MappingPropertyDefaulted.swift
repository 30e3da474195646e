import DriftModel

extension Rules {
  static let mappingPropertyDefaulted = Rule(
    .mappingPropertyDefaulted, about: .property, consequences: [.propertyLost],
    meaning: "A property fell to its default where it used to hold a value of the response.",
    remedy: "Look at the path to blame.",
    noun: Rule.Noun("remark on a mapping", "remarks on mappings")
  ) {
    $0.loss = .property
    $0.evidence = .absence
  }

  static func mappingPropertyDefaultedSentence(_ values: DefaultedValues) -> String {
    let falls = values.names.count == 1 ? "falls to its" : "fall to their"
    return
      "\(listed(values.names.map { "\(values.owner).\($0)" })) \(falls) default in \(values.count) of \(values.total) \(recordNoun(values.owner, count: values.total))."
  }
}
