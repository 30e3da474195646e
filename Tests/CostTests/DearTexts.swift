/// Texts that are made to be dear to read.
enum DearTexts {
  /// A text of about so many things.
  struct Kind: Sendable, CustomStringConvertible {
    let description: String
    let make: @Sendable (Int) -> String

    init(_ description: String, _ make: @escaping @Sendable (Int) -> String) {
      (self.description, self.make) = (description, make)
    }
  }

  static let all: [Kind] = [
    Kind("escapes") { "{\"a\":\"" + String(repeating: "\\u00e9\\n", count: $0) + "\"}" },
    Kind("one long name") { "{\"" + String(repeating: "k", count: 8 * $0) + "\":1}" },
    Kind("one grapheme") { "{\"e" + String(repeating: "\u{301}", count: 4 * $0) + "\":1}" },
    Kind("numbers") { count in array(count) { "\($0).5e3" } },
    Kind("small arrays") { count in array(count) { _ in "[]" } },
    Kind("white space") { "[" + String(repeating: " \n", count: 8 * $0) + "1]" },
    Kind("lines") { count in array(count) { "\n\($0)" } },
    Kind("one name again and again") { count in object(count) { _ in ("a", "1") } },
    Kind("one name in two spellings") { count in object(count) { ($0 % 2 == 0 ? "\\u0061" : "a", "1") } },
    Kind("names beyond ASCII") { count in object(count) { ("é\($0)", "1") } },
    Kind("names") { count in object(count) { ("name\($0)", "1") } },
    Kind("long names alike") { count in
      let start = String(repeating: "k", count: 300)
      return object(count) { (start + "\($0)", "1") }
    },
    Kind("names that are data") { count in object(count) { ("\(1000 + $0)", "{\"a\":1}") } },
    Kind("objects with new names") { count in
      array(count) { number in "{\"id\":\(number),\"name\(number)\":1}" }
    },
    Kind("objects with names in another order") { count in
      array(count) { number in object(20) { ("m\(($0 * 7 + number * 13) % 20)", "1") } }
    },
    Kind("objects of many variants") { count in
      array(count) { number in "{\"type\":\"t\(number % 40)\",\"x\(number % 60)\":1}" }
    },
    Kind("maps in lists") { count in
      array(count) { number in object(1) { _ in (letters(number), "{\"a\":[]}") } }
    },
    Kind("distinct words") { count in array(count) { "\"word number \($0)\"" } },
    Kind("identifiers") { count in
      array(count) { number in "{\"id\":\"id-\(number)\",\"ref\":{\"uuid\":\"u\(number)\"}}" }
    },
    Kind("nesting") { count in array(max(1, count / 100)) { _ in nested(100) } },
    Kind("dates") { count in array(count) { "\"2026-01-\(10 + $0 % 20)T10:00:00.\($0 % 1000)Z\"" } },
  ]

  static func array(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  static func object(_ count: Int, _ member: (Int) -> (name: String, value: String)) -> String {
    "{"
      + (0..<count).map { number in
        let (name, value) = member(number)
        return "\"" + name + "\":" + value
      }.joined(separator: ",") + "}"
  }

  /// A name of letters only, another one for each number.
  static func letters(_ number: Int) -> String { String(decoding: "\(number)".utf8.map { $0 + 49 }, as: UTF8.self) }

  static func nested(_ depth: Int) -> String {
    String(repeating: "{\"a\":[", count: depth / 2) + "1" + String(repeating: "]}", count: depth / 2)
  }
}
