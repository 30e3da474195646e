import Testing

@testable import DriftwatchCommand

@Test(
  "Wrong use is exit 2 and names the nearest right word",
  arguments: [
    (["chek"], "did you mean check?"), (["check", "--formatt", "text"], "did you mean --format?"),
    (["check", "--format"], "needs a value"), (["check", "--perspective", "--quiet"], "--perspective needs a value"),
    (["check", "--db", "a", "--db", "b"], "given twice"), (["check", "--quiet=yes"], "takes no value"),
    (["report", "extra"], "takes no argument \"extra\""), (["shim"], "unknown command \"shim\""),
  ] as [([String], String)])
func wrongUseIsNamed(_ arguments: [String], _ words: String) throws {
  let failure = #expect(throws: CommandFailure.self) { try CommandCall(arguments) }
  #expect(failure?.code == 2)
  #expect(failure?.message.contains(words) == true)
}

@Test("Help names every command and option that exists, in 80 columns, and no other")
func helpFitsTheScreen() {
  for text in [CommandHelp.overview()] + CommandName.allCases.map(CommandHelp.text) {
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
  let overview = CommandHelp.overview()
  for name in CommandName.allCases { #expect(overview.contains("  \(name.rawValue) ")) }
  for later in ["shim"] {
    #expect(!overview.contains("  \(later) "))
  }
}
