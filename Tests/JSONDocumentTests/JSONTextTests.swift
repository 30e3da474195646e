import Foundation
import JSONDocument
import Testing

@Suite("Texts as JSON writes them")
struct JSONTextTests {
  @Test(
    "Quotation marks, backslashes and control characters are escaped, nothing else is",
    arguments: [
      ("", #""""#), ("plain", #""plain""#), (#"a "b" \c"#, #""a \"b\" \\c""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{7}\u{8}\u{b}\u{1f}", #""\u0000\u0007\u0008\u000b\u001f""#),
      ("/\u{7f}\u{2028}🙂", "\"/\u{7f}\u{2028}🙂\""),
      ("\r\n", #""\r\n""#), ("\u{301}\"\u{301}", "\"\u{301}\\\"\u{301}\""),
    ])
  func escapes(_ text: String, _ expected: String) {
    #expect(JSONText.quoted(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect("\"\(JSONText.escaped(text))\"".unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  /// Texts of one character each, of all that need care, and random ones.
  static let texts: [String] = {
    let odd: [Unicode.Scalar] =
      (0..<0x20).compactMap(Unicode.Scalar.init(_:)) + [
        "\"", "\\", "/", " ", "a", "u", "\u{7f}", "\u{80}", "\u{a0}", "\u{301}", "\u{ad}", "\u{200d}", "\u{2028}",
        "\u{2029}",
        "\u{202e}", "\u{fe0f}", "\u{feff}", "\u{fffe}", "\u{e000}", "é", "漢", "🙂", "\u{10ffff}", "$", "#", "(", "{",
        "n",
      ]
    var generator = SplitMix(seed: 7)
    let random = (0..<500).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
            odd.randomElement(using: &generator) ?? "a"
          }))
    }
    return odd.map { String($0) } + [String(String.UnicodeScalarView(odd))] + random
  }()

  @Test("What is quoted parses back to the same text, by Foundation and by this package's own reader")
  func parsesBack() throws {
    for text in Self.texts {
      let bytes = Array(JSONText.quoted(text).utf8)
      let document = try JSONDocument(bytes)
      #expect(try document.string(at: document.root).unicodeScalars.elementsEqual(text.unicodeScalars), "\(bytes)")
      // Foundation drops this one inside texts, however valid it is there.
      guard !text.unicodeScalars.contains("\u{feff}") else { continue }
      let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? String
      #expect(value?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "\(bytes)")
      let member = try JSONSerialization.jsonObject(with: Data("{\(JSONText.quoted(text)):1}".utf8)) as? [String: Int]
      #expect(member?.keys.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "\(bytes)")
    }
  }
}
