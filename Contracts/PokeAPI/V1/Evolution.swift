import Foundation

/// One step of a family, as the evolution screen draws it: `depth` columns from the left.
struct Evolution: Identifiable, Hashable {
  let species: String
  let speciesID: Int?
  let depth: Int
  /// "at level 16", "with thunder-stone"; nil for the first of the family.
  let condition: String?

  var id: String { species }
}

/// All steps of one family, parents before children.
struct EvolutionFamily {
  let id: Int
  let steps: [Evolution]

  /// 1 for a species that does not evolve.
  var depth: Int {
    (steps.map(\.depth).max() ?? 0) + 1
  }
}
