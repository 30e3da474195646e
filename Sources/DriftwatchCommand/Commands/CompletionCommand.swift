import Foundation

/// `driftwatch completion SHELL`: a script for the shell to load, made from the same tables as the help.
struct CompletionCommand {
  private let call: CommandCall
  private let console: Console

  init(_ call: CommandCall, _ console: Console) {
    self.call = call
    self.console = console
  }

  func run() throws -> Int32 {
    guard call.operands.count == 1, let shell = call.operands.first else {
      throw CommandFailure.usage("completion needs the name of a shell: bash, zsh or fish")
    }
    let script = try CommandCall.choice(shell, of: Shell.self, for: "completion").script(for: ProgramName.own)
    try console.print(script)
    return 0
  }

  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    func script(for program: String) -> String {
      switch self {
      case .bash: BashCompletion(program: program).text
      case .zsh: ZshCompletion(program: program).text
      case .fish: FishCompletion(program: program).text
      }
    }
  }
}
