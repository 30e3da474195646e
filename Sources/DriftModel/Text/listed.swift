/// `v1`, `v1 and v2`, `v1, v2 and v3`.
package func listed(_ items: [String]) -> String {
  guard let last = items.last, items.count > 1 else { return items.first ?? "" }
  return items.dropLast().joined(separator: ", ") + " and " + last
}
