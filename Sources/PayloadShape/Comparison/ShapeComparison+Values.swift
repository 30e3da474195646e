extension ShapeComparison {
  mutating func compareStrings(_ oldNode: ShapeNode, _ newNode: ShapeNode) {
    let (old, new) = (oldNode.statistics.strings, newNode.statistics.strings)
    guard old.count > 0, new.count > 0, !compareFormats(old, new, in: oldNode) else { return }
    // Words that were left out are not new ones.
    if !newNode.isTruncated { compareVocabulary(old, new, in: oldNode.statistics.documents) }
  }

  /// - Returns: Whether a change was reported.
  private mutating func compareFormats(_ old: StringStatistics, _ new: StringStatistics, in node: ShapeNode) -> Bool {
    let documents = node.statistics.documents
    if compareContent(old, new, in: documents) { return true }
    let families = old.seenFormats.filter { $0 != .empty }
    let isOfOneFamily = families.allSatisfy { $0.isAlike(families[0]) }
    guard let family = families.first, families.allSatisfy(\.isStrong),
      isOfOneFamily || old.count >= Self.leastHeld
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
    let spellings = strange.filter { isSpelling($0, of: families, in: new) }
    let others = strange.filter { !spellings.contains($0) }
    let shown = others.isEmpty ? spellings : others
    // `max(by:)` gives the first of equals; formats stand in a fixed order, so the result does too.
    guard let most = shown.max(by: { new.observations(of: $0) < new.observations(of: $1) }) else {
      return compareUsualFormats(old, new, in: node)
    }
    let count = new.observations(of: shown)
    // An empty text is a way to say null, digits may be so by chance, and some serializers write no fraction of zero: none of
    // them is as rare as another format.
    let isFractionOnly =
      most.dateTimeForm.map { form in families.contains { $0.dateTimeForm?.isLocal == form.isLocal } } ?? false
    // What had several forms may have one more, but none that it had is something else.
    let isLeft = isOfOneFamily || !most.isStrong
    let isSteady =
      count == new.count && most != .empty && !families.contains(.digits) && !isFractionOnly && isLeft
    var change = ShapeChange(
      .formatChanged, before: Self.words(families), after: most.words, form: ObservedForm(formats: [most]),
      count: count, total: new.count)
    change.isFaint = others.isEmpty
    change.isOfDates = (families + shown).allSatisfy(\.isDate)
    change.isOfTimeZones = Self.areOfOtherZones(families, shown)
    report(
      change, former: max(0, old.count - old.observations(of: .empty)), in: documents, isSteady ? .steady : .optional)
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
    // What is written as readers take it just as well is no other form.
    let kept = old.seenFormats.filter { former in formats.contains { $0.isAlike(former) } }
    let lost = old.seenFormats.filter { !kept.contains($0) }
    // Digits are so by chance, and so is their absence.
    let isRelied =
      formats.allSatisfy { [.empty, .blank].contains($0) } || lost.allSatisfy { $0.isStrong && $0 != .digits }
    guard !lost.isEmpty, isRelied, !isIdentifier,
      let share = shareOfRare(old.observations(of: kept), of: old.count, in: node)
    else { return false }
    var change = ShapeChange(
      .formatChanged, before: "mostly " + Self.words(lost), after: Self.words(formats),
      form: ObservedForm(formats: formats), count: new.count, total: new.count)
    change.isOfDates = (lost + formats).allSatisfy(\.isDate)
    change.isOfTimeZones = Self.areOfOtherZones(lost, formats)
    report(
      change, former: old.observations(of: lost), in: node.statistics.documents,
      .habitual(absent: share, responses: nil))
    return true
  }

  /// Whether dates and times of one kind had a time zone and those of the other do not.
  private static func areOfOtherZones(_ old: [StringFormat], _ new: [StringFormat]) -> Bool {
    let (former, now) = (Set(old.compactMap(\.dateTimeForm?.isLocal)), Set(new.compactMap(\.dateTimeForm?.isLocal)))
    return !former.isEmpty && !now.isSubset(of: former)
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
    guard old.isClosed else { return }
    let added = new.values.filter { old.values[$0.key] == nil }
    // What is no word was there before, now and then.
    let unkept = old.unkept == 0 ? new.unkept : 0
    let count = added.values.reduce(0, +) + unkept
    // Values that were seen only once tell that there are more of their kind (Good-Turing): then the set is no closed one.
    let single = old.values.values.count { $0 == 1 }
    guard count > 0 else { return }
    // One odd value must not hide for good that a list holds nothing but new ones.
    // In objects that are alone there is one text in each response; where all known words but one are frequent, there are no more of them.
    let areFrequent = old.listed == 0 && old.values.values.count { 20 * $0 < old.count } <= 1
    let isReplaced = count == new.count && (count >= StringStatistics.leastForRepetition || areFrequent)
    let isSaturated =
      (single == 0 || isReplaced && single <= max(1, old.values.count / 4)) && saysClosed(old, count: count)
    let known = old.values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let values = added.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var names = values.map { "\"\($0)\"" }
    if unkept > 0 { names.append(new.isOpen ? "more than is kept" : "a value of another kind") }
    var change = ShapeChange(
      .valueAdded, before: "one of " + Self.list(known.map { "\"\($0)\"" }),
      after: (names.count == 1 ? "new value " : "new values ") + Self.list(names),
      form: ObservedForm(values: values, hasUnlistedValues: unkept > 0 ? true : nil), count: count,
      total: new.count)
    change.isFaint = !isSaturated
    // Records of one response share their values, so a new one is one surprise however often it stands there.
    report(change, former: old.count, in: documents, .vocabulary(new: names.count, rare: single))
  }

  private static func list(_ items: [String]) -> String {
    items.count <= 5
      ? items.joined(separator: ", ") : items.prefix(4).joined(separator: ", ") + " and \(items.count - 4) more"
  }
}
