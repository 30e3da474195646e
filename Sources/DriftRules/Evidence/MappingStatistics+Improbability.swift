public import DriftModel
import Foundation
public import PayloadShape

extension MappingStatistics {
  /// What lost records tell, if they are more than ever before; `nil` if they are not.
  ///
  /// - Parameters:
  ///   - subject: What the loss is evidence of.
  ///   - lost: Records lost now, of those that the baseline can tell of.
  ///   - total: Records offered now.
  ///   - repetition: Responses for each one that was learned from; see ``changes(from:to:repetition:policy:)``.
  ///   - policy: The rates.
  /// - Returns: An observation whose improbability says how surely it is more than before.
  public func observation(
    _ subject: EvidenceSubject, lost: Int, of total: Int, repetition: Double = 1, policy: EvidencePolicy = .standard
  ) -> PendingChange.Observation? {
    guard lost > tolerated(of: total) else { return nil }
    var observation = Self.observation(
      subject, lost, total, after: self.lost, offered, responses: responses, prior: 1, repetition, policy)
    let isMuch = Double(lost - tolerated(of: total)) >= breakingShareOfRecords * Double(total)
    observation.firstObservationThreshold =
      self.lost > 0
      ? policy.brokenHabitImprobability
      : isMuch ? policy.breakingLossImprobability : policy.firstLossImprobability
    return observation
  }

  /// What lost values of a property tell, if they are more than ever before; `nil` if they are not.
  public func observation(
    _ subject: EvidenceSubject, property: String, isEssential: Bool, lost: Int, of total: Int, repetition: Double = 1,
    policy: EvidencePolicy = .standard
  ) -> PendingChange.Observation? {
    guard let known = properties[property], let tolerated = tolerated(property, of: total), lost > tolerated else {
      return nil
    }
    return observation(subject, known, isEssential: isEssential, lost, total, repetition, policy)
  }

  /// What references without a partner tell, if they are more than ever before; `nil` if they are not.
  public func observation(
    _ subject: EvidenceSubject, reference: String, unmatched: Int, of total: Int, repetition: Double = 1,
    policy: EvidencePolicy = .standard
  ) -> PendingChange.Observation? {
    guard let known = references[reference], let tolerated = tolerated(reference: reference, of: total),
      unmatched > tolerated
    else { return nil }
    return observation(subject, known, isEssential: false, unmatched, total, repetition, policy)
  }

  private func observation(
    _ subject: EvidenceSubject, _ known: Property, isEssential: Bool, _ lost: Int, _ total: Int, _ repetition: Double,
    _ policy: EvidencePolicy
  ) -> PendingChange.Observation {
    // Any of the properties may be the first to be lost by chance.
    let prior = max(1, Double(properties.count) * policy.leastOptionalShare)
    var observation = Self.observation(
      subject, lost, total, after: known.lost, known.total, responses: responses, prior: prior, repetition, policy)
    if isEssential {
      observation.firstObservationThreshold =
        known.lost == 0 ? policy.essentialLossImprobability : policy.brokenHabitImprobability
    } else if lost >= policy.propertyLosses {
      observation.firstObservationThreshold = policy.propertyLossImprobability
    }
    return observation
  }

  private static func observation(
    _ subject: EvidenceSubject, _ lost: Int, _ total: Int, after lostBefore: Int, _ totalBefore: Int, responses: Int,
    prior: Double,
    _ repetition: Double, _ policy: EvidencePolicy
  ) -> PendingChange.Observation {
    let repetition = max(1, repetition)
    let (before, offered) = (Double(lostBefore) * repetition, Double(totalBefore) * repetition)
    let surprise =
      lostBefore == 0
      ? policy.surprise(Double(lost), of: Double(total), after: offered)
      : lossImprobability(Double(lost), of: Double(total), after: before, of: offered)
    return PendingChange.Observation(
      subject, share: total > 0 ? Double(lost) / Double(total) : 1, improbability: min(1, prior * surprise),
      prior: prior, history: Int(Double(responses) * repetition),
      habit: totalBefore > 0 ? Double(lostBefore) / Double(totalBefore) : 0,
      trials: min(Double(total), policy.recordsPerResponse))
  }
}

/// How probable it is to lose at least `lost` of `total`, given a habit of losing `lostBefore` of `totalBefore`; every rate
/// counts as equally likely beforehand (Beta(1, 1)).
///
/// The upper tail of the beta-binomial distribution: the binomial one, with a rate that is only known from the history.
///
/// - Returns: From 1 down to 0; small means surely more than before.
func lossImprobability(_ lost: Double, of total: Double, after lostBefore: Double, of totalBefore: Double) -> Double {
  guard lost > 0, total >= lost, totalBefore >= lostBefore, (total + totalBefore).isFinite else { return 1 }
  let (a, b) = (lostBefore + 1, totalBefore - lostBefore + 1)
  var x = lost
  guard x > total * a / (a + b) else { return 1 }
  let choices: Double = lgamma(total + 1) - lgamma(x + 1) - lgamma(total - x + 1)
  let beta: Double = lgamma(x + a) + lgamma(total - x + b) - lgamma(total + a + b)
  let before: Double = lgamma(a + b) - lgamma(a) - lgamma(b)
  var term: Double = exp(choices + beta + before)
  var tail = term
  while x < total, term > tail * 1e-12 {
    let ratio: Double = (total - x) / (x + 1)
    term *= ratio * (x + a) / (total - x - 1 + b)
    tail += term
    x += 1
  }
  return min(1, max(0, tail))
}
