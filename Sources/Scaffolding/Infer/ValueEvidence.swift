import Foundation
import JSONDocument
import PayloadShape

/// What was seen at one place of some responses: kinds of values, and all that decides which Swift type reads every one of them.
///
/// A tree of them is made in one walk over each response, linear in its bytes, and is then folded (``fold()``).
final class ValueEvidence {
  /// How often the value was null.
  private(set) var nulls = 0
  /// How often it was true or false.
  private(set) var bools = 0
  private(set) var numbers = NumberEvidence()
  private(set) var strings = StringEvidence()
  /// How many objects there were whose members are known here.
  private(set) var objects = 0
  /// How many of them were not seen before.
  private var newObjects = 0
  /// How many more there were whose members are known at ``same``.
  private(set) var referred = 0
  /// Members of the objects in the order in which they were first seen.
  private(set) var order: [String] = []
  private(set) var members: [String: Member] = [:]
  /// How many arrays there were.
  private(set) var arrays = 0
  /// All elements of the arrays together; `nil` if all were empty.
  private(set) var elements: ValueEvidence?
  /// Values of members whose names are data; set by folding, after which there are no members.
  private(set) var entries: ValueEvidence?
  /// The place above whose type this one has too; set by folding.
  private(set) var same: ValueEvidence?
  /// The objects, as far as anything tells them apart.
  private var records = RecordCounts()
  /// Identifiers of whole responses.
  private var identifiers = RecordCounts()
  /// Objects by the value of the member that tells their kinds apart; empty where none does.
  private(set) var variants = VariantEvidence()

  /// A member of objects.
  struct Member {
    /// In how many of the objects it was.
    var seen: Int
    /// In how many of those that were not seen before.
    var newSeen = 0
    let value: ValueEvidence
    /// Whether it leads to the next page of a list, which the last page has not.
    var endsList = false
  }

  /// How many values there were, null included.
  var total: Int { nulls + bools + numbers.count + strings.count + objects + referred + arrays }
  /// Whether nothing but null was there.
  var isOnlyNull: Bool { total == nulls }

  /// Adds a value with everything in it.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - document: Where it is.
  ///   - discriminators: By path, the member that tells kinds of objects apart.
  ///   - path: Where the value is.
  ///   - words: Nodes whose words are the provider's own; `nil`: all.
  ///   - record: The record that it belongs to.
  func add(
    _ node: JSONNode, of document: JSONDocument, discriminators: [String: String] = [:], path: String = "$",
    words: Set<Int>? = nil, in record: SeenRecord
  ) {
    switch document.kind(of: node) {
    case .null: nulls += 1
    case .bool: bools += 1
    case .number: numbers.add(node, of: document)
    case .string:
      strings.add(
        (try? document.string(at: node)) ?? "", isWord: words?.contains(node.index) ?? true,
        isAgain: record.isAgain || record.areOwnAgain)
    case .array:
      arrays += 1
      let all = elements ?? ValueEvidence()
      var isEmpty = true
      for child in document.children(of: node) {
        isEmpty = false
        var own = record
        own.areOwnAgain = false
        if document.kind(of: child) == .string {
          // A text that stands for itself, as a tag, is a record of its own.
          let key = RecordKey(document.scalarText(at: child).hashValue, in: record.key)
          if !all.records.add(key, in: record.response) { own.isAgain = true }
        }
        all.add(child, of: document, discriminators: discriminators, path: path + "[*]", words: words, in: own)
      }
      if !isEmpty { elements = all }
    case .object:
      objects += 1
      let inner = innerRecord(of: node, in: record, isWhole: path == "$")
      if !inner.isAgain, !inner.areOwnAgain { newObjects += 1 }
      if let name = discriminators[path], let value = document.member(name, of: node).flatMap(document.scalarText) {
        variants.name = name
        let kind = variants[value]
        kind.objects += 1
        kind.addMembers(of: node, document, discriminators, path, words, inner)
      } else {
        addMembers(of: node, document, discriminators, path, words, inner)
      }
    }
  }

  /// The record that an object is, or is part of.
  private func innerRecord(of node: JSONNode, in record: SeenRecord, isWhole: Bool) -> SeenRecord {
    var inner = record
    if let identifier = record.digests.identifier(of: node) {
      let key = RecordKey(identifier, in: record.key)
      if isWhole {
        inner.areOwnAgain = !identifiers.add(key, in: record.response)
      } else {
        (inner.key, inner.areOwnAgain) = (key, false)
      }
    }
    let key = inner.key == record.key ? RecordKey(record.digests.value(of: node), in: nil) : inner.key
    if let key, !records.add(key, in: record.response) { inner.isAgain = true }
    return inner
  }

