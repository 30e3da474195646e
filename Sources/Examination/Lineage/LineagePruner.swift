import JSONDocument

/// Makes a copy of a document with at most two elements of each shape in each array, so that lineage costs less.
///
/// The shape of a value is its kind, plus the sorted names and shapes of an object's members, or the different shapes
/// of an array's elements. Blank texts and fractions have their own shapes. Two elements are kept so that effects of
/// the index show.
struct LineagePruner {
  private let document: JSONDocument
  /// The shape of each node; 0 if not known yet.
  private var shapes: [Int]
  private var known: [Shape: Int] = [:]
  /// Whether each node must be kept.
  private var isWanted: [Bool]
  private var text: [UInt8] = []
  /// By node: its byte offset in the copy.
  private var offsets: [Int: Int] = [:]

  private struct Shape: Hashable {
    let kind: JSONKind
    var isSpecial = false
    var members: [Member] = []
    var elements: [Int] = []
  }

  private struct Member: Hashable {
    let name: String
    let shape: Int
  }

  /// The copy, and the offsets of the kept values.
  struct Copy {
    let document: JSONDocument
    fileprivate let offsets: [Int: Int]

    /// The copy of a value; nil if it was left out.
    func node(for node: JSONNode) -> JSONNode? {
      offsets[node.index].flatMap { PerturbationEdit(document: document).node(at: $0) }
    }

    func holds(_ node: JSONNode) -> Bool { offsets[node.index] != nil }
  }

  private init(_ document: JSONDocument) {
    self.document = document
    shapes = Array(repeating: 0, count: document.entryCount)
    isWanted = Array(repeating: false, count: document.entryCount)
  }

  /// A smaller copy of `document` that contains all of `wanted`; nil if nothing can be left out.
  static func prune(_ document: JSONDocument, keeping wanted: [JSONNode]) -> Copy? {
    var pruner = LineagePruner(document)
    for node in wanted { pruner.want(node) }
    guard pruner.write(document.root), let copy = try? JSONDocument(pruner.text) else { return nil }
    return Copy(document: copy, offsets: pruner.offsets)
  }

  private mutating func want(_ node: JSONNode) {
    var current = document.root
    isWanted[current.index] = true
    while current != node {
      let inner = document.children(of: current).first { document.endIndex(of: $0) > node.index }
      guard let inner, inner.index <= node.index else { return }
      isWanted[inner.index] = true
      current = inner
    }
  }

  /// Writes a value; true if a part of it was left out.
  private mutating func write(_ node: JSONNode) -> Bool {
    offsets[node.index] = text.count
    let kind = document.kind(of: node)
    guard kind == .object || kind == .array else {
      text += document.bytes(of: node)
      return false
    }
    var isCut = false
    var isFirst = true
    var counts: [Int: Int] = [:]
    text.append(UInt8(ascii: kind == .object ? "{" : "["))
    for child in document.children(of: node) {
      if kind == .array {
        let shape = shape(of: child)
        counts[shape, default: 0] += 1
        guard isWanted[child.index] || counts[shape, default: 0] <= 2 else {
          isCut = true
          continue
        }
      }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      if kind == .object {
        let name = document.nameRange(of: child)
        text += document.text[(name.lowerBound - 1)...name.upperBound]
        text.append(UInt8(ascii: ":"))
      }
      if write(child) { isCut = true }
    }
    text.append(UInt8(ascii: kind == .object ? "}" : "]"))
    return isCut
  }

  private mutating func shape(of node: JSONNode) -> Int {
    if shapes[node.index] > 0 { return shapes[node.index] }
    var shape = Shape(kind: document.kind(of: node))
    switch shape.kind {
    case .object:
      for child in document.children(of: node) {
        shape.members.append(Member(name: document.key(of: child) ?? "", shape: self.shape(of: child)))
      }
      shape.members.sort { ($0.name, $0.shape) < ($1.name, $1.shape) }
    case .array: shape.elements = Set(document.children(of: node).map { self.shape(of: $0) }).sorted()
    case .string: shape.isSpecial = document.text[document.contentRange(of: node)].allSatisfy { $0 <= 0x20 }
    case .number: shape.isSpecial = document.isInteger(node)
    case .bool, .null: break
    }
    let number = known[shape] ?? known.count + 1
    known[shape] = number
    shapes[node.index] = number
    return number
  }
}
