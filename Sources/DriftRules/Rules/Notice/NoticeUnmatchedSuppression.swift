import DriftModel
import Foundation

extension Rules {
  static let noticeUnmatchedSuppression = Rule(
    .noticeUnmatchedSuppression, about: .acceptance, consequences: [.none],
    meaning: "A suppression matches nothing any more.",
    remedy: "Remove it.",
    noun: Rule.Noun("acceptance matches nothing", "acceptances match nothing"))

  static func noticeUnmatchedSuppressionSentence(_ acceptance: Acceptance, at key: RequestKey, isOver: Bool)
    -> String
  {
    let what = acceptance.path.isEmpty ? acceptance.subject ?? key.endpoint : acceptance.path
    var elsewhere = ""
    if let environment = acceptance.environment, environment != key.environment {
      elsewhere = " in the environment \"\(environment)\", and this is \(key.environment)"
    } else if let perspective = acceptance.perspective, perspective != key.perspective {
      elsewhere = " from the perspective \"\(perspective)\", and this is \(key.perspective)"
    }
    return
      "What \(acceptance.by) accepted matches nothing: \(acceptance.rule.rawValue) of \(what)\(elsewhere)\(isOver ? ", and it is over" : ""); \(elsewhere.isEmpty ? "remove it" : "correct or remove it")."
  }
}

extension Finding {
  /// `notice-unmatched-suppression` of an acceptance that speaks of nothing found at a request key.
  static func unmatched(_ item: IdentifiedAcceptance, at key: RequestKey, clock: Date) -> Finding {
    let acceptance = item.acceptance
    let isOver = acceptance.until.map { clock >= $0 } ?? false
    return Finding(
      rule: .noticeUnmatchedSuppression, level: .info, key: key, path: acceptance.path,
      message: Rules.noticeUnmatchedSuppressionSentence(acceptance, at: key, isOver: isOver), subject: item.id
    ) {
      ($0.expected, $0.actual) = (acceptance.rule.rawValue, "nothing")
    }
  }
}
