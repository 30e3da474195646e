import ContractKit
import DriftModel
import Foundation
import JSONDocument

/// Finds by trials which members of a record are to blame for a loss.
///
/// Each member of a lost record replaces the same member of a good record. If the good record then has the same loss,
/// that member is to blame. For a record that ends the process it is the same: each trial is announced, so that the
/// next process knows which ones crash and repeats none. If either record behaves differently alone than in the whole
/// response, no member is blamed.
struct BlameFinder {
  let reads: AnyReads
  let mapping: AnyMapping
  let context: MappingContext
  let document: JSONDocument
  /// Records that end the process, and the trials that did; nil if there are none.
  var crashing: (selection: RecordSelection, trials: TrialLog)?
  /// The most members that are tried for one loss, and the most losses that are explained.
  private let maximumTrials = 80
  private let maximumLosses = 20
  private let reader: PropertyReader

  init(
    reads: AnyReads, mapping: AnyMapping, context: MappingContext, document: JSONDocument,
    crashing: (selection: RecordSelection, trials: TrialLog)? = nil
  ) {
    (self.reads, self.mapping, self.context, self.document) = (reads, mapping, context, document)
    self.crashing = crashing
    reader = PropertyReader(observed: mapping.properties, opensLists: true)
  }

  private enum RecordResult: Equatable {
    /// It ended the process.
    case crashed
    case dropped
    /// A domain value was made, without these properties.
    case made(losing: Set<String>)

    func loses(_ property: String) -> Bool { if case .made(let lost) = self { lost.contains(property) } else { false } }
  }

  /// Blame for dropped records and for each lost property; empty if nothing was lost or no member can be found.
  func find() async -> [Blame] {
    let nodes = ((try? JSONPath(mapping.recordsPath))?.nodes(in: document) ?? [])
    guard nodes.count > 1, nodes.allSatisfy({ document.kind(of: $0) == .object }),
      let value = try? reads.decode(Data(document.text))
    else { return [] }
    let run = await MappingRunner(mapping: mapping, context: context, log: RecordLog(selection: crashing?.selection))
      .run(on: value, document: document)
    guard run.examination.recordsIn == nodes.count else { return [] }
    var blames: [Blame] = []
    func find(_ property: String?, _ witnesses: Witnesses, isLost: (RecordResult) -> Bool) async {
      guard let bad = witnesses.lost, let good = witnesses.kept else { return }
      let trial = Trial(finder: self, good: nodes[good], frame: frame(nodes))
      let members = await blame(bad: nodes[bad], trial, isLost: isLost)
      guard let first = members.first else { return }
      blames.append(
        Blame(
          property: property, patterns: members.map { document.pattern(to: $0.good) },
          example: example(at: first.bad ?? nodes[bad]), isCrash: crashing != nil))
    }
    if let first = crashing?.selection.crashing.min() {
      await find(nil, Witnesses(lost: first, kept: run.records.kept)) { $0 == .crashed }
      return blames
    }
    await find(nil, run.records) { $0 == .dropped }
    let lost = run.properties.filter { $0.value.lost != nil }.sorted { $0.key < $1.key }
    for (property, witnesses) in lost.prefix(maximumLosses) {
      await find(property, witnesses) { $0.loses(property) }
    }
    return blames
  }

  private func example(at node: JSONNode) -> Finding.Example {
    let position = document.position(of: node)
    return Finding.Example(
      pointer: document.pointer(to: node), line: position.line, column: position.column,
      excerpt: document.excerpt(of: node))
  }

