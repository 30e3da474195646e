import JSONDocument

/// A compact form: one array for each path, parents before children, without zeros and defaults. It is flat, because a
/// nested form would reach the depth limit of JSON readers sooner than the payloads do.
extension PayloadShape: Codable {
  private enum CodingKeys: String, CodingKey {
    case version = "v"
    case documents = "d"
    case isTruncated = "t"
    case nodes = "n"
  }

  /// The version that is written. Version 1 had no magnitudes of numbers, before version 3 texts with a date and a time were
  /// counted together however their zone and their fraction are written, before version 4 nobody counted the documents that
  /// held nothing but null at a path, before version 5 objects with too many names were as maps that are known to be maps,
  /// before version 6 nobody counted whether words recur, and before version 7 neither the values of a changed form that were left out
  /// nor the last response's numbers were known.
  private static let version = 7

  /// A stored shape of a version that a newer program writes.
  public struct NewerVersion: Error, Equatable {
    /// The version that was read, and the newest that is known.
    public let found, known: Int
  }

  /// Writes the stored form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(documents, forKey: .documents)
    if isTruncated { try container.encode(true, forKey: .isTruncated) }
    var nodes: [StoredNode] = []
    func store(_ node: ShapeNode, below parent: Int) {
      let index = nodes.count
      nodes.append(StoredNode(parent: parent, node: node))
      for child in node.children { store(child, below: index) }
    }
    store(root, below: 0)
    try container.encode(nodes, forKey: .nodes)
  }

  /// Reads the stored form.
  ///
  /// - Throws: `DecodingError` for every text that ``encode(to:)`` did not write; ``NewerVersion`` for one that a newer program
  ///   wrote. No text traps.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version <= Self.version else { throw NewerVersion(found: version, known: Self.version) }
    guard version > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "Stored shape has version \(version). Restore it.")
    }
    func damaged(_ what: String) -> DecodingError {
      .dataCorruptedError(
        forKey: .nodes, in: container,
        debugDescription: "Stored shape is damaged: \(what). Restore it or let it be learned again.")
    }
    let documents = try container.decode(Int.self, forKey: .documents)
    guard (0...Tally.limit).contains(documents) else { throw damaged("a count is out of range") }
    let stored = try container.decode([StoredNode].self, forKey: .nodes)
    guard !stored.isEmpty else { throw damaged("it has no path") }
    var childIndices = [[Int]](repeating: [], count: stored.count)
    for (index, entry) in stored.enumerated().dropFirst() {
      guard entry.parent >= 0, entry.parent < index else { throw damaged("path \(index) stands before its parent") }
      childIndices[entry.parent].append(index)
    }
    // Children come after their parents, so from the end on the children of each node are complete.
    var nodes = stored.map(\.node)
    if version < 4 {
      for index in nodes.indices where nodes[index].statistics.nulls > 0 { nodes[index].statistics.valuedDocuments = 0 }
    }
    if version < 5 { for index in nodes.indices where nodes[index].folding == .tooMany { nodes[index].folding = .all } }
    if version < 6 { for index in nodes.indices { nodes[index].statistics.strings.takeForRecurring() } }
    if version < 7 {
      // All of them may have been of that form.
      for index in nodes.indices { nodes[index].statistics.formsExcused = nodes[index].statistics.parentsExcused }
    }
    if version < 3 { for index in nodes.indices { nodes[index].statistics.strings.takeDatesForEveryForm() } }
    var depths = [Int](repeating: 0, count: stored.count)
    for index in stored.indices.dropFirst() {
      depths[index] = depths[stored[index].parent] + 1
      guard depths[index] <= Self.maximumDepth else { throw damaged("paths are nested too deeply") }
    }
    for index in stored.indices.reversed() {
      var children = childIndices[index].map { nodes[$0] }
      guard let variants = stored[index].variants(children: children.compactMap(\.step.name)) else {
        throw damaged("the variants of objects at path \(index) are out of order")
      }
      nodes[index].variants = variants
      if version < 6, nodes[index].isTruncated {
        nodes[index].variants = variants.map { $0.isOpen ? VariantTable(leavingOut: $0.discriminator) : $0 }
      }
      guard !children.isEmpty else { continue }
      guard zip(children, children.dropFirst()).allSatisfy({ $0.step < $1.step }) else {
        throw damaged("the paths below path \(index) are out of order")
      }
      children.boundNames()
      nodes[index].children = children
    }
    self.init(
      documents: documents, root: nodes[0],
      isTruncated: try container.decodeIfPresent(Bool.self, forKey: .isTruncated) ?? false)
  }

  /// Deeper than any document that is read. It limits recursion over damaged text.
  private static let maximumDepth = 1024
}

