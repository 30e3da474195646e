/// Why there is no lineage for an answer.
struct LineageUnavailable: Error, Equatable, CustomStringConvertible {
  /// One line, without anything of the answer.
  let reason: String
  var description: String { "no lineage: \(reason)" }
}
