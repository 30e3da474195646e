import Foundation
public import JSONDocument

extension PayloadShape {
  /// What changed, and so what a document must contain to show that the change is over.
  public enum ChangedPart: Sendable {
    /// The presence of a member. It needs an object that should have the member.
    case presence
    /// Whether it may be null. It needs any value.
    case nullability
    /// Type, format or vocabulary. It needs a value that is not null.
    case value
    /// The scale of numbers. It needs numbers on about the same scale as before.
    case scale(NumberMagnitudes)
    /// The most frequent kind of values. It needs a value of that kind.
    case usualKind(JSONKind)
    /// How much a list holds. It needs a list, which may be empty.
    case list
    /// The frequent values. It needs any of them.
    case usualValues(Set<String>)
    /// The most frequent format of strings. It needs a string of that format, or of one that readers take as well.
    case usualFormat(StringFormat)
  }

  /// Whether documents of this shape could show that a change is over. For example, a missing member can only be seen
  /// in an object that should have it.
  ///
  /// - Parameters:
  ///   - part: What changed.
  ///   - pattern: The member's path (RFC 9535 notation).
  ///   - variants: The variants of objects that the change is about; `nil` for all.
  /// - Returns: Whether the change could be seen in them.
  public func couldShow(_ part: ChangedPart, at pattern: String, of variants: ObjectVariants? = nil) -> Bool {
    guard pattern.hasPrefix("$") else { return false }
    switch part {
    case .presence:
      guard let end = ShapeStep.lastStep(of: pattern) else { return documents > 0 }
      // An element itself must be present, because arrays may be empty.
      if pattern[end...] == "[*]" { return (statistics(at: pattern)?.count ?? 0) > 0 }
      let parent = String(pattern[..<end])
      guard (statistics(at: parent)?.objects ?? 0) > 0, !leavesOut(pattern, below: parent) else { return false }
      guard let variants, let steps = root.steps(spelling: parent.dropFirst()), let node = root.descendant(steps),
        let table = node.variants.table(of: variants.discriminator), !table.isOpen
      else { return true }
      return variants.values.contains { (table.variants[$0]?.objects ?? 0) > 0 }
    case .nullability: return (statistics(at: pattern)?.count ?? 0) > 0
    case .value: return statistics(at: pattern).map { $0.count > $0.nulls } ?? false
    case .scale(let former):
      guard let now = statistics(at: pattern)?.magnitudes, now.count > 0 else { return false }
      return former.count == 0 || now.areNear(former)
    case .usualKind(let kind): return statistics(at: pattern)?.observations(of: kind) ?? 0 > 0
    case .list: return (statistics(at: pattern)?.arrays ?? 0) > 0
    case .usualValues(let values):
      return statistics(at: pattern)?.closedValues?.keys.contains { values.contains($0) } ?? false
    case .usualFormat(let format): return statistics(at: pattern)?.formats.keys.contains { $0.isAlike(format) } ?? false
    }
  }
}

extension PayloadShape {
  /// Whether a member may be among those that were left out of its object, or are not known by their names.
  private func leavesOut(_ pattern: String, below parent: String) -> Bool {
    guard let steps = root.steps(spelling: parent.dropFirst()), let node = root.descendant(steps),
      root.steps(spelling: pattern.dropFirst()) == nil
    else { return false }
    return node.isTruncated || node.folding == .tooMany
  }
}

extension ShapeStep {
  /// The index at which the last step of a pattern begins; `nil` for `$`.
  static func lastStep(of pattern: String) -> String.Index? {
    guard pattern.utf8.count > 1 else { return nil }
    if pattern.hasSuffix("\"]") { return pattern.range(of: "[\"", options: .backwards)?.lowerBound }
    let end = pattern.hasSuffix("]") ? pattern.lastIndex(of: "[") : pattern.lastIndex(of: ".")
    return end.flatMap { $0 > pattern.startIndex ? $0 : nil }
  }
}