extension [ShapeNode] {
  /// Shortens names that are longer than any that is learned, so that what is stored obeys the same bound.
  fileprivate mutating func boundNames() {
    guard contains(where: { $0.step.name.map { $0.utf8.count > JSONPath.longestName } ?? false }) else { return }
    for index in indices {
      if let name = self[index].step.name { self[index].step = .member(JSONPath.boundedName(name)) }
    }
    self = sorted { $0.step < $1.step }.reduce(into: []) { kept, node in
      if let last = kept.last, last.step == node.step {
        kept[kept.count - 1].merge(node)
      } else {
        kept.append(node)
      }
    }
  }
}

/// One path as `[parent, step, counts…, section, content, …]`.
private struct StoredNode: Codable {
  /// Optional sections, each a letter followed by its content.
  private enum Section: String {
    case strings = "s"
    case values = "v"
    case openValues = "o"
    case newestDate = "w"
    case stringSketch = "h"
    case numbers = "n"
    case numberSketch = "k"
    case range = "r"
    case magnitudes = "g"
    case lastMagnitudes = "l"
    case arrays = "a"
    case folding = "f"
    case truncated = "t"
    case excused = "x"
    case formsExcused = "q"
    case before = "b"
    case variants = "d"
    case records = "p"
    case valued = "u"
    case courses = "c"
    case keepsNames = "y"
    case overfull = "z"
  }

  let parent: Int
  var node: ShapeNode
  private var tables: [StoredVariants] = []

  init(parent: Int, node: ShapeNode) {
    self.parent = parent
    self.node = node
    guard !node.variants.isEmpty else { return }
    let children = node.children.compactMap(\.step.name)
    tables = node.variants.map { StoredVariants($0, children: children) }
  }

