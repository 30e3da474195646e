import DriftModel

extension Rules {
  static let noticeMoved = Rule(
    .noticeMoved, about: .response, consequences: [.none],
    meaning: "The resource has moved for good: a permanent redirect (301, 308) was followed.",
    remedy: "Use the new address here and in the app; an old one is switched off some day.",
    noun: Rule.Noun("endpoint moved", "endpoints moved"))

  /// `address` ends in `?…` if it had a query, which is not kept.
  static func noticeMovedSentence(_ endpoint: String, _ address: String?) -> String {
    let place = address.map { $0.hasSuffix("?…") ? ", to \($0.dropLast(2)) with a query" : ", to \($0)" } ?? ""
    return "The provider says that \(endpoint) has moved for good\(place)."
  }
}
