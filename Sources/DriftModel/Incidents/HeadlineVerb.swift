import Foundation

/// What happens to people, as a headline says it: while it lasts, and when it is over.
package enum HeadlineVerb: String, CaseIterable {
  /// The whole response is lost.
  case cannotLoad = "cannot load"
  /// The app ends.
  case crashesOn = "crashes on"
  /// The app does not go on.
  case hangsOn = "hangs on"
  /// One record is lost.
  case isMissing = "is missing in"
  /// Records are lost.
  case areMissing = "are missing in"
  /// One property has no value.
  case isLost = "is lost in"
  /// Properties have no value.
  case areLost = "are lost in"
  /// One property has its default.
  case isDefaulted = "is defaulted in"
  /// Properties have their defaults.
  case areDefaulted = "are defaulted in"

  /// When it is over.
  package var past: String {
    switch self {
    case .cannotLoad: "could not load"
    case .crashesOn: "crashed on"
    case .hangsOn: "hung on"
    case .isMissing: "was missing in"
    case .areMissing: "were missing in"
    case .isLost: "was lost in"
    case .areLost: "were lost in"
    case .isDefaulted: "was defaulted in"
    case .areDefaulted: "were defaulted in"
    }
  }

  /// Of so many records.
  package static func missing(_ count: Int) -> HeadlineVerb { count == 1 ? .isMissing : .areMissing }
}

extension Incident {
  /// The headline in the past tense; `nil` where it is another sentence, such as one of a rule.
  package var pastHeadline: String? {
    for verb in HeadlineVerb.allCases {
      guard let place = headline.range(of: " \(verb.rawValue) ", options: .backwards) else { continue }
      return headline.replacingCharacters(in: place, with: " \(verb.past) ")
    }
    return nil
  }
}