  private func addMembers(
    of node: JSONNode, _ document: JSONDocument, _ discriminators: [String: String], _ path: String, _ words: Set<Int>?,
    _ record: SeenRecord
  ) {
    var names: Set<String> = []
    for child in document.children(of: node) {
      // Of members of one name the last counts, as for the decoder; the evidence takes both.
      guard let name = document.key(of: child) else { continue }
      if members[name] == nil {
        order.append(name)
        members[name] = Member(seen: 0, value: ValueEvidence())
      }
      if names.insert(name).inserted {
        members[name]?.seen += 1
        if !record.isAgain, !record.areOwnAgain { members[name]?.newSeen += 1 }
      }
      members[name]?.value.add(
        child, of: document, discriminators: discriminators, path: path + JSONPath.memberText(name),
        words: words, in: record)
    }
    if discriminators.isEmpty {
      variants.note(node, document, names, words, isAgain: record.isAgain || record.areOwnAgain)
    }
  }

  /// Notes that a member leads to the next page of a list.
  ///
  /// - Parameter path: The names that lead to it.
  func endsList(at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    if path.count == 1 {
      members[name]?.endsList = true
    } else {
      members[name]?.value.endsList(at: path.dropFirst())
    }
  }

  /// Adds everything that was seen elsewhere; the other tree is no more used afterwards.
  func merge(_ other: ValueEvidence) {
    guard other !== self else { return }
    nulls += other.nulls
    bools += other.bools
    numbers.merge(other.numbers)
    strings.merge(other.strings)
    objects += other.objects
    referred += other.referred
    takeMembers(of: other)
    arrays += other.arrays
    if let more = other.elements {
      if let elements { elements.merge(more) } else { elements = more }
    }
    if let more = other.entries {
      if let entries { entries.merge(more) } else { entries = more }
    }
    let hasOtherKinds = !variants.isEmpty && !other.variants.isEmpty && variants.name != other.variants.name
    variants.merge(other.variants)
    // Kinds that only some of the objects were told apart by tell none apart.
    if hasOtherKinds || !variants.isEmpty && !order.isEmpty { dissolveKinds() }
    if let more = other.same { refer(to: more) }
  }

  private func dissolveKinds() {
    let kinds = variants.all
    variants = VariantEvidence()
    for kind in kinds { takeMembers(of: kind) }
  }

  private func takeMembers(of other: ValueEvidence) {
    for name in other.order {
      guard let member = other.members[name] else { continue }
      if members[name] == nil {
        order.append(name)
        members[name] = member
      } else {
        members[name]?.seen += member.seen
        if member.endsList { members[name]?.endsList = true }
        members[name]?.value.merge(member.value)
      }
    }
  }

  /// The place whose type this one has.
  var origin: ValueEvidence {
    var place = self
    while let same = place.same { place = same }
    return place
  }

  /// Lets this place have the type of another one. If it has that of a third one already, all three have one type.
  private func refer(to other: ValueEvidence) {
    guard let same else {
      if other.origin !== self { same = other }
      return
    }
    let (mine, theirs) = (same.origin, other.origin)
    guard mine !== theirs else { return }
    // The outer one holds the members, so that no place holds itself.
    let (outer, inner) = theirs.holds(mine) ? (theirs, mine) : (mine, theirs)
    outer.takeObjects(of: inner)
    inner.same = outer
  }

  /// Whether another place is somewhere below this one. Linear in what is below.
  private func holds(_ other: ValueEvidence) -> Bool {
    inside.contains { $0 === other || $0.holds(other) }
  }

  private var inside: [ValueEvidence] {
    order.compactMap { members[$0]?.value } + [elements, entries].compactMap(\.self)
      + variants.all.flatMap { kind in kind.order.compactMap { kind.members[$0]?.value } }
  }

  // MARK: Folding

  /// Makes one type of what is one: members whose names are data become entries of a dictionary, and objects that contain objects like
  /// themselves refer to their own type.
  ///
  /// - Complexity: Linear in the tree for each level of nesting.
  func fold() { while fold(below: []) {} }

  /// An object around a value, with the member through which one comes to the value.
  private struct Surrounding {
    let object: ValueEvidence
    let member: String
  }

