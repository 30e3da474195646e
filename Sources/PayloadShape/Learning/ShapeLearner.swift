import JSONDocument

/// Learns the shape of one document, or of each element of a list together, in one walk over its tape.
///
/// Paths are records in one table. Objects of one type usually list their members in the same order, so the child after
/// the last one is compared first. The memory of a path depends on the kinds of its values, and not on their number.
struct ShapeLearner: ~Copyable {
  /// From this many paths on, no new ones are begun below the levels that fill a shape.
  private static let softLimit = 4 * PayloadShape.maximumPaths
  /// From this many paths on, no new ones are begun, to limit the memory for a hostile document.
  private static let hardLimit = 8 * PayloadShape.maximumPaths
  /// Random for each process, so that nobody can construct a document whose names all have the same hash.
  private static let seed = UInt64.random(in: .min ... .max)

  let document: JSONDocument
  let text: DocumentText
  private let dictionaryPaths: Set<String>
  var paths = RecordTable<LearnedPath>(capacity: 64)
  var numbers = RecordTable<LearnedNumbers>(capacity: 16)
  var strings: StringLearner
  var names: NameTable
  var variants: VariantLearner
  private var created = 1
  private var createdByDepth = [1]
  private var maximumDepth = Int.max
  private var containers = 0
  /// The number of documents so far.
  private(set) var documents = 0
  /// The number of paths in the result, and whether it is truncated anywhere.
  var pathCount = 0
  var holdsTruncation = false

  private init(_ document: JSONDocument, _ text: DocumentText, dictionaryPaths: Set<String>) {
    self.document = document
    self.text = text
    self.dictionaryPaths = dictionaryPaths
    let seed = Self.seed
    strings = StringLearner(text, seed: seed)
    names = NameTable(text, seed: seed)
    variants = VariantLearner(text)
  }

  /// What was learned: the path `$` with everything below it, the number of paths, and whether any were left out.
  typealias Result = (root: ShapeNode, pathCount: Int, holdsTruncation: Bool)

  /// Learns `values`, each as a document of its own.
  static func learn(
    _ values: some Sequence<JSONNode>, of document: JSONDocument, dictionaryPaths: Set<String>
  ) -> Result {
    document.text.withUnsafeBufferPointer { bytes in
      var root = ShapeNode(.element)
      guard let start = bytes.baseAddress else { return (root, 1, false) }
      var learner = ShapeLearner(
        document, DocumentText(start: start, count: bytes.count), dictionaryPaths: dictionaryPaths)
      learner.learn(values)
      learner.write(0, to: &root)
      return (root, learner.pathCount, learner.holdsTruncation)
    }
  }

  private mutating func learn(_ values: some Sequence<JSONNode>) {
    var root = LearnedPath(.element, below: -1)
    if dictionaryPaths.contains("$") { root.folding = .all }
    paths.append(root)
    for value in values {
      documents += 1
      learn(value, at: 0, depth: 0)
    }
  }

  @inline(__always)
  private mutating func learn(_ value: JSONNode, at index: Int, depth: Int) {
    let path = paths.record(index)
    let kind = document.kind(of: value)
    path.pointee.counts.note(isNull: kind == .null, in: documents)
    switch kind {
    case .null: path.pointee.counts.nulls += 1
    case .bool:
      if document.isTrue(value) { path.pointee.counts.trues += 1 } else { path.pointee.counts.falses += 1 }
    case .number:
      if path.pointee.numbers < 0 { path.pointee.numbers = numbers.append(LearnedNumbers()) }
      numbers.record(path.pointee.numbers).pointee.add(value, of: document, text)
    case .string:
      if path.pointee.strings < 0 { path.pointee.strings = strings.begin() }
      strings.add(document.contentRange(of: value), isPlain: document.isPlainString(value), to: path.pointee.strings)
    case .array:
      path.pointee.counts.addArray(of: document.count(of: value))
      guard let first = document.firstChild(of: value) else { return }
      let element =
        path.pointee.children.element >= 0
        ? path.pointee.children.element : create(.element, below: index, depth: depth)
      if let element { learnElements(from: first, at: element, depth: depth + 1) }
    case .object:
      path.pointee.counts.objects += 1
      learnMembers(of: value, at: index, depth: depth)
    }
  }

  private mutating func learnElements(from first: JSONNode, at index: Int, depth: Int) {
    var element: JSONNode? = first
    while let value = element {
      learn(value, at: index, depth: depth)
      element = document.nextSibling(of: value)
    }
  }

