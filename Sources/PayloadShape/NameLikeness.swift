/// How alike two member names are, whatever their style.
enum NameLikeness {
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

  /// From 0 to 1: 1 for the same words, else the larger of shared words and shared pairs of letters (Dice).
  static func compare(_ left: String, _ right: String) -> Double {
    let leftWords = words(of: left)
    let rightWords = words(of: right)
    let (leftText, rightText) = (leftWords.joined(), rightWords.joined())
    if leftText == rightText { return 1 }
    return max(dice(leftWords, rightWords), dice(pairs(leftText), pairs(rightText)))
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
