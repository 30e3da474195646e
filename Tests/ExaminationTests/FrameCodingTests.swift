import Testing

@testable import Examination

@Suite("Values in frames")
struct FrameCodingTests {
  /// What stands at the edges of the forms that a value may have.
  private static let edges: [FrameTree] =
    [
      .none, .bool(true), .bool(false), .text(""), .text("é\u{0}\u{301}"), .list([]), .members([:]),
    ] + [0, 1, 63, 64, -1, 127, 128, 1 << 53, .max, .min].map { .whole($0) }
    + [0.5, -0.5, 1e300, .leastNonzeroMagnitude].map { .number($0) }
    + [1, 126, 127, 128, 129, 20_000].map { .text(String(repeating: "x", count: $0)) }

  private static func random(_ generator: inout some RandomNumberGenerator, depth: Int = 0) -> FrameTree {
    guard depth < 5, Int.random(in: 0..<3, using: &generator) > 0 else {
      return edges.randomElement(using: &generator) ?? .none
    }
    let parts = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in random(&generator, depth: depth + 1) }
    guard Bool.random(using: &generator) else { return .list(parts) }
    let names = (0..<parts.count).map { $0 == 2 ? String(repeating: "n", count: 200) : "name\($0)" }
    return .members(Dictionary(uniqueKeysWithValues: zip(names, parts)))
  }

  @Test("Any value is read as it was written", arguments: 0..<20)
  func roundTrip(_ seed: Int) throws {
    var generator = SplitMix(state: UInt64(seed))
    for _ in 0..<50 {
      let value = FrameTree.list(Self.edges + [Self.random(&generator)])
      #expect(try FrameDecoder.decode(FrameTree.self, from: FrameEncoder.encode(value)) == value)
    }
  }

  @Test("Bytes that were damaged are refused, or are another value: nothing traps", arguments: 0..<20)
  func damaged(_ seed: Int) throws {
    var generator = SplitMix(state: UInt64(seed))
    var refused = 0
    for _ in 0..<300 {
      var bytes = try FrameEncoder.encode(Self.random(&generator))
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[at] = .random(in: 0...255, using: &generator)
        case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2: bytes.insert(bytes[at], at: at)
        default: if bytes.count > 1 { bytes.remove(at: at) }
        }
      }
      if (try? FrameDecoder.decode(FrameTree.self, from: bytes)) == nil { refused += 1 }
      // As each kind of message of a worker too, whose types read members by name.
      _ = try? FrameDecoder.decode(WorkerMessage.self, from: bytes)
    }
    #expect(refused > 30)
  }

  @Test("A frame that is cut off anywhere, or goes on after its value, is refused")
  func cutOff() throws {
    let bytes = try FrameEncoder.encode(FrameTree.list(Self.edges + [.members(["a": .list([.whole(1)])])]))
    for count in bytes.indices {
      #expect(throws: DecodingError.self) { try FrameDecoder.decode(FrameTree.self, from: bytes[..<count]) }
    }
    #expect(throws: DecodingError.self) { try FrameDecoder.decode(FrameTree.self, from: bytes + [0]) }
  }

  @Test("Lists in lists are read to a limit, and refused beyond it")
  func depth() throws {
    func nested(_ depth: Int) throws -> [UInt8] {
      var value = FrameTree.list([])
      for _ in 1..<depth { value = .list([value]) }
      return try FrameEncoder.encode(value)
    }
    _ = try FrameDecoder.decode(FrameTree.self, from: nested(FrameFormat.deepest))
    let deeper = try nested(FrameFormat.deepest + 1)
    #expect(throws: DecodingError.self) { try FrameDecoder.decode(FrameTree.self, from: deeper) }
  }

  @Test("Numbers keep their type: what does not fit one is refused")
  func numbers() throws {
    func read<Value: Codable & Equatable, Other: Decodable>(_ value: Value, as other: Other.Type) throws -> Other {
      let bytes = try FrameEncoder.encode([value])
      #expect(try FrameDecoder.decode([Value].self, from: bytes) == [value])
      return try FrameDecoder.decode([Other].self, from: bytes)[0]
    }
    #expect(try read(UInt64.max, as: UInt64.self) == .max)
    #expect(throws: DecodingError.self) { try read(UInt64.max, as: Int.self) }
    #expect(throws: DecodingError.self) { try read(-1, as: UInt64.self) }
    #expect(throws: DecodingError.self) { try read(300, as: UInt8.self) }
    #expect(throws: DecodingError.self) { try read(0.5, as: Int.self) }
    #expect(throws: DecodingError.self) { try read("1", as: Int.self) }
    #expect(throws: DecodingError.self) { try read(1, as: Bool.self) }
    #expect(throws: DecodingError.self) { try read(true, as: Int.self) }
    #expect(throws: DecodingError.self) { try read("a", as: [String].self) }
    #expect(try read(7, as: Double.self) == 7)
    for number in [Double.nan, .infinity] {
      #expect(throws: EncodingError.self) { try FrameEncoder.encode([number]) }
      var bytes = try FrameEncoder.encode(1.5)
      withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.replaceSubrange(1..., with: $0) }
      #expect(throws: DecodingError.self) { try FrameDecoder.decode(Double.self, from: bytes) }
    }
  }

  @Test("Members are found by name in any order; one that is missing is named")
  func members() throws {
    struct Forward: Codable, Equatable {
      var a = 1
      var b: String? = nil
      var c: [String: Int]? = ["z": 1]
    }
    struct Backward: Codable, Equatable {
      var c: [String: Int]?
      var b: String?
      var a: Int
    }
    struct Missing: Decodable { var d: Int }
    let bytes = try FrameEncoder.encode(Forward())
    #expect(try FrameDecoder.decode(Forward.self, from: bytes) == Forward())
    #expect(try FrameDecoder.decode(Backward.self, from: bytes) == Backward(c: ["z": 1], b: nil, a: 1))
    #expect(throws: DecodingError.self) { try FrameDecoder.decode(Missing.self, from: bytes) }
  }

  @Test("A type that goes on with a list that it left is refused, not written wrongly", arguments: 0..<3)
  func interleaved(_ order: Int) {
    struct Interleaved: Encodable {
      let order: Int

      func encode(to encoder: any Encoder) throws {
        var outer = encoder.unkeyedContainer()
        var inner = outer.nestedUnkeyedContainer()
        switch order {
        case 0:
          try outer.encode(1)
          try inner.encode(2)
        case 1:
          var second = outer.nestedUnkeyedContainer()
          try inner.encode(1)
          try second.encode(2)
        default:
          try outer.encode(1)
          var below = inner.nestedUnkeyedContainer()
          try below.encode(2)
        }
      }
    }
    #expect(throws: EncodingError.self) { try FrameEncoder.encode(Interleaved(order: order)) }
  }
}

/// A generator whose numbers are the same in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
