/// How alike two member names are, whatever their style.
enum NameLikeness {
  private static let longestName = 128

  /// The words of `image_url`, `imageURL` or `image-url` in small letters: `["image", "url"]`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Character?
    func isCapital(_ character: Character?) -> Bool { character?.isUppercase ?? false }
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        if !word.isEmpty { words.append(word) }
        (word, previous) = ("", nil)
        continue
      }
      let nextIsSmall = index + 1 < characters.count && characters[index + 1].isLowercase
      let startsWord = isCapital(character) && (!isCapital(previous) || nextIsSmall)
      if startsWord, !word.isEmpty {
        words.append(word)
        word = ""
      }
      word += character.lowercased()
      previous = character
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// From 0 to 1: 1 for the same words, else the largest of shared words, shared pairs of letters (Dice), and what a
  /// corrected slip of the pen leaves alike.
  static func compare(_ left: String, _ right: String) -> Double {
    // Nobody names a member so; comparing takes time with the product of the lengths.
    guard left.utf8.count <= longestName, right.utf8.count <= longestName else { return left == right ? 1 : 0 }
    let leftWords = words(of: left)
    let rightWords = words(of: right)
    let (leftText, rightText) = (leftWords.joined(), rightWords.joined())
    if leftText == rightText { return 1 }
    return max(
      dice(leftWords, rightWords), dice(pairs(leftText), pairs(rightText)), spelling(Array(leftText), Array(rightText)))
  }

  /// How much of two names is spelled alike where one is the other with a letter more or less, another one, or two
  /// swapped (in long names twice); 0 for others, and where digits differ, since those are other names.
  private static func spelling(_ left: [Character], _ right: [Character]) -> Double {
    let longest = max(left.count, right.count)
    let allowed = longest < 5 ? 0 : longest < 9 ? 1 : 2
    guard allowed > 0, abs(left.count - right.count) <= allowed, left.filter(\.isNumber) == right.filter(\.isNumber)
    else { return 0 }
    let edits = distance(left, right)
    return edits > allowed ? 0 : 1 - Double(edits) / Double(longest)
  }

  /// Edits that turn one into the other: insert, delete, replace, swap neighbours (optimal string alignment).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        var least = min(last[column + 1] + 1, next[column] + 1, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[right.count]
  }

  private static func pairs(_ text: String) -> [String] {
    zip(text, text.dropFirst()).map { String([$0, $1]) }
  }

  private static func dice(_ left: [String], _ right: [String]) -> Double {
    guard !left.isEmpty, !right.isEmpty else { return 0 }
    var rest = right
    var shared = 0
    for item in left {
      if let index = rest.firstIndex(of: item) {
        rest.remove(at: index)
        shared += 1
      }
    }
    return Double(2 * shared) / Double(left.count + right.count)
  }
}
