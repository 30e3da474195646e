import JSONDocument

/// Finds, among many members that came, those that a member that went may be now: by values, by the names of members below, and by its
/// own name, so that not every pair is compared.
struct CandidateIndex {
  /// Up to so many members all of them are candidates.
  private static let few = 16
  /// Most candidates of one member.
  private static let mostCandidates = 8
  /// A clue that so many share tells nothing.
  private static let mostSharers = 32
  /// Most clues of one path.
  private static let mostClues = 96

  private let count: Int
  private var sharers: [UInt64: [Int32]] = [:]

  /// Linear in the members and their clues.
  init(_ members: [(name: String, node: ShapeNode)]) {
    count = members.count
    guard count > Self.few else { return }
    for (index, member) in members.enumerated() {
      for clue in Self.clues(of: member.node, name: member.name)
      where sharers[clue, default: []].count <= Self.mostSharers {
        sharers[clue, default: []].append(Int32(index))
      }
    }
  }

  /// Indices of the likeliest candidates, ascending. It takes time in proportion to the clues of the node.
  func candidates(for node: ShapeNode, name: String) -> [Int] {
    guard count > Self.few else { return Array(0..<count) }
    var votes: [Int32: Int] = [:]
    for clue in Self.clues(of: node, name: name) {
      guard let found = sharers[clue], found.count <= Self.mostSharers else { continue }
      for index in found { votes[index, default: 0] += 1 }
    }
    let best = votes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostCandidates)
    return best.map { Int($0.key) }.sorted()
  }

  /// What a node and its likely new self have in common, at most ``mostClues``.
  private static func clues(of node: ShapeNode, name: String) -> Set<UInt64> {
    var clues: Set<UInt64> = []
    func add(_ kind: UInt64, _ hash: UInt64) { clues.insert(kind << 60 ^ hash & (1 << 60 - 1)) }
    func addValues(_ node: ShapeNode) {
      for pair in node.statistics.records.pairs { add(1, UInt64(pair)) }
      for hash in node.statistics.strings.sketch.hashes { add(2, UInt64(hash)) }
      for hash in node.statistics.numbers.sketch.hashes { add(3, UInt64(hash)) }
    }
    addValues(node)
    var container = node
    while container.statistics.objects == 0, let element = container.child(.element) { container = element }
    for child in container.children.prefix(mostClues) {
      guard clues.count < mostClues else { break }
      if let name = child.step.name { add(4, FNV1a.hash(name.utf8)) }
      addValues(child)
    }
    guard name.utf8.count <= 128 else { return clues }
    let words = NameLikeness.words(of: name)
    for word in words { add(5, FNV1a.hash(word.utf8)) }
    let text = Array(words.joined().utf8)
    for pair in zip(text, text.dropFirst()) { add(6, UInt64(pair.0) << 8 | UInt64(pair.1)) }
    return clues
  }
}
