import DriftModel

extension Rules {
  static let noticeMoved = Rule(
    .noticeMoved, about: .response, consequences: [.none],
    meaning: "The resource has moved for good: a permanent redirect (301, 308) was followed.",
    remedy: "Put the new address into the contract and the app; an old one is switched off some day.",
    noun: Rule.Noun("endpoint moved", "endpoints moved"))

  static func noticeMovedSentence(_ endpoint: String, _ address: String?) -> String {
    "The provider says that \(endpoint) has moved for good\(address.map { ", to \($0)" } ?? "")."
  }
}
