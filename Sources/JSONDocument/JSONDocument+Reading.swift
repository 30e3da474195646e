/// What readers of whole documents ask for each value: inlinable, since a call into another module costs more than the
/// answer.
extension JSONDocument {
  /// Whether the value is a member's, so that a name stands before it.
  @inlinable
  public func isMember(_ node: JSONNode) -> Bool { tape[node.index].flags & TapeEntry.member != 0 }

  /// Where in ``text`` the name of a member is spelled, without its quotes; the node must be a member's value.
  @inlinable
  public func nameRange(of node: JSONNode) -> Range<Int> { Self.contentRange(of: tape[node.index - 1]) }

  /// Whether a member's name is spelled in ASCII without escapes, so that its bytes are its text.
  @inlinable
  public func hasPlainName(_ node: JSONNode) -> Bool {
    tape[node.index - 1].flags & (TapeEntry.escaped | TapeEntry.beyondASCII) == 0
  }

  /// Whether every name of an object is spelled in ASCII without escapes.
  @inlinable
  public func hasPlainNames(_ object: JSONNode) -> Bool { tape[object.index].flags & TapeEntry.oddNames == 0 }

  /// Where in ``text`` a string is spelled, without its quotes; the node must be a string.
  @inlinable
  public func contentRange(of node: JSONNode) -> Range<Int> { Self.contentRange(of: tape[node.index]) }

  /// Whether a string is spelled in ASCII without escapes, so that its bytes are its text.
  @inlinable
  public func isPlainString(_ node: JSONNode) -> Bool {
    let entry = tape[node.index]
    return entry.tag == .string && entry.flags & (TapeEntry.escaped | TapeEntry.beyondASCII) == 0
  }

  /// Whether a number is spelled with a sign and digits only.
  @inlinable
  public func isPlainNumber(_ node: JSONNode) -> Bool {
    let entry = tape[node.index]
    return entry.tag == .number && entry.flags & TapeEntry.notPlainInteger == 0
  }

  /// The bytes between the quotes of a string or name.
  @inlinable
  static func contentRange(of entry: TapeEntry) -> Range<Int> {
    let start = Int(entry.offset) + 1
    return start..<(start + Int(entry.length))
  }
}
