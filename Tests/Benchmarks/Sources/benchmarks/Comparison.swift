import Foundation

/// What is compared with what, and how many times faster ours is to be.
struct Comparison: Sendable {
  /// Column of the table, at most nine characters.
  let column: String
  let ours: String
  let other: String
  /// Times faster that the geometric mean over all packs is to be; nil where no target is set.
  let target: Double?

  static let all = [
    Comparison(column: "tape", ours: ContenderName.tape, other: ContenderName.simdjson, target: 0.95),
    Comparison(column: "1 keys", ours: ContenderName.oneKeys, other: ContenderName.judgeKeys, target: 3),
    Comparison(column: "1 snake", ours: ContenderName.oneSnake, other: ContenderName.judgeSnake, target: 3),
    Comparison(column: "3 keys", ours: ContenderName.threeKeys, other: ContenderName.judgeKeys, target: 1),
    Comparison(column: "3 snake", ours: ContenderName.threeSnake, other: ContenderName.judgeSnake, target: 2),
    Comparison(column: "judge k", ours: ContenderName.threeKeys, other: ContenderName.judgesKeys, target: nil),
    Comparison(column: "judge s", ours: ContenderName.threeSnake, other: ContenderName.judgesSnake, target: nil),
  ]

  /// User CPU of the other over ours, medians; nil where one of them was not measured.
  func ratio(_ measurements: [Measurement]) -> Double? {
    guard let mine = measurements.first(where: { $0.contender == ours }),
      let theirs = measurements.first(where: { $0.contender == other }), mine.user > 0
    else { return nil }
    return theirs.user / mine.user
  }
}

/// The mean of ratios; nil of none.
func geometricMean(_ ratios: [Double]) -> Double? {
  ratios.isEmpty ? nil : exp(ratios.reduce(0) { $0 + log($1) } / Double(ratios.count))
}
