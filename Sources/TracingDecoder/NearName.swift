import JSONDocument

/// Finds names that are spelled nearly the same.
enum NearName {
  /// The member of `object` whose name differs from `name` in letter case, separators or one letter only.
  static func member(like name: String, in object: JSONNode, of document: JSONDocument) -> String? {
    let names = document.children(of: object).prefix(256).compactMap { document.key(of: $0) }
    return nearest(to: name, among: names)
  }

  /// The first of `candidates` that is `name` in other letter case or with other separators, else the first that is one
  /// letter away (from five letters on).
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let wanted = bare(name)
    if let same = candidates.first(where: { $0 != name && bare($0) == wanted }) { return same }
    guard wanted.count >= 5 else { return nil }
    return candidates.first { isOneLetterAway(bare($0), wanted) }
  }

  /// The letters and digits of a name, in lower case.
  private static func bare(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " && $0 != "." }.prefix(64).map { $0 }
  }

  private static func isOneLetterAway(_ one: [Character], _ other: [Character]) -> Bool {
    guard abs(one.count - other.count) <= 1, one != other else { return false }
    let differing = zip(one, other).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
    if one.count == other.count, differing.count == 2, differing[1] == differing[0] + 1,
      one[differing[0]] == other[differing[1]], one[differing[1]] == other[differing[0]]
    {
      return true  // two letters changed places
    }
    let prefix = zip(one, other).prefix { $0 == $1 }.count
    let suffix = zip(one.dropFirst(prefix).reversed(), other.dropFirst(prefix).reversed()).prefix { $0 == $1 }.count
    return max(one.count, other.count) - prefix - suffix <= 1
  }
}
