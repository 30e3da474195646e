import Foundation
import Reporting
import StorePostgreSQL

// How this call names other commands, in reports and in messages: whoever copies one asks the same ledger.
extension CommandSettings {
  /// How commands are written that go on where this one ends.
  var commands: ProposedCommands {
    ProposedCommands(
      program: ProgramName.current, environmentOption: environmentOption, ledgerOption: ledgerOption,
      configurationOption: option("--config"), contractsOption: option("--contracts"))
  }

  /// The same in what is written: what is not read in this terminal is read in another folder, where a path has to be whole.
  var writtenCommands: ProposedCommands {
    guard !isReadHere else { return commands }
    var written = commands
    written.ledgerOption = absoluteLedgerOption
    written.configurationOption = option("--config", isWhole: true)
    written.contractsOption = option("--contracts", isWhole: true)
    return written
  }

  /// Whether what is written is read in this terminal, in this folder.
  private var isReadHere: Bool {
    console.isTerminal && call.name != .site && !call.has("--exec") && call.all("--output").isEmpty
  }

  /// An option that names a file or folder as it was given, after a space; empty if it was not.
  private func option(_ name: String, isWhole: Bool = false) -> String {
    call.given(name).map { " \(name) \(shellWord((isWhole ? Self.wholePath($0) : $0).printable))" } ?? ""
  }

  /// The path of a file from the root; `none` names none.
  static func wholePath(_ path: String) -> String {
    path.hasPrefix("/") || path == "none" ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
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

  /// The same call once more, with other words in place of its name. Its own options name the ledger, or else an option that is added.
  ///
  /// - Parameter words: The command's name, and what is added to the arguments.
  /// - Returns: What is typed.
  func command(again words: String) -> String {
    var arguments = Array(call.arguments.dropFirst())
    for index in arguments.indices.dropFirst()
    where !isReadHere && ["--db", "--config"].contains(arguments[index - 1]) && !ServerAddress.isOne(arguments[index]) {
      arguments[index] = Self.wholePath(arguments[index])
    }
    let isNamed = call.given("--db") != nil
    for name in ["--db", "--config"] {
      for index in arguments.indices where !isReadHere && arguments[index].hasPrefix("\(name)=") {
        let value = String(arguments[index].dropFirst(name.count + 1))
        if !ServerAddress.isOne(value) { arguments[index] = "\(name)=\(Self.wholePath(value))" }
      }
    }
    return "\(ProgramName.current) \(words)" + arguments.map { " \(shellWord($0.printable))" }.joined()
      + (isNamed ? "" : absoluteLedgerOption)
  }
}
