/// Finds what text of strangers may do to whatever shows it: steer a terminal, turn the reading direction, forge a line, or give a
/// command to a build server, which looks for `##` anywhere in a line (`##vso[…]`, `##[group]`).
///
/// All of it goes by scalars: a character of Swift's may begin with a scalar that is drawn before others (Unicode TR29, Prepend), and is
/// then equal to none of those that mean something.
///
/// - SeeAlso: Unicode TR36 and "Trojan Source" (CVE-2021-42574) for the direction characters.
public struct SteeringCharacters {
  private var isBehindNumberSign = false

  /// At the beginning of a text.
  public init() {}

  /// Whether the next scalar of the text must not be written as it is.
  ///
  /// - Returns: True for control and format characters, line and paragraph separators, and the second of two number signs, whatever
  ///   that nobody sees as a sign stands between them.
  public mutating func includesNext(_ scalar: Unicode.Scalar) -> Bool {
    includesNextNumberSign(scalar) || scalar.isSteering
  }

  /// The same for the second of two number signs alone.
  public mutating func includesNextNumberSign(_ scalar: Unicode.Scalar) -> Bool {
    let isSecond = scalar == "#" && isBehindNumberSign
    switch scalar.properties.generalCategory {
    case _ where scalar == "#": isBehindNumberSign.toggle()
    // Some build servers compare as people read.
    case .nonspacingMark, .enclosingMark, .format: break
    case _ where scalar.properties.isDefaultIgnorableCodePoint: break
    default: isBehindNumberSign = false
    }
    return isSecond
  }
}

extension Unicode.Scalar {
  /// Whether this steers a terminal, ends a line or turns the reading direction.
  public var isSteering: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }

  /// This as a reader of Swift knows it: `\u{1B}`.
  public var escaped: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

  /// This as JSON writes any character (RFC 8259 section 7), one escape for each UTF-16 unit: `\u001B`.
  public var escapedInJSON: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    .joined()
  }
}
