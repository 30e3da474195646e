/// The name most like `name`, if one is near enough to be what was meant; used in "did you mean".
///
/// - Returns: The shortest candidate that begins with `name`, where that is more than a few letters; else one at an edit
///   distance (Levenshtein) of at most a third of the name's length, at least 2; `nil` if there is none.
package func nearestName(to name: String, in candidates: [String]) -> String? {
  let wanted = Array(name.lowercased().utf8.prefix(200))
  guard !wanted.isEmpty else { return nil }
  let longer = candidates.filter { $0.lowercased().hasPrefix(name.lowercased()) }.min { $0.utf8.count < $1.utf8.count }
  if let longer, wanted.count > 3 { return longer }
  let ranked = candidates.map { ($0, editDistance(wanted, Array($0.lowercased().utf8.prefix(200)))) }
  if let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(2, wanted.count / 3) { return best.0 }
  return longer
}

private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var row = Array(0...right.count)
  for (i, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
    }
  }
  return row[right.count]
}
