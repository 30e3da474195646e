/// The completion script for zsh: a file `_driftwatch` in a folder of `$fpath`, or loaded by `source`.
struct ZshCompletion {
  let program: String

  private var function: String { "_" + program.map { $0.isLetter || $0.isNumber ? "\($0)" : "_" }.joined() }

  var text: String {
    """
    #compdef \(program)
    # zsh completion for \(program); made by `\(program) completion zsh`.
    # Install it: \(program) completion zsh >"${fpath[1]}/_\(program)"; or load it after compinit:
    # source <(\(program) completion zsh)
    \(function)_contracts() {
      local -a names
      names=(${(f)"$("${words_given[1]:-\(program)}" contracts --names 2>/dev/null)"})
      case $1 in
      endpoints) names=(${(M)names:#*/*}) ;;
      contracts) names=(${names:#*/*}) ;;
      esac
      compadd -a names
    }
    \(function)() {
      local -a words_given commands
      words_given=($words)
      commands=(
    \(CommandName.allCases.map { "    \(Self.quoted("\($0.rawValue):\($0.summary)"))" }.joined(separator: "\n"))
        'help:options of a command'
      )
      if ((CURRENT == 2)); then
        _describe command commands
        return
      fi
      local command=$words[2]
      shift words
      ((CURRENT--))
      case $command in
      help) _describe command commands ;;
    \(CommandName.allCases.map(arguments).joined(separator: "\n"))
      esac
    }
    if [ "$funcstack[1]" = "\(function)" ]; then
      \(function) "$@"
    else
      compdef \(function) \(program)
    fi

    """
  }

  /// The call of zsh's own `_arguments` for one command.
  private func arguments(_ name: CommandName) -> String {
    var lines: [String] = []
    for option in CommandOption.all(for: name) {
      let star = option.isRepeatable ? "*" : ""
      let help = Self.escaped(option.help)
      guard let value = option.value else {
        lines.append(Self.quoted("\(star)\(option.name)[\(help)]"))
        continue
      }
      let action = action(option.words)
      lines.append(Self.quoted("\(star)\(option.name)=[\(help)]:\(Self.escaped(value)):\(action)"))
    }
    let operands = OperandWords(of: name)
    if operands.first != .nothing {
      lines.append(Self.quoted("\(operands.behind == nil ? "*" : "1"):argument:\(action(operands.first))"))
    }
    let tasks = (operands.behind ?? []).filter { $0.words != .nothing }
    if !tasks.isEmpty {
      let cases = tasks.map { "\($0.name)) \(action($0.words)) ;; " }.joined()
      // The words begin with the command, next to which the task stands.
      lines.append(Self.quoted("*:argument:{ case $words[2] in \(cases)esac }"))
    }
    return "  \(name.rawValue)) _arguments \(lines.joined(separator: " \\\n    ")) ;;"
  }

  private func action(_ words: CompletionWords) -> String {
    switch words {
    case .words, .suggestions, .outputs: "(\((words.offered ?? []).joined(separator: " ")))"
    case .files: "_files"
    case .folders: "_files -/"
    case .names: "\(function)_contracts"
    case .endpoints: "\(function)_contracts endpoints"
    case .contracts: "\(function)_contracts contracts"
    case .anything, .nothing: " "
    }
  }

  /// Text between the brackets and colons of a specification.
  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
