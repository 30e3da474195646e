import Foundation

/// How the values at two paths agree, and how probable that is where the two have nothing to do with each other.
///
/// Two paths may share a vocabulary by chance: two countries, two flags, two small numbers. Then it is chance, record by record, that
/// both hold the same one. So the probability is that of a common vocabulary times that of so many equal records. It never falls
/// below a floor, because two members of one record may go together without being the same.
struct ValueEvidence {
  /// Values that were compared, and those that are equal.
  private(set) var compared = 0
  private(set) var equal = 0
  /// Equal values that rarely agree by chance.
  private(set) var distinctive = 0
  /// Logarithm of the probability of so much agreement by chance.
  private var logChance = 0.0
  /// Records known by an identifier that hold other values, most of them.
  private(set) var isContradicted = false

  /// Compares all common paths below two nodes. Linear in the smaller of the two, since children are sorted.
  init(_ old: ShapeNode, _ new: ShapeNode) { compare(old, new) }

  /// Share of equal values, 0 to 1; 0 if there is nothing to compare.
  var share: Double { compared == 0 ? 0 : Double(equal) / Double(compared) }

  /// Probability that as much agrees by chance, where `candidates` paths are compared; 1 if most values differ.
  func chance(among candidates: Int) -> Double {
    share < Self.leastShare ? 1 : min(1, exp(max(logChance, log(Self.leastChance))) * Double(max(1, candidates)))
  }

  /// How sure it is that two paths are one, if that is `prior` before their values are looked at.
  func confidence(prior: Double, among candidates: Int) -> Double {
    let chance = chance(among: candidates)
    guard chance < 1 else { return 0 }
    return min(Self.mostConfidence, prior * share / (prior * share + (1 - prior) * chance))
  }

  static let leastShare = 0.5
  /// Of the agreement of a path with everything below it.
  private static let leastChance = 1e-9
  private static let mostConfidence = 0.99

  private mutating func compare(_ old: ShapeNode, _ new: ShapeNode) {
    compareValues(old.statistics, new.statistics)
    var index = 0
    for child in new.children {
      while index < old.children.count, old.children[index].step < child.step { index += 1 }
      if index < old.children.count, old.children[index].step == child.step {
        compare(old.children[index], child)
      } else {
        compared += 1  // a member that the old object does not have counts as not found
      }
    }
  }

  private mutating func compareValues(_ old: NodeStatistics, _ new: NodeStatistics) {
    guard let variety = Variety(old, new) else { return }
    let values = SketchAgreement(values: old, new)
    let records = RecordValues.Agreement(old.records, new.records)
    distinctive += values.distinctive
    if records.compared >= Self.fewRecords, records.share < Self.leastShare, records.identified == records.compared {
      compared += records.compared
      equal += records.equal
      isContradicted = true
      return
    }
    let isByRecord = records.share >= Self.leastShare && (values.checked == 0 || values.share < Self.leastShare)
    compared += isByRecord ? records.compared : values.checked
    equal += isByRecord ? records.equal : values.found
    var chances: [Double] = []
    if records.share >= Self.leastShare {
      chances.append(max(variety.floor, exp(log(variety.common) + records.logChance)))
    }
    if values.checked > 0, values.share >= Self.leastShare {
      // Records that hold other values may only stand in another order, if nothing tells them apart.
      let isDisputed = records.compared >= Self.fewRecords && records.share < Self.leastShare
      chances.append(isDisputed ? variety.common : variety.chance(ofDistinct: values.found))
    }
    if let least = chances.min() { logChance += log(least) }
  }

  private static let fewRecords = 3
}

/// Of what kind the values at two paths are: how probable it is that two unrelated members share their vocabulary, and how probable at
/// least that what they hold goes together.
private struct Variety {
  let common: Double
  let floor: Double
  /// The factor for each distinct value more, where nothing is known of records.
  let step: Double

  /// URLs, identifiers, times, long numbers: hardly two members share them.
  static let wide = Variety(common: 0.02, floor: 1e-6, step: 0.5)
  /// Texts that are another one in each record.
  static let unique = Variety(common: 0.05, floor: 1e-5, step: 0.5)
  /// Words, days and digits that repeat.
  static let words = Variety(common: 0.2, floor: 0.002, step: 0.7)
  static let smallNumbers = Variety(common: 0.5, floor: 0.005, step: 1)
  /// Small numbers without gaps: 1, 2, 3.
  static let sequence = Variety(common: 0.3, floor: 0.3, step: 1)
  static let flags = Variety(common: 1, floor: 0.01, step: 1)

  init(common: Double, floor: Double, step: Double) { (self.common, self.floor, self.step) = (common, floor, step) }

  /// The narrowest kind on either side; nil if no values of one kind stand on both.
  init?(_ old: NodeStatistics, _ new: NodeStatistics) {
    var kinds: [Variety] = []
    if old.strings.count > 0, new.strings.count > 0 { kinds += [Self.texts(old.strings), Self.texts(new.strings)] }
    if old.numbers.count > 0, new.numbers.count > 0 { kinds += [Self.numbers(old.numbers), Self.numbers(new.numbers)] }
    if old.booleans > 0, new.booleans > 0 { kinds.append(Self.flags) }
    guard let narrowest = kinds.max(by: { ($0.floor, $0.common) < ($1.floor, $1.common) }) else { return nil }
    self = narrowest
  }

  /// The probability of `count` distinct values that agree in any order.
  func chance(ofDistinct count: Int) -> Double {
    max(floor, min(common, 1e-3), common * pow(step, Double(max(0, count - 1))))
  }

  private static func texts(_ texts: StringStatistics) -> Variety {
    let strong = StringFormat.allCases.filter { $0.isStrong && $0 != .date && $0 != .digits }
    if texts.observations(of: strong) >= texts.count { return wide }
    if texts.observations(of: [.empty, .blank, .date, .digits]) * 2 > texts.count { return words }
    // Of a full sketch it is known only that there are many; a closed set is never unique.
    let distinct = max(Double(texts.sketch.hashes.count), texts.sketch.distinctEstimate)
    let isRepeated = texts.listed > 0 && 5 * texts.listedDistinct < 3 * texts.listed
    return texts.checksClosed || isRepeated || distinct < 1 ? words : unique
  }

  private static func numbers(_ numbers: NumberStatistics) -> Variety {
    guard let least = numbers.minimum, let most = numbers.maximum, numbers.whole == numbers.count else { return wide }
    guard max(abs(least), abs(most)) <= 1000 else { return wide }
    return most - least + 1 <= 2 * max(1, numbers.sketch.distinctEstimate) ? sequence : smallNumbers
  }
}
