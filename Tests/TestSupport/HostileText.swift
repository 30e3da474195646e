/// A text that a provider may send where people or programs read what the monitor prints.
public struct HostileText: Sendable, CustomStringConvertible {
  /// What it would do.
  public let description: String
  /// The text.
  public let text: String

  private init(_ name: String, _ text: String) { (description, self.text) = (name, text) }

  /// White space of Unicode, which .NET takes off a line before it looks for a command, and what stands for nothing.
  private static let blanks = [
    "", " ", "\t", "\u{B}", "\u{C}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2003}", "\u{200A}", "\u{2028}", "\u{2029}",
    "\u{202F}",
    "\u{205F}", "\u{3000}", " \u{301}", "\u{34F}", "\u{FE0F}", "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{3164}", "\u{115F}",
  ]

  /// Sixty columns of words, so that what follows begins a line where lines have eighty.
  private static let words = String(repeating: "kkk kkk kkk kkk ", count: 4)

  /// U+0D4E is drawn before the character that it precedes: for Swift both are one character, which equals none of its parts, and for what
  /// reads a page they are two.
  private static let before = "\u{D4E}"

  /// What is played to every surface.
  public static let all: [HostileText] =
    [
      HostileText(
        "commands behind white space", blanks.map { "\(words)\($0)::error file=a::forged" }.joined(separator: " ")),
      HostileText(
        "commands behind line ends", ["\n", "\r", "\r\n", "\u{85}", "\u{2028}"].map { "a\($0)::error::x" }.joined()),
      HostileText("a command", "::error file=a,line=1::forged"),
      HostileText("a command behind a no-break space", "\u{A0}::stop-commands::x"),
      HostileText("commands of build servers", "##vso[task.setvariable variable=x]y ##[error]z ###[group]"),
      HostileText(
        "commands of build servers in disguise",
        "\(before)##vso[task]y #\u{FE0F}#[error]z #\u{200D}#[group] #\u{301}#[section] \(before)#\(before)#vso[x]"),
      HostileText(
        "escapes of commands", "100%0A::error::x%0D%3A%2C \(before)%0A::error::x \(before),file=a\(before):\(before):x"),
      HostileText("escape sequences", "\u{1B}[2J\u{1B}[31m\u{1B}]0;title\u{7}\u{9B}31m\u{9D}0;t\u{9C}\u{1B}c"),
      HostileText("a link of a terminal", "\u{1B}]8;;https://evil.example\u{1B}\\click\u{1B}]8;;\u{1B}\\"),
      HostileText(
        "characters that go back", "BREAKING\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}OK\u{7F}\rOK  all is well\u{7}\u{0}"
      ),
      HostileText("direction", "\u{202E}gnp.exe\u{2066}\u{200F}\u{61C}\u{2069}\u{E0041}\u{E0001}"),
      HostileText("HTML", "<script>alert(1)</script><img src=x onerror=y> </details> <!-- x --> &lt;b&gt;"),
      HostileText("HTML in disguise", "\(before)<b\(before)> \(before)<img src=x onerror=y \(before)> \(before)&lt;"),
      HostileText("XML", "]]><x a='1' b=\"2\">&#x0;&amp;\u{FFFE}\u{FFFF}\u{1}"),
      HostileText(
        "Markdown", "[click](https://evil.example) ![x](//evil.example/x.png) *a* __b__ ~~c~~ # x | y @octocat #1 $x$"),
      HostileText(
        "Markdown in disguise",
        "\(before)[click\(before)](//evil.example) \(before)*a\(before)* \(before)@octocat \(before)|"),
      HostileText("backticks", "a`b ``c`` ```d \(before)`e \(before)``f```\(before)`"),
      HostileText(
        "links without markup",
        "https://evil.example www.evil.example \(before)www.evil.example www.\u{301}evil.example"),
      HostileText("a mention of a chat", "<!channel> <!here> <@U012> <https://evil.example|sign in>"),
      HostileText("header fields of a mail", "x\r\nBcc: all@evil.example\r\nContent-Type: text/html\r\n\r\nbody"),
      HostileText("formulas of a spreadsheet", "=cmd|'/c calc'!A0 +1 -1 @SUM(A1) \t=1"),
      HostileText("labels of metrics", "a\"} 1\nforged_metric{x=\"y\"} 2\\ \(before)\"} 3 \\\(before)\" \\"),
      HostileText("words of a shell", "$(touch x) `touch y` '; touch z # \(before)'; touch w #"),
      HostileText("a long word", String(repeating: "a=::stop-commands::z", count: 60)),
      HostileText("marks without end", "Z" + String(repeating: "\u{300}", count: 300) + "\u{20D2}\u{20D2}"),
      HostileText("blanks", " \u{3000} \u{2800} "),
      HostileText("nothing", ""),
    ]
}
