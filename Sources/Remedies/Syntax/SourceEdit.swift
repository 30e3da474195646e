/// A change of a file: bytes of it are replaced.
struct SourceEdit: Sendable, Equatable {
  let file: String
  /// What is replaced; empty where something is added.
  let range: Range<Int>
  let text: String

  /// Files with edits in them, which do not overlap.
  static func apply(_ edits: [SourceEdit], to sources: [String: SourceText]) -> [String: SourceText] {
    var result = sources
    for (file, list) in Dictionary(grouping: edits, by: \.file) {
      guard var bytes = sources[file]?.bytes else { continue }
      // From the end, so that what comes before stays where it is; of two at one place the first stands first.
      for (_, edit) in list.enumerated().sorted(by: {
        ($1.element.range.lowerBound, $1.offset) < ($0.element.range.lowerBound, $0.offset)
      }) {
        bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
      }
      result[file] = SourceText(path: file, bytes: bytes)
    }
    return result
  }
}