  /// The variants, given the members of the path; nil if they are damaged.
  func variants(children: [String]) -> [VariantTable]? {
    guard !tables.isEmpty else { return [] }
    let children = children.filter { !DataName.isData($0) }
    let variants = tables.compactMap { $0.table(children: children) }
    let isSorted = zip(variants, variants.dropFirst()).allSatisfy { $0.discriminator < $1.discriminator }
    return isSorted && variants.count == tables.count ? variants : nil
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    func write(_ section: Section, _ content: some Encodable) throws {
      try container.encode(section.rawValue)
      try container.encode(content)
    }
    let statistics = node.statistics
    try container.encode(parent)
    switch node.step {
    case .element: try container.encode("e")
    case .anyMember: try container.encode("a")
    case .member(let name): try container.encode("m" + name)
    }
    for count in [statistics.documents, statistics.nulls, statistics.trues, statistics.falses, statistics.objects] {
      try container.encode(count)
    }
    let strings = statistics.strings
    if strings.count > 0 {
      let formats = strings.seenFormats.flatMap { [$0.position, strings.observations(of: $0)] }
      try write(.strings, [strings.count, strings.listed, strings.listedDistinct] + formats)
      if strings.isOpen {
        try container.encode(Section.openValues.rawValue)
      } else if !strings.values.isEmpty {
        try container.encode(Section.values.rawValue)
        var values = container.nestedUnkeyedContainer()
        for (value, count) in strings.values.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
          try values.encode(value)
          try values.encode(count)
        }
      }
      if strings.courses.learned > 0 { try write(.courses, strings.courses.numbers(of: strings.values.keys)) }
      if strings.sketch != StringStatistics.sketch(of: strings.values.keys) {
        try write(.stringSketch, strings.sketch.hashes)
      }
    }
    if let newest = statistics.newestMilliseconds { try write(.newestDate, newest) }
    let numbers = statistics.numbers
    if numbers.count > 0 {
      try write(.numbers, [numbers.count, numbers.whole])
      if let minimum = numbers.minimum, let maximum = numbers.maximum {
        // The smallest number is mostly the smallest above zero as well.
        try write(.range, [minimum, maximum] + (minimum <= 0 ? [numbers.leastPositive].compactMap(\.self) : []))
        try write(.numberSketch, numbers.sketch.hashes)
      }
      let magnitudes = numbers.magnitudes
      if magnitudes.count > 0 { try write(.magnitudes, [magnitudes.count, magnitudes.sum, magnitudes.squares]) }
      let last = numbers.lastMagnitudes
      if last.count > 0 { try write(.lastMagnitudes, [last.count, last.sum, last.squares]) }
    }
    let arrays = statistics.arrays
    if arrays.count > 0 { try write(.arrays, [arrays.count, arrays.empty, arrays.shortest ?? 0, arrays.longest ?? 0]) }
    if node.folding != .none { try write(.folding, node.folding.rawValue) }
    if node.isTruncated { try container.encode(Section.truncated.rawValue) }
    if node.keepsNames { try container.encode(Section.keepsNames.rawValue) }
    if statistics.objectsOverfull > 0 { try write(.overfull, statistics.objectsOverfull) }
    if statistics.parentsExcused > 0 { try write(.excused, statistics.parentsExcused) }
    if statistics.formsExcused > 0 { try write(.formsExcused, statistics.formsExcused) }
    if statistics.parentsBefore > 0 { try write(.before, statistics.parentsBefore) }
    if !tables.isEmpty { try write(.variants, tables) }
    if !statistics.records.pairs.isEmpty { try write(.records, statistics.records.text) }
    if statistics.valuedDocuments != statistics.usualValuedDocuments { try write(.valued, statistics.valuedDocuments) }
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    parent = try container.decode(Int.self)
    let step = try container.decode(String.self)
    // Compared by bytes, because a combining mark at the start of a name forms one character with the letter before it.
    switch step.utf8.first {
    case UInt8(ascii: "e") where step == "e": node = ShapeNode(.element)
    case UInt8(ascii: "a") where step == "a": node = ShapeNode(.anyMember)
    case UInt8(ascii: "m"): node = ShapeNode(.member(String(Substring(step.utf8.dropFirst()))))
    default: throw Self.damaged("unknown step", in: container)
    }
    var statistics = NodeStatistics()
    statistics.documents = try Self.count(in: &container)
    statistics.nulls = try Self.count(in: &container)
    statistics.trues = try Self.count(in: &container)
    statistics.falses = try Self.count(in: &container)
    statistics.objects = try Self.count(in: &container)
    var valuedDocuments: Int?
    var strings: [Int] = []
    var values: [String: Int]? = [:]
    var sketch: ValueSketch?
    var courses: [Int] = []
    while !container.isAtEnd {
      let letter = try container.decode(String.self)
      guard let section = Section(rawValue: letter) else { throw Self.damaged("unknown section", in: container) }
      switch section {
      case .strings: strings = try Self.counts(in: &container)
      case .values: values = try Self.values(in: &container)
      case .openValues: values = nil
      case .courses: courses = try Self.counts(in: &container)
      case .newestDate:
        let newest = try container.decode(Int.self)
        guard newest.magnitude <= Tally.limit else { throw Self.damaged("a date is out of range", in: container) }
        statistics.newestMilliseconds = newest
      case .stringSketch: sketch = try Self.sketch(in: &container)
      case .numbers:
        let counts = try Self.counts(in: &container)
        guard counts.count == 2 else { throw Self.damaged("numbers need two counts", in: container) }
        (statistics.numbers.count, statistics.numbers.whole) = (counts[0], counts[1])
      case .range:
        let range = try container.decode([Double].self)
        guard (2...3).contains(range.count), range[0] <= range[1], range.allSatisfy(\.isFinite) else {
          throw Self.damaged("a range is no range", in: container)
        }
        (statistics.numbers.minimum, statistics.numbers.maximum) = (range[0], range[1])
        let leastPositive = range.count == 3 ? range[2] : range[0]
        guard range.count == 2 || range[0] <= 0 && leastPositive > 0 && leastPositive <= range[1] else {
          throw Self.damaged("a range is no range", in: container)
        }
        if leastPositive > 0 { statistics.numbers.leastPositive = leastPositive }
      case .magnitudes, .lastMagnitudes:
        let counts = try Self.counts(in: &container)
        guard counts.count == 3,
          let magnitudes = NumberMagnitudes(count: counts[0], sum: counts[1], squares: counts[2])
        else { throw Self.damaged("magnitudes contradict themselves", in: container) }
        if section == .magnitudes {
          statistics.numbers.magnitudes = magnitudes
        } else {
          statistics.numbers.lastMagnitudes = magnitudes
        }
      case .numberSketch: statistics.numbers.sketch = try Self.sketch(in: &container)
      case .arrays:
        let counts = try Self.counts(in: &container)
        guard counts.count == 4 else { throw Self.damaged("arrays need four counts", in: container) }
        statistics.arrays.count = counts[0]
        statistics.arrays.empty = counts[1]
        (statistics.arrays.shortest, statistics.arrays.longest) = (counts[2], counts[3])
      case .folding:
        guard let folding = ShapeNode.Folding(rawValue: try container.decode(Int.self)) else {
          throw Self.damaged("unknown folding", in: container)
        }
        node.folding = folding
      case .truncated: node.isTruncated = true
      case .keepsNames: node.keepsNames = true
      case .overfull: statistics.objectsOverfull = try Self.count(in: &container)
      case .excused: statistics.parentsExcused = try Self.count(in: &container)
      case .formsExcused: statistics.formsExcused = try Self.count(in: &container)
      case .before: statistics.parentsBefore = try Self.count(in: &container)
      case .valued: valuedDocuments = min(try Self.count(in: &container), statistics.documents)
      case .variants: tables = try container.decode([StoredVariants].self)
      case .records:
        guard let records = RecordValues(text: try container.decode(String.self)) else {
          throw Self.damaged("the values of records are out of order", in: container)
        }
        statistics.records = records
      }
    }
    guard var strings = Self.strings(strings, values: values, sketch: sketch),
      courses.isEmpty || strings.count > 0 && !strings.isOpen,
      let courses = WordCourses(courses, of: strings.values.keys)
    else { throw Self.damaged("strings contradict themselves", in: container) }
    strings.restore(courses)
    // What is known of numbers and arrays where there are none would be lost when it is written again.
    let (numbers, arrays) = (statistics.numbers, statistics.arrays)
    guard numbers.count > 0 || numbers == NumberStatistics(), numbers.minimum != nil || numbers.sketch == ValueSketch(),
      arrays.count > 0 || arrays == ArrayStatistics(), statistics.objectsOverfull <= statistics.objects,
      statistics.formsExcused <= statistics.parentsExcused
    else { throw Self.damaged("counts contradict what was counted", in: container) }
    statistics.strings = strings
    statistics.valuedDocuments = valuedDocuments ?? statistics.usualValuedDocuments
    node.statistics = statistics
  }

  private static func strings(_ counts: [Int], values: [String: Int]?, sketch: ValueSketch?) -> StringStatistics? {
    guard let count = counts.first else { return values == [:] && sketch == nil ? StringStatistics() : nil }
    guard count > 0, counts.count >= 3, counts.count % 2 == 1 else { return nil }
    var formats: [(StringFormat, Int)] = []
    for index in stride(from: 3, to: counts.count, by: 2) {
      guard StringFormat.allCases.indices.contains(counts[index]) else { return nil }
      formats.append((StringFormat.allCases[counts[index]], counts[index + 1]))
    }
    return StringStatistics(
      count: count, formats: formats, values: values, listed: counts[1], listedDistinct: counts[2], sketch: sketch)
  }

  private static func count(in container: inout any UnkeyedDecodingContainer) throws -> Int {
    let count = try container.decode(Int.self)
    guard (0...Tally.limit).contains(count) else { throw damaged("a count is out of range", in: container) }
    return count
  }

  private static func counts(in container: inout any UnkeyedDecodingContainer) throws -> [Int] {
    let counts = try container.decode([Int].self)
    guard counts.allSatisfy({ (0...Tally.limit).contains($0) }) else {
      throw damaged("a count is out of range", in: container)
    }
    return counts
  }

  private static func values(in container: inout any UnkeyedDecodingContainer) throws -> [String: Int] {
    var nested = try container.nestedUnkeyedContainer()
    var values: [String: Int] = [:]
    while !nested.isAtEnd {
      let value = try nested.decode(String.self)
      values[value] = try count(in: &nested)
    }
    return values
  }

  private static func sketch(in container: inout any UnkeyedDecodingContainer) throws -> ValueSketch {
    guard let sketch = ValueSketch(try container.decode([UInt32].self)) else {
      throw damaged("a value sketch is out of order", in: container)
    }
    return sketch
  }

  private static func damaged(_ what: String, in container: any UnkeyedDecodingContainer) -> DecodingError {
    .dataCorruptedError(
      in: container, debugDescription: "Stored shape is damaged: \(what). Restore it or let it be learned again.")
  }
}
