import JSONDocument
import TracingDecoder

/// A representative response with the paths to perturb and the result without perturbation.
struct LineageScene {
  /// A path, and the value that is perturbed for it.
  struct Target {
    let pattern: String
    let readers: [String]
    let knownValues: [String]
    /// Further values that an enum behind other types may know.
    var names: [String] = []
    /// Other values at the path in this response.
    var otherValues: [String] = []
    var node: JSONNode
    /// Other values that the type accepts and tells from this one, as JSON; nil if that was not tried.
    var alterations: [[UInt8]]?
  }

  let document: JSONDocument
  var baseline: LineageBaseline
  var targets: [Target]
  /// The records, if each is one value of the document.
  var records: [JSONNode]?

  /// The distinct paths in a trace, each with a value, and the patterns without any value. A value that is not null, in
  /// a kept record and not empty is preferred.
  static func targets(
    of trace: DecodingTrace, in document: JSONDocument, keptIn records: [(node: JSONNode, isKept: Bool)]
  ) -> (found: [Target], unexercised: [String]) {
    var search = TargetSearch(
      document: document, dictionaries: Set(trace.dictionaryPaths), vocabularies: trace.vocabularies, records: records)
    search.add("$", readers: [], knownValues: [])
    var order: [String] = []
    var uses: [String: [FieldUse]] = [:]
    for field in trace.fields {
      if uses[field.pattern] == nil { order.append(field.pattern) }
      uses[field.pattern, default: []].append(field)
    }
    for pattern in order {
      let fields = uses[pattern] ?? []
      var readers: [String] = []
      for field in fields where !readers.contains("\(field.owner).\(field.property)") {
        readers.append("\(field.owner).\(field.property)")
      }
      search.add(pattern, readers: readers, knownValues: fields.first { !$0.knownValues.isEmpty }?.knownValues ?? [])
    }
    return (search.found, search.unexercised)
  }

  /// At most two other values at the same path. For texts they are the first that are not blank; for numbers it is the
  /// one with the largest distance, so that code that compares numbers is likely to react.
  static func otherValues(than node: JSONNode, among nodes: [JSONNode], in document: JSONDocument) -> [String] {
    switch document.kind(of: node) {
    case .string:
      guard let own = try? document.string(at: node) else { return [] }
      var values: [String] = []
      for other in nodes.prefix(200) where values.count < 2 && document.kind(of: other) == .string {
        guard let text = try? document.string(at: other), text != own, !values.contains(text),
          text.contains(where: { !$0.isWhitespace })
        else { continue }
        values.append(text)
      }
      return values
    case .number:
      func text(_ node: JSONNode) -> String { String(decoding: document.bytes(of: node), as: UTF8.self) }
      guard let own = Double(text(node)) else { return [] }
      var farthest: (text: String, distance: Double)?
      for other in nodes.prefix(200) where document.kind(of: other) == .number {
        guard let number = Double(text(other)), abs(number - own) > farthest?.distance ?? 1 else { continue }
        farthest = (text(other), abs(number - own))
      }
      return farthest.map { [$0.text] } ?? []
    case .bool, .null, .array, .object: return []
    }
  }
}

private struct TargetSearch {
  let document: JSONDocument
  let dictionaries: Set<String>
  let vocabularies: [String: [String]]
  let records: [(node: JSONNode, isKept: Bool)]
  var found: [LineageScene.Target] = []
  var unexercised: [String] = []
  var known: Set<String> = []

  /// Adds a path, and the paths of its elements or dictionary values, which no property requests.
  mutating func add(_ pattern: String, readers: [String], knownValues: [String]) {
    guard known.insert(pattern).inserted else { return }
    let nodes = (try? JSONPath(pattern))?.nodes(in: document) ?? []
    var best: (node: JSONNode, rank: Int)?
    for node in nodes {
      let rank = rank(node)
      if best.map({ $0.rank < rank }) ?? true { best = (node, rank) }
      if rank == 7 { break }
    }
    guard let node = best?.node else {
      unexercised.append(pattern)
      return
    }
    found.append(
      LineageScene.Target(
        pattern: pattern, readers: readers, knownValues: knownValues, names: vocabularies[pattern] ?? [],
        otherValues: LineageScene.otherValues(than: node, among: nodes, in: document),
        node: node))
    guard document.count(of: node) > 0 else { return }
    if document.kind(of: node) == .array { add(pattern + "[*]", readers: [], knownValues: knownValues) }
    if dictionaries.contains(pattern) { add(pattern + ".*", readers: [], knownValues: []) }
  }

  private func rank(_ node: JSONNode) -> Int {
    let kind = document.kind(of: node)
    let isEmpty =
      switch kind {
      case .object, .array: document.count(of: node) == 0
      case .string: document.text[document.contentRange(of: node)].allSatisfy { $0 <= 0x20 }
      case .number, .bool, .null: false
      }
    return (kind == .null ? 0 : 4) + (isKept(node) ? 2 : 0) + (isEmpty ? 0 : 1)
  }

  /// Whether a value is outside all records, or in a record that becomes a domain value.
  private func isKept(_ node: JSONNode) -> Bool {
    // Records are in document order, so a binary search finds the last one that begins at or before the value.
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].node.index <= node.index { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return true }
    let record = records[low - 1]
    return record.isKept || document.endIndex(of: record.node) <= node.index
  }
}
