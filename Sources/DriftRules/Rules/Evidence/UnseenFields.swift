import DriftModel
import PayloadShape

extension Judgement {
  /// Members that a version asks for and of which no response held a value, now or before: dead optionals, often a
  /// misspelled key.
  func unseenFieldFindings() -> [Finding] { versions.flatMap(unseenFieldFindings) }

  private func unseenFieldFindings(_ version: VersionInfo) -> [Finding] {
    var fields: [String: FieldReading] = [:]
    for field in facts(of: version).filter(\.decoding.hasSucceeded).flatMap(\.fields) {
      guard var known = fields[field.pattern] else {
        fields[field.pattern] = field
        continue
      }
      known.seen += field.seen
      known.null += field.null
      known.missing += field.missing
      known.nearMiss = [known.nearMiss, field.nearMiss].compactMap(\.self).min()
      fields[field.pattern] = known
    }
    let unseen = fields.values.filter { $0.seen == 0 && $0.null + $0.missing > 0 }.sorted { $0.pattern < $1.pattern }
    return unseen.compactMap { field in
      let before = baseline?.statistics(at: field.pattern)
      if let before, before.count > before.nulls { return nil }
      let isNull = field.null > 0 || before != nil
      let nearMiss = isNull ? nil : field.nearMiss
      return finding(
        isNull ? .evidenceOnlyNull : .evidenceNeverSeen, costs: nearMiss == nil ? .none : .doubtful, version,
        path: field.pattern, subject: version.id,
        isNull ? Rules.evidenceOnlyNullSentence(field) : Rules.evidenceNeverSeenSentence(field)
      ) {
        $0.versions[0].property = field.nameWithType
        ($0.expected, $0.actual) = (field.swiftType, isNull ? "null" : "nothing")
        ($0.count, $0.total) = (field.null + field.missing, field.null + field.missing)
        $0.hint = nearMiss.map { "the response has \"\($0)\", which nobody reads" }
      }
    }
  }
}
