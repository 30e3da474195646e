import System

/// What a text looks like, as far as code that reads it may care.
enum TextForm: Equatable {
  /// It says nothing about anybody: empty, white space, `true`, `null` and their like.
  case kept
  /// A number in quotes.
  case number
  /// A day as `2026-11-25`, alone or with a time of day as ISO 8601 writes it.
  case date
  /// A UUID or another run of hexadecimal digits.
  case hexadecimal
  /// A URL, or a path from the root; where its scheme and slashes end.
  case address(start: Int)
  case other

  private static let flags: Set<String> = ["true", "false", "yes", "no", "null", "none", "on", "off"]

  /// - Complexity: Linear in the number of bytes.
  init(_ bytes: [UInt8]) {
    let isBlank = bytes.allSatisfy { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
    if isBlank || bytes.count <= 5 && Self.flags.contains(String(decoding: bytes, as: UTF8.self).lowercased()) {
      self = .kept
    } else if Self.isNumber(bytes) {
      self = .number
    } else if let day = Self.day(of: bytes) {
      // The first day of the calendar, and days beyond any life, stand for none.
      self = (Self.noDates.upperBound...Self.farDay).contains(day) ? .date : .kept
    } else if Self.isHexadecimal(bytes) {
      self = .hexadecimal
    } else if let start = Self.addressStart(bytes) {
      self = .address(start: start)
    } else {
      self = .other
    }
  }

  /// As RFC 8259 spells numbers.
  private static func isNumber(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    func digits() -> Int {
      let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    guard digits() > 0 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Days since 1970 of the years before 1001, and of the year 3000.
  private static let (noDates, farDay) = (-719_162 ..< -353_920, 376_200)

  /// The day with which a date begins, counted from 1970; `nil` for other texts.
  static func day(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }),
      isTime(bytes[10...])
    else { return nil }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 } }
    return CivilDate(year: number(0..<4), month: number(5..<7), day: number(8..<10))?.daysSince1970
  }

  /// Nothing, or a time such as `T05:00:00.123+01:00`.
  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard first | 0x20 == UInt8(ascii: "t") || first == UInt8(ascii: " "), bytes.count <= 26 else { return false }
    return bytes.dropFirst().allSatisfy { "0123456789:.+-Zz".utf8.contains($0) } && bytes.count >= 6
  }

  /// At least sixteen hexadecimal digits, with hyphens between them or not.
  private static func isHexadecimal(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes.contains(where: { $0 | 0x20 >= UInt8(ascii: "a") }) else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  /// Where the part behind `https://` or `/` begins.
  private static func addressStart(_ bytes: [UInt8]) -> Int? {
    guard !bytes.contains(UInt8(ascii: " ")) else { return nil }
    if bytes.first == UInt8(ascii: "/"), bytes.count > 1 { return 1 }
    let scheme = bytes.prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "+.-0123456789".utf8.contains(byte)
    }
    guard !scheme.isEmpty, scheme.count <= 20, bytes.dropFirst(scheme.count).starts(with: "://".utf8) else {
      return nil
    }
    return scheme.count + 3
  }
}
