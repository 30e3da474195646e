import JSONDocument
import Testing

@testable import PayloadShape

/// Random lists in which a member was renamed or moved, or went while an unrelated one came.
private struct RandomLists {
  var generator: SeededGenerator
  /// Kinds of values; the first five are another one in most records.
  static let kinds = 9

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func word() -> String {
    (0..<number(4...9)).map { _ in String(UnicodeScalar(UInt8(number(97...122)))) }.joined()
  }

  /// `count` values of one kind, from a vocabulary that the same `seed` gives again.
  mutating func values(_ kind: Int, _ count: Int, seed: UInt64) -> [String] {
    var vocabulary = RandomLists(generator: SeededGenerator(state: seed))
    let words = (0..<vocabulary.number(5...12)).map { _ in vocabulary.word() }
    let stem = vocabulary.word()
    return (0..<count).map { index in
      switch kind {
      case 0: "\"https://\(stem).example/\(number(0...99_999))\""
      case 1: "\"\(stem) \(word()) \(number(0...999))\""
      case 2: "\(number(1_000...9_999_999))"
      case 3: "\(number(1...9_999)).\(number(11...99))"
      case 4: "\"20\(number(10...25))-0\(number(1...9))-\(number(10...28))T0\(number(1...9)):\(number(10...59)):00Z\""
      case 5: "\"\(words[number(0...(words.count - 1))])\""
      case 6: "\(number(0...9))"
      case 7: "\(index + 1)"
      default: number(0...1) == 0 ? "true" : "false"
      }
    }
  }

  /// Records with an identifier, or without, and some members that stay. Each of `members` is a name and its values.
  func list(_ members: [(String, [String])], identified: Bool, count: Int) -> String {
    let records = (0..<count).map { index in
      let own = members.map { "\"\($0.0)\":\($0.1[index])" }
      return "{" + ((identified ? ["\"id\":\(700 + 3 * index)"] : []) + own).joined(separator: ",") + "}"
    }
    return "[\(records.joined(separator: ","))]"
  }
}

@Suite("Renames and moves over random lists")
struct RelocationTrials {
  /// What a removal of `alpha` in one list says, after a dozen responses.
  private func removal(_ old: String, _ new: String) throws -> ShapeChange? {
    var baseline = try shape(old)
    for _ in 0..<3 { baseline = baseline.absorbing(try shape(old), except: []) }
    return changes(from: baseline, to: try shape(new)).first { ([$0.path] + $0.paths).contains("$[*].alpha") }
  }

  @Test("A rename or move of at least five different values is named, whatever else came")
  func truth() throws {
    var lists = RandomLists(generator: SeededGenerator(state: 11))
    var missed: [String] = []
    let count = trials(1500)
    for trial in 0..<count {
      let records = lists.number(5...25)
      let kind = lists.number(0...5)
      let values = lists.values(kind, records, seed: UInt64(lists.number(0...99_999)))
      guard Set(values).count >= 5 else { continue }
      let identified = lists.number(0...3) > 0
      let others = (0..<lists.number(0...3)).map { other in
        ("other\(other)", lists.values(lists.number(0...8), records, seed: UInt64(lists.number(0...99_999))))
      }
      let isMove = lists.number(0...1) == 0
      let moved =
        isMove ? [("box", values.map { "{\"z\":\(lists.number(0...3)),\"omega\":\($0)}" })] : [("omega", values)]
      let old = lists.list([("alpha", values)], identified: identified, count: records)
      let new = lists.list(moved + others, identified: identified, count: records)
      let change = try removal(old, new)
      let isNamed = change?.hint?.contains(isMove ? "moved to $[*].box.omega" : "renamed to `omega`") == true
      if !isNamed { missed.append("\(trial): kind \(kind), \(records) records, \(isMove): \(change?.hint ?? "none")") }
    }
    #expect(missed.count * 200 <= count, "\(missed.count) of \(count): \(missed.prefix(8))")
  }

  @Test(
    "Of unrelated members, one of a hundred at most gets a hint by its values, and one of a thousand is called renamed",
    arguments: [false, true])
  func coincidence(_ isHard: Bool) throws {
    // The hard ones are few records of few different values, all members from one vocabulary.
    var lists = RandomLists(generator: SeededGenerator(state: isHard ? 13 : 12))
    var (hinted, renamed): ([String], [String]) = ([], [])
    let count = trials(9000)
    for trial in 0..<count {
      let records = isHard ? lists.number(1...6) : lists.number(1...25)
      let (kind, seed) = (isHard ? lists.number(5...8) : lists.number(0...8), UInt64(lists.number(0...99_999)))
      let values = lists.values(kind, records, seed: seed)
      let identified = lists.number(0...3) > 0
      // Half of the time the new ones are of the same kind, and half of these have the same vocabulary.
      let others = (0..<lists.number(1...4)).map { other in
        let isAlike = isHard || lists.number(0...1) == 0
        let ownSeed = isHard || isAlike && lists.number(0...1) == 0 ? seed : UInt64(lists.number(0...99_999))
        return ("other\(other)", lists.values(isAlike ? kind : lists.number(0...8), records, seed: ownSeed))
      }
      let old = lists.list([("alpha", values)], identified: identified, count: records)
      guard let change = try removal(old, lists.list(others, identified: identified, count: records)) else {
        Issue.record("trial \(trial): not removed")
        continue
      }
      let words = "\(trial): kind \(kind), \(records) records, \(others.count) came: \(change.hint ?? "")"
      if change.hint?.contains("compared") == true { hinted.append(words) }
      if change.kind == .memberRenamed { renamed.append(words) }
    }
    #expect(hinted.count * 100 <= count, "\(hinted.count) of \(count): \(hinted.prefix(8))")
    #expect(renamed.count * 1000 <= count, "\(renamed.count) of \(count): \(renamed.prefix(8))")
  }
}
