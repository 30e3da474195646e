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
    "pending: \(known.lost) of \(known.total) before is too little to tell chance from change"
  }
}

extension Finding.Example {
  /// The first of the pointers that are known; `nil` if none is.
  init?(firstOf pointers: [String?]) {
    guard let pointer = pointers.compactMap(\.self).min() else { return nil }
    self.init(pointer: pointer)
  }
}
