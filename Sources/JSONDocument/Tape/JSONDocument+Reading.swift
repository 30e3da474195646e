/// What readers of whole documents ask for each value: inlinable, since a call into another module costs more than the
/// response.
extension JSONDocument {
  /// Whether the value is a member's, so that a name stands before it.
  @inlinable
  public func isMember(_ node: JSONNode) -> Bool { tape[node.index].has(TapeWord.member) }

  /// Where in ``text`` the name of a member is spelled, without its quotes; the node must be a member's value.
  @inlinable
  public func nameRange(of node: JSONNode) -> Range<Int> { contentRange(at: nameIndex(before: node.index)) }

  /// Whether a member's name is spelled in ASCII without escapes, so that its bytes are its text.
  @inlinable
  public func hasPlainName(_ node: JSONNode) -> Bool {
    !tape[nameIndex(before: node.index)].has(TapeWord.escaped | TapeWord.beyondASCII)
  }

  /// Whether every name of an object is spelled in ASCII without escapes.
  @inlinable
  public func hasPlainNames(_ object: JSONNode) -> Bool { !tape[object.index].has(TapeWord.oddNames) }

  /// Where in ``text`` a string is spelled, without its quotes; the node must be a string.
  @inlinable
  public func contentRange(of node: JSONNode) -> Range<Int> { contentRange(at: node.index) }

  /// Whether a string is spelled in ASCII without escapes, so that its bytes are its text.
  @inlinable
  public func isPlainString(_ node: JSONNode) -> Bool {
    let word = tape[node.index]
    return word.is(.string) && !word.has(TapeWord.escaped | TapeWord.beyondASCII)
  }

  /// Whether a number is spelled with a sign and digits only.
  @inlinable
  public func isPlainNumber(_ node: JSONNode) -> Bool {
    let word = tape[node.index]
    return word.is(.number) && !word.has(TapeWord.notPlainInteger)
  }
}
