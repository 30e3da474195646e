/// Whether the absence of a member tells anything, by how long it was there.
///
/// A member that came later counts as one that stays after as many responses as came without it, or ``longStay``: without it the API is what
/// it was for longer, so that the provider took back what it had tried. One that came in place of another one has no such time to
/// go back to. What was there in fewer than ``leastStay`` cannot be told from what comes and goes, however long it stays away.
struct LatePresence {
  private static let leastStay = 4
  private static let longStay = 100
  /// Responses with a member from which on it belonged to the API.
  private static let leastFormer = 20

  private let documents: Int
  private let objects: Int
  /// Of the members that belonged to the API and are gone, the responses with the one that was in the fewest.
  private let fewest: Int

  /// Of the members of the objects at one path, some of which `new` has. Linear in both.
  init(_ old: ShapeNode, _ new: ShapeNode) {
    (documents, objects) = (old.statistics.documents, old.statistics.objects)
    let present = Set(new.children.lazy.filter { $0.statistics.observations > 0 }.map(\.step))
    let gone = old.children.lazy.filter { $0.statistics.documents >= Self.leastFormer && !present.contains($0.step) }
    // A late member is not its own predecessor, also where it was in no more than half of the responses.
    fewest = gone.filter { $0.statistics.parentsBefore == 0 }.map(\.statistics.documents).min() ?? .max
  }

  /// Whether the absence of one of the members tells anything.
  func tells(of member: ShapeNode) -> Bool {
    guard member.statistics.parentsBefore > 0 else { return true }
    let replacesOther = fewest <= documents - member.statistics.documents
    let before = Double(member.statistics.parentsBefore) * Double(documents) / Double(max(1, objects))
    let stay = replacesOther ? Self.leastStay : max(Self.leastStay, Int(min(before, Double(Self.longStay))))
    return member.statistics.documents >= stay
  }
}
