import Foundation
import TestSupport
import Testing

@Suite("Colour and progress are for terminals")
struct TerminalTests {
  init() throws { try ExternalTool.script.require() }

  /// What a terminal gets from a check of omg-lol's recordings.
  private func onTerminal(_ environment: [String: String], redirect: String = "") async throws -> String {
    let driftwatch = try Driftwatch()
    let program = Program.products.appending(path: "driftwatch").path
    let command = "'\(program)' check omg-lol --from recordings --contracts '\(Driftwatch.contracts)' \(redirect)"
    let ending = try await Program(
      "/usr/bin/env", ["script", "-qec", command, "/dev/null"],
      environment: pathOnly.merging(environment) { $1 }, folder: driftwatch.place.url.path
    ).end()
    #expect(ending.code == 1, "\(ending.text)")
    return ending.text.replacingOccurrences(of: "\r\n", with: "\n")
  }

  private let eraseLine = "\r\u{1b}[K"

  @Test("A terminal gets colour, and progress that leaves nothing behind")
  func terminal() async throws {
    let text = try await onTerminal(["TERM": "xterm"])
    let parts = text.components(separatedBy: eraseLine)
    #expect(parts.contains { $0.hasPrefix("replaying 2022-03-01, 1 of ") })
    let left = try #require(parts.last)
    #expect(!left.contains("replaying") && left.contains("BREAKING"))
    #expect(left.contains("\u{1b}["))
  }

  @Test(
    "NO_COLOR takes the colour away, a dumb terminal all escape codes",
    arguments: [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]])
  func plain(_ environment: [String: String]) async throws {
    let text = try await onTerminal(environment)
    #expect(!(text.components(separatedBy: eraseLine).last ?? "").contains("\u{1b}"))
    #expect(text.contains(eraseLine) == (environment["TERM"] != "dumb"))
  }

  @Test("Where standard error is no terminal there is no progress; --quiet has none anywhere")
  func redirected() async throws {
    #expect(try await !onTerminal(["TERM": "xterm"], redirect: "2>/dev/null").contains(eraseLine))
    #expect(try await onTerminal(["TERM": "xterm"], redirect: "--quiet").isEmpty)
  }

  @Test("A failure on a terminal stands on a line of its own")
  func failure() async throws {
    let driftwatch = try Driftwatch(.quick)
    for label in ["a", "b"] { try driftwatch.place.write("[]", to: "round/quick/people/index.\(label).json") }
    try driftwatch.place.write("[]", to: "Contracts/Quick/Recordings/2026-01-01/quick/people/index.a.json")
    try driftwatch.place.write("[]", to: "Contracts/Quick/Recordings/2026-01-01/quick/people/index.b.json")
    let ending = try await Program(
      "/usr/bin/env", ["script", "-qec", "\(driftwatch.shellWords) check quick --from recordings", "/dev/null"],
      environment: pathOnly.merging(["TERM": "xterm"]) { $1 }, folder: driftwatch.place.url.path
    ).end()
    #expect(ending.code == 2)
    let last = ending.text.components(separatedBy: eraseLine).last ?? ""
    #expect(last.hasPrefix("driftwatch: ") && last.contains("both match"), "\(ending.text)")
  }
}
