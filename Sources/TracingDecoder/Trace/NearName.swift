/// Finds names that are spelled nearly the same.
enum NearName {
  /// The first of `candidates` that differs from `name` only in letter case or separators, else the first that differs
  /// in one letter, if the name has at least five.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let wanted = bare(name)
    let bareCandidates = candidates.map { bare($0) }
    for (candidate, spelled) in zip(candidates, bareCandidates) where spelled == wanted && candidate != name {
      return candidate
    }
    guard wanted.count >= 5 else { return nil }
    return zip(candidates, bareCandidates).first { isOneLetterAway($0.1, wanted) }?.0
  }

  private static let longest = 64

  /// The letters and digits of a name, in lower case.
  static func bare(_ name: String) -> [Unicode.Scalar] {
    let utf8 = name.utf8
    guard utf8.allSatisfy({ $0 < 0x80 }) else {
      return name.lowercased().unicodeScalars.filter { !isSeparator($0) }.prefix(longest).map { $0 }
    }
    var letters: [Unicode.Scalar] = []
    letters.reserveCapacity(min(utf8.count, longest))
    for byte in utf8.prefix(4 * longest) where letters.count < longest {
      let isUppercase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let letter = Unicode.Scalar(isUppercase ? byte | 0x20 : byte)
      if !isSeparator(letter) { letters.append(letter) }
    }
    return letters
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "-" || scalar == " " || scalar == "."
  }

  private static func isOneLetterAway(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    guard abs(one.count - other.count) <= 1, one != other else { return false }
    let length = min(one.count, other.count)
    var prefix = 0
    while prefix < length, one[prefix] == other[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < length - prefix, one[one.count - 1 - suffix] == other[other.count - 1 - suffix] { suffix += 1 }
    let differing = max(one.count, other.count) - prefix - suffix
    if differing <= 1 { return true }
    // Two letters changed places.
    return one.count == other.count && differing == 2 && one[prefix] == other[prefix + 1]
      && one[prefix + 1] == other[prefix]
  }
}
