import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Testing

@testable import Examination

/// One cell of a lineage, and the response in which its perturbation happened.
struct PredictedCell {
  let version: String
  let mapping: String
  let pattern: String
  let perturbation: Perturbation
  let effects: [LineageEffect]
  let text: [UInt8]
  /// Properties that another value at this path, or below it, makes others.
  var dependents: Set<String> = []

  /// What an examination shows of the unperturbed response and of this one, compared with what was predicted; nil if it agrees.
  ///
  /// Facts count; a property that has another value, or falls to its default, shows only in being neither lost nor random.
  func disagreement(_ before: Examination, _ after: Examination) -> String? {
    let found = Self.observed(version, mapping, before, after)
    var expected: Set<String> = []
    for effect in effects {
      switch effect {
      case .responseLost, .crash, .hang: expected.insert("response lost")
      case .everyRecordLost: expected.insert("every record lost")
      case .recordLost: expected.insert("record lost")
      case .recordGained: expected.insert("record gained")
      case .property(let name, .lost): expected.insert("\(name) lost")
      case .property(let name, .becameRandom): expected.insert("\(name) random")
      case .property(_, .changed), .property(_, .defaulted): break
      }
    }
    // What its elements lose is said as a change of the list.
    let lists = Self.listsLosingValues(version, mapping, before, after)
    let touched = effects.compactMap { effect in if case .property(let name, _) = effect { name } else { nil } }
    if !losesRecords, !lists.isSubset(of: touched) {
      return "\(version) \(mapping) \(pattern) \(perturbation): predicted \(touched), but \(lists) lost values"
    }
    // A property that was nil before, and would stay so if it came, shows in no count.
    let unseen = expected.subtracting(found)
    let wasLost =
      Self.facts(version, mapping, before)?.properties.filter { $0.lost > 0 }.map { "\($0.name) lost" } ?? []
    if found.isSubset(of: expected), unseen.isSubset(of: wasLost), !losesRecords { return nil }
    guard found != expected else { return nil }
    return
      "\(version) \(mapping) \(pattern) \(perturbation): predicted \(expected.sorted()), observed \(found.sorted())"
  }

  /// Whether more than properties is predicted to be lost or gained.
  var losesRecords: Bool {
    effects.contains { if case .property = $0 { false } else { true } }
  }

  private static func facts(_ version: String, _ mapping: String, _ facts: Examination) -> MappingExamination? {
    facts.versions.first { $0.version == version }?.mappings.first { $0.name == mapping }
  }

  /// Properties that are lists, of which elements lost a value that they had.
  private static func listsLosingValues(
    _ version: String, _ mapping: String, _ before: Examination, _ after: Examination
  ) -> Set<String> {
    guard let old = facts(version, mapping, before), let new = facts(version, mapping, after),
      old.recordsOut == new.recordsOut
    else { return [] }
    func isLosing(_ property: PropertyExamination) -> Bool {
      guard let list = property.list, let other = new.properties.first(where: { $0.name == property.name }) else {
        return false
      }
      func count(_ mapping: MappingExamination) -> Int? { mapping.properties.first { $0.name == list }?.elements }
      return count(old) == count(new) && other.nilCount + other.emptyCount > property.nilCount + property.emptyCount
    }
    let lists = old.properties.filter(isLosing).compactMap(\.list)
    return Set(lists.map { name in old.properties.first { $0.list == nil && name.hasPrefix($0.name) }?.name ?? name })
  }

  private static func observed(_ version: String, _ mapping: String, _ before: Examination, _ after: Examination)
    -> Set<String>
  {
    guard let now = after.versions.first(where: { $0.version == version }), now.decoding.hasSucceeded else {
      return ["response lost"]
    }
    guard !mapping.isEmpty else { return [] }
    guard let old = facts(version, mapping, before), let new = facts(version, mapping, after) else {
      return ["no facts"]
    }
    if case .notRun = new.execution { return ["response lost"] }
    var observed: Set<String> = []
    if new.recordsOut > old.recordsOut { observed.insert("record gained") }
    if new.recordsOut < old.recordsOut {
      observed.insert(new.recordsOut == 0 && old.recordsOut > 1 ? "every record lost" : "record lost")
      return observed
    }
    for property in old.properties where property.list == nil {
      guard let other = new.properties.first(where: { $0.name == property.name }) else {
        observed.insert("\(property.name) lost")
        continue
      }
      // What is inside something that became nil is counted no more.
      if other.nilCount + other.emptyCount + (property.total - other.total) > property.nilCount + property.emptyCount {
        observed.insert("\(property.name) lost")
      }
      if other.randomCount > property.randomCount { observed.insert("\(property.name) random") }
    }
    return observed
  }
}

/// Chooses the value of a response that stands for a path, and perturbs it, without what finds lineages.
struct ResponsePerturber {
  let document: JSONDocument
  /// The records of a mapping that become domain values, where they are values of the response, and those that do not.
  let records: [(node: JSONNode, isKept: Bool)]
  /// By path.
  let knownValues: [String: [String]]

  /// The response with the first value at a path perturbed: one that says something, in a record that is kept.
  func perturbed(_ pattern: String, _ perturbation: Perturbation) throws -> [UInt8]? {
    let nodes = try JSONPath(pattern).nodes(in: document)
    let wishes: [(JSONNode) -> Bool] = [
      { !isNull($0) && isKept($0) && !isEmpty($0) }, { !isNull($0) && isKept($0) },
      { !isNull($0) && !isEmpty($0) }, { !isNull($0) }, { isKept($0) }, { _ in true },
    ]
    guard let node = wishes.lazy.compactMap({ wish in nodes.first(where: wish) }).first else { return nil }
    let edit = PerturbationEdit(document: document)
    if perturbation == .removed { return edit.removing(node) }
    // Elements of an array of an enum know what the array's property knows.
    let known = knownValues[pattern] ?? (pattern.hasSuffix("[*]") ? knownValues[String(pattern.dropLast(3))] : nil)
    let spelled = perturbation.spelling(
      of: node, in: document, knownValues: known ?? [],
      otherValues: LineageScene.otherValues(than: node, among: nodes, in: document))
    return spelled.map { edit.replacing(node, with: $0) }
  }

  private func isNull(_ node: JSONNode) -> Bool { document.kind(of: node) == .null }

  private func isEmpty(_ node: JSONNode) -> Bool {
    switch document.kind(of: node) {
    case .object, .array: document.count(of: node) == 0
    case .string: document.text[document.contentRange(of: node)].allSatisfy { $0 <= 0x20 }
    case .number, .bool, .null: false
    }
  }

  private func isKept(_ node: JSONNode) -> Bool {
    records.first { $0.node.index <= node.index && node.index < document.endIndex(of: $0.node) }?.isKept ?? true
  }
}
