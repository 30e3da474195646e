/// What the values of one property are in one response: how many are of each case, and where numbers or dates lie.
///
/// Texts and other values are only counted as there or not, so that nothing of them is kept.
public struct ValueDistribution: Codable, Sendable, Equatable {
  /// Values, those that are nil or empty included; without those that are random.
  public var total = 0
  /// Values by case; a case without a value is not named.
  public var cases: [ValueCase: Int] = [:]
  /// Where numbers or dates lie; `nil` where there are none.
  public var numbers: Quartiles?

  /// More cases of an enum than these are no closed set, and are not counted.
  public static let maximumCases = 16

  /// Nothing counted yet.
  public init() {}

  /// Where some numbers lie. Of dates it has seconds since 1970.
  public struct Quartiles: Codable, Sendable, Equatable {
    /// How many numbers.
    public var count: Int
    /// The smallest, the one below which a quarter lies, the middle one, the one above which a quarter lies, and the largest.
    public var points: [Double]
    /// Whether they are dates.
    @Sparse public var areDates: Bool

    /// Of the finite ones of some numbers; `nil` if there is none. n log n.
    ///
    /// - Parameters:
    ///   - numbers: The numbers, or a sample of them in any order.
    ///   - count: How many they were; `nil`: as many as are given.
    ///   - extremes: The smallest and the largest of all; `nil`: those of the ones that are given.
    ///   - areDates: Whether they are seconds since 1970.
    public init?(
      _ numbers: [Double], of count: Int? = nil, between extremes: (lowest: Double, highest: Double)? = nil,
      areDates: Bool
    ) {
      let sorted = numbers.filter(\.isFinite).sorted()
      guard let first = sorted.first, let last = sorted.last else { return nil }
      self.count = count ?? sorted.count
      points = (0...4).map { sorted[Self.place(of: $0, in: sorted.count)] }
      (points[0], points[4]) = (extremes?.lowest ?? first, extremes?.highest ?? last)
      self.areDates = areDates
    }

    /// How many numbers come before a point, of a count in ascending order.
    private static func place(of point: Int, in count: Int) -> Int { (point * (count - 1) + 2) / 4 }

    /// How many of the numbers lie at one end, at the least: all of up to five, of more those that the points tell of.
    ///
    /// - Parameter isAtEnd: Whether a number lies there; so does every one that is farther out.
    /// - Returns: 0 to ``count``.
    public func leastCount(where isAtEnd: (Double) -> Bool) -> Int {
      let places = points.indices.filter { isAtEnd(points[$0]) }.map { Self.place(of: $0, in: count) }
      guard let first = places.first, let last = places.last else { return 0 }
      return isAtEnd(highest) ? count - first : last + 1
    }

    /// The smallest number.
    public var lowest: Double { points.first ?? 0 }
    /// The largest number.
    public var highest: Double { points.last ?? 0 }
  }
}

extension ValueDistribution {
  /// Reads what a worker counted.
  ///
  /// - Throws: `DecodingError` for a member that is missing or mistyped, and for counts that cannot be.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    total = try members.decode(Int.self, forKey: .total)
    cases = try members.decode([ValueCase: Int].self, forKey: .cases)
    numbers = try members.decodeIfPresent(Quartiles.self, forKey: .numbers)
    try requirePossible(counts: [total] + cases.values, in: decoder)
    try requirePossible(counts: cases.values.map { total - $0 } + [total - (numbers?.count ?? 0)], in: decoder)
  }
}

extension ValueDistribution.Quartiles {
  /// Reads what a worker counted.
  ///
  /// - Throws: `DecodingError` for a member that is missing or mistyped, and for numbers that are not five in order.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    count = try members.decode(Int.self, forKey: .count)
    points = try members.decode([Double].self, forKey: .points)
    _areDates = try members.decode(Sparse<Bool>.self, forKey: .areDates)
    let areInOrder = points.count == 5 && zip(points, points.dropFirst()).allSatisfy { $0 <= $1 }
    try requirePossible(counts: [count, areInOrder ? 0 : -1], in: decoder)
  }
}

/// What a value is, where that is one of few things.
public enum ValueCase: Sendable, Hashable, Comparable {
  /// Nil or empty.
  case none
  /// True; what is neither this nor none is false.
  case isTrue
  /// A number that is zero.
  case zero
  /// A number below zero.
  case negative
  /// A case of an enum, without its payload.
  case named(String)

  /// Whether it is a case of an enum.
  public var isNamed: Bool {
    switch self {
    case .none, .isTrue, .zero, .negative: false
    case .named: true
    }
  }

  /// The end of a sentence about values that are of this case: `zero`.
  public var words: String {
    switch self {
    case .none: "nil or empty"
    case .isTrue: "true"
    case .zero: "zero"
    case .negative: "below zero"
    case .named(let name): ".\(name)"
    }
  }
}

extension ValueCase: RawRepresentable, Codable, CodingKeyRepresentable {
  /// Names of cases have a dot in front, as in Swift, so that they are no other ones.
  public var rawValue: String {
    switch self {
    case .none: "none"
    case .isTrue: "true"
    case .zero: "zero"
    case .negative: "negative"
    case .named(let name): ".\(name)"
    }
  }

  /// From what ``rawValue`` gives; `nil` for anything else.
  public init?(rawValue: String) {
    switch rawValue {
    case "none": self = .none
    case "true": self = .isTrue
    case "zero": self = .zero
    case "negative": self = .negative
    default:
      guard rawValue.hasPrefix(".") else { return nil }
      self = .named(String(rawValue.dropFirst()))
    }
  }
}
