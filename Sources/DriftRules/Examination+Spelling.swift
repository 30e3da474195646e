import DriftModel
import PayloadShape

extension Examination {
  /// The facts with the names by which other responses have the members that this one lacks, so that one member is not
  /// spoken of by two names. Linear in the members, apart from their depth.
  ///
  /// - Parameter shapes: What responses look like, the most telling first.
  /// - Returns: The same facts, with such names in their paths.
  func spelled(asIn shapes: [PayloadShape]) -> Examination {
    func path(_ pattern: String, _ name: String) -> String? {
      name.isEmpty ? nil : shapes.lazy.compactMap { $0.path(meantBy: pattern, guessing: name) }.first
    }
    func spell(_ failures: inout [FieldFailure]) {
      for index in failures.indices {
        if let path = path(failures[index].pattern, failures[index].guessedName) { failures[index].pattern = path }
      }
    }
    var facts = self
    for index in facts.versions.indices {
      spell(&facts.versions[index].failures)
      spell(&facts.versions[index].swallowed)
      for field in facts.versions[index].fields.indices {
        let reading = facts.versions[index].fields[field]
        if let path = path(reading.pattern, reading.guessedName) {
          facts.versions[index].fields[field].pattern = path
        }
      }
    }
    return facts
  }
}
