import DriftModel

extension Rules {
  static let evidenceEmptyArray = Rule(
    .evidenceEmptyArray, about: .element, consequences: [.none],
    meaning: "An array was empty, so nothing is known of its elements.",
    remedy: "Ask for an account or page that has records.",
    noun: Rule.Noun("list without a record", "lists without a record"))

  static func evidenceEmptyArraySentence(_ run: MappingRun) -> String {
    "No record\(run.recordsPath.isEmpty ? "" : " at \(run.recordsPath)"): nothing is known of \(run.noun(2))."
  }
}

extension Judgement {
  /// A mapping that ran and was offered no record.
  func emptyArrayFinding(_ run: MappingRun) -> Finding? {
    guard !run.ran.isEmpty, run.offered == 0 else { return nil }
    return finding(
      .evidenceEmptyArray, costs: .none, run.version, path: run.recordsPath, subject: run.name,
      Rules.evidenceEmptyArraySentence(run)
    ) { $0.mappings = [run.affected()] }
  }
}
