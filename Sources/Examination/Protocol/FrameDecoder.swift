/// Reads values as ``FrameFormat`` has them. Nothing in the bytes is believed: lengths, texts and numbers are checked, and no bytes trap.
struct FrameDecoder: Decoder {
  private let source: FrameSource
  /// Where the value begins.
  private let start: Int
  /// Lists and members around it.
  private let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate init(_ source: FrameSource, at start: Int, depth: Int) {
    (self.source, self.start, self.depth) = (source, start, depth)
  }

  /// The value that `bytes` are, all of them.
  ///
  /// - Throws: `DecodingError` for bytes that are not one value, or another value than `type` takes.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Sequence<UInt8>) throws -> Value {
    let source = FrameSource(bytes)
    guard try source.end(of: 0, within: source.bytes.count) == source.bytes.count else {
      throw FrameSource.damaged("more than one value")
    }
    return try source.value(type, at: 0, depth: 0)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try FrameMembersReader<Key>(source, at: start, depth: depth + 1))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try FrameListReader(source, at: start, depth: depth + 1)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    FrameValueReader(source: source, start: start, depth: depth)
  }
}

/// The bytes of a frame.
private final class FrameSource {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  static func damaged(_ what: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: what))
  }

  /// The value at `start`, whose bytes lie within the frame.
  func value<Value: Decodable>(_ type: Value.Type, at start: Int, depth: Int) throws -> Value {
    try Value(from: FrameDecoder(self, at: start, depth: depth))
  }

  /// Where the value at `start` ends.
  ///
  /// - Throws: `DecodingError` if it ends behind `limit`.
  func end(of start: Int, within limit: Int) throws -> Int {
    guard start < limit else { throw Self.damaged("a value is missing") }
    let end: Int
    switch bytes[start] {
    case FrameFormat.none, FrameFormat.no, FrameFormat.yes, FrameFormat.smallWhole: end = start + 1
    case FrameFormat.whole: end = try variable(at: start + 1, within: limit).end
    case FrameFormat.large, FrameFormat.number: end = start + 9
    case FrameFormat.text, FrameFormat.shortText: end = try text(at: start, within: limit).upperBound
    case FrameFormat.list, FrameFormat.members: end = try contents(at: start, within: limit).upperBound
    default: throw Self.damaged("no value begins with \(bytes[start])")
    }
    guard end <= limit else { throw Self.damaged("a value is cut off") }
    return end
  }

  /// Where the contents of the list or the members at `start` stand.
  func contents(at start: Int, within limit: Int) throws -> Range<Int> {
    guard limit - start >= 5 else { throw Self.damaged("a value is cut off") }
    let length = (0..<4).reduce(0) { $0 | Int(bytes[start + 1 + $1]) << (8 * $1) }
    guard length <= limit - start - 5 else { throw Self.damaged("a value is cut off") }
    return start + 5..<start + 5 + length
  }

  /// Where the bytes of the text at `start` stand, which must be one.
  func text(at start: Int, within limit: Int) throws -> Range<Int> {
    let (from, length): (Int, Int)
    if bytes[start] == FrameFormat.text {
      let (value, end) = try variable(at: start + 1, within: limit)
      (from, length) = (end, Int(clamping: value))
    } else {
      (from, length) = (start + 1, Int(bytes[start] & 0x7F))
    }
    guard length <= limit - from else { throw Self.damaged("a text is cut off") }
    return from..<from + length
  }

  private func variable(at start: Int, within limit: Int) throws -> (value: UInt64, end: Int) {
    var (value, shift, at): (UInt64, UInt64, Int) = (0, 0, start)
    while at < limit, shift < 64 {
      let byte = bytes[at]
      value |= UInt64(byte & 0x7F) << shift
      (shift, at) = (shift + 7, at + 1)
      if byte < 0x80 { return (value, at) }
    }
    throw Self.damaged("a number is cut off")
  }

  // MARK: Values

  func isNone(at start: Int) -> Bool { bytes[start] == FrameFormat.none }

  func bool(at start: Int) throws -> Bool {
    switch bytes[start] {
    case FrameFormat.no: false
    case FrameFormat.yes: true
    default: throw Self.damaged("no truth value")
    }
  }

  func string(at start: Int) throws -> String {
    guard bytes[start] == FrameFormat.text || FrameFormat.shortText.contains(bytes[start]) else {
      throw Self.damaged("no text")
    }
    guard let text = String(validating: bytes[try text(at: start, within: bytes.count)], as: UTF8.self) else {
      throw Self.damaged("a text is not UTF-8")
    }
    return text
  }

  func whole<Whole: FixedWidthInteger>(_ type: Whole.Type, at start: Int) throws -> Whole {
    let whole: Whole? =
      switch bytes[start] {
      case FrameFormat.smallWhole: Whole(exactly: bytes[start] & 0x3F)
      case FrameFormat.whole:
        {
          let zigzag = $0
          return Whole(exactly: Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1))
        }(try variable(at: start + 1, within: bytes.count).value)
      case FrameFormat.large: Whole(exactly: pattern(at: start + 1))
      default: nil
      }
    guard let whole else { throw Self.damaged("no \(type)") }
    return whole
  }

  func double(at start: Int) throws -> Double {
    guard bytes[start] == FrameFormat.number else { return Double(try whole(Int64.self, at: start)) }
    let number = Double(bitPattern: pattern(at: start + 1))
    guard number.isFinite else { throw Self.damaged("a number that is not finite") }
    return number
  }

  /// Eight bytes of a value whose end was checked.
  private func pattern(at start: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
  }
}

