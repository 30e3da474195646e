import DriftModel

extension Finding {
  /// Several hints as one; `nil` if there is none.
  static func hint(_ hints: String?...) -> String? {
    let known = hints.compactMap(\.self).filter { !$0.isEmpty }
    return known.isEmpty ? nil : known.joined(separator: "; ")
  }

  /// Why a change of shape waits for later responses.
  static func pendingHint(responses: Int) -> String {
    "pending: \(responses) response\(responses == 1 ? "" : "s") before \(responses == 1 ? "is" : "are") too few to tell chance from change"
  }

  /// Why a loss waits for later responses: what was usual before.
  static func pendingHint(after known: MappingStatistics.Losses) -> String {
    "pending: \(known.usual.lost) of \(known.usual.total) \(known.timeWords) is too little to tell chance from change"
  }
}

extension MappingStatistics.Losses {
  /// The time that the usual losses are of: `before`, or, if at first all was lost, `in the 30 responses before`.
  fileprivate var timeWords: String { roundsOfStay.map { "in the \($0) responses before" } ?? "before" }

  /// What was usual before, to be added to a sentence: `, at most 2 % before`, or `; none was missing in the 30 responses before`.
  var usualWords: String {
    let percent = Int((usual.highestLoss * 100).rounded(.up))
    return percent > 0 ? ", at most \(percent) % \(timeWords)" : "; none was missing \(timeWords)"
  }
}

extension Finding.Example {
  /// The first of the pointers that are known; `nil` if none is.
  init?(firstOf pointers: [String?]) {
    guard let pointer = pointers.compactMap(\.self).min() else { return nil }
    self.init(pointer: pointer)
  }
}
