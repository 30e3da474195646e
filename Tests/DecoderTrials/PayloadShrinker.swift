/// Makes a payload smaller while it still shows what it showed.
enum PayloadShrinker {
  /// Texts that are tried, at most.
  private static let remainingRequests = 4_000

  /// The smallest text found for which `shows` holds; it holds for `bytes`.
  static func shrink(_ bytes: [UInt8], while shows: ([UInt8]) -> Bool) -> [UInt8] {
    var best = bytes
    var tries = 0
    var isSmaller = true
    while isSmaller, tries < remainingRequests {
      isSmaller = false
      for candidate in smaller(than: best) where candidate.count < best.count {
        tries += 1
        guard tries < remainingRequests else { break }
        if shows(candidate) {
          best = candidate
          isSmaller = true
          break
        }
      }
    }
    return best
  }

  /// Without one member or element, or with a short value for a long one, the largest first; bytes left out where the
  /// text is not JSON.
  private static func smaller(than bytes: [UInt8]) -> [[UInt8]] {
    let sites = Seed(bytes).sites.sorted { $0.value.count > $1.value.count }
    guard !sites.isEmpty else {
      let sizes = [bytes.count / 2, bytes.count / 4, 16, 4, 1].filter { $0 > 0 }
      return sizes.flatMap { size -> [[UInt8]] in
        stride(from: 0, to: bytes.count, by: size).map { start -> [UInt8] in
          Array(bytes.prefix(start)) + bytes.dropFirst(start + size)
        }
      }
    }
    var result: [[UInt8]] = []
    for site in sites {
      result.append(Array(bytes[..<site.removal.lowerBound]) + bytes[site.removal.upperBound...])
      result.append(Array(bytes[site.value]))
      for value in ["0", "null", "[]", "{}", "\"\""] {
        result.append(Array(bytes[..<site.value.lowerBound]) + Array(value.utf8) + bytes[site.value.upperBound...])
      }
    }
    return result
  }
}
