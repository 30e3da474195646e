/// The manual page, in the man(7) macros, made from the tables of commands, options and settings.
enum ManualPage {
  static func text() -> String {
    var page = """
      .\\" Made by `driftwatch help --man`; change the tables of the command, not this file.
      .TH DRIFTWATCH 1 "" "driftwatch \(DriftwatchCommand.version)" "User Commands"
      .SH NAME
      driftwatch \\- watch third\\-party APIs with the decoding code of your app
      .SH SYNOPSIS
      .B driftwatch
      .I COMMAND
      .RI [ ARGUMENT ...]
      .RI [ OPTION ...]
      .SH DESCRIPTION
      Fetches the endpoints of APIs that you do not own, decodes each response with the data types of the shipped versions of your
      app, runs their mappings, remembers everything in one SQLite file, and says which versions break, what is lost, and since
      when.
      .SH COMMANDS

      """
    for name in CommandName.allCases {
      page += ".SS driftwatch \(name.rawValue)\(name.operands.isEmpty ? "" : " " + escaped(name.operands))\n"
      page += paragraph(sentence(name.summary))
      for option in CommandOption.all(for: name) {
        page += ".TP\n\\fB\(escaped(option.name))\\fR"
        if let value = option.value { page += " \\fI\(escaped(value))\\fR" }
        page += "\n" + paragraph(sentence(option.help) + (option.isRepeatable ? " May be given several times." : ""))
      }
    }
    page += """
      .SH CONFIGURATION
      One JSON file (comments are allowed), \\fBdriftwatch.json\\fR, may say how the contracts are operated. Options beat the
      environment, the environment beats the file. \\fBdriftwatch config show\\fR prints what holds, and where it comes from.

      """
    for setting in Setting.all {
      let words = "\(sentence(setting.help)) \(setting.variable); default: \(setting.standardWords)."
      page += ".TP\n\\fB\(escaped(setting.key))\\fR\n" + paragraph(words)
    }
    for table in SettingTable.all {
      page += ".TP\n\\fB\(escaped(table.key))\\fR\n" + paragraph(sentence(table.help) + " Example: \(table.example)")
    }
    page += ".SH ENVIRONMENT\n"
    for (name, words) in environment { page += ".TP\n\\fB\(escaped(name))\\fR\n" + paragraph(words) }
    page += ".SH FILES\n"
    for (name, words) in files { page += ".TP\n\\fI\(escaped(name))\\fR\n" + paragraph(words) }
    page += ".SH \"EXIT STATUS\"\n"
    for (code, words) in exitCodes { page += ".TP\n\\fB\(code)\\fR\n" + paragraph(words) }
    page += """
      .SH EXAMPLES
      .TP
      Try it without a network:
      driftwatch check \\-\\-from recordings
      .TP
      The line for cron:
      driftwatch check \\-\\-only\\-due \\-\\-quiet; driftwatch report
      .TP
      What breaks if something of a response goes:
      driftwatch impact platzi\\-store

      """
    return page
  }

  private static let environment = [
    ("DRIFTWATCH_…", "Each setting above has a variable, named with it."),
    ("DRIFTWATCH_CONFIG", "The configuration file; none: read none."),
    ("DRIFTWATCH_USER", "Who acknowledges, where the login name does not say."),
    (
      "CONFIGURATION_DIRECTORY, STATE_DIRECTORY, CREDENTIALS_DIRECTORY",
      "Set by systemd: driftwatch.json, the ledger, credentials."
    ),
    ("XDG_CONFIG_HOME, XDG_STATE_HOME", "The user's folders of configuration and state."),
    ("NO_COLOR", "Anything but empty: no colours."),
    ("COLUMNS", "How wide reports are, 40 to 200; default: as the terminal, else 80."),
  ]

  private static let files = [
    (
      "driftwatch.json",
      "The configuration: beside or above Contracts, in the user's configuration, or in /etc/driftwatch."
    ),
    ("~/.local/state/driftwatch/PROGRAM.sqlite", "The ledger of a program, unless another is named."),
    ("Contracts/*/accepted.json", "What people accepted."),
  ]

  private static let exitCodes = [
    (0, "Checked, nothing at or above --fail-on."), (1, "Something is."), (2, "Usage or configuration."),
    (3, "Could not check."), (4, "Store or internal."), (75, "Another instance is running on the same ledger."),
  ]

  private static func sentence(_ text: String) -> String {
    text + (".?".contains(text.suffix(1)) ? "" : ".")
  }

  /// A paragraph in short lines. A line must not begin with a control character, which groff would read as a request.
  private static func paragraph(_ text: String) -> String {
    CommandHelp.wrapped(escaped(text), indent: "").split(separator: "\n").map { line in
      (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
    }.joined()
  }

  /// Text for groff, with hyphens that are copied as a minus and with escaped backslashes.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
  }
}
