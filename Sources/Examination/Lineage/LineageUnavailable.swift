/// Why there is no lineage for a response.
struct LineageUnavailable: Error, Equatable, CustomStringConvertible {
  /// One line, without content of the response.
  let reason: String
  /// Whether a value from another response is missing, which may be present next time.
  var awaitsOtherResponse = false
  var description: String { "no lineage: \(reason)" }
}
