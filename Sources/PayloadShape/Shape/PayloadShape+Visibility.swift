import Foundation
public import JSONDocument

extension PayloadShape {
  /// What a change is one of, and so what must be there to show it.
  public enum ChangedPart: Sendable {
    /// The presence of a member: shown by any object that should hold it.
    case presence
    /// Whether it may be null: shown by any value.
    case nullability
    /// Type, format or vocabulary: shown by any value but null.
    case value
    /// The scale of numbers: shown by numbers about where they were before.
    case scale(NumberMagnitudes)
    /// The kind that values mostly had: shown by a value of it.
    case usualKind(JSONKind)
    /// The values that were seen often: shown by any of them.
    case usualValues(Set<String>)
    /// What strings mostly looked like: shown by one that does.
    case usualFormat(StringFormat)
  }

  /// Whether documents of this shape could have shown that a change is over: a member is only missing from an object that is
  /// there, and a value only has another form where there is one.
  ///
  /// - Parameters:
  ///   - part: What changed.
  ///   - pattern: The member's path (RFC 9535 notation).
  ///   - sorts: The sorts of objects that the change is about; `nil`: all.
  /// - Returns: Whether they hold what the change would be seen at.
  public func couldShow(_ part: ChangedPart, at pattern: String, of sorts: ObjectSorts? = nil) -> Bool {
    guard pattern.hasPrefix("$") else { return false }
    switch part {
    case .presence:
      guard let end = ShapeStep.lastStep(of: pattern) else { return documents > 0 }
      // An element is there or is not; no array should hold it.
      if pattern[end...] == "[*]" { return (statistics(at: pattern)?.count ?? 0) > 0 }
      let parent = String(pattern[..<end])
      guard (statistics(at: parent)?.objects ?? 0) > 0 else { return false }
      guard let sorts, let steps = root.steps(spelling: parent.dropFirst()), let node = root.descendant(steps),
        let table = node.variants.table(of: sorts.discriminator), !table.isOpen
      else { return true }
      return sorts.values.contains { (table.variants[$0]?.objects ?? 0) > 0 }
    case .nullability: return (statistics(at: pattern)?.count ?? 0) > 0
    case .value: return statistics(at: pattern).map { $0.count > $0.nulls } ?? false
    case .scale(let former):
      // Zeros are of any scale.
      guard let now = statistics(at: pattern)?.magnitudes, now.count > 0 else { return false }
      return former.count == 0 || now.areNear(former)
    case .usualKind(let kind): return statistics(at: pattern)?.observations(of: kind) ?? 0 > 0
    case .usualValues(let values):
      return statistics(at: pattern)?.closedValues?.keys.contains { values.contains($0) } ?? false
    case .usualFormat(let format): return statistics(at: pattern)?.formats[format] != nil
    }
  }
}

extension ShapeStep {
  /// Where the last step of a pattern begins; `nil` for `$`.
  static func lastStep(of pattern: String) -> String.Index? {
    guard pattern.utf8.count > 1 else { return nil }
    if pattern.hasSuffix("\"]") { return pattern.range(of: "[\"", options: .backwards)?.lowerBound }
    let end = pattern.hasSuffix("]") ? pattern.lastIndex(of: "[") : pattern.lastIndex(of: ".")
    return end.flatMap { $0 > pattern.startIndex ? $0 : nil }
  }
}
