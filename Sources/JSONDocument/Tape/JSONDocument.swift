/// A JSON text as a flat tape with the kind and byte range of every value. Scalars are decoded only when they are read.
///
/// It accepts and refuses exactly what Foundation's `JSONDecoder` (swift-foundation 6.3.1) accepts and refuses.
/// ``notices`` lists what RFC 8259 forbids but Foundation accepts. A node belongs to the document that returned it;
/// using it with another document is a programming error.
public struct JSONDocument: Sendable {
  /// Limits for the size of a document.
  public struct Limits: Sendable, Hashable {
    /// The most nested arrays and objects. Foundation refuses the 513th.
    public var maximumDepth = 512
    /// The longest text in bytes. More than `UInt32.max - 8` is never accepted, because offsets have 32 bits.
    public var maximumBytes = 1 << 30

    /// Foundation's depth and 1 GiB of text.
    public init() {}
  }

  /// The text in UTF-8: the bytes given, or transcoded from UTF-16 or UTF-32.
  public let text: [UInt8]
  @usableFromInline let tape: [TapeWord]
  /// The offset at which the text begins, after a UTF-8 byte order mark.
  let textStart: Int
  let encoding: TextEncoding
  let hasMark: Bool
  let trailingCommas: (first: Int, count: Int)

  /// Parses `bytes` in one pass.
  ///
  /// - Throws: ``JSONSyntaxError`` with the position and what was expected there.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(JSONSyntaxError) {
    let allowed = min(limits.maximumBytes, Int(UInt32.max) - 8)
    let beginning = TextPosition(line: 1, column: 1, byteOffset: 0)
    guard bytes.count <= allowed else {
      throw JSONSyntaxError(at: beginning, expected: "at most \(allowed) bytes", found: "\(bytes.count) bytes")
    }
    let (encoding, markLength) = TextEncoding.detect(bytes)
    if encoding == .utf8 {
      text = bytes
      textStart = markLength
    } else {
      guard let transcoded = encoding.utf8(of: bytes.dropFirst(markLength)) else {
        throw JSONSyntaxError(at: beginning, expected: "text in \(encoding)", found: "bytes that are no characters")
      }
      // UTF-16 may grow by half when it is transcoded, and so exceed the limit.
      guard transcoded.count <= Int(UInt32.max) - 8 else {
        throw JSONSyntaxError(at: beginning, expected: "at most \(allowed) bytes", found: "\(transcoded.count) bytes")
      }
      text = transcoded
      textStart = 0
    }
    var builder = TapeBuilder(text: text, start: textStart, maximumDepth: limits.maximumDepth)
    try builder.build()
    tape = builder.tape
    trailingCommas = builder.trailingCommas
    self.encoding = encoding
    hasMark = markLength > 0
  }

  /// The value of the whole text.
  @inlinable public var root: JSONNode { JSONNode(index: 0) }

  /// The number of tape words. Every ``JSONNode/index`` is below it, so it is the size for a table with one slot per
  /// value.
  @inlinable public var entryCount: Int { tape.count }

  /// The kind of a value.
  @inlinable @inline(__always)
  public func kind(of node: JSONNode) -> JSONKind {
    switch tape[node.index].tag {
    case .object: .object
    case .array: .array
    case .string, .key: .string
    case .number: .number
    case .true, .false: .bool
    case .null, .extension: .null
    }
  }

  /// Whether the value is `true`.
  @inlinable
  public func isTrue(_ node: JSONNode) -> Bool { tape[node.index].is(.true) }

  /// The number of members of an object (including duplicates) or elements of an array; 0 for a scalar.
  ///
  /// From 16,777,215 children on, it takes time in proportion to their number.
  @inlinable
  public func count(of node: JSONNode) -> Int {
    let word = tape[node.index]
    guard word.isContainer else { return 0 }
    return word.length < TapeWord.lengthMark ? word.length : countedChildren(of: node)
  }

  @usableFromInline
  func countedChildren(of node: JSONNode) -> Int { children(of: node).reduce(0) { count, _ in count + 1 } }

  /// The first member's value or first element.
  @inlinable @inline(__always)
  public func firstChild(of node: JSONNode) -> JSONNode? {
    let word = tape[node.index]
    guard word.isContainer, word.length > 0 else { return nil }
    return JSONNode(index: word.is(.object) ? indexAfterName(at: node.index + 2) : node.index + 2)
  }

  /// The value of the next member, or the next element, of the same container.
  @inlinable @inline(__always)
  public func nextSibling(of node: JSONNode) -> JSONNode? {
    let word = tape[node.index]
    guard !word.has(TapeWord.last) else { return nil }
    let next = indexAfter(word, at: node.index)
    return JSONNode(index: word.has(TapeWord.member) ? indexAfterName(at: next) : next)
  }

  /// The values directly inside an array or object, in document order.
  @inlinable
  public func children(of node: JSONNode) -> JSONChildren { JSONChildren(document: self, next: firstChild(of: node)) }

  /// The index after the last tape word of a value and of everything inside it.
  @inlinable
  public func endIndex(of node: JSONNode) -> Int { indexAfter(tape[node.index], at: node.index) }

  /// The range of a value in ``text``, with quotes or brackets.
  @inlinable
  public func byteRange(of node: JSONNode) -> Range<Int> {
    let word = tape[node.index]
    let start = word.offset
    if word.isContainer { return start..<(tape[node.index + 1].offset + 1) }
    let length = length(of: word, at: node.index)
    return start..<(start + length + (word.is(.string) ? 2 : 0))
  }

  /// The offset of a value's first byte in ``text``.
  @inlinable
  public func byteOffset(of node: JSONNode) -> Int { tape[node.index].offset }

  /// A value as spelled.
  @inlinable
  public func bytes(of node: JSONNode) -> ArraySlice<UInt8> { text[byteRange(of: node)] }
}

extension JSONDocument {
  /// The index after the value whose first word is `word` at `index`, and after everything inside it.
  @inlinable @inline(__always)
  func indexAfter(_ word: TapeWord, at index: Int) -> Int {
    if word.isContainer { return tape[index + 1].upperHalf }
    return index + (word.length == TapeWord.lengthMark ? 2 : 1)
  }

  /// The index of the value whose name is at `index`.
  @inlinable
  func indexAfterName(at index: Int) -> Int { index + (tape[index].length == TapeWord.lengthMark ? 2 : 1) }

  /// The length in bytes of the scalar or name whose word is `word` at `index`, without quotes.
  @inlinable
  func length(of word: TapeWord, at index: Int) -> Int {
    let length = word.length
    return length == TapeWord.lengthMark ? tape[index + 1].offset : length
  }

  /// The index of the name of the member whose value is at `index`.
  @inlinable
  func nameIndex(before index: Int) -> Int { tape[index - 1].is(.key) ? index - 1 : index - 2 }

  /// The bytes between the quotes of the string or name at `index`.
  @inlinable
  func contentRange(at index: Int) -> Range<Int> {
    let word = tape[index]
    let start = word.offset + 1
    return start..<(start + length(of: word, at: index))
  }
}

/// The values directly inside an array or object, in document order.
public struct JSONChildren: Sequence, IteratorProtocol, Sendable {
  @usableFromInline let document: JSONDocument
  @usableFromInline var upcoming: JSONNode?

  @inlinable
  init(document: JSONDocument, next: JSONNode?) {
    self.document = document
    upcoming = next
  }

  /// The next value, or nil after the last.
  @inlinable
  public mutating func next() -> JSONNode? {
    guard let node = upcoming else { return nil }
    upcoming = document.nextSibling(of: node)
    return node
  }
}
