import Foundation

extension PayloadShape {
  /// Whether documents of this shape could have shown a change of `kind` at a path: a member is only missing from an object
  /// that is there, and a value only has another form where there is one.
  ///
  /// - Parameters:
  ///   - ofPresence: Whether the change is that the member is missing.
  ///   - pattern: The member's path (RFC 9535 notation).
  /// - Returns: Whether they hold what the change would be seen at.
  public func couldShow(changeOfPresence ofPresence: Bool, at pattern: String) -> Bool {
    guard pattern.hasPrefix("$") else { return false }
    guard ofPresence else { return (statistics(at: pattern)?.count ?? 0) > 0 }
    guard let end = ShapeStep.lastStep(of: pattern) else { return documents > 0 }
    return (statistics(at: String(pattern[..<end]))?.objects ?? 0) > 0
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
