import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

@Suite("The manual page and the pages of settings")
struct ManualPageTests {
  @Test("deploy/driftwatch.1 is what the command prints: driftwatch help --man >deploy/driftwatch.1")
  func current() throws {
    let stored = try String(
      contentsOf: Driftwatch.repository.appending(path: "deploy/driftwatch.1"), encoding: .utf8)
    #expect(stored == ManualPage.text())
  }

  @Test("It holds every command, option, setting and exit code, and man reads it without a warning")
  func whole() async throws {
    let text = ManualPage.text()
    func escaped(_ word: String) -> String { word.replacing("-", with: "\\-") }
    for name in CommandName.allCases {
      #expect(text.contains(".SS driftwatch \(name.rawValue)"))
      for option in CommandOption.all(for: name) { #expect(text.contains("\\fB\(escaped(option.name))\\fR")) }
    }
    for key in Setting.all.map(\.key) + SettingTable.all.map(\.key) { #expect(text.contains("\\fB\(key)\\fR")) }
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    let place = try TemporaryPlace()
    let path = try place.write(text, to: "driftwatch.1")
    try ExternalTool.man.require()
    let shown = try await Program(
      "/usr/bin/env", ["man", "-l", "--warnings", path],
      environment: [
        "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "PAGER": "cat", "HOME": place.url.path,
      ]
    ).end()
    #expect(shown.code == 0 && shown.errors.isEmpty, "\(shown.errors)")
    #expect(shown.text.contains("--only-due"))
  }

  @Test("Every setting is on the page docs/configuration.md, with its variable and its option")
  func documented() throws {
    let page = try String(
      contentsOf: Driftwatch.repository.appending(path: "docs/configuration.md"), encoding: .utf8)
    for setting in Setting.all {
      let line = page.split(separator: "\n").first { $0.hasPrefix("| `\(setting.key)` |") }
      #expect(line != nil, "\(setting.key)")
      #expect(line?.contains("`\(setting.variable)`") == true, "\(setting.key)")
      if let option = setting.option { #expect(line?.contains("`\(option)`") == true, "\(setting.key)") }
    }
    for table in SettingTable.all { #expect(page.contains("| `\(table.key)` |"), "\(table.key)") }
  }

  @Test("The example of docs/configuration.md is read by the program")
  func example() async throws {
    let page = try String(
      contentsOf: Driftwatch.repository.appending(path: "docs/configuration.md"), encoding: .utf8)
    let parts = page.components(separatedBy: "```jsonc\n")
    let example = try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
    let driftwatch = try Driftwatch()
    let path = try driftwatch.place.write(example, to: "driftwatch.json")
    try driftwatch.place.write(#"{"schemaVersion": 1, "accepted": []}"#, to: "suppressions.json")
    let shown = try await driftwatch.call("config", "show", "--config", path)
    #expect(shown.code == 0, "\(shown.errors)")
    #expect(shown.text.contains("credential todo-token") && shown.text.contains("2 MiB"), "\(shown.text)")
  }
}
