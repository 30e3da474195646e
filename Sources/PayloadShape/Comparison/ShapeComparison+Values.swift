import Foundation

extension ShapeComparison {
  mutating func compareStrings(_ oldNode: ShapeNode, _ newNode: ShapeNode) {
    let (old, new) = (oldNode.statistics.strings, newNode.statistics.strings)
    guard old.count > 0, new.count > 0, !compareFormats(old, new, in: oldNode) else { return }
    compareVocabulary(old, new, in: oldNode.statistics.documents)
  }

  /// - Returns: Whether a change was reported.
  private mutating func compareFormats(_ old: StringStatistics, _ new: StringStatistics, in node: ShapeNode) -> Bool {
    let documents = node.statistics.documents
    if compareContent(old, new, in: documents) { return true }
    let families = old.seenFormats.filter { $0 != .empty }
    guard let family = families.first, families.allSatisfy(\.isStrong),
      families.count == 1 || old.count >= Self.leastHeld
    else {
      return compareUsualFormats(old, new, in: node)
    }
    // Identifiers change their style, and a title that is a year is digits by chance.
    if isIdentifier, families.contains(where: { $0 == .digits || $0 == .uuid }) { return false }
    if family == .digits, old.sketch.hashes.count < 5 { return false }
    let strange = new.seenFormats.filter { format in
      if families.contains(format) { return false }
      // A reference that has a host now is still a reference; one that has lost its host is not where it was.
      if families.contains(.urlRelative), format == .urlAbsolute { return false }
      return format != .empty || old.observations(of: .empty) == 0
    }
    // `max(by:)` gives the last of equals; formats stand in a fixed order, so the result does too.
    guard let most = strange.max(by: { new.observations(of: $0) < new.observations(of: $1) }) else {
      return compareUsualFormats(old, new, in: node)
    }
    let count = new.observations(of: strange)
    // An empty text is a way to say null, digits may be so by chance, and some serializers write no fraction of zero: none of
    // them is as rare as another format.
    let isFractionOnly =
      [.dateTime, .dateTimeFraction].contains(most)
      && families.contains { [.dateTime, .dateTimeFraction].contains($0) }
    // What had several forms may have one more, but none that it had is something else.
    let isLeft = families.count == 1 || !most.isStrong
    let isSteady =
      count == new.count && most != .empty && !families.contains(.digits) && !isFractionOnly && isLeft
    report(
      ShapeChange(
        .formatChanged, before: Self.words(families), after: most.words, form: ObservedForm(formats: [most]),
        count: count, total: new.count),
      former: max(0, old.count - old.observations(of: .empty)), in: documents, isSteady ? .steady : .optional)
    return true
  }

  /// Texts that mostly looked like something that readers rely on, or said anything at all, and now all look like what was
  /// rare before: one of them is no news, and that it lasts is.
  ///
  /// - Returns: Whether a change was reported.
  private mutating func compareUsualFormats(
    _ old: StringStatistics, _ new: StringStatistics, in node: ShapeNode
  ) -> Bool {
    let formats = new.seenFormats
    let lost = old.seenFormats.filter { !formats.contains($0) }
    // Digits are so by chance, and so is their absence.
    let isRelied =
      formats.allSatisfy { [.empty, .blank].contains($0) } || lost.allSatisfy { $0.isStrong && $0 != .digits }
    guard !lost.isEmpty, isRelied, !isIdentifier,
      let share = shareOfRare(old.observations(of: formats), of: old.count, in: node)
    else { return false }
    report(
      ShapeChange(
        .formatChanged, before: "mostly " + Self.words(lost), after: Self.words(formats),
        form: ObservedForm(formats: formats), count: new.count, total: new.count),
      former: old.observations(of: lost), in: node.statistics.documents,
      .habitual(absent: share))
    return true
  }

  private static func words(_ formats: [StringFormat]) -> String {
    formats.map(\.words).joined(separator: " or ")
  }

  /// Texts that were never empty and all are now.
  ///
  /// - Returns: Whether a change was reported.
  private mutating func compareContent(
    _ old: StringStatistics, _ new: StringStatistics, in documents: Int
  ) -> Bool {
    let blank = [StringFormat.empty, .blank]
    guard old.observations(of: blank) == 0, new.observations(of: blank) == new.count else { return false }
    let former = old.seenFormats
    let now = new.observations(of: .empty) > 0 ? StringFormat.empty : .blank
    report(
      ShapeChange(
        .formatChanged, before: former.count == 1 ? former[0].words : StringFormat.text.words, after: now.words,
        form: ObservedForm(formats: [now]), count: new.count, total: new.count),
      former: old.count, in: documents)
    return true
  }

  /// New values of a set that looked closed.
  private mutating func compareVocabulary(_ old: StringStatistics, _ new: StringStatistics, in documents: Int) {
    guard old.checksClosed else { return }
    let added = new.values.filter { old.values[$0.key] == nil }
    let count = added.values.reduce(0, +) + new.unkept
    // Values that were seen only once tell that there are more of their kind (Good-Turing): then the set is no closed one.
    let single = old.values.values.count { $0 == 1 }
    guard count > 0 else { return }
    // One odd value must not hide for good that a list holds nothing but new ones.
    let isReplaced = count == new.count && count >= StringStatistics.leastForRepetition
    let isSaturated =
      (single == 0 || isReplaced && single <= max(1, old.values.count / 4)) && saysClosed(old, count: count)
    let known = old.values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let values = added.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var names = values.map { "\"\($0)\"" }
    if new.unkept > 0 { names.append(new.isOpen ? "more than is kept" : "a value of another kind") }
    var change = ShapeChange(
      .valueAdded, before: "one of " + Self.list(known.map { "\"\($0)\"" }),
      after: (names.count == 1 ? "new value " : "new values ") + Self.list(names),
      form: ObservedForm(values: values, hasUnlistedValues: new.unkept > 0 ? true : nil), count: count,
      total: new.count)
    change.isFaint = !isSaturated
    // Records of one response share their values, so a new one is one surprise however often it stands there.
    report(change, former: old.count, in: documents, .vocabulary(new: names.count, rare: single))
  }

