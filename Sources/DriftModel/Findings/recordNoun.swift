/// What the records of a domain model are called in a sentence: `landmarks` for `Landmark`, `StorablePURL records` for a
/// name that is not one plain word, `Person records` where the plural is not made with an s.
public func recordNoun(_ model: String, count: Int) -> String {
  let rest = model.dropFirst()
  let isPlainWord =
    model.first.map { $0.isASCII && $0.isUppercase } == true && rest.count > 1
    && rest.allSatisfy { $0.isASCII && $0.isLowercase }
  let irregular: Set<String> = ["person", "child", "man", "woman", "news", "data", "media", "fish", "sheep", "pokemon"]
  let word = model.lowercased()
  guard isPlainWord, !irregular.contains(word), !word.hasSuffix("s") else {
    return "\(model) \(count == 1 ? "record" : "records")"
  }
  if count == 1 { return word }
  if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
    return word.dropLast() + "ies"
  }
  if ["x", "z", "ch", "sh"].contains(where: word.hasSuffix) { return word + "es" }
  return word + "s"
}
