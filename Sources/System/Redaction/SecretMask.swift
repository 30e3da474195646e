import Foundation

/// Takes declared secrets out of text that is shown or stored.
///
/// A secret is what a contract declares as one: its credential, and what it reads from an environment variable. Nothing
/// is a secret because of its name or form. A secret is found in any letter case: as it is, in base64 (both
/// alphabets, at any offset), as hexadecimal digits, and each of these below up to two layers of JSON escapes and
/// percent-encoding. If text was cut with `…` inside a secret, the beginning of the secret is found as well.
///
/// Not found: a secret in other encodings (HTML's character references, base64 of base64, a space that is written as
/// `+`), and a part of a secret that no `…` follows. Responses themselves are never changed, only what leaves the
/// process.
public struct SecretMask: Sendable, Equatable {
  /// A secret of fewer bytes is not masked, because it would be found inside ordinary words.
  public static let shortest = 6
  /// The replacement for a secret. It has letters only, so that paths, URLs and JSON stay well-formed.
  public static let replacement = "REDACTED"
  /// Layers of escapes that are undone.
  private static let mostLayers = 2

  private let patterns: [BytePattern]

  /// Masks nothing.
  public static let none = SecretMask([])

  /// Masks `secrets`.
  ///
  /// - Parameter secrets: Values as they are sent. Of `Bearer …` the word behind the scheme is a secret as well, and of
  ///   `Basic …` (RFC 7617) also the pair and the password inside.
  public init(_ secrets: some Sequence<String>) {
    var spellings: Set<[UInt8]> = []
    for secret in secrets.flatMap(Self.parts) {
      let plain = EscapedText(Array(secret.utf8))
      for bytes in [plain.bytes, plain.unescaped?.bytes ?? []] where bytes.count >= Self.shortest {
        spellings.insert(bytes)
        spellings.insert(bytes.flatMap { Array((($0 < 16 ? "0" : "") + String($0, radix: 16)).utf8) })
        for offset in 0..<3 { spellings.formUnion(Self.base64(bytes, offset: offset)) }
      }
    }
    patterns = Set(spellings.map { $0.map(\.asciiLowercased) }).sorted { $0.lexicographicallyPrecedes($1) }
      .map(BytePattern.init)
  }

  /// Whether there are no secrets.
  public var isEmpty: Bool { patterns.isEmpty }

  /// `text` with ``replacement`` in place of each secret.
  ///
  /// - Complexity: Linear in the length of `text` for each secret.
  public func masked(_ text: String) -> String {
    guard !isEmpty, text.utf8.count >= Self.shortest else { return text }
    let bytes = Array(text.utf8)
    let ranges = ranges(in: bytes)
    guard !ranges.isEmpty else { return text }
    var result: [UInt8] = []
    var next = 0
    for range in ranges {
      result += bytes[next..<range.lowerBound]
      result += Self.replacement.utf8
      next = range.upperBound
    }
    return String(decoding: result + bytes[next...], as: UTF8.self)
  }

  /// `value` with every text in it masked, names in dictionaries included.
  ///
  /// - Throws: `EncodingError` or `DecodingError` if `value` cannot be spelled without a secret, for example because a
  ///   secret is the name of one of its properties.
  public func masked<Value: Codable>(_ value: Value) throws -> Value {
    guard !isEmpty else { return value }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let json = [UInt8](try encoder.encode(value))
    guard let masked = try maskedJSON(json) else { return value }
    return try JSONDecoder().decode(Value.self, from: Data(masked))
  }

  /// The JSON text with its strings masked; `nil` if none contains a secret.
  private func maskedJSON(_ json: [UInt8]) throws -> [UInt8]? {
    var result: [UInt8] = []
    var (next, quote) = (0, json.firstIndex(of: UInt8(ascii: "\"")))
    while let start = quote {
      var end = start + 1
      var hasEscape = false
      while json[end] != UInt8(ascii: "\"") {
        let isEscape = json[end] == UInt8(ascii: "\\")
        hasEscape = hasEscape || isEscape
        end += isEscape ? 2 : 1
      }
      let literal = json[start...end]
      let text =
        hasEscape
        ? try JSONDecoder().decode(String.self, from: Data(literal))
        : String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
      let masked = masked(text)
      if masked != text {
        result += json[next..<start]
        result += try JSONEncoder().encode(masked)
        next = end + 1
      }
      quote = json[(end + 1)...].firstIndex(of: UInt8(ascii: "\""))
    }
    return next == 0 ? nil : result + json[next...]
  }

  /// The ranges of secrets in `bytes`, in order and without overlaps.
  private func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var layer: EscapedText? = EscapedText(bytes)
    for _ in 0...Self.mostLayers {
      guard let text = layer else { break }
      let lower = text.bytes.map(\.asciiLowercased)
      for pattern in patterns {
        for range in pattern.ranges(in: lower, shortest: Self.shortest) { found.append(text.original(range)) }
      }
      layer = text.unescaped
    }
    var merged: [Range<Int>] = []
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  // MARK: - Spellings

  /// A value and the secrets inside it.
  private static func parts(_ value: String) -> [String] {
    let words = value.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, words[0].utf8.allSatisfy({ (0x61...0x7A).contains($0.asciiLowercased) }) else {
      return [value]
    }
    guard words[0].lowercased() == "basic", let pair = Data(base64Encoded: words[1]) else { return [value, words[1]] }
    let text = String(decoding: pair, as: UTF8.self)
    let password = text.firstIndex(of: ":").map { String(text[text.index(after: $0)...]) }
    return [value, words[1], text] + (password.map { [$0] } ?? [])
  }

  /// The characters of base64 that depend on `bytes` alone if `offset` other bytes come before them, in both alphabets.
  private static func base64(_ bytes: [UInt8], offset: Int) -> [[UInt8]] {
    let all = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
    let ending = (offset + bytes.count) % 3
    // The last character before the padding depends on the byte that follows.
    let own = all.dropFirst(offset == 0 ? 0 : offset + 1).dropLast(ending == 0 ? 0 : ending == 1 ? 3 : 2)
    return [Array(own.utf8), own.utf8.map { $0 == UInt8(ascii: "+") ? 0x2D : $0 == UInt8(ascii: "/") ? 0x5F : $0 }]
  }
}
