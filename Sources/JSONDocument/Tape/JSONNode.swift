/// The kind of a JSON value, as in RFC 8259 §3 (`true` and `false` are one kind).
public enum JSONKind: String, Codable, Sendable, CaseIterable {
  case object, array, string, number, bool, null
}

/// A handle for one value of a ``JSONDocument``: an index into the document's tape.
public struct JSONNode: Sendable, Hashable {
  /// Index of the value's first word. Values are in document order, so a container's index is smaller than those inside
  /// it.
  public let index: Int

  @inlinable
  init(index: Int) { self.index = index }
}
