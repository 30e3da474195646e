/// Arithmetic on counts that come from stored text as well as from documents, and so may be any number.
enum Tally {
  /// Largest count that is kept: what JSON readers that know only `Double` still take exactly.
  static let limit = 1 << 53

  /// The sum, or ``limit`` where it would be larger; for counts from 0 to the limit this is associative.
  static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflowed) = left.addingReportingOverflow(right)
    return overflowed ? limit : min(sum, limit)
  }
}
