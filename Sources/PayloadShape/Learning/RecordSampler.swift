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

  /// Notes the values of `document` in `root`, its shape.
  static func note(_ document: JSONDocument, in root: inout ShapeNode) {
    document.text.withUnsafeBufferPointer { text in
      let sampler = RecordSampler(document: document, text: text)
      sampler.note([(sampler.whole, document.root)], in: &root)
    }
  }

  /// Notes values at one path and below. Linear in the members of the objects among them.
  private func note(_ samples: [Sample], in node: inout ShapeNode) {
    var below = Below(node)
    var elements: [Sample] = []
    var names: [String]?
    for (number, sample) in samples.enumerated() {
      switch document.kind(of: sample.value) {
      case .object: add(membersOf: sample, number, to: &below)
      case .array: add(elementsOf: sample, to: &elements, &names)
      case .null, .bool, .number, .string:
        if let hash = hash(of: sample.value) { node.statistics.records.insert(hash, of: sample.record) }
      }
    }
    if !elements.isEmpty, let index = below.element { note(elements, in: &node.children[index]) }
    for index in below.samples.indices where !below.samples[index].isEmpty {
      note(below.samples[index], in: &node.children[index])
    }
  }

  // MARK: Members

  /// The paths below one, and what is to be noted there.
  private struct Below {
    var samples: [[Sample]]
    /// The number of the last object with the member.
    private var objects: [Int]
    var element: Int?
    private var anyMember: Int?
    /// By name, where there are more than a search one by one is made for.
    private var indices: [String: Int] = [:]
    private var names: [(name: String, index: Int)] = []
    /// Names of the members of the first object in their order there, each with its index.
    var layout: [(name: Range<Int>, index: Int)] = []

    init(_ node: ShapeNode) {
      samples = Array(repeating: [], count: node.statistics.objects > 0 ? node.children.count : 0)
      objects = Array(repeating: -1, count: samples.count)
      let areMany = samples.count > Self.fewNames
      for (index, child) in node.children.enumerated() {
        switch child.step {
        case .element: element = index
        case .anyMember: anyMember = index
        case .member(let name) where areMany: indices[name] = index
        case .member(let name): if !samples.isEmpty { names.append((name, index)) }
        }
      }
    }

    /// So many names are compared one by one: a table would cost more.
    private static let fewNames = 16

    func index(of name: String) -> Int? {
      (names.first { $0.name == name }?.index ?? indices[name]) ?? anyMember
    }

    mutating func add(_ sample: Sample, at index: Int, of object: Int, named name: () -> RecordValues.Record) {
      if index == anyMember { return RecordSampler.keep((name(), sample.value), in: &samples[index]) }
      // If a name is repeated, the first value counts.
      guard objects[index] != object else { return }
      objects[index] = object
      samples[index].append(sample)
    }
  }

  private func add(membersOf sample: Sample, _ object: Int, to below: inout Below) {
    var position = 0
    for member in document.children(of: sample.value) {
      let range = document.nameRange(of: member)
      defer { position += 1 }
      var index: Int?
      if position < below.layout.count, isSame(below.layout[position].name, range) {
        index = below.layout[position].index
      } else if let key = document.key(of: member).map(JSONPath.boundedName) {
        index = below.index(of: key)
        if let index, position == below.layout.count { below.layout.append((range, index)) }
      }
      guard let index else { continue }
      below.add((sample.record, member), at: index, of: object) {
        RecordValues.Record(identifier: Self.hash(of: document.key(of: member) ?? ""))
      }
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
    case .null: 0x5EED_0003
    case .object, .array: nil
    }
  }

  private static func hash(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    ValueSketch.hash(text, lowercasing: StringFormat(bytes: text) == .uuid)
  }
}

extension [String] {
  fileprivate func uniquedAndSorted(by areInOrder: (String, String) -> Bool) -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }.sorted(by: areInOrder)
  }
}
