/// Arithmetic on counts, which may be any number because some come from stored text.
enum Tally {
  /// The largest count. It is exact in JSON readers that only have `Double`.
  static let limit = 1 << 53

  /// The sum, but at most ``limit``. For counts from 0 to the limit this is associative.
  static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflowed) = left.addingReportingOverflow(right)
    return overflowed ? limit : min(sum, limit)
  }
}
