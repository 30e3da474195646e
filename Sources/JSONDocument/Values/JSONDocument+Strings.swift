extension JSONDocument {
  /// The text of a string with escapes resolved.
  ///
  /// - Throws: ``JSONValueError`` if the value is not a string, or has content that Foundation refuses when it is read.
  public func string(at node: JSONNode) throws(JSONValueError) -> String {
    let word = tape[node.index]
    guard word.is(.string) else {
      throw .wrongKind(expected: .string, found: kind(of: node), byteOffset: word.offset)
    }
    return try contents(at: node.index)
  }

  /// A scalar as text: the text of a string, a number as spelled, `true` or `false`; nil for other values, and for a
  /// string that cannot be read.
  public func scalarText(at node: JSONNode) -> String? {
    switch kind(of: node) {
    case .string: try? string(at: node)
    case .number: numberText(at: node)
    case .bool: isTrue(node) ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  /// Whether the string is spelled without escapes and control characters, so that its bytes are its text.
  @inlinable
  public func isSimpleString(_ node: JSONNode) -> Bool {
    let word = tape[node.index]
    return word.is(.string) && !word.has(TapeWord.escaped)
  }

  /// The name of the member whose value `node` is; nil for an element and for the root.
  ///
  /// A name that cannot be decoded is returned as spelled, with invalid UTF-8 repaired; see ``checkNames(of:)``.
  public func key(of node: JSONNode) -> String? {
    guard isMember(node) else { return nil }
    let index = nameIndex(before: node.index)
    if let name = try? contents(at: index) { return name }
    return String(decoding: text[contentRange(at: index)], as: UTF8.self)
  }

  /// Checks that every member name of an object can be decoded. Otherwise Foundation refuses the whole object.
  ///
  /// - Throws: ``JSONValueError`` for the first name that cannot, with its byte offset.
  public func checkNames(of node: JSONNode) throws(JSONValueError) {
    guard tape[node.index].is(.object), !hasPlainNames(node) else { return }
    for child in children(of: node) where !hasPlainName(child) { _ = try contents(at: nameIndex(before: child.index)) }
  }

  /// Checks that the name of one member can be decoded. The node must be a member's value.
  ///
  /// - Throws: ``JSONValueError`` if it cannot, with its byte offset.
  public func checkName(of node: JSONNode) throws(JSONValueError) {
    if !hasPlainName(node) { _ = try contents(at: nameIndex(before: node.index)) }
  }

  /// The value of the first member named `name`, by canonical equivalence, as Swift and Foundation compare text.
  ///
  /// It takes time in proportion to the members before it. Names that cannot be decoded never match.
  public func member(_ name: String, of node: JSONNode) -> JSONNode? {
    guard tape[node.index].is(.object) else { return nil }
    var name = name
    // ASCII names are equal only if their bytes are. Beyond ASCII, different bytes can be the same text (U+212A is
    // "K").
    return name.withUTF8 { wanted in
      let isASCII = wanted.allSatisfy { $0 < 0x80 }
      if isASCII, hasPlainNames(node) { return plainMember(wanted, of: node) }
      let text = String(decoding: wanted, as: UTF8.self)
      var candidate = firstChild(of: node)
      while let child = candidate {
        if isASCII, hasPlainName(child) {
          if bytesAreEqual(wanted, nameRange(of: child)) { return child }
        } else if let spelled = try? contents(at: nameIndex(before: child.index)), spelled == text {
          return child
        }
        candidate = nextSibling(of: child)
      }
      return nil
    }
  }

  /// The first member whose name is spelled with the bytes `wanted`.
  private func plainMember(_ wanted: UnsafeBufferPointer<UInt8>, of node: JSONNode) -> JSONNode? {
    var candidate = firstChild(of: node)
    while let child = candidate {
      if bytesAreEqual(wanted, nameRange(of: child)) { return child }
      candidate = nextSibling(of: child)
    }
    return nil
  }

  @inline(__always)
  private func bytesAreEqual(_ wanted: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == wanted.count else { return false }
    return withBytes(in: range) { bytes in
      for index in bytes.indices where bytes[index] != wanted[index] { return false }
      return true
    }
  }

  /// Calls `body` with the bytes of a range of ``text``, which must not be kept.
  ///
  /// The pointer is always within the text, because a range beyond it stops the program.
  @inlinable @inline(__always)
  func withBytes<Result>(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.withUnsafeBufferPointer { bytes in
      precondition(range.upperBound <= bytes.count, "a node of another document")
      return body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  /// The text of UTF-8 bytes. It does not use the generic `String(validating:as:)`, which is slower because of its
  /// metadata.
  private static func validated(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
    return String(copying: text)
  }

  /// Decodes the string or name at `index`.
  func contents(at index: Int) throws(JSONValueError) -> String {
    let word = tape[index]
    let range = contentRange(at: index)
    if !word.has(TapeWord.escaped | TapeWord.beyondASCII) {
      return withBytes(in: range) { String(decoding: $0, as: UTF8.self) }
    }
    guard word.has(TapeWord.escaped) else {
      guard let string = withBytes(in: range, { Self.validated($0) }) else {
        throw .invalidUTF8(byteOffset: word.offset)
      }
      return string
    }
    let outcome = withBytes(in: range) { raw in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { room -> Result<String, JSONValueError> in
        var resolver = EscapeResolver(raw, at: range.lowerBound, into: room)
        do throws(JSONValueError) { try resolver.resolve() } catch { return .failure(error) }
        let resolved = UnsafeBufferPointer(rebasing: room[..<resolver.count])
        // If the bytes are ASCII, the escapes resolve to complete characters, so the text needs no validation.
        if !word.has(TapeWord.beyondASCII) { return .success(String(decoding: resolved, as: UTF8.self)) }
        guard let string = Self.validated(resolved) else {
          return .failure(.invalidUTF8(byteOffset: word.offset))
        }
        return .success(string)
      }
    }
    return try outcome.get()
  }
}
