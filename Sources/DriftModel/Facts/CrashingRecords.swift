/// Records of one response on which author code ended its process or did not end. All other records were mapped.
public struct CrashingRecords: Codable, Sendable, Equatable {
  /// The number of records. Each was run alone before it was counted.
  @Count public var count: Int
  /// Records that were not tried, because enough others had ended the process.
  @Count public var untried: Int
  /// Position of the first one among the records, from 0.
  @Count public var first: Int?
  /// The first one's location in the response (RFC 6901); `nil` if records are not values of the response.
  public var example: String?
  /// JSON patterns of the members that also make a good record end the process, found by trials; empty if unknown.
  public var blame: [String]
  /// A reason that `execution` cannot express: all threads together used too much processor time.
  public var reason: String?

  /// Records that ended the process.
  public init(
    count: Int = 0, untried: Int = 0, first: Int? = nil, example: String? = nil, blame: [String] = [],
    reason: String? = nil
  ) {
    (self.count, self.untried, self.first) = (count, untried, first)
    (self.example, self.blame, self.reason) = (example, blame, reason)
  }
}
