internal import CCurl

/// Header fields of one response in their order, kept as bytes: a caller asks for two or three of a dozen, and only those
/// become text.
public struct HeaderFields: Sendable, Sequence, ExpressibleByArrayLiteral, CustomStringConvertible {
  /// `name:value` and a line feed for each field, the value with the blanks around it. A name holds no colon and neither
  /// holds a line feed, so that both can be told apart again.
  private var lines: [UInt8] = []
  /// A bit for each length that a name has (the last for all longer ones): most questions are for a field that is not there.
  private var nameLengths: UInt64 = 0

  /// No field at all.
  public init() {}

  /// Takes fields as they are, but for a line break in a value, which becomes a space (RFC 9110 section 5.5).
  public init(_ fields: some Sequence<HeaderField>) {
    for field in fields {
      nameLengths |= Self.bit(field.name.utf8.count)
      lines += field.name.utf8
      lines.append(Self.colon)
      lines += field.value.utf8.lazy.map { $0 == Self.lineFeed ? Self.space : $0 }
      lines.append(Self.lineFeed)
    }
  }

  /// The same, for a list written out.
  public init(arrayLiteral fields: HeaderField...) { self.init(fields) }

  /// Whether there is no field.
  public var isEmpty: Bool { lines.isEmpty }

  /// Value of the first field called `name`, in any letter case; `nil` without one.
  public func first(_ name: String) -> String? { value(name, after: 0)?.text }

  /// Whether there is a field called `name`, in any letter case.
  public func contains(_ name: String) -> Bool { value(name, after: 0) != nil }

  /// Members of all fields called `name` as one comma-separated list (RFC 9110 section 5.6.1), without empty ones.
  public func list(_ name: String) -> [String] {
    var members: [String] = []
    var next = 0
    while let (value, end) = value(name, after: next) {
      members += value.split(separator: ",").map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
      next = end
    }
    return members
  }

  /// The fields one after another, as text.
  public struct Iterator: IteratorProtocol {
    fileprivate var rest: ArraySlice<UInt8>

    /// The next field; `nil` after the last.
    public mutating func next() -> HeaderField? {
      guard let end = rest.firstIndex(of: HeaderFields.lineFeed),
        let colon = rest[..<end].firstIndex(of: HeaderFields.colon)
      else { return nil }
      let start = rest.startIndex
      defer { rest = rest[(end + 1)...] }
      return HeaderField(
        name: String(decoding: rest[..<colon], as: UTF8.self),
        value: rest.withUnsafeBufferPointer { rest in
          HeaderFields.value(rest, from: colon + 1 - start, to: end - start)
        })
    }
  }

  /// Goes through the fields in their order.
  public func makeIterator() -> Iterator { Iterator(rest: lines[...]) }

  /// The fields as a list, for messages of tests.
  public var description: String { "\(Array(self))" }

  // MARK: - Taking what comes

  /// Appends the field that `line` holds, which ends before its line break; its name is what stands before the colon at
  /// `colon`.
  mutating func append(_ line: UnsafeBufferPointer<UInt8>, colon: Int) {
    if lines.isEmpty { lines.reserveCapacity(512) }  // most responses need no more
    nameLengths |= Self.bit(colon)
    lines.append(contentsOf: line)
    lines.append(Self.lineFeed)
  }

  /// Continues the value of the last field after a space (RFC 9112 section 5.2); without effect where there is none.
  mutating func fold(_ value: UnsafeBufferPointer<UInt8>) {
    guard lines.popLast() != nil else { return }
    while let last = lines.last, last == Self.space || last == Self.tab { lines.removeLast() }
    lines.append(Self.space)
    lines.append(contentsOf: value)
    lines.append(Self.lineFeed)
  }

  /// The first value of a field called `name` among the lines from offset `start` on, and the offset of the line behind it.
  private func value(_ name: String, after start: Int) -> (text: String, end: Int)? {
    guard nameLengths & Self.bit(name.utf8.count) != 0 else { return nil }
    return lines.withUnsafeBufferPointer { lines in
      guard let base = lines.baseAddress else { return nil }
      var line = start
      while line < lines.count, let found = memchr(base + line, Int32(Self.lineFeed), lines.count - line) {
        // memchr's result is within the buffer that it was given.
        let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        let colon = line + name.utf8.count
        if colon < end, lines[colon] == Self.colon,
          zip(name.utf8, lines[line..<colon]).allSatisfy({ $0.asciiLowercased == $1.asciiLowercased })
        {
          return (Self.value(lines, from: colon + 1, to: end), end + 1)
        }
        line = end + 1
      }
      return nil
    }
  }

  /// The text from `start` up to `end` without the blanks around it (RFC 9110 section 5.6.3).
  private static func value(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> String {
    var (start, end) = (start, end)
    while start < end, bytes[start] == space || bytes[start] == tab { start += 1 }
    while end > start, bytes[end - 1] == space || bytes[end - 1] == tab { end -= 1 }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  private static func bit(_ length: Int) -> UInt64 { 1 << UInt64(Swift.min(length, 63)) }

  private static let colon = UInt8(ascii: ":")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
}