  private static func list(_ items: [String]) -> String {
    items.count <= 5
      ? items.joined(separator: ", ") : items.prefix(4).joined(separator: ", ") + " and \(items.count - 4) more"
  }

  /// A factor of 100 or 1000 between ranges that do not overlap.
  mutating func compareNumbers(_ oldNode: ShapeNode, _ newNode: ShapeNode) {
    let (old, new) = (oldNode.statistics.numbers, newNode.statistics.numbers)
    guard old.count > 0, new.count > 0, !isIdentifier,
      let oldMinimum = old.minimum, let oldMaximum = old.maximum, let newMinimum = new.minimum,
      let newMaximum = new.maximum
    else { return }
    guard old.count >= 5 else { return compareMagnitudes(oldNode, newNode) }
    let shift = abs(log((abs(newMinimum) + abs(newMaximum)) / (abs(oldMinimum) + abs(oldMaximum))))
    for factor in [1000.0, 100].sorted(by: { abs(log($0) - shift) < abs(log($1) - shift) }) {
      for (isGrowth, ratios) in [
        (true, [newMinimum / oldMinimum, newMaximum / oldMaximum]),
        (false, [oldMinimum / newMinimum, oldMaximum / newMaximum]),
      ] {
        // Both ends must have moved by the same factor, so that a range that merely went elsewhere is none; of a narrow
        // range it is enough that many numbers lie where it went.
        let isMoved = ratios.allSatisfy { $0.isFinite && $0 > factor / 1.5 && $0 < factor * 1.5 }
        let isNarrow = oldMinimum > 0 && oldMaximum * oldMaximum < factor * oldMinimum * oldMinimum
        let scale = isGrowth ? factor : 1 / factor
        let isWithin = newMinimum > oldMinimum * scale / 1.5 && newMaximum < oldMaximum * scale * 1.5
        // Units that become cents lose their fractions.
        let isOfOtherForm = isGrowth && old.whole < old.count && new.whole == new.count
        guard isMoved || isNarrow && (new.count >= 5 || isOfOtherForm) && isWithin else { continue }
        // Wide ranges overlap though all moved; then the lost fractions speak for it.
        guard newMinimum > oldMaximum || newMaximum < oldMinimum || isMoved && isOfOtherForm else { continue }
        var change = ShapeChange(
          .scaleChanged, before: Self.range(oldMinimum, oldMaximum), after: Self.range(newMinimum, newMaximum),
          count: new.count, total: new.count)
        change.hint = Self.scaleHint(factor: factor, isGrowth: isGrowth, oldMinimum, oldMaximum)
        report(
          change, former: old.count, in: oldNode.statistics.documents,
          // Measurements of one response rise together.
          Self.isClock(oldMinimum, oldMaximum) || new.count >= 5 && !isElement ? .steady : .optional)
        return
      }
    }
    compareMagnitudes(oldNode, newNode)
  }

  /// A factor of 100 or 1000 that all numbers moved by although the ranges overlap, or one of them holds zeros.
  private mutating func compareMagnitudes(_ oldNode: ShapeNode, _ newNode: ShapeNode) {
    let (old, new) = (oldNode.statistics.numbers, newNode.statistics.numbers)
    let moved = old.magnitudes.factor(
      to: new.magnitudes, documents: oldNode.statistics.documents,
      isOfOtherForm: (old.whole == old.count) != (new.whole == new.count))
    guard let (factor, isGrowth) = moved, let oldMinimum = old.minimum,
      let oldMaximum = old.maximum, let newMinimum = new.minimum, let newMaximum = new.maximum
    else { return }
    let areClocks = old.magnitudes.mayBeClock
    var change = ShapeChange(
      .scaleChanged, before: Self.range(oldMinimum, oldMaximum), after: Self.range(newMinimum, newMaximum),
      count: new.count, total: new.count)
    change.hint = Self.scaleHint(
      factor: factor, isGrowth: isGrowth, areClocks ? oldMaximum : oldMinimum, oldMaximum)
    report(
      change, former: old.count, in: oldNode.statistics.documents, areClocks ? .steady : .optional)
  }

  private static func range(_ minimum: Double, _ maximum: Double) -> String {
    func words(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
    return minimum == maximum ? words(minimum) : "\(words(minimum)) to \(words(maximum))"
  }

  /// Whether numbers are Unix times in seconds or milliseconds, of the years 1973 to 2286.
  private static func isClock(_ minimum: Double, _ maximum: Double) -> Bool {
    [1e8...1e10, 1e11...1e13].contains { $0.contains(minimum) && $0.contains(maximum) }
  }

  private static func scaleHint(factor: Double, isGrowth: Bool, _ minimum: Double, _ maximum: Double) -> String {
    let times = "\(Int(factor)) times \(isGrowth ? "larger" : "smaller")"
    let seconds = 1e8...1e10  // as Unix time: 1973 to 2286
    if factor == 1000, isGrowth, seconds.contains(minimum), seconds.contains(maximum) {
      return "\(times): seconds to milliseconds?"
    }
    if factor == 1000, !isGrowth, seconds.contains(minimum / 1000), seconds.contains(maximum / 1000) {
      return "\(times): milliseconds to seconds?"
    }
    if factor == 100 { return isGrowth ? "\(times): units to cents?" : "\(times): cents to units?" }
    return times
  }
}
