/// The completion script for bash 3.2 and newer; it needs no other package.
struct BashCompletion {
  let program: String

  private var function: String { "_" + program.map { $0.isLetter || $0.isNumber ? "\($0)" : "_" }.joined() }

  var text: String {
    """
    # bash completion for \(program); made by `\(program) completion bash`.
    # Load it: source <(\(program) completion bash)
    \(function)() {
      local IFS=$'\\n' current previous command operand i
      COMPREPLY=()
      current=${COMP_WORDS[COMP_CWORD]}
      previous=${COMP_WORDS[COMP_CWORD - 1]}
      # bash makes a word of each "=".
      if [ "$current" = "=" ]; then
        current=
      elif [ "$previous" = "=" ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      command=
      # What stands next to the command: its first argument, if no option does.
      operand=
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        -*) ;;
        *)
          command=${COMP_WORDS[i]}
          if [ $((i + 1)) -lt "$COMP_CWORD" ]; then
            case ${COMP_WORDS[i + 1]} in
            -*) ;;
            *) operand=${COMP_WORDS[i + 1]} ;;
            esac
          fi
          break
          ;;
        esac
      done
      case "$command $previous" in
    \(values)
      esac
      case $command in
      "") COMPREPLY=($(compgen -W $'\(([CommandName.allCases.map(\.rawValue), ["help", "--help", "--version"]].flatMap { $0 }).joined(separator: "\\n"))' -- "$current")) ;;
      help) COMPREPLY=($(compgen -W $'\((CommandName.allCases.map(\.rawValue) + ["--man"]).joined(separator: "\\n"))' -- "$current")) ;;
    \(commands)
      esac
    }
    complete -F \(function) \(program)

    """
  }

  /// Values of options, by command.
  private var values: String {
    var cases: [(action: String, patterns: [String])] = []
    for name in CommandName.allCases {
      for option in CommandOption.all(for: name) {
        guard let action = action(option.words) else { continue }
        let pattern = "\"\(name.rawValue) \(option.name)\""
        if let index = cases.firstIndex(where: { $0.action == action }) {
          cases[index].patterns.append(pattern)
        } else {
          cases.append((action, [pattern]))
        }
      }
    }
    return cases.map { "  \($0.patterns.joined(separator: " | "))) \($0.action); return ;;" }.joined(separator: "\n")
  }

  private func action(_ words: CompletionWords) -> String? {
    switch words {
    case .words, .suggestions, .outputs:
      let list = words.offered ?? []
      let flags = list.contains { $0.hasSuffix("=") } ? "compopt -o nospace 2>/dev/null; " : ""
      return "\(flags)COMPREPLY=($(compgen -W $'\(list.joined(separator: "\\n"))' -- \"$current\"))"
    case .files: return "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$current\"))"
    case .folders: return "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- \"$current\"))"
    case .names: return named("")
    case .endpoints: return named(" | grep /")
    case .contracts: return named(" | grep -v /")
    case .anything: return ":"
    case .nothing: return nil
    }
  }

  private func named(_ filter: String) -> String {
    "COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" contracts --names 2>/dev/null\(filter))\" -- \"$current\"))"
  }

  /// Arguments of a command: the first one, and those behind it.
  private func arguments(_ words: OperandWords) -> String {
    let first = action(words.first) ?? ":"
    guard let behind = words.behind else { return first }
    let cases = behind.compactMap { task in action(task.words).map { "\(task.name)) \($0) ;; " } }.joined()
    return "case $operand in \"\") \(first) ;; \(cases)*) : ;; esac"
  }

  /// Options if a hyphen was typed, else arguments.
  private var commands: String {
    CommandName.allCases.map { name in
      let options = (CommandOption.all(for: name).map(\.name) + ["--help"]).joined(separator: "\\n")
      let operands = arguments(OperandWords(of: name))
      return """
          \(name.rawValue))
            case $current in
            -*) COMPREPLY=($(compgen -W $'\(options)' -- "$current")) ;;
            *) \(operands) ;;
            esac
            ;;
        """
    }.joined(separator: "\n")
  }
}
