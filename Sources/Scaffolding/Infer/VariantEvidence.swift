import JSONDocument

/// Whether the objects of one place are of several kinds that one of their members names, as `"type": "paragraph"` does, and what is known
/// of each kind.
struct VariantEvidence {
  /// The member that names the kind; empty while there is none.
  var name = ""
  private var order: [String] = []
  private var kinds: [String: ValueEvidence] = [:]
  /// By member that could name the kind, then by its value: how many objects had it, and how often each member was in them.
  private var candidates: [String: [String: Presence]] = [:]
  /// Members that cannot name it.
  private var refused: Set<String> = []

  private struct Presence {
    var objects = 0
    var members: [String: Int] = [:]
  }

  /// More kinds than this are no kinds that somebody gave names to.
  private static let mostKinds = 16
  /// So many objects at least, and of each kind on average, before kinds are told apart.
  private static let fewestObjects = 10
  private static let fewestOfKind = 3
  /// So many members are looked at.
  private static let mostCandidates = 6
  private static let longestName = 40

  /// Whether kinds are not told apart.
  var isEmpty: Bool { kinds.isEmpty }
  /// What is known of each kind, in the order of their first objects.
  var all: [ValueEvidence] { order.compactMap { kinds[$0] } }
  /// Names of the kinds with what is known of each.
  var named: [(String, ValueEvidence)] { order.compactMap { name in kinds[name].map { (name, $0) } } }

  /// What is known of one kind.
  subscript(kind: String) -> ValueEvidence {
    mutating get {
      if let known = kinds[kind] { return known }
      let new = ValueEvidence()
      order.append(kind)
      kinds[kind] = new
      return new
    }
  }

  /// Counts one object while nobody knows yet what tells kinds apart. Linear in its members for each candidate.
  ///
  /// One that `isAgain` there proves no kind; what has another kind in it than before names none.
  mutating func note(
    _ node: JSONNode, _ document: JSONDocument, _ names: Set<String>, _ words: Set<Int>?, isAgain: Bool
  ) {
    for child in document.children(of: node) where document.kind(of: child) == .string {
      guard let name = document.key(of: child), !refused.contains(name) else { continue }
      guard words?.contains(child.index) ?? true, candidates[name] != nil || candidates.count < Self.mostCandidates,
        let value = try? document.string(at: child), value.count <= Self.longestName,
        candidates[name]?[value] != nil || !isAgain && (candidates[name]?.count ?? 0) < Self.mostKinds
      else {
        refused.insert(name)
        candidates[name] = nil
        continue
      }
      guard !isAgain else { continue }
      var presence = candidates[name]?[value] ?? Presence()
      presence.objects += 1
      for member in names { presence.members[member, default: 0] += 1 }
      candidates[name, default: [:]][value] = presence
    }
  }

  /// The member that tells kinds apart; `nil` if none does.
  ///
  /// It is in every object, and of the members that some objects lack nearly each belongs to certain kinds as a whole.
  ///
  /// - Parameters:
  ///   - objects: How many objects there were.
  ///   - members: In how many of them each member was.
  /// - Returns: Its name.
  func discriminator(objects: Int, members: [String: Int]) -> String? {
    let loose = members.filter { $0.value < objects }.map(\.key)
    guard objects >= Self.fewestObjects, loose.count >= 2 else { return nil }
    var best: (name: String, torn: Int, kinds: Int)?
    for (name, values) in candidates.sorted(by: { $0.key < $1.key }) where members[name] == objects {
      guard values.count >= 2, values.values.reduce(0, { $0 + $1.objects }) == objects,
        objects >= Self.fewestOfKind * values.count
      else { continue }
      var (torn, own) = (0, 0)
      for presence in values.values {
        for member in loose {
          let count = presence.members[member] ?? 0
          if count == presence.objects { own += 1 } else if count > 0 { torn += 1 }
        }
      }
      // Each kind has something of its own on average, and little is in some objects of a kind only.
      guard 10 * torn <= loose.count * values.count, 2 * own >= values.count else { continue }
      if best.map({ (torn, values.count) < ($0.torn, $0.kinds) }) ?? true { best = (name, torn, values.count) }
    }
    return best?.name
  }

  /// Whether the same member names kinds of which most are the same.
  func areLike(_ other: VariantEvidence) -> Bool {
    !isEmpty && name == other.name && 2 * order.count { other.kinds[$0] != nil } >= order.count
  }

  /// Adds kinds that were seen elsewhere.
  mutating func merge(_ other: VariantEvidence) {
    if name.isEmpty { name = other.name }
    for kind in other.order {
      guard let more = other.kinds[kind] else { continue }
      self[kind].merge(more)
    }
  }
}
