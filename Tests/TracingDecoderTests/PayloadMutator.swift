/// Changes payloads at random: one to three values replaced, removed, doubled, or bytes broken.
struct PayloadMutator {
  private var random: SplitMix
  private static let values = [
    "null", "true", "0", "1.5", "-1", "1e400", "01", "\"\"", "\"x\"", "\"Red\"", "\"red\"", "\"1\"", "[]", "{}", "[1]",
    "[null]",
    "{\"x\":1}", "{\"id\":1}", "9223372036854775808", "\"2024-01-02T03:04:05Z\"", "\"\\ud800\"", "[{}]", "1.0",
    "\"a b\"",
    "{\"x\":1,\"x\":null}", "12345678901234567890.5",
  ]

  init(generator: SplitMix) { random = generator }

  mutating func mutate(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if Int.random(in: 0..<12, using: &random) == 0 { breakByte(&bytes) } else { replaceValue(&bytes) }
    }
    return bytes
  }

  private mutating func breakByte(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
  }

  /// Replaces a scalar (or the name or container that begins where one could) by another value.
  private mutating func replaceValue(_ bytes: inout [UInt8]) {
    let starts = bytes.indices.filter { index in
      guard index > 0 else { return true }
      return [UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(bytes[index - 1])
    }
    guard let start = starts.randomElement(using: &random), let value = Self.values.randomElement(using: &random)
    else { return }
    var depth = 0
    var end = start
    var isQuoted = false
    while end < bytes.count {
      let byte = bytes[end]
      if isQuoted {
        if byte == UInt8(ascii: "\\") { end += 1 }
        if byte == UInt8(ascii: "\"") { isQuoted = false }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ",")
        || byte == UInt8(ascii: ":")
      {
        if depth == 0 { break }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
      }
      end += 1
    }
    let isName = end < bytes.count && bytes[end] == UInt8(ascii: ":")
    bytes.replaceSubrange(start..<min(end, bytes.count), with: isName ? Array("\"other\"".utf8) : Array(value.utf8))
  }
}
