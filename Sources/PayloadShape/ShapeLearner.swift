import JSONDocument

/// Learns the shape of one document in one walk over its tape.
struct ShapeLearner {
  /// New paths deeper than the ones that fill a shape are not even begun from here on.
  private static let softLimit = 4 * PayloadShape.maximumPaths
  /// No new path at all from here on; bounds the memory that a hostile document can demand.
  private static let hardLimit = 8 * PayloadShape.maximumPaths
  /// Children from which on names are looked up by hash.
  private static let manyChildren = 16

  private let document: JSONDocument
  private let dictionaryPaths: Set<String>
  /// The way to the node at hand; kept only if there are dictionary paths to compare it with.
  private var steps: [ShapeStep] = []
  private var created = 1
  private var createdByDepth = [1]
  private var maximumDepth = Int.max
  private var containers = 0

  init(_ document: JSONDocument, dictionaryPaths: Set<String>) {
    self.document = document
    self.dictionaryPaths = dictionaryPaths
  }

  mutating func learn() -> ShapeNode {
    var root = ShapeNode(.element)
    if dictionaryPaths.contains("$") { root.folding = .all }
    learn(document.root, into: &root, depth: 0)
    root.settle()
    root.finishDocument()
    return root
  }

  private mutating func learn(_ value: JSONNode, into node: inout ShapeNode, depth: Int) {
    switch document.kind(of: value) {
    case .null: node.statistics.nulls += 1
    case .bool:
      if document.isTrue(value) { node.statistics.trues += 1 } else { node.statistics.falses += 1 }
    case .number:
      if let integer = document.plainInteger(at: value, as: Int64.self) {
        node.statistics.numbers.add(Double(integer), isWhole: true)
      } else {
        node.statistics.numbers.add(document.double(at: value), isWhole: document.isInteger(value))
      }
    case .string:
      do { node.statistics.strings.add(try document.string(at: value)) } catch {
        node.statistics.strings.addUndecodable()
      }
    case .array:
      node.statistics.arrays.add(length: document.count(of: value))
      guard let first = document.firstChild(of: value), let slot = slot(for: .element, in: &node, depth: depth) else {
        return
      }
      learnAll(from: first, into: &node.children[slot], depth: depth + 1)
    case .object:
      node.statistics.objects += 1
      learnMembers(of: value, into: &node, depth: depth)
    }
  }

  private mutating func learnAll(from first: JSONNode, into node: inout ShapeNode, depth: Int) {
    push(node.step)
    defer { pop() }
    var element: JSONNode? = first
    while let value = element {
      learn(value, into: &node, depth: depth)
      element = document.nextSibling(of: value)
    }
  }

  private mutating func learnMembers(of object: JSONNode, into node: inout ShapeNode, depth: Int) {
    containers += 1
    let container = containers
    var guess = 0
    var member = document.firstChild(of: object)
    while let value = member {
      member = document.nextSibling(of: value)
      guard let name = document.key(of: value),
        let slot = memberSlot(for: name, in: &node, guess: guess, depth: depth)
      else { continue }
      guess = slot + 1
      if node.children[slot].step != .anyMember {
        // Of a repeated name readers see the first value, and so do shapes.
        guard node.children[slot].container != container else { continue }
        node.children[slot].container = container
      }
      push(node.children[slot].step)
      learn(value, into: &node.children[slot], depth: depth + 1)
      pop()
    }
  }

  /// The child that learns the member `name`; nil where the shape is full.
  private mutating func memberSlot(for name: String, in node: inout ShapeNode, guess: Int, depth: Int) -> Int? {
    // Objects of one type mostly name their members in one order.
    if guess < node.children.count, node.children[guess].step.name == name { return guess }
    if node.folding == .all || node.folding == .dataNames && DataName.isData(name) {
      return slot(for: .anyMember, in: &node, depth: depth)
    }
    if node.children.count < Self.manyChildren {
      if let known = node.children.firstIndex(where: { $0.step.name == name }) { return known }
    } else {
      if node.positions.isEmpty {
        for (index, child) in node.children.enumerated() {
          if let name = child.step.name { node.positions[name] = index }
        }
      }
      if let known = node.positions[name] { return known }
    }
    guard let created = create(.member(name), in: &node, depth: depth) else { return nil }
    let before = node.folding
    let dataNamesMayBeMany = node.children.count >= ShapeNode.leastDataNames && DataName.isData(name)
    if dataNamesMayBeMany || node.children.count > ShapeNode.maximumNames { node.foldIfNeeded() }
    guard node.folding == before else { return slot(for: .anyMember, in: &node, depth: depth) }
    if !node.positions.isEmpty { node.positions[name] = created }
    return created
  }

  private mutating func slot(for step: ShapeStep, in node: inout ShapeNode, depth: Int) -> Int? {
    node.children.firstIndex { $0.step == step } ?? create(step, in: &node, depth: depth)
  }

  private mutating func create(_ step: ShapeStep, in node: inout ShapeNode, depth: Int) -> Int? {
    guard created < Self.hardLimit, depth < maximumDepth else {
      node.isTruncated = true
      return nil
    }
    created += 1
    if createdByDepth.count <= depth + 1 { createdByDepth.append(0) }
    createdByDepth[depth + 1] += 1
    if created > Self.softLimit { limitDepth() }
    var child = ShapeNode(step)
    if !dictionaryPaths.isEmpty, dictionaryPaths.contains(ShapeStep.pattern(steps + [step])) { child.folding = .all }
    node.children.append(child)
    return node.children.count - 1
  }

  /// Paths deeper than the first levels that fill a shape would be dropped in the end.
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

  private mutating func push(_ step: ShapeStep) {
    if !dictionaryPaths.isEmpty { steps.append(step) }
  }

  private mutating func pop() {
    if !dictionaryPaths.isEmpty { steps.removeLast() }
  }
}
