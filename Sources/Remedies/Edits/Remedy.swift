/// An edit of a version's files that may mend a break.
struct Remedy: Sendable {
  /// What it does, in a few words.
  var title: String
  var edits: [SourceEdit]
  /// What people have to decide, in a sentence each.
  var decisions: [String] = []
  /// Whether the domain gets nothing, or something made up, for a value that is there.
  var cost = RemedyCost.exact
  /// What may be edited where the compiler objects.
  var repair = Repair.none

  enum Repair: Sendable {
    case none
    /// The property is optional now: each use that the compiler refuses gets a value for nothing, if there is one, or a `?`.
    case defaultAtUses(usr: String, value: String?)
    /// The enumeration has new cases: each switch that the compiler refuses treats them like another case.
    case newCases([String], type: String, like: String?)
  }
}
