import Reporting

// How this call names other commands, in reports and in messages: whoever copies one asks the same ledger.
extension CommandSettings {
  /// How commands are written that go on where this one ends.
  var commands: ProposedCommands {
    ProposedCommands(
      program: ProgramName.current, environmentOption: environmentOption, ledgerOption: ledgerOption)
  }

  /// The same in what is written: what is not read in this terminal is read in another folder, where a path has to be whole.
  var writtenCommands: ProposedCommands {
    var written = commands
    let isReadHere = console.isTerminal && call.name != .site && !call.has("--exec") && call.all("--output").isEmpty
    if !isReadHere { written.ledgerOption = absoluteLedgerOption }
    return written
  }

  /// A command that asks the same ledger.
  ///
  /// - Parameters:
  ///   - words: Its name and its arguments.
  ///   - inEnvironment: Whether it looks at the environment that this call looks at.
  /// - Returns: What is typed.
  func command(_ words: String, inEnvironment: Bool = false) -> String {
    commands.command(words, inEnvironment: inEnvironment)
  }

  /// The same call once more, with other words in place of its name; its own options name the ledger.
  ///
  /// - Parameter words: The command's name, and what is added to the arguments.
  /// - Returns: What is typed.
  func command(again words: String) -> String {
    "\(ProgramName.current) \(words)" + call.arguments.dropFirst().map { " \(shellWord($0.printable))" }.joined()
  }
}
