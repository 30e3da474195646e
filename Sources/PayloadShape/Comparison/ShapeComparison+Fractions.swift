extension ShapeComparison {
  /// Numbers that were all whole, and are not any more. `10.0` and `1e2` are whole.
  ///
  /// A few whole numbers say nothing: a measurement is whole now and then. Nothing is reported beside another type or another
  /// scale either, which say more about the same numbers.
  mutating func compareFractions(_ oldNode: ShapeNode, _ newNode: ShapeNode) {
    let (old, new) = (oldNode.statistics.numbers, newNode.statistics.numbers)
    let fractions = new.count - new.whole
    guard old.count >= Self.leastHeld, old.whole == old.count, fractions > 0,
      !found.reversed().prefix(while: { $0.steps == steps }).contains(where: { $0.change.kind.isAboutAllNumbers })
    else { return }
    report(
      ShapeChange(
        .becameFractional, before: "whole number", after: "number with a fraction",
        form: ObservedForm(kinds: [.fraction]), count: fractions, total: new.count),
      former: old.count, in: oldNode.statistics.documents)
  }
}

extension ChangeKind {
  /// Whether a change of this kind says what became of the numbers at its path, fractions or not.
  fileprivate var isAboutAllNumbers: Bool { aspect == .type || aspect == .scale }
}
