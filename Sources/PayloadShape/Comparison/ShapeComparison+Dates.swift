extension ShapeComparison {
  /// Whether texts of a format that was never seen are but other spellings of date and time, which come and go by themselves: they
  /// are worth reporting only where a reader fails on them.
  ///
  /// RFC 3339 §5.6 writes the zone as `Z` or as an offset, and an offset of summer time is another one in winter. Serializers that cut
  /// zeros at the end of a fraction write fewer digits at times, and none of a whole second: one time in a thousand with milliseconds.
  /// Where no text of several has them, they are cut by design.
  func isSpelling(_ format: StringFormat, of families: [StringFormat], in new: StringStatistics) -> Bool {
    guard let form = format.dateTimeForm else { return false }
    let known = families.compactMap(\.dateTimeForm).filter { $0.isLocal == form.isLocal }.map(\.fraction)
    guard let most = known.max(), form.fraction <= most else { return false }
    let isShorter = form.fraction < (known.min() ?? most)
    let isOfAll = new.count > 1 && new.seenFormats.allSatisfy { $0.dateTimeForm.map { $0.fraction < most } ?? false }
    return !(isShorter && isOfAll)
  }
}
