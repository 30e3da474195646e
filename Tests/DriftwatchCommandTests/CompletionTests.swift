import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

@Suite("Shell completions")
struct CompletionTests {
  private struct Line: Sendable, CustomTestStringConvertible {
    let words: [String]
    let expected: [String]
    var not: [String] = []
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: [String], _ expected: [String], not: [String] = []) {
      (self.words, self.expected, self.not) = (words, expected, not)
    }
  }

  @Test(
    "bash offers commands, options, values, contracts and files where they belong",
    arguments: [
      Line(["c"], ["check", "config", "completion", "contracts"], not: ["run"]),
      Line(["help", "sh"], ["show"]),
      Line(["check", "--o"], ["--output", "--only-due"], not: ["--repeat-after"]),
      Line(["report", "--rep"], ["--repeat-after"]),
      Line(["check", "--fail-on", ""], ["breaking", "warning", "info", "never"]),
      Line(["check", "--candidate", ""], ["fail", "warn"]),
      Line(["check", "--fail-on", "=", "w"], ["warning"], not: ["breaking"]),
      Line(["incidents", "--format", ""], ["text", "json"], not: ["junit"]),
      Line(["check", "--format", "j"], ["json", "junit"], not: ["text"]),
      Line(["check", "--output", "ju"], ["junit="]),
      Line(["check", "platzi-store/cat"], ["platzi-store/categories"], not: ["platzi-store"]),
      Line(["impact", "om"], ["omg-lol", "omg-lol/purls"], not: ["pokeapi"]),
      Line(["backtest", "--contract", "platzi-store/p"], ["platzi-store/products"]),
      Line(["explain", "field-added"], ["field-added"]),
      Line(["store", ""], ["prune", "verify", "forget"]), Line(["config", ""], ["show"]),
      Line(["completion", ""], ["bash", "zsh", "fish"]),
      Line(["shape", "--format", ""], ["text", "tree", "json-schema"], not: ["json"]),
      Line(["export", "--format", ""], ["jsonl", "csv"], not: ["text", "json"]),
      Line(["export", "--rows", ""], ["findings", "records"]),
      Line(["gate", "--format", "s"], ["sarif"]), Line(["suggest", "--format", "j"], ["json", "jq"]),
      Line(["harden", "--output", "p"], ["patch="]), Line(["run", "--log-format", ""], ["text", "json"]),
      Line(["run", "--format", "ju"], ["junit"]),
      Line(["replay", "--from", "fo"], ["folder"], not: ["DIR"]),
      Line(["vendor", "--repository", "fo"], ["folder"], not: ["PATH", "URL"]),
      Line(["shape", "om"], ["omg-lol/purls"], not: ["omg-lol"]),
      Line(["contracts", "om"], ["omg-lol"], not: ["omg-lol/purls"]),
      Line(["history", "om"], ["omg-lol", "omg-lol/purls"]),
      Line(["recordings", ""], ["list", "show", "verify", "prune"]),
      Line(["recordings", "list", "om"], ["omg-lol", "omg-lol/purls"], not: ["list"]),
      Line(["recordings", "show", "fil"], ["file with spaces.json"]),
      Line(["store", "forget", "platzi-store/p"], ["platzi-store/products"]),
      Line(["store", "verify", ""], [], not: ["prune", "verify"]),
      Line(["backtest", "fil"], ["file with spaces.json"]),
      Line(["check", "--contracts", "fo"], ["folder"], not: ["file with spaces.json"]),
    ])
  private func bash(_ line: Line) async throws {
    try ExternalTool.shell("bash").require()
    let driftwatch = try Driftwatch()
    try driftwatch.place.write("{}", to: "file with spaces.json")
    try driftwatch.place.write("{}", to: "folder/x")
    let script = """
      set -u
      source <("$PROGRAM" completion bash)
      COMP_WORDS=("$PROGRAM" "$@"); COMP_CWORD=$#
      _driftwatch
      printf '%s\\n' "${COMPREPLY[@]+"${COMPREPLY[@]}"}"
      """
    let ending = try await Program(
      "/usr/bin/env", ["bash", "--norc", "-c", script, "bash"] + line.words,
      environment: ["PROGRAM": Program.products.appending(path: "driftwatch").path, "PATH": "/usr/bin:/bin"],
      folder: driftwatch.place.url.path
    ).end()
    let offered = ending.text.split(separator: "\n").map(String.init)
    for word in line.expected { #expect(offered.contains(word), "\(offered) \(ending.errors)") }
    for word in line.not { #expect(!offered.contains(word), "\(offered)") }
  }

  @Test("Every command and option of the table is in every script", arguments: CompletionCommand.Shell.allCases)
  private func complete(_ shell: CompletionCommand.Shell) {
    let script = shell.script(for: "driftwatch")
    for name in CommandName.allCases {
      #expect(script.contains(name.rawValue))
      for option in CommandOption.all(for: name) {
        let word = shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
        #expect(script.contains(word), "\(name.rawValue) \(option.name)")
      }
    }
  }

  @Test("Shells read their script without a complaint", arguments: ["bash", "zsh", "fish"])
  func syntax(_ shell: String) async throws {
    let driftwatch = try Driftwatch()
    let script = try await driftwatch.call("completion", shell)
    #expect(script.code == 0 && script.errors.isEmpty)
    let path = try driftwatch.place.write(script.text, to: "script")
    try ExternalTool.shell(shell).require()
    let checked = try await Program(
      "/usr/bin/env", [shell, "-n", path], environment: pathOnly.merging(["HOME": driftwatch.place.url.path]) { $1 }
    ).end()
    #expect(checked.code == 0 && checked.errors.isEmpty, "\(checked.errors)")
  }

  @Test(
    "fish offers commands, values and contracts",
    arguments: [
      ("driftwatch c", "config"), ("driftwatch check --fail-on ", "warning"),
      ("driftwatch impact omg", "omg-lol/purls"),
      ("driftwatch store ", "verify"),
    ])
  func fish(_ line: String, _ expected: String) async throws {
    try ExternalTool.shell("fish").require()
    let driftwatch = try Driftwatch()
    let path = try driftwatch.place.write(try await driftwatch.call("completion", "fish").text, to: "driftwatch.fish")
    let ending = try await Program(
      "/usr/bin/env", ["fish", "--no-config", "-c", "source \(path); complete -C '\(line)'"],
      environment: ["HOME": driftwatch.place.url.path, "PATH": "\(Program.products.path):/usr/bin:/bin"]
    ).end()
    let offered = ending.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    #expect(offered.contains(expected[...]), "\(ending.text) \(ending.errors)")
  }

  @Test("A program of another name gets a script of its own; an unknown shell is exit 2")
  func otherName() async throws {
    #expect(CompletionCommand.Shell.bash.script(for: "our-watch").contains("complete -F _our_watch our-watch"))
    let quick = try await Driftwatch(.quick).call("completion", "zsh")
    #expect(quick.text.hasPrefix("#compdef fixture-contracts\n"))
    let wrong = try await Driftwatch().call("completion", "fisch")
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean fish?"))
    #expect(try await Driftwatch().call("completion").code == 2)
  }
}
