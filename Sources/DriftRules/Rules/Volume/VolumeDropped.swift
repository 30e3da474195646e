import DriftModel
import PayloadShape

extension Rules {
  static let volumeDropped = Rule(
    .volumeDropped, about: .response, consequences: [.volumeLost],
    meaning: "A list holds less than half of what the shortest one ever held, for longer than chance explains.",
    remedy: "Look at the response: a filter, a limit or a permission may be another. Accept it if it is to stay so.",
    noun: Rule.Noun("list is shorter", "lists are shorter")
  ) {
    $0.evidence = .change
    $0.change = Rule.Change(
      [.listShortened], costs: .volume, clause: "which holds far less now", likeness: { _ in nil },
      sentence: { "\($0.listName) holds \($0.after); it held \($0.before) before" })
  }
}
