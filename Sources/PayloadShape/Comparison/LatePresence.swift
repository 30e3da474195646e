/// Whether the absence of a member tells anything, by how long it was there.
///
/// A member that came later counts as one that stays after as many different responses as came without it, or ``longStay``: without it the API
/// is what it was for longer, so that the provider took back what it had tried. One that came in place of another one has no such time to
/// go back to, unless the other one is back. What was there in fewer than ``leastStay`` cannot be told from what comes and goes, however
/// long it stays away.
struct LatePresence {
  private static let leastStay = 4
  private static let longStay = 100
  /// Responses with a member from which on it belonged to the API.
  private static let leastFormer = 20

  private let documents: Int
  /// Of the members that were there from the beginning and are gone, in how many responses each was, ascending.
  private let gone: [Int]
  /// Of those that were always there but for what is left out of account, and are there, the fewest responses with one.
  private let fewestBack: Int

  /// Of the members of the objects at one path, some of which `new` has. Linear in both, but for sorting.
  init(_ old: ShapeNode, _ new: ShapeNode) {
    documents = old.statistics.documents
    let present = Set(new.children.lazy.filter { $0.statistics.observations > 0 }.map(\.step))
    let former = old.children.filter {
      $0.statistics.parentsBefore == 0 && $0.statistics.documents >= Self.leastFormer
    }
    gone = former.filter { !present.contains($0.step) }.map(\.statistics.documents).sorted()
    let back = former.filter { present.contains($0.step) && old.alwaysHolds($0) }
    fewestBack = back.map(\.statistics.documents).min() ?? .max
  }

  /// Whether the absence of one of the members tells anything.
  func tells(of member: ShapeNode) -> Bool {
    let statistics = member.statistics
    guard statistics.parentsBefore > 0 else { return true }
    // What was there only while another one was away is gone with its return.
    guard fewestBack > documents - statistics.documents else { return false }
    // In responses as large as those with it, which come no more.
    let before =
      Double(statistics.parentsBefore) * Double(statistics.documents) / Double(max(1, statistics.observations))
    // The other one filled the time before, and not only parts of it.
    let replacesOther = gone.first { 4 * Double($0) >= 3 * before }.map { 3 * Double($0) <= 4 * before } ?? false
    let stay = replacesOther ? Self.leastStay : max(Self.leastStay, Int(min(before, Double(Self.longStay))))
    return statistics.documents >= stay
  }
}
