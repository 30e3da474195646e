import DriftModel

extension Incident {
  /// Whether it is gone. By somebody's word it counts as resolved, and may still be there.
  var isOver: Bool { state == .resolved && (resolution ?? "").isEmpty }

  /// The headline without its full stop; of what is over in the past tense, where its words have one.
  var toldHeadline: String { writtenHeadline.withoutFullStop }

  /// The headline for programs: what is over is not said as if it lasted.
  var writtenHeadline: String { isOver ? pastHeadline ?? headline : headline }

  /// The headline as a sentence of its own, which says that it is over.
  var toldSentence: String { "\(isOver ? "It was: " : "")\(toldHeadline)." }
}
