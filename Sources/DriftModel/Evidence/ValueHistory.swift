/// What the values of one property have been: its part of a baseline, merged over responses.
public struct ValueHistory: Codable, Sendable, Equatable {
  /// Values, those that were nil or empty included.
  public var total = 0
  /// Values that were there.
  public private(set) var present = 0
  /// How many of them were of each case, without those of an enum of which there are too many for a closed set.
  public var shares: [ValueCase: Share] = [:]
  /// Whether there were more cases than are counted.
  @Sparse public var hasManyCases: Bool
  /// Where all numbers or dates lay; `nil` where there were none.
  public var range: Range?

  /// Nothing seen yet.
  public init() {}

  /// How many values were of one case; of a case that came later and is in each round since, how many from its first sight on.
  public struct Share: Codable, Sendable, Equatable {
    /// Values of the case.
    public var count = 0
    /// Values of any case.
    public var total = 0
    /// Values before, and rounds since, of a case that came later and stayed; `nil` for one that was there in the first round, and for
    /// one that comes and goes.
    public var stay: Stay?
    /// The lowest share of one round, 0 to 1.
    public var lowest: Double
    /// Values of the largest round that had it.
    public var lowestOf: Int
    /// The highest share of one round, 0 to 1.
    public var highest: Double
    /// Values of the largest round that had it.
    public var highestOf: Int

    /// What one round showed: `count` of `total` values.
    public init(_ count: Int, of total: Int) {
      (self.count, self.total) = (count, total)
      let share = total > 0 ? Double(count) / Double(total) : 0
      (lowest, lowestOf, highest, highestOf) = (share, total, share, total)
    }

    /// What one round showed of a case that was in none of the values before.
    init(_ count: Int, of total: Int, after before: Int) {
      self.init(count, of: total)
      stay = Stay(before: before, rounds: 1)
    }

    /// With all values that were seen, also those before its first sight.
    var counted: Share { stay.map(counted) ?? self }

    private func counted(with known: Stay) -> Share {
      var share = self
      share.stay = nil
      share.total += known.before
      (share.lowest, share.lowestOf) = (0, known.before)
      return share
    }

    mutating func absorb(_ count: Int, of total: Int) {
      if let known = stay { self = count > 0 ? self : counted(with: known) }
      stay?.rounds += 1
      self.count += count
      self.total += total
      let share = Double(count) / Double(total)
      if share < lowest || share == lowest && total > lowestOf { (lowest, lowestOf) = (share, total) }
      if share > highest || share == highest && total > highestOf { (highest, highestOf) = (share, total) }
    }
  }

  /// Where a case stands that came later.
  public struct Stay: Codable, Sendable, Equatable {
    /// Values before its first sight.
    public var before: Int
    /// Rounds since, each of which had it.
    public var rounds: Int
  }

  /// Where all numbers lay. Of dates it has seconds since 1970.
  public struct Range: Codable, Sendable, Equatable {
    /// Numbers that lay there.
    public var count: Int
    /// The smallest.
    public var lowest: Double
    /// The largest.
    public var highest: Double
    /// Whether they are dates.
    @Sparse public var areDates: Bool
  }

  /// What is known of values that are not of a case, as of losses: how many there were, and the highest share of one round.
  ///
  /// Of a case that came later and stayed, since its first sight.
  public func missing(_ value: ValueCase) -> MappingStatistics.Losses? {
    shares[value].map { share in
      let known = roundsOfStay(value) == nil ? share.counted : share
      return MappingStatistics.Losses(
        lost: known.total - known.count, of: known.total, highest: 1 - known.lowest, of: known.lowestOf)
    }
  }

  /// Rounds since the first sight of a case that came later, if they are enough to count; `nil` where it did not, or comes and goes.
  public func roundsOfStay(_ value: ValueCase) -> Int? {
    shares[value]?.stay.flatMap { $0.rounds >= MappingStatistics.Losses.Stay.least ? $0.rounds : nil }
  }

  /// What is known of values that are of a case, which may never have been seen, in the same form.
  public func holding(_ value: ValueCase) -> MappingStatistics.Losses {
    let share = shares[value]?.counted ?? Share(0, of: present)
    return MappingStatistics.Losses(lost: share.count, of: share.total, highest: share.highest, of: share.highestOf)
  }

  /// Adds the values of all responses of one round, but for those in which they are others than before and must be reported again.
  public mutating func absorb(_ round: [ValueDistribution], skipping skipped: Set<ValueShift> = []) {
    let all = round.reduce(0) { $0 + $1.total }
    guard all > 0 else { return }
    let counts = round.map(\.cases).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    for value in Set(shares.keys).union(counts.keys) {
      // What is missing is no other case.
      let here = value == .none ? all : all - (counts[.none] ?? 0)
      let before = value == .none ? total : present
      guard here > 0 else { continue }
      let count = counts[value] ?? 0
      if !skipped.isDisjoint(with: [.fewer(value), .more(value)]) {
        // What comes until it is learned was never a value of which none was of this case.
        if shares[value] == nil, before > 0 { shares[value] = Share(0, of: before) }
      } else if before == 0 {
        shares[value] = Share(count, of: here)
      } else if value != .none, count > 0, shares[value]?.count ?? 0 == 0 {
        // None of the values before was of a case that is new.
        shares[value] = Share(count, of: here, after: shares[value]?.total ?? before)
      } else {
        // That values are missing has a rule of its own.
        shares[value, default: Share(0, of: before)].absorb(count, of: here)
      }
    }
    present = min(present + all - (counts[.none] ?? 0), 1 << 53)
    total = min(total + all, 1 << 53)
    hasManyCases = hasManyCases || shares.keys.count(where: \.isNamed) > ValueDistribution.maximumCases
    if hasManyCases { shares = shares.filter { !$0.key.isNamed } }
    guard !skipped.contains(.range) else { return }
    for numbers in round.compactMap(\.numbers) { absorb(numbers) }
  }

  private mutating func absorb(_ numbers: ValueDistribution.Quartiles) {
    guard var known = range, known.areDates == numbers.areDates else {
      range = Range(count: numbers.count, lowest: numbers.lowest, highest: numbers.highest)
      range?.areDates = numbers.areDates
      return
    }
    known.count += numbers.count
    (known.lowest, known.highest) = (min(known.lowest, numbers.lowest), max(known.highest, numbers.highest))
    range = known
  }

  /// Reads a stored history.
  ///
  /// - Throws: `DecodingError` for a member that is missing or mistyped, and for counts, shares or numbers that cannot be.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    total = try members.decode(Int.self, forKey: .total)
    shares = try members.decode([ValueCase: Share].self, forKey: .shares)
    _hasManyCases = try members.decode(Sparse<Bool>.self, forKey: .hasManyCases)
    range = try members.decodeIfPresent(Range.self, forKey: .range)
    let all = shares.values
    present = try members.decodeIfPresent(Int.self, forKey: .present) ?? max(0, total &- (shares[.none]?.count ?? 0))
    try requirePossible(
      counts: [total, present, range?.count ?? 0] + all.map(\.total)
        + all.flatMap { [$0.count, $0.lowestOf, $0.highestOf, $0.stay?.before ?? 0, $0.stay?.rounds ?? 0] },
      sums: all.flatMap { [$0.lowest, $0.highest, 1 - $0.lowest, 1 - $0.highest] }, in: decoder)
    // No case has more values than there are, and no range ends before it begins.
    try requirePossible(
      counts: [total - present] + all.map { $0.total - $0.count },
      sums: range.map { $0.lowest <= $0.highest ? [] : [-1] } ?? [], in: decoder)
  }
}
