/// Records of one response over which author code ended its process or did not end; all others were mapped.
public struct DeadlyRecords: Codable, Sendable, Equatable {
  /// How many; each was run alone before it was counted.
  public var count: Int
  /// Records that nobody tried any more, since enough had ended the process.
  public var untried: Int
  /// Position of the first one among the records, from 0.
  public var first: Int?
  /// Where the first one stands in the response (RFC 6901); `nil` where records do not stand for values of the response.
  public var example: String?
  /// JSON patterns of the members that make a healthy record end the process as well, found by trial; empty when unknown.
  public var blame: [String]
  /// How it ended, where `execution` cannot tell: all of its threads together used too much processor time.
  public var reason: String?

  /// Records that ended the process.
  public init(
    count: Int = 0, untried: Int = 0, first: Int? = nil, example: String? = nil, blame: [String] = [],
    reason: String? = nil
  ) {
    self.count = count
    self.untried = untried
    self.first = first
    self.example = example
    self.blame = blame
    self.reason = reason
  }
}
