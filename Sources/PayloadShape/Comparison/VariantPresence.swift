/// Whether a member is where it always was, for each variant of objects for itself.
///
/// A list that held only images and now holds texts too has not lost the `url` of its images; a list of both, whose images
/// have all lost it, has, although no text ever had one.
struct VariantPresence: Equatable {
  /// What tells the variants apart.
  let discriminator: Discriminator
  /// Objects that lack the member now, of variants that always held it; 0 where the variants explain every absence.
  let lacking: Int
  /// Objects of these variants now.
  let total: Int
  /// Objects of these variants before, all of which held it.
  let history: Int
  /// Objects that lack it, of variants that were never seen before.
  let ofNewVariants: Int
  /// Variants that were compared: as many chances of a coincidence.
  let variants: Int
  /// The values of the variants that lack it: always ones where ``lacking`` is above 0, else the new ones; in UTF-8 order.
  let values: [String]
  /// Whether the absence belongs to these variants: others are seen that it does not touch.
  let isSpecific: Bool

  /// Whether what is absent is so only in objects of new variants, or of variants that did not always hold it: no change.
  var isExplained: Bool { lacking == 0 }

  /// `absent where type is "image"`, `absent where type beside it is "PushEvent" or "ForkEvent"`.
  var words: String {
    let name = ShapeStep.member(discriminator.name).nameWords
    let quoted = values.prefix(3).map { "\"\($0)\"" }.joined(separator: " or ")
    let more = values.count > 3 ? " or one of \(values.count - 3) more" : ""
    return "absent where \(name)\(discriminator.isOfParent ? " beside it" : "") is \(quoted)\(more)"
  }
}

extension ShapeNode {
  /// What the variants of objects at this path (the baseline's) say of the absence of a member in `new`, the same path now.
  ///
  /// Where several discriminators tell variants apart, one that explains every absence is believed; else the one whose
  /// variants have lost the most of what they always held.
  ///
  /// - Returns: nil where variants say nothing: none is known in both, objects lack the member whose variant is not known,
  ///   no object lacks it, or it depends on no variant whether it is there.
  func variantPresence(of member: ShapeStep, in new: ShapeNode) -> VariantPresence? {
    guard let name = member.name, !DataName.isData(name), !variants.isEmpty, !new.variants.isEmpty, !new.isTruncated
    else { return nil }
    let found = variants.compactMap { table -> VariantPresence? in
      guard let observed = new.variants.table(of: table.discriminator) else { return nil }
      return presence(of: name, in: new, table, observed)
    }
    // The first of equals, so that the order of discriminators decides.
    let worst = found.reduce(nil) { (best: VariantPresence?, next) in
      guard let best else { return next }
      return Double(next.lacking) * Double(best.total) > Double(best.lacking) * Double(next.total) ? next : best
    }
    return found.first { $0.isExplained && $0.ofNewVariants >= worst?.lacking ?? 0 } ?? worst
  }

  /// Whether the objects of this path (the baseline's) and those of `new` have no variant in common, though both have some.
  func holdsOtherVariantsOnly(_ new: ShapeNode) -> Bool {
    variants.contains { table in
      guard let observed = new.variants.table(of: table.discriminator), !table.isOpen, !observed.isOpen else {
        return false
      }
      return !observed.variants.isEmpty && observed.variants.keys.allSatisfy { table.variants[$0] == nil }
    }
  }

  /// Whether some variant of objects always held a member and another one never did, so that it goes with the variant.
  func dependsOnVariant(_ member: ShapeNode) -> Bool {
    guard let name = member.step.name else { return false }
    return variants.contains { table in
      !table.isOpen && table.variants.values.contains { $0.alwaysHolds(name) }
        && table.variants.values.contains { ($0.members[name] ?? 0) == 0 }
    }
  }

  private func presence(
    of name: String, in new: ShapeNode, _ table: VariantTable, _ observed: VariantTable
  ) -> VariantPresence? {
    guard !table.isOpen, !observed.isOpen, table.discriminator.isOfParent || table.discriminator.name != name else {
      return nil
    }
    let isAlwaysHeld = child(.member(name)).map(alwaysHolds) ?? false
    guard !unnamedLack(name, new, observed, isAlwaysHeld: isAlwaysHeld) else { return nil }
    var lost: [(value: String, lacking: Int, total: Int, history: Int)] = []
    var fresh: [(value: String, lacking: Int)] = []
    for (value, variant) in observed.variants {
      let lacking = variant.objects - (variant.members[name] ?? 0)
      guard lacking > 0 else { continue }
      if let known = table.variants[value] {
        if known.alwaysHolds(name) {
          lost.append((value, lacking, variant.objects, known.objects))
        } else if known.members[name] ?? 0 > 0, !isAlwaysHeld, !hasConstantVariant(table, name) {
          return nil  // here and there in this variant too, so that it depends on something else
        }
      } else {
        fresh.append((value, lacking))
      }
    }
    guard !lost.isEmpty || !fresh.isEmpty else { return nil }
    // Where all variants held it and none of them is seen any more, the variants may merely be called otherwise now.
    let isRenamed = observed.variants.keys.allSatisfy { table.variants[$0] == nil }
    guard !isRenamed || !table.variants.values.allSatisfy({ $0.alwaysHolds(name) }) else { return nil }
    let values = (lost.isEmpty ? fresh.map(\.value) : lost.map(\.value)).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return VariantPresence(
      discriminator: table.discriminator, lacking: lost.reduce(0) { Tally.sum($0, $1.lacking) },
      total: lost.reduce(0) { Tally.sum($0, $1.total) }, history: lost.reduce(0) { Tally.sum($0, $1.history) },
      ofNewVariants: fresh.reduce(0) { Tally.sum($0, $1.lacking) }, variants: table.variants.count, values: values,
      isSpecific: !isAlwaysHeld
        || observed.variants.keys.contains { value in table.variants[value] != nil && !values.contains(value) })
  }

  /// Whether some variant always held the member, so that it depends on the variant at least there.
  private func hasConstantVariant(_ table: VariantTable, _ name: String) -> Bool {
    table.variants.values.contains { $0.alwaysHolds(name) }
  }

  /// Whether objects whose variant is not known lack the member now, and did not before.
  private func unnamedLack(
    _ name: String, _ new: ShapeNode, _ observed: VariantTable, isAlwaysHeld: Bool
  ) -> Bool {
    guard isAlwaysHeld else { return false }
    let named = observed.variants.values.reduce(0) { Tally.sum($0, $1.objects) }
    let holding = observed.variants.values.reduce(0) { Tally.sum($0, $1.members[name] ?? 0) }
    let unnamed = max(0, new.statistics.objects - named)
    let unnamedHolding = max(0, (new.child(.member(name))?.statistics.observations ?? 0) - holding)
    return unnamed > unnamedHolding
  }
}
