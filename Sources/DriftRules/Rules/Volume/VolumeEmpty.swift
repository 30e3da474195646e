import DriftModel
import PayloadShape

extension Rules {
  static let volumeEmpty = Rule(
    .volumeEmpty, about: .response, consequences: [.volumeLost],
    meaning: "A list is empty that never was, or that hardly ever was for so long.",
    remedy: "Look at the response: a filter, a limit or a permission may be another. Accept it if it is to stay so.",
    noun: Rule.Noun("list is empty", "lists are empty")
  ) {
    $0.evidence = .change
    $0.change = Rule.Change(
      [.listEmptied], costs: .volume, clause: "which is empty now", likeness: { _ in nil },
      sentence: {
        $0.isOfOptional
          ? "\($0.listName) stays empty; it was empty at times"
          : "\($0.listName) is empty; it held \($0.before) before"
      })
  }
}

extension ShapeChange {
  /// The list that it is about, as the beginning of a sentence.
  var listName: String { path == "$" ? "The whole list" : path }
}