  /// Folds once; whether that changed anything.
  private func fold(below above: [Surrounding]) -> Bool {
    var hasChanged = false
    if !order.isEmpty, variants.isEmpty, same == nil, entries != nil || namesAreData {
      let all = entries ?? ValueEvidence()
      for name in order { if let member = members[name] { all.merge(member.value) } }
      (entries, members, order, hasChanged) = (all, [:], [], true)
    }
    if same == nil, entries == nil, objects > 0 { same = above.last(where: isAgain)?.object }
    // What is moved to the place above may bring more of the same here.
    while same != nil, objects > 0 {
      origin.takeObjects(of: self)
      hasChanged = true
    }
    for name in order where entries == nil && same == nil {
      let around = above + [Surrounding(object: self, member: name)]
      if members[name]?.value.fold(below: around) == true { hasChanged = true }
    }
    for kind in variants.all {
      for name in kind.order where same == nil {
        let around = above + [Surrounding(object: self, member: name)]
        if kind.members[name]?.value.fold(below: around) == true { hasChanged = true }
      }
    }
    for value in [elements, entries].compactMap(\.self) where value.fold(below: above) { hasChanged = true }
    return hasChanged
  }

  /// Moves what is known of the objects here to a place above, whose type they have.
  private func takeObjects(of other: ValueEvidence) {
    let moved = ValueEvidence()
    (moved.objects, moved.order, moved.members, moved.variants) = (
      other.objects, other.order, other.members, other.variants
    )
    other.referred += other.objects
    (other.objects, other.order, other.members, other.variants) = (0, [], [:], VariantEvidence())
    merge(moved)
  }

  /// Whether objects here are those above once more: they have the member through which one came here, and nearly all names are the same,
  /// or one member names the same kinds.
  private func isAgain(_ above: Surrounding) -> Bool {
    let other = above.object
    guard other !== self else { return false }
    if !variants.isEmpty { return variants.areLike(other.variants) }
    guard other.variants.isEmpty, order.count >= 2, members[above.member] != nil else { return false }
    let common = order.count { other.members[$0] != nil }
    let all = order.count + other.order.count - common
    return common == all || common >= 3 && 4 * (all - common) <= all
  }

  /// Whether the members are entries of a dictionary: their names look like data, or they are many with like values.
  private var namesAreData: Bool {
    guard !order.isEmpty else { return false }
    let data = order.count { PayloadShape.isData(name: $0) }
    if data == order.count || order.contains(where: SwiftName.isAddress) && areAlike { return true }
    if order.count >= 4, 10 * data >= 9 * order.count { return areAlike }
    // Many names of which each object has few, or codes such as those of currencies.
    let seen = members.values.reduce(0) { $0 + $1.seen }
    if order.count >= 12, objects >= 3, 3 * seen < order.count * objects { return areAlike }
    let codes = order.count { name in !name.contains(where: \.isLowercase) && name.contains(where: \.isLetter) }
    if order.count >= 20, 10 * codes >= 9 * order.count { return areAlike }
    // Codes of one kind, as ISO 3166 and ISO 4217 have them.
    return order.count >= 8 && codes == order.count && (2...3).contains(order[0].count)
      && order.allSatisfy { $0.count == order[0].count && $0.allSatisfy(\.isLetter) } && areAlike
  }

  /// Whether all members have values of one kind, and objects among them like members.
  private var areAlike: Bool {
    let values = order.compactMap { members[$0]?.value }.filter { !$0.isOnlyNull }
    guard let first = values.first else { return false }
    return values.allSatisfy { value in
      guard value.kinds == first.kinds else { return false }
      guard value.objects > 0 else { return true }
      let common = value.order.count { first.members[$0] != nil }
      return 2 * common >= max(value.order.count, first.order.count)
    }
  }

  /// Kinds of values that were seen, but for null.
  var kinds: [JSONKind] {
    let counts: [(Int, JSONKind)] = [
      (bools, .bool), (numbers.count, .number), (strings.count, .string), (objects + referred, .object),
      (arrays, .array),
    ]
    return counts.filter { $0.0 > 0 }.map(\.1)
  }

  /// By path, the members that tell kinds of objects apart, everywhere below.
  func discriminators(path: String = "$", into found: inout [String: String]) {
    // What every object is decoded by must be in every one, also in those that prove nothing.
    if let name = variants.discriminator(objects: newObjects, members: members.mapValues(\.newSeen)),
      let member = members[name], member.seen == objects, member.value.kinds == [.string], member.value.nulls == 0
    {
      found[path] = name
    }
    for name in order {
      members[name]?.value.discriminators(path: path + JSONPath.memberText(name), into: &found)
    }
    elements?.discriminators(path: path + "[*]", into: &found)
  }
}
