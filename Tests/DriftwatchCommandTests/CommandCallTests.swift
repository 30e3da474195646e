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

@Test(
  "A time is written in the same way wherever it is given: seconds, or with a unit",
  arguments: [
    ("check", "--deadline", "4m", 240), ("run", "--deadline", "90", 90), ("check", "--timeout", "1m", 60),
    ("check", "--code-timeout", "1.5", 1.5), ("status", "--max-age", "2h", 7200),
    ("report", "--repeat-after", "7d", 604_800), ("report", "--exec-timeout", "90s", 90),
  ])
func timesAreWrittenAlike(_ command: String, _ option: String, _ text: String, _ seconds: Double) throws {
  #expect(try CommandCall([command, option, text]).seconds(option) == seconds)
}

@Test(
  "A time that is none, or longer than a year, is refused with the range",
  arguments: ["0", "-1", "soon", "4 m", "4min", "99999999", "366d", "1e9"])
func wrongTimesNameTheRange(_ text: String) throws {
  for (command, option) in [
    ("check", "--deadline"), ("check", "--timeout"), ("status", "--max-age"), ("report", "--repeat-after"),
  ] {
    let failure = #expect(throws: CommandFailure.self) { try CommandCall([command, option, text]).seconds(option) }
    #expect(
      failure?.message.hasPrefix("\(option) needs a number of seconds above 0 and up to a year, or a time such as ")
        == true
        && failure?.message.hasSuffix(", not \"\(text)\"") == true, "\(failure?.message ?? "")")
  }
}
