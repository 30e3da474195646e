import JSONDocument

/// Where responses have words of closed sets that programs made, as `"status": "active"`: such words tell of nobody and may stay in files.
///
/// A place is one of them if all its texts together show a set that is saturated (``StringEvidence/programWords``) and its member is not
/// named after people, places or what people read; or if its member has the name of such a place elsewhere, and no other words. What
/// tells kinds of objects apart is one too, since their structure depends on it.
struct ClosedWords {
  /// For each kind of response the paths of such places, in order.
  private(set) var paths: [[String]] = []
  /// By the name of a member: the sets that it was seen with.
  private var sets: [String: [Set<String>]] = [:]

  /// A place with texts.
  private struct Place {
    let (name, evidence): (String, ValueEvidence)
  }

  /// So often at most a type that contains itself is gone through.
  private static let mostTurns = 3

  /// - Parameter roots: What was seen of each kind of response, folded, with its name.
  init(_ roots: [(name: String, evidence: ValueEvidence)]) {
    var found: [(places: [String: [Place]], kinds: Set<String>)] = []
    for root in roots {
      var places: [String: [Place]] = [:]
      var kinds: Set<String> = []
      Self.visit(root.evidence, "$", root.name, [], &places, &kinds)
      found.append((places, kinds))
    }
    for place in found.flatMap({ $0.places.sorted { $0.key < $1.key }.flatMap(\.value) }) {
      guard let words = own(place.evidence, place.name), sets[place.name]?.contains(words) != true else { continue }
      sets[place.name, default: []].append(words)
    }
    paths = found.map { places, kinds in
      // Objects of several kinds have different members at one path.
      let closed = places.filter { $0.value.allSatisfy { words(of: $0.evidence, named: $0.name) != nil } }.map(\.key)
      return kinds.union(closed).sorted()
    }
  }

  /// The words of a set to which all texts of a place belong, in order; `nil` if there is none.
  func words(of evidence: ValueEvidence, named name: String) -> [String]? {
    if let own = own(evidence, name) { return own.sorted() }
    guard Self.hasOnlyTexts(evidence), let seen = evidence.strings.words?.keys else { return nil }
    return sets[name]?.first { set in seen.allSatisfy(set.contains) }?.sorted()
  }

  private func own(_ evidence: ValueEvidence, _ name: String) -> Set<String>? {
    guard Self.hasOnlyTexts(evidence), !SwiftName.isForPeople(name), !SwiftName.isOfPeople(name) else { return nil }
    return evidence.strings.programWords.map(Set.init)
  }

  private static func hasOnlyTexts(_ evidence: ValueEvidence) -> Bool { evidence.kinds == [.string] }

  private static func visit(
    _ evidence: ValueEvidence, _ path: String, _ name: String, _ above: [ObjectIdentifier],
    _ places: inout [String: [Place]], _ kinds: inout Set<String>
  ) {
    if evidence.strings.count > 0 { places[path, default: []].append(Place(name: name, evidence: evidence)) }
    if let elements = evidence.elements {
      visit(elements, path + "[*]", SwiftName.singular(name), above, &places, &kinds)
    }
    let object = evidence.origin
    let id = ObjectIdentifier(object)
    guard evidence.objects + evidence.referred > 0, above.count(where: { $0 == id }) < mostTurns else { return }
    let inside = above + [id]
    if let entries = object.entries {
      visit(entries, path + ".*", SwiftName.singular(name), inside, &places, &kinds)
    }
    let discriminator = object.variants.isEmpty ? nil : path + JSONPath.memberText(object.variants.name)
    if let discriminator { kinds.insert(discriminator) }
    for place in [object] + object.variants.all {
      for member in place.order {
        let own = path + JSONPath.memberText(member)
        if own != discriminator, let value = place.members[member]?.value {
          visit(value, own, member, inside, &places, &kinds)
        }
      }
    }
  }
}
