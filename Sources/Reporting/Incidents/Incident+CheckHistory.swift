import DriftModel

extension Incident {
  /// Whether it was there at the last checks, in figures and as a picture.
  struct CheckHistory: Equatable {
    /// Oldest first: `x` there, `.` not.
    let picture: String
    let count: Int
    /// CheckHistory at which it was there.
    let present: Int
    /// How often it came back after it had been away.
    let returns: Int
    let isThere: Bool

    /// `came back 4 times in the last 20 checks, there in 9 of them`.
    var words: String {
      let checks = "the last \(counted(count, "check"))"
      let away = isThere ? "" : "; away at the last one"
      guard returns > 0 else { return "there in \(grouped(present)) of \(checks)\(away)" }
      return
        "came back \(returns == 1 ? "once" : returns == 2 ? "twice" : "\(grouped(returns)) times") in \(checks), there in "
        + "\(grouped(present)) of them\(away)"
    }
  }

  /// `nil` where looks were not remembered.
  var checks: CheckHistory? {
    let marks = recentChecks.filter { $0 == "0" || $0 == "1" }
    guard let last = marks.last else { return nil }
    return CheckHistory(
      picture: String(marks.map { $0 == "1" ? "x" : "." }), count: marks.count, present: marks.count { $0 == "1" },
      returns: zip(marks, marks.dropFirst()).count { $0 == "0" && $1 == "1" }, isThere: last == "1")
  }
}

extension Finding {
  /// `perhaps, 60 %` for what is a guess; `nil` for a fact, and where ``sureHint`` says it already.
  var guess: String? {
    guard let confidence, confidence.isFinite, confidence < 0.995, !isHintGuess else { return nil }
    let share = "\(Int((max(0, confidence) * 100).rounded(.down))) %"
    if rule == .fieldRenamed, confidence >= 0.5 { return "\(share) sure" }
    return confidence < 0.9 ? "perhaps, \(share)" : nil
  }

  /// The hint; a guess says how sure it is.
  var sureHint: String? {
    guard let hint, isHintGuess, let confidence, confidence.isFinite, confidence < 0.995 else { return hint }
    return "\(hint) (\(Int((max(0, confidence) * 100).rounded(.down))) % sure)"
  }

  private var isHintGuess: Bool { hint?.hasPrefix("perhaps") == true }
}