  /// The members that are to blame, in order of their patterns.
  private func blame(bad: JSONNode, _ trial: Trial, isLost: (RecordResult) -> Bool) async -> [Member] {
    let good = trial.good
    guard let fine = await result(trial.text(replacing: good, with: document.bytes(of: good)), trial), !isLost(fine),
      let broken = await result(trial.text(replacing: good, with: document.bytes(of: bad)), trial), isLost(broken)
    else { return [] }
    var blamed: [Member] = []
    var trials = 0
    func isToBlame(_ member: Member) async -> Bool {
      trials += 1
      guard trials <= maximumTrials else { return false }
      let text = trial.text(replacing: member.good, with: member.bad.map { document.bytes(of: $0) })
      return await result(text, trial).map(isLost) ?? false
    }
    for member in members(bad, good) where await isToBlame(member) {
      // Its own members are tried only if the whole member is to blame.
      var inner: [Member] = []
      if let badMember = member.bad {
        for part in members(badMember, member.good) where await isToBlame(part) { inner.append(part) }
      }
      blamed += inner.isEmpty ? [member] : inner
    }
    return blamed.sorted { document.pattern(to: $0.good) < document.pattern(to: $1.good) }
  }

  /// A member of the good object, and the same member of the lost one; nil if that has none.
  private struct Member {
    let good: JSONNode
    let bad: JSONNode?
  }

  /// Members of the good object that differ in the lost one; none unless both are objects.
  private func members(_ bad: JSONNode, _ good: JSONNode) -> [Member] {
    guard document.kind(of: bad) == .object, document.kind(of: good) == .object else { return [] }
    return document.children(of: good).compactMap { member in
      guard let name = document.key(of: member) else { return nil }
      let other = document.member(name, of: bad)
      if let other, document.bytes(of: other).elementsEqual(document.bytes(of: member)) { return nil }
      return Member(good: member, bad: other)
    }
  }

  /// The result for the only record of a response; nil if the response does not decode to one record.
  private func result(_ response: [UInt8], _ trial: Trial) async -> RecordResult? {
    do throws(TrialsEnded) {
      if try crashing?.trials.begin(response) != nil { return .crashed }
    } catch {
      return nil
    }
    guard let records = reads.records(of: mapping, in: Data(response)), records.count == 1 else { return nil }
    let runner = MappingRunner(mapping: mapping, context: context)
    guard case .made(let domain) = await runner.outcome(of: records[0]) else { return .dropped }
    var again: [PropertySample]?
    if case .made(let second) = await runner.outcome(of: records[0]) { again = reader.samples(of: second) }
    return .made(losing: PropertyReader.lost(reader.samples(of: domain), again: again))
  }

  /// The text before the first record and after the last one.
  private func frame(_ nodes: [JSONNode]) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    let head = nodes.first.map { document.byteRange(of: $0).lowerBound } ?? 0
    let tail = nodes.last.map { document.byteRange(of: $0).upperBound } ?? document.text.count
    return (document.text[..<head], document.text[tail...])
  }

  /// Responses with only one record: a good one, with a part of it replaced.
  private struct Trial {
    let finder: BlameFinder
    let good: JSONNode
    let frame: (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>)

    /// The response with `target` (the record or a part of it) replaced, or removed if `replacement` is nil.
    func text(replacing target: JSONNode, with replacement: ArraySlice<UInt8>?) -> [UInt8] {
      Array(frame.head + (text(of: good, replacing: target, with: replacement) ?? []) + frame.tail)
    }

    private func text(of node: JSONNode, replacing target: JSONNode, with replacement: ArraySlice<UInt8>?)
      -> ArraySlice<UInt8>?
    {
      if node == target { return replacement }
      let document = finder.document
      let range = document.byteRange(of: node)
      guard document.kind(of: node) == .object, range.contains(document.byteRange(of: target).lowerBound) else {
        return document.bytes(of: node)
      }
      var members: [ArraySlice<UInt8>] = []
      for child in document.children(of: node) {
        guard let key = document.key(of: child), let name = try? JSONEncoder().encode(key),
          let value = text(of: child, replacing: target, with: replacement)
        else { continue }
        members.append(name + [UInt8(ascii: ":")] + value)
      }
      return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
    }
  }
}
