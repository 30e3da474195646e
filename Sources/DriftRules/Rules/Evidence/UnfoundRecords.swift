import DriftModel
import PayloadShape

extension Rules {
  static func evidenceNeverSeenSentence(_ outline: MappingOutline, records: Int) -> String {
    "\(outline.recordsPath) holds no record, and the mapping \(outline.name) was given \(records)."
  }
}

extension Judgement {
  /// `records:` paths of mappings that find nothing in responses of which `each:` gave records: a slip, by which losses could not be
  /// located or counted.
  func unfoundRecordsFindings() -> [Finding] {
    versions.flatMap { version in
      (outlines[version.id] ?? []).compactMap { outline in
        let given = facts(of: version).flatMap(\.mappings)
          .filter { $0.name == outline.name && $0.execution.hasSucceeded }.reduce(0) { $0 + $1.recordsIn }
        guard given > 0,
          examinations.allSatisfy({ facts in
            facts.shape.map { !$0.isTruncated && ($0.statistics(at: outline.recordsPath)?.count ?? 0) == 0 } ?? false
          }),
          // A shape knows neither single elements of a list nor other spellings of a path.
          outline.recordsPath.wholeMatch(of: /\$(\.[A-Za-z_][A-Za-z0-9_]*|\[\*\])*/) != nil,
          !isMap(outline.recordsPath)
        else { return nil }
        return finding(
          .evidenceNeverSeen, costs: .doubtful, version, path: outline.recordsPath,
          subject: "records of \(outline.name)", Rules.evidenceNeverSeenSentence(outline, records: given)
        ) {
          ($0.expected, $0.actual) = ("records", "nothing")
          $0.hint = "correct `records:` in the adapter; until then losses cannot be located"
        }
      }
    }
  }

  /// Whether the last step of a path takes the values of an object.
  private func isMap(_ path: String) -> Bool {
    guard path.hasSuffix("[*]") else { return false }
    return examinations.contains { $0.shape?.statistics(at: String(path.dropLast(3)))?.objects ?? 0 > 0 }
  }
}
