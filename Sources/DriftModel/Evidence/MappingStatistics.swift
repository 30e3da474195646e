/// What a mapping, or a version that only decodes, normally loses: its part of a baseline, merged over responses.
public struct MappingStatistics: Codable, Sendable, Equatable {
  /// Responses that fed it.
  public var responses = 0
  /// Rounds in which they came: a round may ask for several.
  public var rounds = 0
  /// Records: what is normally dropped, by the mapping or by a lossy array, or makes the mapping throw.
  public var records = Losses()
  /// By property: what is normally nil, empty or random.
  public var properties: [String: Losses] = [:]
  /// By reference: what normally has no partner.
  public var references: [String: Losses] = [:]
  /// Domain values that normally share their identity with another one of the same response.
  public var identities = Losses()
  /// By property that is a list: the elements of the response's lists that it normally does not hold.
  public var elements: [String: Elements] = [:]
  /// By path of the response: what the version's types normally go on without.
  public var swallowed: [String: Losses] = [:]
  /// By property: what its values have been.
  public var values: [String: ValueHistory] = [:]

  /// What a property that is a list normally does not hold.
  public struct Elements: Codable, Sendable, Equatable {
    /// The lists of the response that it is made of.
    public var lists: [String]
    /// Elements of these lists, and how many it did not hold.
    public var losses = Losses()

    /// Nothing seen yet.
    public init(lists: [String]) { self.lists = lists }
  }

  /// What a property that is a list normally does not hold of `lists`; `nil` where that was never counted.
  public func known(_ property: String, madeOf lists: [String]) -> Losses? {
    elements[property].flatMap { $0.lists == lists ? $0.losses : nil }
  }

  /// Adds what a property that is a list did not hold of `lists` in one round.
  public mutating func absorb(_ lost: Int, of total: Int, in property: String, madeOf lists: [String]) {
    if elements[property]?.lists != lists { elements[property] = Elements(lists: lists) }
    elements[property]?.losses.absorb(lost, of: total)
  }

  /// What is normally lost of records, of one property, or of one reference.
  public struct Losses: Codable, Sendable, Equatable {
    /// Rounds that had some.
    public var rounds = 0
    /// Records that were offered, or domain values that were examined.
    public var total = 0
    /// Of them lost.
    public var lost = 0
    /// Highest share lost in one round, 0 to 1.
    public var highestLoss = 0.0
    /// Records or values of the largest round that lost this share.
    public var highestLossOf = 0
    /// What was seen since the first round that kept something, if at first all was lost; `nil` for what was kept from the first round
    /// on, and for what comes and goes.
    public var stay: Stay?

    /// Nothing seen yet.
    public init() {}

    /// `lost` of `total`, and at most a share of `highest` of the `count` of one round.
    ///
    /// - Parameters:
    ///   - lost: What was lost.
    ///   - total: Of how many.
    ///   - highest: The highest share lost in one round, 0 to 1.
    ///   - count: Records or values of the largest round that lost this share.
    ///   - rounds: Rounds that had some; 0 where nothing depends on it.
    public init(lost: Int, of total: Int, highest: Double, of count: Int, rounds: Int = 0) {
      (self.lost, self.total, highestLoss, highestLossOf, self.rounds) = (lost, total, highest, count, rounds)
    }

    /// What is kept although at first all was lost, such as a property of a member that came later.
    public struct Stay: Codable, Sendable, Equatable {
      /// Rounds in a row, none of which lost all.
      public var rounds = 0
      /// Records or values in them.
      public var total = 0
      /// Of them lost.
      public var lost = 0
      /// Highest share lost in one of the rounds, 0 to 1.
      public var highestLoss = 0.0
      /// Records or values of the largest round that lost this share.
      public var highestLossOf = 0

      /// What was lost in these rounds.
      var losses: Losses {
        get { Losses(lost: lost, of: total, highest: highestLoss, of: highestLossOf, rounds: rounds) }
        set {
          (rounds, total, lost) = (newValue.rounds, newValue.total, newValue.lost)
          (highestLoss, highestLossOf) = (newValue.highestLoss, newValue.highestLossOf)
        }
      }

      /// Rounds from which on it counts as one that stays. What was kept in fewer cannot be told from what comes and goes.
      static let least = 4
    }

    /// Rounds of a stay that is long enough to count; `nil` where there is none.
    public var roundsOfStay: Int? { stay.flatMap { $0.rounds >= Stay.least ? $0.rounds : nil } }

