/// Words with their meaning, from which each printer makes its own: colours and columns, or Markdown.
///
/// Every text is made ``visible(_:limit:)`` when it enters, so that no printer can let through what steers a terminal.
struct Phrase: Sendable, Equatable {
  /// What a part of a phrase is.
  enum Role: Sendable {
    /// Words.
    case plain
    /// Words that the eye looks for first.
    case strong
    /// A path, a value, a name of the code or a command.
    case code
    /// The path that a line is about.
    case subject
    /// From one value to another.
    case arrow
    /// Something breaks.
    case bad
    /// Something may break.
    case warning
    /// Something is well.
    case good
    /// A remark.
    case faint
  }

  /// A part with one role.
  struct Span: Sendable, Equatable {
    var text: String
    var role: Role
  }

  private(set) var spans: [Span] = []
  /// Whether it is broken at every space like a sentence, and not kept in one line as long as there is room.
  var isSentence = false
  /// Whether it is never broken, because somebody copies it.
  private(set) var isWhole = false

  /// A phrase of one role; of a text over `limit` scalars the middle is left out.
  init(_ text: String = "", _ role: Role = .plain, limit: Int = 400) {
    let shown = visible(text, limit: limit)
    if !shown.isEmpty { spans = [Span(text: shown, role: role)] }
  }

  /// A phrase that goes on from line to line.
  static func sentence(_ text: String, limit: Int = 400) -> Phrase {
    var phrase = Phrase(text, limit: limit)
    phrase.isSentence = true
    return phrase
  }

  static func + (left: Phrase, right: Phrase) -> Phrase {
    var result = left
    result.spans += right.spans
    return result
  }

  /// Adds a character of a phrase.
  mutating func append(_ character: Character, _ role: Role) {
    if spans.last?.role == role {
      spans[spans.count - 1].text.append(character)
    } else {
      spans.append(Span(text: String(character), role: role))
    }
  }

  var isEmpty: Bool { spans.isEmpty }
  /// The text without its roles.
  var text: String { spans.map(\.text).joined() }
  /// Columns in a terminal.
  var width: Int { displayWidth(of: text) }
}

extension Phrase {
  /// A command to copy, which the path of a ledger may make long. A line break in it would end it in a shell.
  static func command(_ text: String) -> Phrase {
    var phrase = Phrase(text, .code, limit: 1_000)
    phrase.isWhole = true
    return phrase
  }

  /// `number -> string`, or the new value alone.
  static func change(from old: String, to new: String, limit: Int = 400) -> Phrase {
    let value = Phrase(new, .code, limit: limit)
    return old.isEmpty ? value : Phrase(old, .code, limit: limit) + Phrase(" -> ", .arrow) + value
  }
}
