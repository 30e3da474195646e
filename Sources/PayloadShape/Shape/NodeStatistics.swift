/// What is known of the numbers at one path.
struct NumberStatistics: Equatable, Sendable {
  var count = 0
  /// Numbers that are mathematically whole, in any spelling.
  var whole = 0
  /// Both are nil until a number within `Double`'s range is seen.
  var minimum: Double?
  var maximum: Double?
  /// The smallest number above zero, which often stands for a value that is missing.
  var leastPositive: Double?
  var magnitudes = NumberMagnitudes()
  /// Those of the last response that was learned and did not leap; empty where responses have no order.
  var lastMagnitudes = NumberMagnitudes()
  var sketch = ValueSketch()

  mutating func merge(_ other: NumberStatistics) {
    guard other.count > 0 else { return }
    count = Tally.sum(count, other.count)
    whole = Tally.sum(whole, other.whole)
    if let least = other.minimum, let greatest = other.maximum {
      (minimum, maximum) = (min(minimum ?? least, least), max(maximum ?? greatest, greatest))
    }
    if let least = other.leastPositive { leastPositive = min(leastPositive ?? least, least) }
    magnitudes.merge(other.magnitudes)
    lastMagnitudes.merge(other.lastMagnitudes)
    sketch.merge(other.sketch)
  }
}

/// What is known of the arrays at one path.
struct ArrayStatistics: Equatable, Sendable {
  var count = 0
  var empty = 0
  /// Elements in the shortest and longest array; both nil before the first.
  var shortest: Int?
  var longest: Int?

  mutating func merge(_ other: ArrayStatistics) {
    guard other.count > 0 else { return }
    count = Tally.sum(count, other.count)
    empty = Tally.sum(empty, other.empty)
    if let least = other.shortest, let greatest = other.longest {
      (shortest, longest) = (min(shortest ?? least, least), max(longest ?? greatest, greatest))
    }
  }
}

/// What is known of the values at one path.
struct NodeStatistics: Equatable, Sendable {
  /// Documents with a value here; for a folded map an upper bound.
  var documents = 0
  /// Documents with a value other than null here; of a shape that was stored before these were counted, at least so many.
  var valuedDocuments = 0
  var nulls = 0
  var trues = 0
  var falses = 0
  var objects = 0
  var arrays = ArrayStatistics()
  var strings = StringStatistics()
  var numbers = NumberStatistics()
  /// Objects with members that were left out, because there was no place for so many.
  var objectsOverfull = 0
  /// Parent objects that are not counted for this member, because they are part of an unresolved change.
  var parentsExcused = 0
  /// Values of the changed form among what was left out while a change was pending.
  var formsExcused = 0
  /// Parent objects before a member that was then in every one: its presence counts from there on.
  var parentsBefore = 0
  /// The newest date among the texts, in milliseconds since 1970; `nil` without dates.
  var newestMilliseconds: Int?
  /// What a few records hold here; of a baseline those of the last response that was learned.
  var records = RecordValues()

  var booleans: Int { trues + falses }

  var nonNull: Int { booleans + objects + arrays.count + strings.count + numbers.count }

  var observations: Int { nonNull + nulls }

  /// ``valuedDocuments`` where no document held nothing but null; it is stored where it differs.
  var usualValuedDocuments: Int { nonNull > 0 ? documents : 0 }

  mutating func merge(_ other: NodeStatistics) {
    documents = Tally.sum(documents, other.documents)
    valuedDocuments = Tally.sum(valuedDocuments, other.valuedDocuments)
    nulls = Tally.sum(nulls, other.nulls)
    trues = Tally.sum(trues, other.trues)
    falses = Tally.sum(falses, other.falses)
    objects = Tally.sum(objects, other.objects)
    arrays.merge(other.arrays)
    strings.merge(other.strings)
    numbers.merge(other.numbers)
    if let newest = other.newestMilliseconds { newestMilliseconds = max(newestMilliseconds ?? newest, newest) }
    objectsOverfull = Tally.sum(objectsOverfull, other.objectsOverfull)
    parentsExcused = Tally.sum(parentsExcused, other.parentsExcused)
    formsExcused = Tally.sum(formsExcused, other.formsExcused)
    parentsBefore = Tally.sum(parentsBefore, other.parentsBefore)
    records.merge(other.records)
  }
}
