/// Why there is no lineage for an answer.
struct LineageUnavailable: Error, Equatable, CustomStringConvertible {
  /// One line, without anything of the answer.
  let reason: String
  /// Whether a value from another answer is missing, which may be there next time.
  var awaitsOtherAnswer = false
  var description: String { "no lineage: \(reason)" }
}
