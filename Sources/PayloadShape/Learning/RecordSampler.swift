import JSONDocument

/// Notes what a few records of a document hold at each path of its shape.
///
/// A record is an element of a list, a value of a map, or the document. It is known by its identifier, which may stand anywhere, or by
/// its position. Of each path at most ``RecordValues/capacity`` values are read, and of each list that is reached the identifiers of
/// at most ``mostElements``, so that the cost is linear in the document with a small factor.
struct RecordSampler {
  private typealias Sample = (record: RecordValues.Record, value: JSONNode)

  /// Elements of a list among which records are chosen.
  private static let mostElements = 256
  /// Share of the elements that an identifier must tell apart.
  private static let leastDistinct = 0.9

  /// The whole document as a record. Elements are known by their position whatever surrounds their list there.
  private let whole = RecordValues.Record(position: 0, in: nil)
  private let document: JSONDocument
  private let text: UnsafeBufferPointer<UInt8>

  /// Notes `values` of a document in `root`, their shape, each as a document of its own.
  static func note(_ values: some Sequence<JSONNode>, of document: JSONDocument, in root: inout ShapeNode) {
    document.text.withUnsafeBufferPointer { text in
      let sampler = RecordSampler(document: document, text: text)
      for value in values { sampler.note([(sampler.whole, value)], in: &root) }
    }
  }

  /// Notes values at one path and below. Linear in the members of the objects among them.
  private func note(_ samples: [Sample], in node: inout ShapeNode) {
    var below: Below?
    var elements: [Sample] = []
    var names: [String]?
    for (number, sample) in samples.enumerated() {
      switch document.kind(of: sample.value) {
      case .object:
        if below == nil { below = Below(node) }
        below?.note(sample, number, of: self, in: &node)
      case .array: add(elementsOf: sample, to: &elements, &names)
      case .null, .bool, .number, .string: note(scalar: sample, in: &node)
      }
    }
    if !elements.isEmpty, let index = node.index(of: .element) { note(elements, in: &node.children[index]) }
    guard let below, !below.samples.isEmpty else { return }
    for index in below.samples.indices where !below.samples[index].isEmpty {
      note(below.samples[index], in: &node.children[index])
    }
  }

  private func note(scalar sample: Sample, in node: inout ShapeNode) {
    if let hash = hash(of: sample.value) { node.statistics.records.insert(hash, of: sample.record) }
  }

  // MARK: Members

  /// The paths below one with objects, and what is to be noted there once all objects were read: what is no scalar, and values of maps.
  private struct Below {
    /// By path; empty until there is something.
    private(set) var samples: [[Sample]] = []
    /// By path: the number of the last object with the member.
    private var objects: [Int]
    private let anyMember: Int?
    /// By name, where there are more than a search one by one is made for; made when it is first needed.
    private var indices: [String: Int]?
    /// Names of the members of the first object in their order there, each with its index.
    private var layout: [(name: Range<Int>, index: Int)] = []

    init(_ node: ShapeNode) {
      objects = Array(repeating: -1, count: node.children.count)
      anyMember = node.index(of: .anyMember)
    }

    /// So many names are compared one by one: a table would cost more.
    private static let fewNames = 16

    /// Notes the members of an object.
    mutating func note(_ sample: Sample, _ object: Int, of sampler: RecordSampler, in node: inout ShapeNode) {
      let document = sampler.document
      var position = 0
      var next = document.firstChild(of: sample.value)
      while let member = next {
        next = document.nextSibling(of: member)
        let range = document.nameRange(of: member)
        defer { position += 1 }
        var found: Int?
        if position < layout.count, sampler.isSame(layout[position].name, range) {
          found = layout[position].index
        } else {
          found = index(of: member, range, sampler, node)
          if let found, position == layout.count { layout.append((range, found)) }
        }
        guard let index = found else { continue }
        if index == anyMember {
          if samples.isEmpty { samples = Array(repeating: [], count: objects.count) }
          let record = RecordValues.Record(identifier: RecordSampler.hash(of: document.key(of: member) ?? ""))
          RecordSampler.keep((record, member), in: &samples[index])
          continue
        }
        // If a name is repeated, the first value counts.
        guard objects[index] != object else { continue }
        objects[index] = object
        switch document.kind(of: member) {
        case .null, .bool, .number, .string:
          sampler.note(scalar: (sample.record, member), in: &node.children[index])
        case .object, .array:
          if samples.isEmpty { samples = Array(repeating: [], count: objects.count) }
          samples[index].append((sample.record, member))
        }
      }
    }

