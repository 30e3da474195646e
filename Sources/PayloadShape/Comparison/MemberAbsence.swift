/// Objects that lack a member which was always where it is missing now.
struct MemberAbsence: Equatable {
  /// Objects that lack it now, of how many that should hold it, after how many that did.
  let count: Int
  let total: Int
  let history: Int
  /// `absent`, or of which variants of objects: `absent where type is "image"`.
  let words: String
  /// What the variants of objects say, if they say anything.
  let presence: VariantPresence?
  /// Whether no object is of a variant that was seen before, so that another variant may have taken the place of the former.
  var isOfOtherVariants = false

  /// The variants of objects that lack it; nil if it is missing in all variants.
  var variants: ObjectVariants? {
    presence.flatMap { $0.isSpecific ? ObjectVariants($0.discriminator, values: $0.values) : nil }
  }
}

extension MemberAbsence {
  /// The absence as a change, whose former state was `before`.
  func change(_ kind: ChangeKind, before: String) -> ShapeChange {
    var change = ShapeChange(
      kind, before: before, after: words, form: ObservedForm(kinds: [.absent]), count: count, total: total)
    change.variants = variants
    return change
  }
}

extension ShapeNode {
  /// Whether `member`, of this path (the baseline's), is missing in `new`, the same path now, where it always was.
  ///
  /// - Returns: nil where it is missing nowhere, or only where it was not always: in objects of variants that never or not
  ///   always held it, or that were never seen before. nil too where members of `new` were left out because a shape is full.
  func absence(of member: ShapeNode, in new: ShapeNode) -> MemberAbsence? {
    guard member.step.name != nil, !new.isTruncated, member.statistics.observations > 0 else {
      return nil
    }
    let isAlwaysHeld = alwaysHolds(member)
    let lacking = max(0, new.statistics.objects - (new.child(member.step)?.statistics.observations ?? 0))
    guard lacking > 0, isAlwaysHeld || !variants.isEmpty else { return nil }
    let presence = variantPresence(of: member.step, in: new)
    if let presence, presence.isExplained { return nil }
    guard let presence, presence.isSpecific || presence.ofNewVariants > 0 else {
      return isAlwaysHeld
        ? MemberAbsence(
          count: lacking, total: new.statistics.objects, history: member.statistics.observations, words: "absent",
          presence: presence, isOfOtherVariants: holdsOtherVariantsOnly(new)) : nil
    }
    return MemberAbsence(
      count: presence.lacking, total: presence.total, history: presence.history,
      words: presence.isSpecific ? presence.words : "absent", presence: presence)
  }
}
