/// Order of version ids: numbers in them by value, so that `v2` comes before `v10`.
package func isVersion(_ left: String, before right: String) -> Bool {
  let (a, b) = (versionParts(left), versionParts(right))
  for (one, other) in zip(a, b) where one != other {
    if let number = Int(one), let otherNumber = Int(other), number != otherNumber { return number < otherNumber }
    return one < other
  }
  return a.count == b.count ? left < right : a.count < b.count
}

private func versionParts(_ id: String) -> [String] {
  var parts: [String] = []
  var isNumber = false
  for character in id {
    let isDigit = character.isASCII && character.isNumber
    if parts.isEmpty || isDigit != isNumber { parts.append("") }
    isNumber = isDigit
    parts[parts.count - 1].append(character)
  }
  return parts
}
