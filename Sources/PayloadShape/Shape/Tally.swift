/// Arithmetic on counts, which may be any number because some come from stored text.
public enum Tally {
  /// The largest count. It is exact in JSON readers that only have `Double`.
  static let limit = 1 << 53

  /// The sum, but at most ``limit``. For counts from 0 to the limit this is associative.
  static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflowed) = left.addingReportingOverflow(right)
    return overflowed ? limit : min(sum, limit)
  }

  /// A count times a factor of 1 or more; at most 2^53, so that no stored number makes it overflow.
  public static func scaled(_ count: Int, by factor: Double) -> Int { Int(max(0, min(Double(count) * factor, 0x1p53))) }
}
