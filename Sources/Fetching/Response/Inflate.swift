/// Decompresses DEFLATE data (RFC 1951) of a complete input into a bounded output.
///
/// Own code since libcurl's decoder reports success for a stream that is cut, and its output cannot be bounded by input.
struct Inflate {
  enum Flaw: Error, Hashable {
    /// The input ends before the stream does.
    case truncated
    /// The stream breaks a rule of its format.
    case invalid
    /// The output passes the limit.
    case tooLarge
  }

  private let input: [UInt8]
  private let limit: Int
  /// Index of the next byte that has not been read; whole bytes in ``bits`` are given back by ``alignToByte()``.
  private(set) var position: Int
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// What has been decompressed so far; a distance never reaches back before ``windowStart``.
  private(set) var output: [UInt8] = []
  private var windowStart = 0

  /// Begins at byte `position`; ``output`` never holds more than `limit` bytes.
  init(_ input: [UInt8], from position: Int, limit: Int) {
    self.input = input
    self.position = position
    self.limit = limit
    output.reserveCapacity(min(limit, (input.count - min(position, input.count)) * 4))
  }

  /// Decompresses one stream that begins at ``position`` and appends it to ``output``; ``position`` is then behind it.
  mutating func stream() throws(Flaw) {
    windowStart = output.count
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try stored()
      case 1: try compressed(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try dynamicCodes()
        try compressed(literals, distances)
      default: throw .invalid
      }
    }
    alignToByte()
  }

  /// Takes one byte that follows a stream.
  mutating func byte() throws(Flaw) -> UInt8 {
    guard position < input.count else { throw .truncated }
    defer { position += 1 }
    return input[position]
  }

  /// Little-endian number of `count` bytes that follow a stream, at most four.
  mutating func number(_ count: Int) throws(Flaw) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<count { value |= UInt32(try byte()) << UInt32(8 * index) }
    return value
  }

  /// Whether all input has been read.
  var isAtEnd: Bool { position >= input.count }

  // MARK: - Bits

  private mutating func refill() {
    while bitCount <= 56, position < input.count {
      bits |= UInt64(input[position]) << UInt64(bitCount)
      bitCount += 8
      position += 1
    }
  }

  private mutating func take(_ count: Int) throws(Flaw) -> Int {
    if bitCount < count { refill() }
    guard bitCount >= count else { throw .truncated }
    let value = Int(bits & ((1 << UInt64(count)) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  private mutating func alignToByte() {
    position -= bitCount / 8
    bits = 0
    bitCount = 0
  }

  private mutating func symbol(_ code: HuffmanCode) throws(Flaw) -> Int {
    if bitCount < HuffmanCode.longest { refill() }
    // Past the end the missing bits read as zero; the length is checked against what is there.
    guard let (symbol, length) = code.decode(bits) else {
      throw bitCount < HuffmanCode.longest ? .truncated : .invalid
    }
    guard length <= bitCount else { throw .truncated }
    bits >>= UInt64(length)
    bitCount -= length
    return symbol
  }

  // MARK: - Blocks

  private mutating func stored() throws(Flaw) {
    alignToByte()
    let length = try number(2)
    guard try number(2) == length ^ 0xFFFF else { throw .invalid }
    let end = position + Int(length)
    guard end <= input.count else { throw .truncated }
    guard output.count + Int(length) <= limit else { throw .tooLarge }
    output.append(contentsOf: input[position..<end])
    position = end
  }

  private mutating func compressed(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(Flaw) {
    while true {
      let code = try symbol(literals)
      if code < 256 {
        guard output.count < limit else { throw .tooLarge }
        output.append(UInt8(code))
        continue
      }
      if code == 256 { return }
      guard code - 257 < Self.lengthBase.count else { throw .invalid }
      let length = Self.lengthBase[code - 257] + (try take(Self.lengthExtra[code - 257]))
      let distanceCode = try symbol(distances)
      guard distanceCode < Self.distanceBase.count else { throw .invalid }
      let distance = Self.distanceBase[distanceCode] + (try take(Self.distanceExtra[distanceCode]))
      guard distance <= output.count - windowStart else { throw .invalid }
      guard output.count + length <= limit else { throw .tooLarge }
      if distance == 1, let last = output.last {
        output.append(contentsOf: repeatElement(last, count: length))
      } else {
        // Source and target may overlap: bytes written here are read again further on.
        var from = output.count - distance
        for _ in 0..<length {
          output.append(output[from])
          from += 1
        }
      }
    }
  }

  private mutating func dynamicCodes() throws(Flaw) -> (HuffmanCode, HuffmanCode) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .invalid }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<lengthCount { lengths[Self.lengthOrder[index]] = UInt8(try take(3)) }
    guard let lengthCode = HuffmanCode(lengths, mayBeIncomplete: false) else { throw .invalid }
    var all: [UInt8] = []
    all.reserveCapacity(literalCount + distanceCount)
    while all.count < literalCount + distanceCount {
      let code = try symbol(lengthCode)
      switch code {
      case 0...15: all.append(UInt8(code))
      case 16:
        guard let last = all.last else { throw .invalid }
        all.append(contentsOf: repeatElement(last, count: try take(2) + 3))
      case 17: all.append(contentsOf: repeatElement(0, count: try take(3) + 3))
      default: all.append(contentsOf: repeatElement(0, count: try take(7) + 11))
      }
    }
    guard all.count == literalCount + distanceCount, all[256] != 0,
      let literals = HuffmanCode(Array(all[..<literalCount]), mayBeIncomplete: true),
      let distances = HuffmanCode(Array(all[literalCount...]), mayBeIncomplete: true)
    else { throw .invalid }
    return (literals, distances)
  }

  // MARK: - Tables of RFC 1951 sections 3.2.5 to 3.2.7

  private static let lengthBase = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthExtra = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBase = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceExtra = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let fixedLiterals = HuffmanCode(
    trusted: Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
      + Array(repeating: 8, count: 8))
  private static let fixedDistances = HuffmanCode(trusted: Array(repeating: 5, count: 32))
}
