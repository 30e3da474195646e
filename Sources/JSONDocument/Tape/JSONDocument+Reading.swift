/// What readers of whole documents call for each value. It is inlinable because a call into another module costs more
/// than its work.
extension JSONDocument {
  /// Whether the value belongs to a member of an object.
  @inlinable
  public func isMember(_ node: JSONNode) -> Bool { tape[node.index].has(TapeWord.member) }

  /// The range of a member's name in ``text``, without quotes. The node must be a member's value.
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

  /// The range of a string in ``text``, without quotes. The node must be a string.
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
