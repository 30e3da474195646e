/// How commands of this program are written where one is proposed, so that whoever copies it asks the same ledger.
public struct ProposedCommands: Sendable, Equatable {
  /// The program as it was called.
  public var program: String
  /// What a command needs to look at the same environment, after a space: ` --environment staging`; empty: nothing.
  public var environmentOption: String
  /// What a command needs to ask the same ledger, after a space: ` --db ledger.sqlite`; empty: nothing.
  public var ledgerOption: String

  /// What a command needs to read the same configuration, after a space: ` --config staging.json`; empty: nothing.
  public var configurationOption: String
  /// What a check needs to find the same recordings and acceptances, after a space: ` --contracts DIR`; empty: nothing.
  public var contractsOption: String

  /// Commands of a program as it was called, with what they need.
  public init(
    program: String = "driftwatch", environmentOption: String = "", ledgerOption: String = "",
    configurationOption: String = "", contractsOption: String = ""
  ) {
    (self.program, self.environmentOption, self.ledgerOption) = (program, environmentOption, ledgerOption)
    (self.configurationOption, self.contractsOption) = (configurationOption, contractsOption)
  }

  /// A command that asks the ledger: `driftwatch show 41FB --db ledger.sqlite`.
  ///
  /// - Parameters:
  ///   - words: Its name and its arguments, quoted for a shell where they need it.
  ///   - inEnvironment: Whether it looks at one environment, so that it has to be the same.
  /// - Returns: What is typed.
  public func command(_ words: String, inEnvironment: Bool = false) -> String {
    "\(program) \(words)\(inEnvironment ? environmentOption : "")\(ledgerOption)\(configurationOption)"
  }
}
