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
        lines.append(
          "\(head) -l \(option.name.drop { $0 == "-" })\(arguments(option.words, isOption: true)) -d \(Self.quoted(option.help))"
        )
      }
      lines += operands(of: name)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines that complete a command's arguments.
  private func operands(of name: CommandName) -> [String] {
    let words = OperandWords(of: name)
    let seen = "__fish_seen_subcommand_from \(name.rawValue)"
    func line(_ condition: String, _ words: CompletionWords) -> [String] {
      words == .nothing ? [] : ["complete -c \(program) -n '\(condition)'\(arguments(words, isOption: false))"]
    }
    guard let behind = words.behind else { return line(seen, words.first) }
    // Without tasks by which to tell, the place tells: the program and the command stand before it.
    let isFirst =
      behind.isEmpty
      ? "test (count (commandline -opc)) -eq 2"
      : "not __fish_seen_subcommand_from \(behind.map(\.name).joined(separator: " "))"
    return line("\(seen); and \(isFirst)", words.first)
      + behind.flatMap { line("\(seen); and __fish_seen_subcommand_from \($0.name)", $0.words) }
  }

  private func arguments(_ words: CompletionWords, isOption: Bool) -> String {
    let exclusive = isOption ? " -x" : ""
    return switch words {
    case .words, .suggestions, .outputs:
      "\(exclusive) -a \(Self.quoted((words.offered ?? []).joined(separator: " ")))"
    case .files: isOption ? " -r -F" : " -F"
    case .folders: "\(exclusive) -a '(__fish_complete_directories)'"
    case .names: "\(exclusive) -a '(\(program) contracts --names 2>/dev/null)'"
    case .endpoints: "\(exclusive) -a '(\(program) contracts --names 2>/dev/null | string match \"*/*\")'"
    case .contracts: "\(exclusive) -a '(\(program) contracts --names 2>/dev/null | string match -v \"*/*\")'"
    case .anything: exclusive
    case .nothing: ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
