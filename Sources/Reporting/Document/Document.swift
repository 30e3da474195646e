/// A report or page as a value: what is said and in which order. Printers decide how it looks.
public struct Document: Sendable, Equatable {
  /// The first line, whole in every form, since it becomes the subject of a mail.
  var title: Phrase?
  /// What follows.
  var blocks: [Block] = []
  /// The command that lists what a printer leaves out.
  var listingCommand = ""

  /// An empty page.
  public init() {}

  /// A part of a document.
  indirect enum Block: Sendable, Equatable {
    /// An empty line before what follows.
    case gap
    /// A heading with what belongs to it, such as one incident.
    case group(Heading, [Block])
    case row(Row)
    case table(Table)
    /// One-line entries under short titles; their texts begin in one column.
    case sections([Section], column: Int)
    case list(FindingList)
    case further(Further)
  }

  /// The first line of a group.
  struct Heading: Sendable, Equatable {
    /// Short id, by which commands name it.
    var id = ""
    /// What happened to it: `NEW`.
    var marker = ""
    /// How much it matters, and the style of that.
    var level = Phrase()
    var name: String
    /// What it is about, where what follows may be left out.
    var summary = ""
    /// The text at the end of the line: `31 % of installs`.
    var aside = ""
    /// A remark behind the name.
    var note = Phrase()
  }

  /// A line: a label and what is said.
  struct Row: Sendable, Equatable {
    /// What a line is to those around it.
    enum Kind: Sendable {
      /// Separate words.
      case paragraph
      /// What people feel: sentences, the first of which matters most.
      case story
      /// A labelled fact.
      case fact
      /// More of the fact before it.
      case detail
      /// A line at the end of the document.
      case end
      /// Something to be copied: one line, however long it is.
      case verbatim
    }

    var kind = Kind.paragraph
    var label = Phrase()
    var indent = 0
    /// Column at which the words begin; a longer label moves them.
    var column = 0
    /// Column of further lines; `nil`: that of the words.
    var hanging: Int?
    /// The text between two pieces.
    var separator = " "
    var pieces: [Phrase]
  }

  /// Rows of cells in columns. A row without room for all of them goes on below.
  struct Table: Sendable, Equatable {
    var titles: [String]
    /// Whether the text form shows the titles.
    var showsTitles = false
    /// Columns that only forms with room show.
    var extraColumns: Set<Int> = []
    /// Columns at the start of every line; the others follow them as there is room.
    var headColumns: Int
    var indent = 0
    /// Columns that the first cell takes at least.
    var firstColumn = 0
    /// Column at which the cells after the head begin at the earliest.
    var column = 0
    /// Spaces between the cells after the head.
    var spacing = 2
    /// Whether cells without room in the line are written below it.
    var isRestBelow = false
    var rows: [[Phrase]]
  }

  /// Entries under one title.
  struct Section: Sendable, Equatable {
    var title: String
    var entries: [Entry]
    /// Whether a form that can fold lists does so.
    var isFolded = false
    /// `Endpoints (12)`.
    var foldedTitle: String {
      "\(title.prefix(1))\(title.dropFirst().lowercased()) (\(grouped(entries.count)))"
    }
  }

  /// One line of a section.
  struct Entry: Sendable, Equatable {
    var id = ""
    var name = ""
    var pieces: [Phrase]
  }

  /// Findings by endpoint: listed, or counted in one line.
  struct FindingList: Sendable, Equatable {
    /// One finding: its sentences, its other locations, and its rule.
    struct Item: Sendable, Equatable {
      var name: String
      var sentences: [String]
      var paths: [String]
      var rule: String
    }

    var title: String
    /// What its title means, in a few words.
    var meaning: String
    /// What there is, counted.
    var counts: [String]
    /// The lines that are written even if the list is only counted.
    var remarks: [Entry] = []
    var items: [Item]
    /// Whether the text form lists the items; else it counts them.
    var isListed: Bool
    /// Column of the words if the list is only counted.
    var column: Int
  }

  /// Further facts of a group, of which the text form shows the first.
  struct Further: Sendable, Equatable {
    var rows: [Row]
    var shown: Int
    var column: Int
  }
}

extension Document {
  /// Adds words behind a label; further lines begin below the words.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - label: The text before them: spaces, or a name followed by spaces.
  ///   - hanging: Columns by which further lines are indented; `nil`: as wide as the label.
  public mutating func paragraph(_ text: String, label: String = "", hanging: Int? = nil) {
    let indent = label.prefix { $0 == " " }.count
    let name = Phrase(String(label.dropFirst(indent)))
    add(
      Row(
        label: name, indent: indent, column: indent + name.width, hanging: hanging,
        pieces: [.sentence(text, limit: 4_000)]))
  }

  /// Adds pieces beside each other, two spaces between them, as many in a line as fit.
  public mutating func row(_ pieces: [String], hanging: Int = 2) {
    add(Row(hanging: hanging, separator: "  ", pieces: pieces.map { Phrase($0, limit: 4_000) }))
  }

  /// Adds one line of any width, for text that people copy, such as the path of a file.
  public mutating func line(_ text: String) {
    add(Row(kind: .verbatim, pieces: [Phrase(text, limit: 4_000)]))
  }

  /// Adds an empty line before the next one.
  public mutating func blank() { blocks.append(.gap) }

  /// The document for people at a terminal or in a mail.
  ///
  /// - Parameters:
  ///   - width: Columns; a word that cannot be broken may be longer.
  ///   - colour: Whether SGR colours (ECMA-48) are used.
  /// - Returns: Lines, each ended by a line feed.
  public func text(width: Int = 80, colour: Bool = false) -> String {
    var printer = TextPrinter(width: width, colour: colour, listingCommand: listingCommand)
    return printer.text(of: self)
  }

  /// The document in GitHub-flavoured Markdown, below 60,000 characters.
  func markdown() -> String {
    var printer = MarkdownPrinter(listingCommand: listingCommand)
    return printer.text(of: self)
  }

  /// Adds the title of what follows.
  mutating func heading(_ text: String) {
    blank()
    paragraph(text)
  }

  mutating func add(_ row: Row) { blocks.append(.row(row)) }
}
