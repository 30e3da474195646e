import DriftModel

extension ShowingResponses {
  /// `1 of 13 responses`, `all 13 responses`.
  var extent: String {
    count < total ? "\(grouped(count)) of \(counted(total, "response"))" : "all \(counted(total, "response"))"
  }

  /// `in /items/25, 1 of 13 responses`, `in all 13 responses, such as /items/1`.
  var words: String {
    guard let first = names.first.map({ visible($0) }) else { return "in \(extent)" }
    guard count < total else { return "in \(extent), such as \(first)" }
    let more = max(0, count - 1)
    return "in \(first)\(more > 0 ? " and \(grouped(more)) more" : ""), \(extent)"
  }
}

extension Finding {
  /// Where it was seen, for one line: only where other responses do not show it.
  var placeWords: String? { responses.flatMap { $0.count < $0.total && !$0.names.isEmpty ? $0.words : nil } }
}
