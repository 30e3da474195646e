import Foundation
import System
import Testing

@Suite("Texts as literals of Swift")
struct SwiftLiteralTests {
  @Test(
    "What nobody sees is escaped, and everything else stays readable",
    arguments: [
      ("", #""""#), ("product_name", #""product_name""#), (#"a "b" \(c) \"#, #""a \"b\" \\(c) \\""#),
      ("\n\r\t\r\n", #""\n\r\t\r\n""#), ("\u{0}\u{7}\u{1b}\u{7f}\u{85}", #""\u{0}\u{7}\u{1b}\u{7f}\u{85}""#),
      ("a\u{2028}b\u{2029}\u{202e}", #""a\u{2028}b\u{2029}\u{202e}""#), ("é漢🙂 €", #""é漢🙂 €""#),
      ("e\u{301}\u{a0}\u{200d}\u{fe0f}\u{3164}", #""e\u{301}\u{a0}\u{200d}\u{fe0f}\u{3164}""#),
    ])
  func escapes(_ text: String, _ expected: String) {
    #expect(SwiftLiteral.text(text).unicodeScalars.elementsEqual(expected.unicodeScalars), "\(SwiftLiteral.text(text))")
  }

  /// All of ASCII and of Latin-1's controls, and what has a meaning of its own in source code, in texts or on screens.
  private static let texts: [String] = {
    let scalars: [Unicode.Scalar] =
      (0..<0x100).compactMap(Unicode.Scalar.init(_:)) + [
        "\u{301}", "\u{ad}", "\u{200b}", "\u{200d}", "\u{2028}", "\u{2029}", "\u{202e}", "\u{3164}", "\u{fe0f}",
        "\u{feff}",
        "\u{fffd}", "\u{fffe}", "\u{e000}", "漢", "🙂", "\u{e0041}", "\u{10ffff}",
      ]
    let pieces = ["\\", "\"", "(", ")", "\\(", "\"\"\"", "#", "\r", "\n", "u{41}", "\u{301}", "\u{2028}", "🙂"]
    let pairs = pieces.flatMap { first in pieces.map { first + $0 } }
    return scalars.map { String($0) } + [String(String.UnicodeScalarView(scalars))] + pairs
  }()

  @Test("The compiler reads each literal as the text that it was made of, also as a name in an enumeration")
  func compiles() throws {
    let folder = try ScratchFolder()
    // A raw value stands where interpolation does not compile.
    let distinct = Set(Self.texts).sorted()
    let source = """
      let texts: [String] = [
      \(Self.texts.map { "  \(SwiftLiteral.text($0)),\n" }.joined())]
      enum Name: String, CaseIterable {
      \(distinct.enumerated().map { "  case name\($0) = \(SwiftLiteral.text($1))\n" }.joined())}
      for text in texts + Name.allCases.map(\\.rawValue) {
        print(text.unicodeScalars.map { String($0.value) }.joined(separator: " "))
      }

      """
    let file = folder.path + "/main.swift"
    try Data(source.utf8).write(to: URL(fileURLWithPath: file))
    let environment = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
    var command = CommandOutput(seconds: 300, limit: 4 << 20)
    let errors = try command.of(
      ["/bin/sh", "-c", "swiftc -o \"$1/program\" \"$1/main.swift\" 2>&1; true", "sh", folder.path],
      environment: environment)
    command.seconds = 60
    try #require(
      FileManager.default.fileExists(atPath: folder.path + "/program"), "\(String(decoding: errors, as: UTF8.self))")
    let output = String(decoding: try command.of([folder.path + "/program"], environment: environment), as: UTF8.self)
    let printed = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    #expect(
      printed == (Self.texts + distinct).map { $0.unicodeScalars.map { String($0.value) }.joined(separator: " ") })
  }
}
