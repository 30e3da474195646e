/// A value that Foundation on Linux (6.3.1) decodes although other systems are documented to refuse it.
@dynamicMemberLookup
public struct LenientValue: Sendable, Equatable {
  /// What other systems refuse.
  public enum Kind: String, Sendable, CaseIterable {
    /// Text with characters that RFC 3986 does not allow. `URL(string:)` encodes them; in apps built against SDKs
    /// before iOS 17 and macOS 14 it returns nil (Apple's documentation of `URL.init(string:)`).
    case urlNeedsEncoding
    /// A date that is not RFC 3339 to the second, `2024-01-02T03:04:05Z`. Before iOS 17 and macOS 14, Apple's
    /// `.iso8601` strategy used `ISO8601DateFormatter` with `withInternetDateTime`, which does not read fractions of a
    /// second (swiftlang/swift-foundation#323).
    case dateNotToTheSecond
  }

  /// What other systems refuse.
  public var kind: Kind
  /// The values that are like this.
  public var values: Occurrences

  /// A part of ``values``.
  public subscript<Part>(dynamicMember part: KeyPath<Occurrences, Part>) -> Part { values[keyPath: part] }
}

extension LenientValue.Kind {
  /// Whether `text` holds characters that a URI must encode (RFC 3986 §2), or a `%` that encodes nothing.
  static func needsEncoding(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte < 0x80 else { return true }
      let isAllowed = byte < 64 ? allowed.0 >> byte & 1 : allowed.1 >> (byte - 64) & 1
      if isAllowed == 1 { continue }
      guard byte == UInt8(ascii: "%"), index + 1 < text.count, isHexadecimal(text[index]),
        isHexadecimal(text[index + 1])
      else { return true }
      index += 2
    }
    return false
  }

  /// One bit for each of the characters from 0 to 63 and from 64 to 127: letters, digits and `-._~:/?#[]@!$&'()*+,;=`.
  private static let allowed: (UInt64, UInt64) = (0xAFFF_FFDA_0000_0000, 0x47FF_FFFE_AFFF_FFFF)

  private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

  /// Whether `text` is `2024-01-02T03:04:05` followed by `Z` or a zero offset, and nothing else.
  static func isToTheSecond(_ text: String) -> Bool {
    let shape = text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    return ["Z", "+00:00", "-00:00"].contains { Array("0000-00-00T00:00:00\($0)".utf8) == shape }
  }
}
