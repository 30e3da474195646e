import DriftModel

/// The result of one response, decided by the transfer and by the worker's facts about its text.
struct ResponseVerdict {
  /// `nil` if it was examined and counts.
  var outcome: Outcome?
  /// Why it does not count, in one line.
  var reason: String?

  /// Whether it is only missing in the recordings of this date, which does not count.
  var isMissingRecording: Bool { outcome == .notChecked && reason == RoundContext.noRecording }

  /// The verdict on a response with its facts; `nil` if it was not examined.
  init(_ response: SourcedResponse, _ facts: Examination?) {
    if let outcome = response.outcome {
      (self.outcome, reason) = (outcome, response.reason)
      return
    }
    guard let facts else {
      (outcome, reason) = (.notChecked, "not examined")
      return
    }
    switch facts.text {
    case .notJSON(let why) where response.mayBeCut && !response.body.isEmpty:
      (outcome, reason) = (.transport, "probably cut: the connection ended the response, and it is not JSON: \(why)")
      return
    case .notJSON(let why):
      (outcome, reason) = (.notJSON, why.hasPrefix("not JSON") ? why : "not JSON: \(why)")
      return
    case .notExamined(let why):
      (outcome, reason) = (.notChecked, why)
      return
    case .json: break
    }
    if case .refused(let message) = facts.envelope {
      (outcome, reason) = (.requestError, "the response says failure: \(message)")
      return
    }
    let decodings = facts.versions.map(\.decoding)
    if case .notRun(let why)? = decodings.first, decodings.allSatisfy({ !$0.isVerdict }) {
      (outcome, reason) = (.notChecked, why)
    }
  }
}
