import TestSupport
import Testing

@testable import DriftwatchCommand

/// One command with an option whose values are a choice.
private struct Choice: Sendable, CustomTestStringConvertible {
  let command: CommandName
  let option: CommandOption
  /// What is offered, and taken.
  let words: [String]
  let isOutput: Bool

  var testDescription: String { "\(command.rawValue) \(option.name)" }

  static let all: [Choice] = CommandName.allCases.flatMap { command in
    CommandOption.all(for: command).compactMap { option in
      switch option.words {
      case .words(let words): Choice(command: command, option: option, words: words, isOutput: false)
      case .outputs(let words): Choice(command: command, option: option, words: words, isOutput: true)
      default: nil
      }
    }
  }

  /// Arguments with which the command comes to look at its options, and then ends without a network or a long time.
  var harmless: [String] {
    switch command {
    case .check, .impact, .replay, .gate, .harden, .record: ["nobody"]
    case .run: ["--db", "none", "--base-url", "nobody=http://127.0.0.1:1"]
    case .diff: ["nobody/x", "2026-01-01", "2026-01-02", "--db", "none"]
    case .shape: ["nobody/x", "--db", "none"]
    case .show, .suggest: ["AAAA", "--db", "none"]
    case .accept: ["AAAA", "--by", "Ann", "--reason", "known", "--db", "none"]
    case .backtest, .infer: ["none.json"]
    case .config: ["show"]
    default: ["--db", "none"]
    }
  }
}

@Suite("Choices that are completed")
struct CompletedChoiceTests {
  @Test("What is completed is taken by the command, and what is not is refused with all that is", arguments: Choice.all)
  private func taken(_ choice: Choice) async throws {
    let driftwatch = try Driftwatch()
    let name = choice.option.name
    func call(_ word: String) async throws -> Program.Ending {
      let value = choice.isOutput ? "\(word)=out.\(word)" : word
      let own = [choice.command.rawValue, name, value]
      return try await driftwatch.call(own + choice.harmless + ["--config", "none"])
    }
    // What goes wrong is logged as JSON where that is asked for, so that no line is one for people.
    for word in choice.words where [name, word] != ["--log-format", "json"] {
      let ending = try await call(word)
      #expect(!ending.errors.contains("\(name) knows"), "\(word): \(ending.errors)")
    }
    let wrong = try await call("zzz")
    let known = choice.words.count > 12 ? "no \"zzz\"" : "\(choice.words.joined(separator: ", ")), not \"zzz\""
    #expect(wrong.code == 2 && wrong.errors == "driftwatch: \(name) knows \(known)\n", "\(wrong.errors)")
  }

  @Test("Each shell is told of every choice", arguments: CompletionCommand.Shell.allCases)
  private func offered(_ shell: CompletionCommand.Shell) throws {
    #expect(Choice.all.count > 25)
    let lines = shell.script(for: "driftwatch").split(separator: "\n", omittingEmptySubsequences: false)
    for choice in Choice.all {
      let (command, option) = (choice.command.rawValue, choice.option.name)
      let offered = choice.option.words.offered ?? []
      let isThere: Bool =
        switch shell {
        case .bash:
          lines.contains {
            $0.contains("\"\(command) \(option)\"") && $0.contains("$'\(offered.joined(separator: "\\n"))'")
          }
        case .fish:
          lines.contains {
            $0.contains("__fish_seen_subcommand_from \(command)' -l \(option.dropFirst(2)) -x")
              && $0.contains("-a '\(offered.joined(separator: " "))'")
          }
        case .zsh:
          lines.drop { !$0.hasPrefix("  \(command)) _arguments") }.prefix { !$0.isEmpty }.first {
            $0.contains("\(option)=[")
          }?.contains(":(\(offered.joined(separator: " ")))'") == true
        }
      #expect(isThere, "\(command) \(option)")
    }
  }

  @Test("Other values are what their names say, and none is the name itself")
  func placeholders() {
    for name in CommandName.allCases {
      for option in CommandOption.all(for: name) where option.value != nil {
        #expect(option.words.offered?.contains { $0 == $0.uppercased() && !["GET", "POST"].contains($0) } != true)
        #expect(option.words != .nothing, "\(name.rawValue) \(option.name)")
      }
    }
  }
}
