import Foundation

// Variants of objects against chance: in a short list nearly every member seems to depend on some `status`.
extension ShapeNode {
  /// How improbable a coincidence must be for a member that only some objects hold to be believed to depend on their variant.
  private static let improbabilityOfDependence = 1e-5
  /// The same for a loss to be reported of certain variants of objects instead of all.
  private static let improbabilityOfAlignment = 0.1

  /// ``absence(of:in:)``, as far as it rests on more than a coincidence of members and variants.
  func believableAbsence(of member: ShapeNode, in new: ShapeNode) -> MemberAbsence? {
    guard let absence = absence(of: member, in: new), let presence = absence.presence, let name = member.step.name
    else {
      return self.absence(of: member, in: new)
    }
    guard alwaysHolds(member) else {
      guard let table = variants.table(of: presence.discriminator) else { return nil }
      return table.dependence(of: name, independent: shareOfDifferentRecords) > -log(Self.improbabilityOfDependence)
        ? absence : nil
    }
    let lacking = max(0, new.statistics.objects - (new.child(member.step)?.statistics.observations ?? 0))
    guard presence.isSpecific, presence.ofNewVariants == 0,
      let observed = new.variants.table(of: presence.discriminator),
      !observed.isAligned(presence, lacking: lacking, improbability: Self.improbabilityOfAlignment)
    else { return absence }
    return MemberAbsence(
      count: lacking, total: new.statistics.objects, history: member.statistics.observations, words: "absent",
      presence: nil)
  }

  /// Different records among all objects at this path: a list that is polled again and again shows the same ones.
  private var shareOfDifferentRecords: Double {
    let different = children.map(\.distinctValues).max() ?? 0
    return min(1, different / Double(max(1, statistics.objects)))
  }
}

extension VariantTable {
  /// How much better the presence of a member is explained by the variants than by one rate for all objects: the logarithm of
  /// the likelihood ratio, less what so many rates explain by chance (Schwarz 1978). It is above 0 where the variants explain more
  /// than chance does. `share` of the objects are independent of each other.
  fileprivate func dependence(of name: String, independent share: Double) -> Double {
    func logLikelihood(_ held: Int, _ objects: Int) -> Double {
      guard held > 0, held < objects else { return 0 }
      let rate = Double(held) / Double(objects)
      return Double(held) * log(rate) + Double(objects - held) * log(1 - rate)
    }
    var (held, objects, separate) = (0, 0, 0.0)
    for variant in variants.values {
      let here = min(variant.members[name] ?? 0, variant.objects)
      held = Tally.sum(held, here)
      objects = Tally.sum(objects, variant.objects)
      separate += logLikelihood(here, variant.objects)
    }
    let penalty = 0.5 * Double(variants.count - 1) * log(max(1, Double(objects) * share))
    return share * (separate - logLikelihood(held, objects)) - penalty
  }

  /// Whether it is no coincidence that just these variants, with all of their objects, are the ones that lack a member.
  fileprivate func isAligned(_ presence: VariantPresence, lacking: Int, improbability: Double) -> Bool {
    let objects = variants.values.reduce(0) { Tally.sum($0, $1.objects) }
    guard presence.lacking == presence.total, lacking == presence.lacking, lacking < objects else { return false }
    func logChoices(_ count: Int, of total: Int) -> Double {
      lgamma(Double(total + 1)) - lgamma(Double(count + 1)) - lgamma(Double(total - count + 1))
    }
    return logChoices(presence.values.count, of: variants.count) - logChoices(lacking, of: objects) < log(improbability)
  }
}
