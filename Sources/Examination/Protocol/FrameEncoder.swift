/// Writes values as ``FrameFormat`` has them.
///
/// What a type writes must be written in order: a nested container is closed when its parent goes on.
struct FrameEncoder: Encoder {
  private let sink: FrameSink

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate init(_ sink: FrameSink) { self.sink = sink }

  /// The bytes of a value.
  ///
  /// - Throws: The errors of the value, ``FrameReader/TooLong`` beyond ``Frame/limit``, and `EncodingError` for a number that is not finite
  ///   and for a value that goes on with a container that it left.
  static func encode(_ value: some Encodable, after prefix: Int = 0) throws -> [UInt8] {
    let sink = FrameSink(prefix: prefix)
    try sink.write(encodable: value)
    if let misuse = sink.misuse { throw misuse }
    return sink.bytes
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(FrameMembers<Key>(sink))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { FrameList(sink) }

  func singleValueContainer() -> any SingleValueEncodingContainer { FrameValue(sink) }
}

/// The bytes of a frame, and the containers that are not closed yet.
private final class FrameSink {
  private(set) var bytes: [UInt8]
  /// A container that went on after its parent did, where that could not be thrown.
  private(set) var misuse: EncodingError?
  /// Where the lengths of the open containers stand; a container is known by that.
  private var open: [Int] = []

  init(prefix: Int) { bytes = [UInt8](repeating: 0, count: prefix) }

  /// Begins a list or members, and gives where its length stands and how many containers are open.
  func begin(_ kind: UInt8) -> Container {
    bytes.append(kind)
    open.append(bytes.count)
    bytes.append(contentsOf: repeatElement(0, count: 4))
    return Container(at: open[open.count - 1], depth: open.count)
  }

  struct Container {
    let at: Int
    let depth: Int
  }

  /// Closes what was opened in a container, so that it can go on.
  func resume(_ container: Container) throws {
    close(to: container.depth)
    guard open.last == container.at else {
      let error = EncodingError.invalidValue(
        container.depth, .init(codingPath: [], debugDescription: "a container goes on after its parent did"))
      misuse = error
      throw error
    }
  }

  private func close(to depth: Int) {
    while open.count > depth {
      let at = open.removeLast()
      let length = UInt32(truncatingIfNeeded: bytes.count - at - 4)
      for byte in 0..<4 { bytes[at + byte] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(byte))) }
    }
  }

  func writeNone() { bytes.append(FrameFormat.none) }

  func write(_ value: Bool) { bytes.append(value ? FrameFormat.yes : FrameFormat.no) }

  func write(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "a number that is not finite"))
    }
    bytes.append(FrameFormat.number)
    append(value.bitPattern)
  }

  func write(whole value: some BinaryInteger) {
    guard let whole = Int64(exactly: value) else {
      bytes.append(FrameFormat.large)
      return append(UInt64(truncatingIfNeeded: value))
    }
    guard !(0...63).contains(whole) else {
      bytes.append(FrameFormat.smallWhole.lowerBound | UInt8(truncatingIfNeeded: whole))
      return
    }
    bytes.append(FrameFormat.whole)
    append(variable: UInt64(bitPattern: whole << 1 ^ whole >> 63))
  }

  func write(_ value: String) {
    var value = value
    value.withUTF8 { text in
      if text.count < 128 {
        bytes.append(FrameFormat.shortText.lowerBound | UInt8(truncatingIfNeeded: text.count))
      } else {
        bytes.append(FrameFormat.text)
        append(variable: UInt64(text.count))
      }
      bytes.append(contentsOf: text)
    }
  }

  func write(encodable value: some Encodable) throws {
    guard bytes.count <= Frame.limit else { throw FrameReader.TooLong() }
    let (before, depth) = (bytes.count, open.count)
    try value.encode(to: FrameEncoder(self))
    if bytes.count == before { _ = begin(FrameFormat.members) }
    close(to: depth)
  }

  private func append(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private func append(variable value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

/// A value that stands alone.
private struct FrameValue: SingleValueEncodingContainer {
  private let sink: FrameSink

  var codingPath: [any CodingKey] { [] }

  init(_ sink: FrameSink) { self.sink = sink }

  func encodeNil() throws { sink.writeNone() }
  func encode(_ value: Bool) throws { sink.write(value) }
  func encode(_ value: String) throws { sink.write(value) }
  func encode(_ value: Double) throws { try sink.write(value) }
  func encode(_ value: Float) throws { try sink.write(Double(value)) }
  func encode(_ value: Int) throws { sink.write(whole: value) }
  func encode(_ value: Int8) throws { sink.write(whole: value) }
  func encode(_ value: Int16) throws { sink.write(whole: value) }
  func encode(_ value: Int32) throws { sink.write(whole: value) }
  func encode(_ value: Int64) throws { sink.write(whole: value) }
  func encode(_ value: UInt) throws { sink.write(whole: value) }
  func encode(_ value: UInt8) throws { sink.write(whole: value) }
  func encode(_ value: UInt16) throws { sink.write(whole: value) }
  func encode(_ value: UInt32) throws { sink.write(whole: value) }
  func encode(_ value: UInt64) throws { sink.write(whole: value) }
  func encode(_ value: some Encodable) throws { try sink.write(encodable: value) }
}

/// The elements of a list, one after the other.
private struct FrameList: UnkeyedEncodingContainer {
  private let sink: FrameSink
  private let container: FrameSink.Container
  private(set) var count = 0

  var codingPath: [any CodingKey] { [] }

  init(_ sink: FrameSink) {
    self.sink = sink
    container = sink.begin(FrameFormat.list)
  }

  private mutating func next() throws -> FrameSink {
    try sink.resume(container)
    count += 1
    return sink
  }

  mutating func encodeNil() throws { try next().writeNone() }
  mutating func encode(_ value: Bool) throws { try next().write(value) }
  mutating func encode(_ value: String) throws { try next().write(value) }
  mutating func encode(_ value: Double) throws { try next().write(value) }
  mutating func encode(_ value: Int) throws { try next().write(whole: value) }
  mutating func encode(_ value: some Encodable) throws { try next().write(encodable: value) }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    superEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder {
    // What fails here is noted, and thrown at the end.
    _ = try? next()
    return FrameEncoder(sink)
  }
}

/// Members: names, each with its value.
private struct FrameMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let sink: FrameSink
  private let container: FrameSink.Container

  var codingPath: [any CodingKey] { [] }

  init(_ sink: FrameSink) {
    self.sink = sink
    container = sink.begin(FrameFormat.members)
  }

  private func value(of name: String) throws -> FrameSink {
    try sink.resume(container)
    sink.write(name)
    return sink
  }

  func encodeNil(forKey key: Key) throws { try value(of: key.stringValue).writeNone() }
  func encode(_ value: Bool, forKey key: Key) throws { try self.value(of: key.stringValue).write(value) }
  func encode(_ value: String, forKey key: Key) throws { try self.value(of: key.stringValue).write(value) }
  func encode(_ value: Double, forKey key: Key) throws { try self.value(of: key.stringValue).write(value) }
  func encode(_ value: Int, forKey key: Key) throws { try self.value(of: key.stringValue).write(whole: value) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try self.value(of: key.stringValue).write(encodable: value)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  {
    superEncoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { superEncoder(of: "super") }

  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(of: key.stringValue) }

  private func superEncoder(of name: String) -> any Encoder {
    // What fails here is noted, and thrown at the end.
    _ = try? value(of: name)
    return FrameEncoder(sink)
  }
}
