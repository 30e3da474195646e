import Testing

@testable import Fetching

@Suite("Addresses that need no reading")
struct SiblingAddressTests {
  @Test("Whatever a sibling takes for plain is what a whole reading makes of it (20,000 made-up texts)")
  func sameAsReading() throws {
    var generator = SeededGenerator(seed: 7)
    let bases = try [
      "https://api.example/v1/people", "http://127.0.0.1:8080/", "https://api.example:443/a", "http://[::1]:80/x",
      "HTTPS://API.example/", "http://0x7f.1/a", "https://api.example",
    ].map { try WebAddress($0) }
    let pieces = [
      "a", "B", "7", "/", "//", ".", "..", "/.", "/..", "./", "?", "&", "=", "#", "%", "%2f", "%2F", "@", ":", "\\",
      " ",
      "é", "-", "_", "~", ",", "+", "people", "?n=1", ":80", "user@", ";",
    ]
    var (plain, read) = (0, 0)
    for _ in 0..<20_000 {
      let base = bases.randomElement(using: &generator) ?? bases[0]
      var text =
        ["\(base.origin)/", base.text, "https://api.example/", "http://api.example"].randomElement(
          using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0...5, using: &generator) { text += pieces.randomElement(using: &generator) ?? "" }
      guard let sibling = base.sibling(text) else {
        read += 1
        continue
      }
      plain += 1
      let whole = try WebAddress(text)
      #expect(sibling == whole, "\(text) after \(base.text)")
    }
    #expect(plain > 1000 && read > 1000)  // neither side is empty
  }

  @Test(
    "Anything that a reading might change is read",
    arguments: [
      "https://api.example/../x", "https://api.example/a/./b", "https://api.example/.hidden",
      "https://api.example/a%2fb",
      "https://api.example/a b", "https://api.example/é", "https://api.example/a#b", "https://api.example/a\\b",
      "https://api.example/a\r\nX: 1", "https://api.example", "https://api.example?x", "https://api.example.evil/x",
      "https://api.example@evil/x", "http://api.example/x", "https://api.exampl/x", "https://API.example/x", "",
    ])
  func refused(_ text: String) throws {
    #expect(try WebAddress("https://api.example/v1").sibling(text) == nil)
  }
}