  private mutating func learnMembers(of object: JSONNode, at index: Int, depth: Int) {
    containers += 1
    let container = containers
    paths.record(index).pointee.lastObject = container
    var guess = paths.record(index).pointee.children.first
    var member = document.firstChild(of: object)
    while let value = member {
      member = document.nextSibling(of: value)
      let range = document.nameRange(of: value)
      let name = SpelledName(
        offset: range.lowerBound, count: range.count,
        prefix: TextBytes.prefix(
          text.start + range.lowerBound, count: range.count, readable: text.count - range.lowerBound))
      let child: Int
      if guess >= 0, names.isSpelled(paths.record(guess), name) {
        child = guess
      } else if let found = memberPath(name, of: value, below: index, depth: depth) {
        child = found
      } else {
        continue
      }
      let path = paths.record(child)
      guess = path.pointee.next
      if path.pointee.kind == .member {
        // If a name is repeated, the first value counts, as for decoders.
        guard path.pointee.container != container else { continue }
        path.pointee.container = container
      }
      learn(value, at: child, depth: depth + 1)
    }
    if paths.record(index).pointee.firstVariants >= 0 { countVariants(of: object, at: index) }
  }

  // MARK: Paths of members

  /// The path of a member that is not the expected next one; nil if the shape is full.
  @inline(never)
  private mutating func memberPath(_ name: SpelledName, of value: JSONNode, below index: Int, depth: Int) -> Int? {
    // Folded names have no path of their own.
    let folding = paths.record(index).pointee.folding
    if folding.isOfAllNames || folding == .dataNames && isData(name, of: value) {
      return anyMember(below: index, depth: depth)
    }
    let hash = names.hash(of: name, below: index)
    if let known = names.find(name, hash, below: index, in: paths) { return known }
    // Different bytes can spell the same name only if one of the two is escaped or beyond ASCII.
    if isOdd(name, of: value) || paths.record(index).pointee.children.odd > 0, let text = self.text(of: value) {
      if let known = names.find(text, below: index, in: paths) { return known }
    }
    guard let created = create(.member, below: index, depth: depth, (name, hash, value)) else { return nil }
    let childCount = paths.record(index).pointee.children.count
    if childCount > ShapeNode.maximumNames || childCount >= ShapeNode.leastDataNames && isData(name, of: value) {
      foldIfNeeded(index)
    }
    guard paths.record(index).pointee.folding == folding else { return anyMember(below: index, depth: depth) }
    return created
  }

  /// Whether a name is not kept as it is spelled: because it is escaped, beyond ASCII, or too long.
  private func isOdd(_ name: SpelledName, of value: JSONNode) -> Bool {
    !document.hasPlainName(value) || name.count > JSONPath.longestName
  }

  /// A member's name as the shape keeps it.
  private func text(of value: JSONNode) -> String? { document.key(of: value).map(JSONPath.boundedName) }

  private func isData(_ name: SpelledName, of value: JSONNode) -> Bool {
    if document.hasPlainName(value) {
      return DataName.isData(UnsafeBufferPointer(start: text.start + name.offset, count: name.count))
    }
    return document.key(of: value).map(DataName.isData) ?? false
  }

  private mutating func anyMember(below index: Int, depth: Int) -> Int? {
    let known = paths.record(index).pointee.children.anyMember
    return known >= 0 ? known : create(.anyMember, below: index, depth: depth)
  }

  // MARK: New paths

  /// Begins a path below `parent`; nil if the shape is full.
  private mutating func create(
    _ kind: LearnedPath.Kind, below parent: Int, depth: Int,
    _ member: (name: SpelledName, hash: UInt64, value: JSONNode)? = nil
  ) -> Int? {
    guard created < Self.hardLimit, depth < maximumDepth else {
      paths.record(parent).pointee.isTruncated = true
      return nil
    }
    created += 1
    if createdByDepth.count <= depth + 1 { createdByDepth.append(0) }
    createdByDepth[depth + 1] += 1
    if created > Self.softLimit { limitDepth() }
    var path = LearnedPath(kind, below: parent)
    if let member {
      path.name.spelled = member.name
      path.name.isOdd = isOdd(member.name, of: member.value)
      path.role = role(of: member.name, of: member.value)
      path.number = paths.record(parent).pointee.numbered
      paths.record(parent).pointee.numbered += 1
    }
    let index = paths.append(path)
    link(index, below: parent)
    if let member {
      names.insert(index, member.hash, in: paths)
      names.insert(path.name.isOdd ? text(of: member.value) : nil, of: index, below: parent, in: paths)
      followVariants(index, below: parent)
    }
    if !dictionaryPaths.isEmpty, dictionaryPaths.contains(ShapeStep.pattern(steps(to: index))) {
      paths.record(index).pointee.folding = .all
    }
    return index
  }

  /// Limits the depth to the first levels that fill a shape, because deeper paths would be dropped at the end.
  private mutating func limitDepth() {
    var total = 0
    for (depth, count) in createdByDepth.enumerated() {
      total += count
      if total >= PayloadShape.maximumPaths {
        maximumDepth = min(maximumDepth, depth)
        return
      }
    }
  }

  private func steps(to index: Int) -> [ShapeStep] {
    var steps: [ShapeStep] = []
    var index = index
    while paths.record(index).pointee.parent >= 0 {
      steps.append(step(of: index))
      index = paths.record(index).pointee.parent
    }
    return steps.reversed()
  }
}
