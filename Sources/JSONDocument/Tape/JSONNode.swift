/// What a JSON value is, in the words of RFC 8259 §3 (`true` and `false` are one kind).
public enum JSONKind: String, Codable, Sendable, CaseIterable {
  case object, array, string, number, bool, null
}

/// A handle on one value of a ``JSONDocument``: an index into its tape, meaningful only with the document that gave it.
public struct JSONNode: Sendable, Hashable {
  /// Index of the value's first word; values stand in document order, so a parent is always smaller than what it holds.
  public let index: Int

  @inlinable
  init(index: Int) { self.index = index }
}
