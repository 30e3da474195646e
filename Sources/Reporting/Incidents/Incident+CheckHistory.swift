import DriftModel

extension Incident {
  /// At which of the last checks it was there.
  struct CheckHistory: Equatable {
    /// Oldest first: `x` there, `.` not.
    let picture: String
    let count: Int
    /// Checks at which it was there.
    let present: Int
    /// How often it came back after it had been absent.
    let returns: Int
    let isThere: Bool

    /// `came back 4 times in the last 20 checks, found at 9 of them`.
    var words: String {
      let checks = "the last \(counted(count, "check"))"
      let away = isThere ? "" : ", not at the last one"
      guard returns > 0 else { return "found at \(grouped(present)) of \(checks)\(away)" }
      return
        "came back \(returns == 1 ? "once" : returns == 2 ? "twice" : "\(grouped(returns)) times") in \(checks), found at "
        + "\(grouped(present)) of them\(away)"
    }
  }

  /// `nil` if no checks are remembered.
  var checks: CheckHistory? {
    let marks = recentChecks.filter { $0 == "0" || $0 == "1" }
    guard let last = marks.last else { return nil }
    return CheckHistory(
      picture: String(marks.map { $0 == "1" ? "x" : "." }), count: marks.count, present: marks.count { $0 == "1" },
      returns: zip(marks, marks.dropFirst()).count { $0 == "0" && $1 == "1" }, isThere: last == "1")
  }
}

extension Finding {
  /// `60 % sure` of a rename, `perhaps, 60 %` of what is pending; `nil` for a fact.
  var guess: String? {
    guard let confidence, confidence.isFinite, confidence < 0.995, isPending || rule == .fieldRenamed else {
      return nil
    }
    let share = "\(Int((max(0, confidence) * 100).rounded(.down))) %"
    if rule == .fieldRenamed, confidence >= 0.5 { return "\(share) sure" }
    return (0.5..<0.9).contains(confidence) ? "perhaps, \(share)" : nil
  }
}