    /// The index of the path of a member's name.
    private mutating func index(
      of member: JSONNode, _ range: Range<Int>, _ sampler: RecordSampler, _ node: borrowing ShapeNode
    ) -> Int? {
      let count = node.children.count
      if count <= Self.fewNames, range.count <= JSONPath.longestName, sampler.document.hasPlainName(member) {
        let bytes = UnsafeBufferPointer(rebasing: sampler.text[range])
        for index in 0..<count {
          if case .member(let name) = node.children[index].step, name.utf8.count == bytes.count,
            name.utf8.elementsEqual(bytes)
          {
            return index
          }
        }
        return anyMember
      }
      guard let name = sampler.document.key(of: member).map(JSONPath.boundedName) else { return nil }
      if indices == nil {
        var made: [String: Int] = [:]
        for index in 0..<count {
          if case .member(let name) = node.children[index].step { made[name] = index }
        }
        indices = made
      }
      return indices?[name] ?? anyMember
    }
  }

  private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    left.count == right.count && text[left].elementsEqual(text[right])
  }

  // MARK: Elements

  /// Adds the objects of an array as records of their own, and its first element if it is none, as what the record around holds.
  private func add(elementsOf sample: Sample, to elements: inout [Sample], _ names: inout [String]?) {
    guard let first = document.firstChild(of: sample.value) else { return }
    guard document.kind(of: first) == .object else {
      return Self.keep((sample.record, first), in: &elements)
    }
    let objects = document.children(of: sample.value).prefix(Self.mostElements).filter {
      document.kind(of: $0) == .object
    }
    let candidates = names ?? identifierNames(of: first)
    names = candidates
    var identifiers: [UInt32?] = []
    for name in candidates {
      let found = objects.map { identifier(name, of: $0) }
      let known = Set(found.compactMap(\.self))
      guard Double(known.count) >= Self.leastDistinct * Double(objects.count) else { continue }
      identifiers = found
      break
    }
    for (position, object) in objects.enumerated() {
      let identifier = position < identifiers.count ? identifiers[position] : nil
      let record = identifier.map(RecordValues.Record.init(identifier:)) ?? .init(position: position, in: sample.record)
      Self.keep((record, object), in: &elements)
    }
  }

  /// Keeps the records with the smallest digests; of equal ones those that came first.
  private static func keep(_ sample: Sample, in samples: inout [Sample]) {
    let index = samples.firstIndex { $0.record.bits > sample.record.bits } ?? samples.count
    guard index < RecordValues.capacity else { return }
    samples.insert(sample, at: index)
    if samples.count > RecordValues.capacity { samples.removeLast() }
  }

  /// Most members of an object that are tried as identifiers.
  private static let mostIdentifiers = 4

  /// Members that are called like identifiers, `id` first, then by length and name, whatever their order in the text.
  private func identifierNames(of object: JSONNode) -> [String] {
    var names: [String] = []
    for member in document.children(of: object) where [.string, .number].contains(document.kind(of: member)) {
      guard document.nameRange(of: member).count <= 40, let name = document.key(of: member),
        DataName.isIdentifier(name)
      else { continue }
      names.append(name)
    }
    let ordered = names.uniquedAndSorted {
      ($0 == "id" ? 0 : 1, $0.utf8.count, $0) < ($1 == "id" ? 0 : 1, $1.utf8.count, $1)
    }
    return Array(ordered.prefix(Self.mostIdentifiers))
  }

  private func identifier(_ name: String, of object: JSONNode) -> UInt32? {
    guard let member = document.member(name, of: object) else { return nil }
    switch document.kind(of: member) {
    case .number:
      // As text, because the same identifier may be the name of a map's member.
      if let number = document.double(at: member), let whole = Int(exactly: number) { return Self.hash(of: "\(whole)") }
      return hash(of: member)
    case .string: return (try? document.string(at: member)).map { Self.hash(of: $0) }
    case .null, .bool, .object, .array: return nil
    }
  }

  // MARK: Hashes

  private static func hash(of text: String) -> UInt32 {
    var text = text
    return text.withUTF8 { ValueSketch.hash($0, lowercasing: true) }
  }

  /// The hash of a scalar; `nil` for one that cannot be read.
  private func hash(of value: JSONNode) -> UInt32? {
    switch document.kind(of: value) {
    case .number: document.double(at: value).map { ValueSketch.hash($0 + 0) }  // -0 is 0
    case .string:
      if document.isPlainString(value) {
        Self.hash(of: UnsafeBufferPointer(rebasing: text[document.contentRange(of: value)]))
      } else if var string = try? document.string(at: value) {
        string.withUTF8(Self.hash(of:))
      } else {
        nil
      }
    case .bool: document.isTrue(value) ? 0x5EED_0001 : 0x5EED_0002
    case .null: RecordValues.null
    case .object, .array: nil
    }
  }

  private static func hash(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    ValueSketch.hash(text, lowercasing: text.count == 36 && StringFormat(bytes: text) == .uuid)
  }
}

extension [String] {
  fileprivate func uniquedAndSorted(by areInOrder: (String, String) -> Bool) -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }.sorted(by: areInOrder)
  }
}
