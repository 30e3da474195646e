import ContractKit
import DriftAnalysis
import Foundation
import JSONDocument

/// Finds by trial which members of a record are to blame for a loss: each member of a lost record is put in place of the same
/// member of a record that is fine, and the one that makes the fine record lose the same is named.
///
/// Nothing is guessed: if either record behaves otherwise alone than in the whole answer, nobody is blamed.
struct BlameFinder {
  let reads: AnyReads
  let mapping: AnyMapping
  let context: MappingContext
  let document: JSONDocument
  /// At most so many members are tried for one loss.
  private let maximumTrials = 80

  /// What became of a single record: nil where it was dropped, else its lost properties.
  private typealias Loss = Set<String>?

  /// Blame for dropped records and for each lost property; empty where there is nothing to blame or nothing to learn from.
  func find() async -> [Blame] {
    guard let path = try? JSONPath(mapping.recordsPath) else { return [] }
    let nodes = path.nodes(in: document).filter { document.kind(of: $0) == .object }
    guard nodes.count > 1 else { return [] }
    guard let value = try? decodeValue(reads.answerType, using: reads.makeDecoder(), from: Data(document.text)),
      let records = mapping.records(value), records.count == nodes.count
    else { return [] }
    var losses: [Loss] = []
    for record in records { losses.append(await loss(of: record)) }
    var blames: [Blame] = []
    if let bad = losses.firstIndex(where: { $0 == nil }), let good = losses.firstIndex(where: { $0 != nil }) {
      let patterns = await blame(bad: nodes[bad], good: nodes[good]) { $0 == nil }
      if !patterns.isEmpty { blames.append(Blame(property: nil, patterns: patterns)) }
    }
    let lost = losses.compactMap(\.self).reduce(into: Set<String>()) { $0.formUnion($1) }
    for property in lost.sorted().prefix(20) {
      guard let bad = losses.firstIndex(where: { $0?.contains(property) == true }),
        let good = losses.firstIndex(where: { $0?.contains(property) == false })
      else { continue }
      let patterns = await blame(bad: nodes[bad], good: nodes[good]) { $0?.contains(property) == true }
      if !patterns.isEmpty { blames.append(Blame(property: property, patterns: patterns)) }
    }
    return blames
  }

  private func loss(of record: Any) async -> Loss {
    let runner = MappingRunner(mapping: mapping, context: context)
    guard case .made(let domain) = await runner.outcome(of: record) else { return nil }
    var second: [String: PropertySample] = [:]
    if case .made(let again) = await runner.outcome(of: record) {
      for sample in PropertySample.all(of: again, observed: mapping.properties) { second[sample.name] = sample }
    }
    return Set(
      PropertySample.all(of: domain, observed: mapping.properties).filter { sample in
        sample.state != .present || second[sample.name].map { $0.text != sample.text } == true
      }.map(\.name))
  }

  private func blame(bad: JSONNode, good: JSONNode, isLost: (Loss) -> Bool) async -> [String] {
    guard let fine = await lossAlone(good, replacing: good, with: bytes(good)), !isLost(fine),
      let broken = await lossAlone(good, replacing: good, with: bytes(bad)), isLost(broken)
    else { return [] }
    var patterns: [String] = []
    var trials = 0
    // Members of the lost record, then of its objects; a member is looked into only if the whole of it is to blame.
    var pending = members(bad, good)
    while let (badMember, goodMember, pattern) = pending.popLast(), trials < maximumTrials {
      trials += 1
      guard let result = await lossAlone(good, replacing: goodMember, with: badMember.map(bytes)), isLost(result) else {
        continue
      }
      if let badMember, document.kind(of: badMember) == .object, document.kind(of: goodMember) == .object {
        let inner = members(badMember, goodMember)
        var found = false
        for (innerBad, innerGood, innerPattern) in inner {
          trials += 1
          if let result = await lossAlone(good, replacing: innerGood, with: innerBad.map(bytes)), isLost(result) {
            patterns.append(innerPattern)
            found = true
          }
        }
        if found { continue }
      }
      patterns.append(pattern)
    }
    return patterns.sorted()
  }

  /// Members of the fine record that the lost one has in another way: their place there, here, and their pattern.
  private func members(_ bad: JSONNode, _ good: JSONNode) -> [(bad: JSONNode?, good: JSONNode, pattern: String)] {
    document.children(of: good).compactMap { goodMember in
      guard let name = document.key(of: goodMember) else { return nil }
      let badMember = document.member(name, of: bad)
      if let badMember, bytes(badMember) == bytes(goodMember) { return nil }
      return (badMember, goodMember, document.pattern(to: goodMember))
    }
  }

  private func bytes(_ node: JSONNode) -> [UInt8] { Array(document.bytes(of: node)) }

  /// What becomes of the record `good` alone in the answer, after `target` (it, or a part of it) was replaced (nil: made null
  /// or, for a member, taken out).
  private func lossAlone(_ good: JSONNode, replacing target: JSONNode, with replacement: [UInt8]?) async -> Loss? {
    let record = document.byteRange(of: good)
    let part = document.byteRange(of: target)
    var text = Array(document.text[record.lowerBound..<part.lowerBound])
    if let replacement {
      text += replacement
    } else {
      text = withoutLastMember(text)
    }
    var rest = document.text[part.upperBound..<record.upperBound]
    // The first member goes with the comma after it; any other one went with the comma before.
    if replacement == nil, endsWithOpeningBrace(text), let comma = rest.firstIndex(where: { !isSpace($0) }),
      rest[comma] == UInt8(ascii: ",")
    {
      rest = rest[(comma + 1)...]
    }
    text += rest
    guard let body = answer(holding: text, inPlaceOf: good),
      let value = try? decodeValue(reads.answerType, using: reads.makeDecoder(), from: Data(body)),
      let records = mapping.records(value), records.count == 1
    else { return nil }
    return .some(await loss(of: records[0]))
  }

  /// The answer with `record` as the only element of the array that holds it.
  private func answer(holding record: [UInt8], inPlaceOf node: JSONNode) -> [UInt8]? {
    guard let path = try? JSONPath(mapping.recordsPath) else { return nil }
    let nodes = path.nodes(in: document)
    guard let first = nodes.first, let last = nodes.last else { return nil }
    let head = document.byteRange(of: first).lowerBound
    let tail = document.byteRange(of: last).upperBound
    return Array(document.text[..<head]) + record + Array(document.text[tail...])
  }

  /// The text up to the member whose value came next, without its name and the comma before it.
  private func withoutLastMember(_ text: [UInt8]) -> [UInt8] {
    var text = text
    func dropSpaces() { while let last = text.last, isSpace(last) { text.removeLast() } }
    dropSpaces()
    if text.last == UInt8(ascii: ":") { text.removeLast() }
    dropSpaces()
    if text.last == UInt8(ascii: "\"") {
      text.removeLast()
      while let last = text.popLast() {
        let isEscaped = text.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
        if last == UInt8(ascii: "\""), !isEscaped { break }
      }
    }
    dropSpaces()
    if text.last == UInt8(ascii: ",") { text.removeLast() }
    return text
  }

  private func endsWithOpeningBrace(_ text: [UInt8]) -> Bool {
    text.last { !isSpace($0) } == UInt8(ascii: "{")
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }
}
