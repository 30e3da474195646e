/// One option of the command; parsing, help, completion and "did you mean" are made from the same table.
struct CommandOption: Sendable {
  /// Name with its hyphens: `--format`.
  let name: String
  /// Name of its value in help; `nil` for a flag.
  let value: String?
  /// What its value may be.
  let words: CompletionWords
  let isRepeatable: Bool
  /// What it does, in a line or two.
  let help: String
  /// Commands that take it.
  let commands: [CommandName]

  /// An option with a value, and what that may be.
  init(
    _ name: String, _ value: String, _ words: CompletionWords, isRepeatable: Bool = false, _ help: String,
    for commands: [CommandName]
  ) {
    self.name = name
    self.value = value
    self.words = words
    self.isRepeatable = isRepeatable
    self.help = help
    self.commands = commands
  }

  /// An option with a value whose name tells what it may be.
  init(
    _ name: String, _ value: String, isRepeatable: Bool = false, _ help: String, for commands: [CommandName]
  ) {
    self.init(name, value, CompletionWords(namedBy: value), isRepeatable: isRepeatable, help, for: commands)
  }

  /// An option without a value.
  init(flag name: String, _ help: String, for commands: [CommandName]) {
    self.name = name
    value = nil
    words = .nothing
    isRepeatable = false
    self.help = help
    self.commands = commands
  }

  /// All of them, in the order of the help.
  static let all = watching + making

  /// Refuses a value that is none of those that are completed, where there are no others.
  ///
  /// - Throws: `CommandFailure` with exit code 2 that names the nearest right word.
  func check(_ text: String) throws {
    switch words {
    case .words(let list):
      guard list.contains(text) else { throw CommandCall.unknown(text, among: list, for: name) }
    case .outputs(let list):
      // Without a file behind it the command says what is missing.
      let word = text.prefix { $0 != "=" }
      guard word.count == text.count || list.contains(String(word)) else {
        throw CommandCall.unknown(String(word), among: list, for: name)
      }
    case .suggestions, .files, .folders, .names, .endpoints, .contracts, .anything, .nothing: break
    }
  }
}

extension CommandOption {
  /// Options of a command. `config` takes each option of a setting, because it shows the resulting values.
  static func all(for name: CommandName) -> [CommandOption] {
    let own = all.filter { $0.commands.contains(name) }
    guard name == .config else { return own }
    let wanted = Setting.all.compactMap(\.option) + ["--base-url"]
    var taken = Set(own.map(\.name))
    return own + all.filter { wanted.contains($0.name) && taken.insert($0.name).inserted }
  }
}