/// A value that stands alone.
private struct FrameValueReader: SingleValueDecodingContainer {
  let source: FrameSource
  let start: Int
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { source.isNone(at: start) }
  func decode(_ type: Bool.Type) throws -> Bool { try source.bool(at: start) }
  func decode(_ type: String.Type) throws -> String { try source.string(at: start) }
  func decode(_ type: Double.Type) throws -> Double { try source.double(at: start) }
  func decode(_ type: Float.Type) throws -> Float { Float(try source.double(at: start)) }
  func decode(_ type: Int.Type) throws -> Int { try source.whole(type, at: start) }
  func decode(_ type: Int8.Type) throws -> Int8 { try source.whole(type, at: start) }
  func decode(_ type: Int16.Type) throws -> Int16 { try source.whole(type, at: start) }
  func decode(_ type: Int32.Type) throws -> Int32 { try source.whole(type, at: start) }
  func decode(_ type: Int64.Type) throws -> Int64 { try source.whole(type, at: start) }
  func decode(_ type: UInt.Type) throws -> UInt { try source.whole(type, at: start) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try source.whole(type, at: start) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try source.whole(type, at: start) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try source.whole(type, at: start) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try source.whole(type, at: start) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try source.value(type, at: start, depth: depth)
  }
}

/// The elements of a list, one after the other.
private struct FrameListReader: UnkeyedDecodingContainer {
  private let source: FrameSource
  private let depth: Int
  private let end: Int
  private var at: Int
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  /// Unknown before the end: counting would read the list twice.
  var count: Int? { nil }
  var isAtEnd: Bool { at >= end }

  init(_ source: FrameSource, at start: Int, depth: Int) throws {
    guard source.bytes[start] == FrameFormat.list, depth <= FrameFormat.deepest else {
      throw FrameSource.damaged("no list")
    }
    (self.source, self.depth) = (source, depth)
    let contents = try source.contents(at: start, within: source.bytes.count)
    (at, end) = (contents.lowerBound, contents.upperBound)
  }

  /// Where the next element stands, and that it was read.
  private mutating func next() throws -> Int {
    let start = at
    at = try source.end(of: start, within: end)
    currentIndex += 1
    return start
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw FrameSource.damaged("a list is too short") }
    guard source.isNone(at: at) else { return false }
    _ = try next()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try source.bool(at: next()) }
  mutating func decode(_ type: String.Type) throws -> String { try source.string(at: next()) }
  mutating func decode(_ type: Double.Type) throws -> Double { try source.double(at: next()) }
  mutating func decode(_ type: Int.Type) throws -> Int { try source.whole(type, at: next()) }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try source.value(type, at: next(), depth: depth)
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { FrameDecoder(source, at: try next(), depth: depth) }
}

/// Members by their names. They are mostly read in the order in which they were written, so that the next one is looked at first.
private final class FrameMembersReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let source: FrameSource
  private let depth: Int
  /// Where the bytes of each name stand, and its value.
  private var members: [(name: Range<Int>, value: Int)] = []
  private var next = 0

  var codingPath: [any CodingKey] { [] }

  init(_ source: FrameSource, at start: Int, depth: Int) throws {
    guard source.bytes[start] == FrameFormat.members, depth <= FrameFormat.deepest else {
      throw FrameSource.damaged("no members")
    }
    (self.source, self.depth) = (source, depth)
    let contents = try source.contents(at: start, within: source.bytes.count)
    var at = contents.lowerBound
    while at < contents.upperBound {
      let value = try source.end(of: at, within: contents.upperBound)
      guard source.bytes[at] == FrameFormat.text || FrameFormat.shortText.contains(source.bytes[at]) else {
        throw FrameSource.damaged("a name is no text")
      }
      guard members.count < Self.mostMembers else { throw FrameSource.damaged("too many members") }
      members.append((try source.text(at: at, within: contents.upperBound), value))
      at = try source.end(of: value, within: contents.upperBound)
    }
  }

  /// More names in one place are nothing that a worker says; each takes more memory here than in the frame.
  private static var mostMembers: Int { 1 << 20 }

  private func find(_ key: Key) -> Int? {
    var name = key.stringValue
    return name.withUTF8 { name in
      func isIt(_ index: Int) -> Bool {
        let range = members[index].name
        return range.count == name.count && source.bytes[range].elementsEqual(name)
      }
      for index in next..<members.count where isIt(index) { return index }
      for index in 0..<next where isIt(index) { return index }
      return nil
    }
  }

  private func value(of key: Key) throws -> Int {
    guard let index = find(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "\(key.stringValue) is missing"))
    }
    next = index + 1
    return members[index].value
  }

  var allKeys: [Key] {
    members.compactMap { member in
      String(validating: source.bytes[member.name], as: UTF8.self).flatMap(Key.init(stringValue:))
    }
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool {
    guard let index = find(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: ""))
    }
    return source.isNone(at: members[index].value)
  }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try source.bool(at: value(of: key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try source.string(at: value(of: key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try source.double(at: value(of: key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try source.whole(type, at: value(of: key)) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try source.value(type, at: value(of: key), depth: depth)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let key = Key(stringValue: "super") else { throw FrameSource.damaged("no member \"super\"") }
    return try superDecoder(forKey: key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    FrameDecoder(source, at: try value(of: key), depth: depth)
  }
}
