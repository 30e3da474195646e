import DriftModel
import Examination

/// The result of one response, decided by the transfer and by the worker's facts about its text.
struct ResponseVerdict {
  /// `nil` if it was examined and counts.
  var outcome: Outcome?
  /// Why it does not count, in one line.
  var reason: String?

  /// The rule by which it is reported once it lasts; `nil` if it counts.
  var watchRule: RuleID?

  /// Whether it is only missing in the recordings of this date, which does not count.
  var isMissingRecording: Bool { outcome == .notChecked && reason == RoundContext.noRecording }

  /// The verdict on a response with its facts; `nil` if it was not examined.
  init(_ response: SourcedResponse, _ facts: Examination?) {
    defer { watchRule = watchRule ?? response.watchRule ?? outcome?.watchRule }
    if let outcome = response.outcome {
      (self.outcome, reason) = (outcome, response.reason)
      return
    }
    guard let facts else {
      (outcome, reason, watchRule) = (.notChecked, "not examined", .watchUnreadable)
      return
    }
    switch facts.text {
    // However it ends, it is no part of a document.
    case .notJSON(let why) where why == HTMLPage.reason:
      (outcome, reason) = (.notJSON, why)
      return
    case .notJSON(let why) where response.mayBeCut && response.bodyCount > 0:
      (outcome, reason) = (.transport, "probably cut: the connection ended the response, and it is not JSON: \(why)")
      watchRule = .watchUnreadable
      return
    case .notJSON(let why):
      (outcome, reason) = (.notJSON, why.hasPrefix("not JSON") ? why : "not JSON: \(why)")
      return
    case .notExamined(let why):
      (outcome, reason, watchRule) = (.notChecked, why, .watchUnreadable)
      return
    case .json: break
    }
    if case .refused(let message) = facts.envelope {
      (outcome, reason) = (.requestError, "the response says failure: \(message)")
      watchRule = .watchUnreadable
      return
    }
    let decodings = facts.versions.map(\.decoding)
    if case .notRun(let why)? = decodings.first, decodings.allSatisfy({ !$0.isVerdict }) {
      (outcome, reason, watchRule) = (.notChecked, why, .watchUnreadable)
    }
  }
}

extension [ResponseVerdict] {
  /// The verdict that stands for all of them: the first, unless it says that a request is gone and another one may not be.
  var leading: ResponseVerdict? { first { $0.watchRule != .watchGone } ?? first }
}
