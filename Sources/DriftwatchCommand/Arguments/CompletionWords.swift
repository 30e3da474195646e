import DriftModel

/// The words that are possible at a position of the command line: what is completed, and what the parser takes.
enum CompletionWords: Sendable, Equatable {
  /// One of these, and nothing else.
  case words([String])
  /// One of these with `=` and a file behind it.
  case outputs([String])
  /// One of these, or something else.
  case suggestions([String])
  /// A file.
  case files
  /// A folder.
  case folders
  /// What `contracts --names` lists: contracts and their endpoints.
  case names
  /// The endpoints among them.
  case endpoints
  /// The contracts among them.
  case contracts
  /// Anything; nothing is offered.
  case anything
  /// No value at all: a flag.
  case nothing

  /// The words of a choice.
  static func words<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> CompletionWords {
    .words(Choice.allCases.map(\.rawValue))
  }

  /// The forms in which files are written.
  static func outputs<Format: RawRepresentable<String> & CaseIterable>(of type: Format.Type) -> CompletionWords {
    .outputs(Format.allCases.map(\.rawValue))
  }

  /// What a value may be that is called so in help.
  init(namedBy value: String) {
    self =
      switch value {
      case "FILE", "PATH": .files
      case "DIR": .folders
      case "ID/ENDPOINT": .endpoints
      default: .anything
      }
  }

  /// The words that are offered as they are; `nil` where something else is asked for them.
  var offered: [String]? {
    switch self {
    case .words(let list), .suggestions(let list): list
    case .outputs(let list): list.map { "\($0)=" }
    case .files, .folders, .names, .endpoints, .contracts, .anything, .nothing: nil
    }
  }
}

/// What may stand at the positions of a command's arguments.
struct OperandWords: Sendable, Equatable {
  /// What the first one may be.
  let first: CompletionWords
  /// What may stand behind a first one that is a task of the command, by task; `nil`: all are like the first.
  let behind: [Task]?

  /// A task, with what it takes.
  struct Task: Sendable, Equatable {
    let name: String
    let words: CompletionWords
  }

  private init(_ first: CompletionWords, behind: [Task]? = nil) { (self.first, self.behind) = (first, behind) }

  /// A task as the first one, and what it takes behind it.
  private init(tasks: [(String, CompletionWords)]) {
    self.init(.words(tasks.map(\.0)), behind: tasks.map { Task(name: $0.0, words: $0.1) })
  }

  /// What the arguments of `command` may be.
  init(of command: CommandName) {
    switch command {
    case .check, .incidents, .impact, .record, .history, .export, .replay, .gate, .harden: self.init(.names)
    case .contracts: self.init(.contracts)
    case .shape, .suggest: self.init(.endpoints)
    // Dates stand behind it.
    case .diff: self.init(.endpoints, behind: [])
    case .backtest, .import, .infer: self.init(.files)
    case .site, .initialize, .vendor: self.init(.folders)
    case .explain: self.init(.words(of: RuleID.self))
    case .recordings:
      self.init(tasks: RecordingsCommand.Task.allCases.map { ($0.rawValue, $0 == .show ? .files : .names) })
    case .store:
      self.init(
        tasks: StoreCommand.Task.allCases.map { task in
          switch task {
          case .prune, .verify: (task.rawValue, .nothing)
          case .forget: (task.rawValue, .endpoints)
          case .backup, .move: (task.rawValue, .files)
          }
        })
    case .config: self.init(tasks: [("show", .nothing)])
    case .completion: self.init(tasks: CompletionCommand.Shell.allCases.map { ($0.rawValue, .nothing) })
    case .run, .report, .show, .ack, .accept, .status: self.init(.nothing)
    }
  }
}
