/// The completion script for fish 3.
struct FishCompletion {
  let program: String

  var text: String {
    var lines = [
      "# fish completion for \(program); made by `\(program) completion fish`.",
      "# Install it: \(program) completion fish >~/.config/fish/completions/\(program).fish",
      "complete -c \(program) -f",
      "complete -c \(program) -n __fish_use_subcommand -l version -d 'the version'",
      "complete -c \(program) -n __fish_use_subcommand -a help -d 'options of a command'",
    ]
    for name in CommandName.allCases {
      lines.append(
        "complete -c \(program) -n __fish_use_subcommand -a \(name.rawValue) -d \(Self.quoted(name.summary))")
      lines.append("complete -c \(program) -n '__fish_seen_subcommand_from help' -a \(name.rawValue)")
    }
    for name in CommandName.allCases {
      let head = "complete -c \(program) -n '__fish_seen_subcommand_from \(name.rawValue)'"
      for option in CommandOption.all(for: name) {
        let value = CompletionWords(option, of: name)
        lines.append(
          "\(head) -l \(option.name.drop { $0 == "-" })\(arguments(value, isOption: true)) -d \(Self.quoted(option.help))"
        )
      }
      let operands = CompletionWords(operandsOf: name)
      if operands != .nothing { lines.append(head + arguments(operands, isOption: false)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func arguments(_ words: CompletionWords, isOption: Bool) -> String {
    let exclusive = isOption ? " -x" : ""
    return switch words {
    case .words(let list): "\(exclusive) -a \(Self.quoted(list.joined(separator: " ")))"
    case .files: isOption ? " -r -F" : " -F"
    case .folders: "\(exclusive) -a '(__fish_complete_directories)'"
    case .contracts: "\(exclusive) -a '(\(program) contracts --names 2>/dev/null)'"
    case .anything: exclusive
    case .nothing: ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
