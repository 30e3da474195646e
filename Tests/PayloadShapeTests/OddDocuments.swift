/// JSON texts that hold what is hard to learn from: names and strings in several spellings, canonically equal ones, ones
/// that cannot be decoded, repeated names, maps whose names are data, every spelling of a number.
struct OddDocuments {
  private static let names = [
    "type", "kind", "data", "object", "id", "name", "created_at", "é", "e\u{301}", "\u{212A}", "K", "a.b", "", "x\"y",
    "1", "2", "3", "44", "5", "6", "7",
    "8", "9", "2026-01-30", "2024-01-01T00:00:00Z", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "exactly8", "exactly9c",
    "a_long_name_with_prefix_1", "a_long_name_with_prefix_2", "a_long_name_vith_prefix_2", "名前", "🂡",
  ]
  private static let strings = [
    "", " ", "\t\n", "Rivers", "Lakes", "872", "https://example.com/a", "HTTP://e.com/ä", "http://e.com/a b", "/api/2/",
    "./x", "..", "2026-01-30", "2026-13-30", "2025-09-25T20:31:07.000Z", "2024-05-01T09:00:00+01:00", "[1]", "{}",
    "6F9619FF-8B86-D011-B42D-00CF4FC964FF", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "a@example.com", "a@b@c.de",
    "a text that is too long to be kept as a value of a closed set", "é\n\"\\", "e\u{301}\n\"\\", "\u{212A}", "K",
    "sk_live_51H8xYzAbCdEf", "日本語", "sixteen_bytes_xx", "sixteen_bytes_xy", "eight_by", "seven_b", "\u{7F}", "1234-56",
  ]
  private static let numbers = [
    "0", "-0", "1", "-1", "63", "64", "10.0", "0.5", "-0.0", "1e5", "1.5e-3", "2.50", "1e999", "1e-999", "01", "1.",
    "-",
    "123456789012345678", "1234567890123456789", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "12345678901234.5", "123456789012345.6", "0.30000000000000004", "00.5", "1-2", "0.000001", "99.99", "-5.25",
  ]
  /// Between quotes as they stand: escapes of every kind, lone surrogates, bytes that are no UTF-8, a control character.
  private static let spellings: [[UInt8]] =
    ["\\ud800", "\\ud83d\\ude00", "\\udc00x", "\\x", "\\u12g4", "\\u0000", "a\\/b", "\\u00e9", "e\\u0301", "\\u212a"]
    .map { Array($0.utf8) } + [
      [0xC3], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xE2, 0x84, 0xAA], [0x01], [0xFF],
      [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], Array("abcdefgh".utf8) + [0xC3, 0xA9] + Array("abcdefgh".utf8),
    ]

  var generator: SeededGenerator

  mutating func value(depth: Int = 0) -> [UInt8] {
    switch number(depth < 4 ? 14 : 9) {
    case 0: return Array("null".utf8)
    case 1: return Array("\(number(2) == 0)".utf8)
    case 2, 3:
      let forms = ["\(number(100_000))", "\(number(1000)).\(number(1000))", pick(Self.numbers)]
      return Array(pick(forms).utf8)
    case 4...8: return string()
    case 9, 10:
      let isLong = number(8) == 0
      return list(number(isLong ? 150 : 5), "[", "]") { $0.value(depth: isLong ? 9 : depth + 1) }
    default:
      let namesAreData = number(3) == 0
      return list(number(14), "{", "}") { documents in
        let name =
          switch documents.number(20) {
          case 0: [0x22] + documents.pick(Self.spellings) + [0x22]
          case 1...15 where namesAreData: documents.quoted("\(documents.number(30))")
          default: documents.quoted(documents.pick(Self.names))
          }
        return name + [UInt8(ascii: ":")] + documents.value(depth: depth + 1)
      }
    }
  }

  mutating func string() -> [UInt8] {
    switch number(10) {
    case 0: [0x22] + pick(Self.spellings) + (number(2) == 0 ? Array("tail".utf8) : []) + [0x22]
    case 1: quoted("w\(number(100))")
    case 2: quoted("https://example.com/products/\(number(100_000))")
    case 3: quoted(String(repeating: pick(["a", "é", "1", "x y "]), count: number(40) * number(15)))
    default: quoted(pick(Self.strings))
    }
  }

  private mutating func list(
    _ count: Int, _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ item: (inout OddDocuments) -> [UInt8]
  ) -> [UInt8] {
    var text = [UInt8(ascii: opening)]
    for index in 0..<count {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += item(&self)
    }
    return text + [UInt8(ascii: closing)]
  }

  /// In quotes, one of several spellings.
  private mutating func quoted(_ text: String) -> [UInt8] {
    var quoted = "\""
    let isEscaped = number(6) == 0
    for unit in text.unicodeScalars {
      let mayEscape = isEscaped && unit.value < 0x10000 && number(4) == 0
      if mayEscape || unit.value < 0x20 || unit == "\"" || unit == "\\" {
        let digits = String(unit.value, radix: 16, uppercase: number(2) == 0)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        quoted.unicodeScalars.append(unit)
      }
    }
    return Array(quoted.utf8) + [0x22]
  }

  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &generator) }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[number(items.count)] }
}
