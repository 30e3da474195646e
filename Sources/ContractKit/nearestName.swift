/// The name most like `name`, if one is near enough to be what was meant; used in "did you mean".
///
/// - Returns: The shortest candidate that begins with `name`, where that is more than a few letters; else one at an edit
///   distance of at most a third of the name's length, at least 2; `nil` if there is none.
package func nearestName(to name: String, in candidates: [String]) -> String? {
  let wanted = Array(name.lowercased().utf8.prefix(200))
  guard !wanted.isEmpty else { return nil }
  let longer = candidates.filter { $0.lowercased().hasPrefix(name.lowercased()) }.min { $0.utf8.count < $1.utf8.count }
  if let longer, wanted.count > 3 { return longer }
  let ranked = candidates.map { ($0, editDistance(wanted, Array($0.lowercased().utf8.prefix(200)))) }
  if let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(2, wanted.count / 3) { return best.0 }
  return longer
}

/// How many letters must be inserted, deleted, replaced, or exchanged with the next one, each of them once (optimal string alignment).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var (before, last) = ([Int](), Array(0...right.count))
  for (i, character) in left.enumerated() {
    var row = [i + 1]
    for (j, other) in right.enumerated() {
      var cost = min(last[j] + (character == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, character == right[j - 1], left[i - 1] == other { cost = min(cost, before[j - 1] + 1) }
      row.append(cost)
    }
    (before, last) = (last, row)
  }
  return last[right.count]
}
