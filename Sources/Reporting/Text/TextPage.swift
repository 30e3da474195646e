/// Lines for people that hold words of others: responses, files, whoever gave a reason.
///
/// What enters is made visible first, so that it steers no terminal and is no command to a build server, and goes on below
/// where a line is full.
public struct TextPage: Sendable {
  private var canvas: TextCanvas
  /// Scalars kept of one paragraph; a reason has 1,000 at most.
  private static let limit = 4_000

  /// A page of lines of at most `width` columns; a word that cannot be broken may be longer.
  public init(width: Int = 80) { canvas = TextCanvas(width: width, colour: false) }

  /// Words behind a label; what has no room in the first line stands below, indented.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - label: What stands before them: spaces, or a name with spaces behind it.
  ///   - hanging: Columns by which further lines are indented; `nil`: as wide as the label.
  public mutating func paragraph(_ text: String, label: String = "", hanging: Int? = nil) {
    let head = StyledText(label)
    canvas.flow(head, Self.words(text), hanging: hanging ?? head.width)
  }

  /// Pieces beside each other, two spaces between them, as many in a line as fit.
  public mutating func row(_ pieces: [String], hanging: Int = 2) {
    canvas.flow(
      StyledText(), pieces.map { StyledText($0, limit: Self.limit) }, separator: "  ", hanging: hanging)
  }

  /// One line whatever its width, for what is to be copied, such as the path of a file.
  public mutating func line(_ text: String) { canvas.single(StyledText(text, limit: Self.limit)) }

  /// An empty line before the next one.
  public mutating func blank() { canvas.blank() }

  /// All lines, each with a line feed.
  public var text: String { canvas.text }

  private static func words(_ text: String) -> [StyledText] {
    visible(text, limit: limit).split(separator: " ").map { StyledText(String($0), limit: limit) }
  }
}