    /// What is usual: all that was seen, or what was seen since the first sight of what came later and stayed.
    public var usual: Losses {
      guard roundsOfStay != nil, let stay else { return self }
      return stay.losses
    }

    /// Adds what one round showed.
    public mutating func absorb(_ lostHere: Int, of totalHere: Int) {
      guard totalHere > 0 else { return }
      // All lost again is what comes and goes.
      let isStaying = lostHere < totalHere && (stay != nil || total > 0 && lost == total)
      var since = stay ?? Stay()
      since.losses.count(lostHere, of: totalHere)
      stay = isStaying ? since : nil
      count(lostHere, of: totalHere)
    }

    /// Adds rounds that were left out while they might have shown a change, each of as many values as one that was not had.
    ///
    /// - Parameters:
    ///   - shares: The shares that they lost, added up.
    ///   - left: How many they are.
    ///   - highest: The highest of the shares.
    public mutating func absorb(shares: Double, of left: Int, highest: Double) {
      guard total > 0, rounds > 0, left > 0 else { return }
      let size = Double(total) / Double(rounds)
      let (lostThere, totalThere) = (Int(min(shares * size, 0x1p52)), Int(min(Double(left) * size, 0x1p52)))
      let sizeOfHighest = Int(min(size.rounded(.up), 0x1p52))
      if var since = stay {
        since.losses.add(lostThere, of: totalThere, rounds: 0, highest: highest, of: sizeOfHighest)
        stay = since
      }
      add(lostThere, of: totalThere, rounds: left, highest: highest, of: sizeOfHighest)
    }

    private mutating func count(_ lostHere: Int, of totalHere: Int) {
      add(lostHere, of: totalHere, rounds: 1, highest: Double(lostHere) / Double(totalHere), of: totalHere)
    }

    /// Adds `lostHere` of `totalHere` in some rounds, of which the one that lost the most had `size` values.
    private mutating func add(
      _ lostHere: Int, of totalHere: Int, rounds more: Int, highest share: Double, of size: Int
    ) {
      rounds = min(rounds + more, 1 << 53)
      total = min(total + totalHere, 1 << 53)
      lost = min(lost + lostHere, total)
      if share > highestLoss || share == highestLoss && size > highestLossOf {
        (highestLoss, highestLossOf) = (share, size)
      }
    }
  }

  /// Nothing seen yet.
  public init() {}

  /// Adds what one response did.
  public mutating func absorb(_ examination: MappingExamination) { absorb([examination]) }

  /// Adds what all responses of one round did, taken together: one lost record of thirteen responses with a record each is one
  /// thirteenth, not all. The order of responses does not matter.
  ///
  /// - Parameters:
  ///   - round: The mapping in each response.
  ///   - skipsRecords: Whether lost records are left out, since they are more than before and must be reported again.
  ///   - skippedProperties: Properties that are left out for the same reason; all else goes on being learned.
  ///   - skippedReferences: References that are left out for the same reason.
  ///   - skipsIdentities: Whether identities are left out for the same reason.
  ///   - skippedValues: By property, in what its values are left out for the same reason.
  public mutating func absorb(
    _ round: [MappingExamination], skippingRecords skipsRecords: Bool = false,
    skippingProperties skippedProperties: Set<String> = [], skippingReferences skippedReferences: Set<String> = [],
    skippingIdentities skipsIdentities: Bool = false, skippingValues skippedValues: [String: Set<ValueShift>] = [:]
  ) {
    let ran = round.filter(\.execution.hasSucceeded)
    guard !ran.isEmpty else { return }
    responses += ran.count
    rounds += 1
    if !skipsRecords { records.absorb(ran.reduce(0) { $0 + $1.lost }, of: ran.reduce(0) { $0 + $1.offered }) }
    if !skipsIdentities {
      identities.absorb(ran.reduce(0) { $0 + $1.collided.count }, of: ran.reduce(0) { $0 + $1.recordsOut })
    }
    var here: [String: (total: Int, lost: Int)] = [:]
    for property in ran.flatMap(\.properties)
    where property.total > 0 && !skippedProperties.contains(property.name) {
      here[property.name, default: (0, 0)].total += property.total
      here[property.name, default: (0, 0)].lost += property.lost
    }
    for (name, counts) in here { properties[name, default: Losses()].absorb(counts.lost, of: counts.total) }
    for (name, parts) in Dictionary(grouping: ran.flatMap(\.properties), by: \.name) {
      let distributions = parts.compactMap(\.values)
      guard !distributions.isEmpty else { continue }
      values[name, default: ValueHistory()].absorb(distributions, skipping: skippedValues[name] ?? [])
    }
    var unmatched: [String: (total: Int, lost: Int)] = [:]
    for reference in ran.flatMap({ $0.references ?? [] })
    where reference.total > 0 && !skippedReferences.contains(reference.name) {
      guard let lost = reference.unmatched else { continue }
      unmatched[reference.name, default: (0, 0)].total += reference.total
      unmatched[reference.name, default: (0, 0)].lost += lost
    }
    for (name, counts) in unmatched { references[name, default: Losses()].absorb(counts.lost, of: counts.total) }
  }

