/// Help made from the option table; examples come first.
enum CommandHelp {
  static func overview() -> String {
    var text = """
      Watches APIs that you do not own with the very DTOs and mappings of your app,
      and says which shipped versions break.

        driftwatch check --from recordings      try it without a network
        driftwatch check                        one round over the network
        driftwatch check --only-due --quiet; driftwatch report     the line for cron

      Commands

      """
    for name in CommandName.allCases { text += row(name.rawValue, name.summary, column: 12) }
    text += """

        driftwatch help COMMAND                 options of a command
        driftwatch help --man                   the manual page, for man -l
        driftwatch --version

      Exit codes: 0 checked, nothing at or above --fail-on; 1 something is; 2 usage
      or configuration; 3 could not check; 4 store or internal; 75 another one runs.

      """
    return text
  }

  static func text(for name: CommandName) -> String {
    let operands = name.operands.isEmpty ? "" : " \(name.operands)"
    var text = "driftwatch \(name.rawValue)\(operands) [OPTION…]\n  \(name.summary)\n"
    let options = CommandOption.all(for: name)
    if !options.isEmpty { text += "\nOptions\n" }
    for option in options {
      text += row("\(option.name)\(option.value.map { " \($0)" } ?? "")", option.help, column: 26)
    }
    return text
  }

  /// A word and its explanation, wrapped at 80 columns with a hanging indent.
  private static func row(_ word: String, _ explanation: String, column: Int) -> String {
    guard word.count < column else {
      return "  \(word)\n" + wrapped(explanation, indent: String(repeating: " ", count: column + 2))
    }
    let head = "  " + word + String(repeating: " ", count: column - word.count)
    let text = wrapped(explanation, indent: String(repeating: " ", count: column + 2))
    return head + text.dropFirst(column + 2)
  }

  /// `text` in lines of at most 80 columns, each after `indent`. A longer word has its own line.
  static func wrapped(_ text: String, indent: String) -> String {
    var lines: [String] = []
    var line = indent
    for word in text.split(separator: " ") {
      if line.count > indent.count && line.count + word.count + 1 > 80 {
        lines.append(line)
        line = indent
      }
      line += (line.count > indent.count ? " " : "") + word
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }
}
