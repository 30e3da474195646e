import Foundation
import JSONDocument
import System

/// A normal form of a JSON scalar, so that different spellings of one value compare as equal.
struct ScalarMeaning: Hashable {
  /// Equal for equal JSON values: numbers by value, strings by their characters.
  let exact: String
  /// Also equal for texts that every reader takes for the same: a UUID in other letter case, a time in another form of
  /// RFC 3339.
  let loose: String

  /// The normal form of a scalar; containers count as null.
  init(_ node: JSONNode, in document: JSONDocument) {
    switch document.kind(of: node) {
    case .number:
      exact = "n" + Self.number(document.numberText(at: node))
      loose = exact
    case .string:
      let text = (try? document.string(at: node)) ?? String(decoding: document.bytes(of: node), as: UTF8.self)
      exact = "s" + text
      loose = Self.uuid(text) ?? Self.instant(text) ?? exact
    case .bool:
      exact = document.isTrue(node) ? "true" : "false"
      loose = exact
    case .null, .array, .object:
      exact = "null"
      loose = exact
    }
  }

  /// A number in one form for each value.
  ///
  /// Whole numbers and those with more than 17 digits keep all their digits. Others are equal if they are the same
  /// `Double`, because encoders print different numbers of digits for the same value.
  static func number(_ text: String) -> String {
    var digits: [UInt8] = []
    var (isNegative, isFraction, scale) = (false, false, 0)
    var exponent: Substring?
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): exponent = Substring(text.utf8.dropFirst(index + 1))
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte)
        if isFraction { scale -= 1 }
      default: return text  // not a number of RFC 8259
      }
      if exponent != nil { break }
    }
    if let exponent {
      // Larger exponents cannot be balanced by any number of digits.
      guard let power = Int(exponent), power.magnitude < 1 << 40 else { return text }
      scale += power
    }
    let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leading)
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      scale += 1
    }
    guard !digits.isEmpty else { return "0" }
    if scale < 0, digits.count <= 17, let value = Double(text), value.isFinite { return "\(value)" }
    return "\(isNegative ? "-" : "")\(String(decoding: digits, as: UTF8.self))e\(scale)"
  }

  /// RFC 9562 §4: letter case does not matter in UUIDs.
  private static func uuid(_ text: String) -> String? {
    guard text.utf8.count == 36 else { return nil }
    return UUID(uuidString: text).map { "u\($0.uuidString)" }
  }

  /// The moment of an RFC 3339 date and time, without regard to its offset and to zeros at the end of its fraction.
  static func instant(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard (20...40).contains(bytes.count), bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    func digits(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = digits(0..<4), let month = digits(5..<7), let day = digits(8..<10), let hour = digits(11..<13),
      let minute = digits(14..<16), let second = digits(17..<19),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    var end = 19
    var fraction: ArraySlice<UInt8> = []
    if bytes[end] == UInt8(ascii: ".") {
      fraction = bytes[(end + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      end += 1 + fraction.count
      while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    }
    guard end < bytes.count else { return nil }
    var offset = 0
    switch bytes[end] {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"):
      guard end + 1 == bytes.count else { return nil }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let hasColon = bytes.count == end + 6 && bytes[end + 3] == UInt8(ascii: ":")
      guard hasColon || bytes.count == end + 5, let hours = digits(end + 1..<end + 3),
        let minutes = digits(bytes.count - 2..<bytes.count)
      else { return nil }
      offset = (hours * 60 + minutes) * 60 * (bytes[end] == UInt8(ascii: "-") ? -1 : 1)
    default: return nil
    }
    let seconds = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second - offset
    return "t\(seconds).\(String(decoding: fraction, as: UTF8.self))"
  }
}