  /// Values that may be lost of `count` without being more than `known` before.
  ///
  /// What was always there may not be lost once. What is often lost varies with the records that come and go, so what chance explains
  /// (three standard deviations of a binomial distribution) is no loss.
  public static func tolerated(of known: Losses, in count: Int) -> Int {
    tolerated(believable(known, for: count), of: count)
  }

  /// Records that may be lost of `count` without being more than before.
  public func tolerated(of count: Int) -> Int {
    Self.tolerated(Self.believable(records, for: count), of: count)
  }

  /// Values of a property that may be lost of `count` without being more than before; `nil` for a property never seen.
  ///
  /// A property that was always there may not be lost once. One that is often nil varies with the records that come and go, so
  /// what chance explains (three standard deviations of a binomial distribution) is no loss.
  public func tolerated(_ property: String, of count: Int) -> Int? {
    properties[property].map { Self.tolerated($0, of: count) }
  }

  /// References that may have no partner of `count` without being more than before, by the same rule; `nil` for one that was
  /// never counted.
  public func tolerated(reference: String, of count: Int) -> Int? {
    references[reference].map { Self.tolerated($0, of: count) }
  }

  private static func tolerated(_ known: Losses, of count: Int) -> Int {
    let share = believable(known, for: count)
    guard share > 0, share < 1, count > 0 else { return tolerated(share, of: count) }
    let chance = 3 * (share * (1 - share) / Double(count)).squareRoot()
    return tolerated(min(1, share + chance), of: count)
  }

  /// The share that may be lost of `count`: half of a list of two says little of a list of forty, where the mean over all
  /// responses, with three standard deviations of a binomial distribution, says more.
  private static func believable(_ history: Losses, for count: Int) -> Double {
    let known = history.usual
    guard count > 2 * known.highestLossOf, known.total > count else { return known.highestLoss }
    let mean = (Double(known.lost) + 1) / (Double(known.total) + 2)
    return min(known.highestLoss, mean + 3 * (mean * (1 - mean) / Double(count)).squareRoot())
  }

  /// A share of a count in whole records, rounded up; what floating point adds to a whole number is no record. At most 2^53, so that no
  /// stored share makes it overflow.
  private static func tolerated(_ share: Double, of count: Int) -> Int {
    Int(min(share * Double(count) - 1e-9, 0x1p53).rounded(.up))
  }
}

extension MappingStatistics {
  /// Reads stored statistics.
  ///
  /// - Throws: `DecodingError` for a member that is missing or mistyped, and for counts that cannot be: negative ones, or more than 2^53.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    responses = try members.decode(Int.self, forKey: .responses)
    rounds = try members.decode(Int.self, forKey: .rounds)
    records = try members.decode(Losses.self, forKey: .records)
    properties = try members.decode([String: Losses].self, forKey: .properties)
    references = try members.decode([String: Losses].self, forKey: .references)
    identities = try members.decodeIfPresent(Losses.self, forKey: .identities) ?? Losses()
    elements = try members.decode([String: Elements].self, forKey: .elements)
    swallowed = try members.decode([String: Losses].self, forKey: .swallowed)
    values = try members.decode([String: ValueHistory].self, forKey: .values)
    let parts =
      [properties, references, swallowed].reduce([records, identities]) { $0 + $1.values }
      + elements.values.map(\.losses)
    try requirePossible(
      counts: [responses, rounds] + parts.flatMap { [$0.rounds, $0.total, $0.lost, $0.highestLossOf] }
        + parts.compactMap(\.stay).flatMap { [$0.rounds, $0.total, $0.lost, $0.highestLossOf] },
      sums: parts.map(\.highestLoss) + parts.compactMap { $0.stay?.highestLoss }, in: decoder)
  }
}
