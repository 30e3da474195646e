import Foundation
import JSONDocument

@testable import PayloadShape

/// Milliseconds since 1970 of a text in a format of dates, which is UTC unless it names an offset, read by its parts.
func referenceMilliseconds(_ text: String) -> Int {
  let parts = text.split(omittingEmptySubsequences: true) { !$0.isASCII || !$0.isNumber }.map(String.init)
  func part(_ index: Int) -> Int { Int(parts[index]) ?? 0 }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  let day = DateComponents(year: part(0), month: part(1), day: 1)
  let seconds = Int(calendar.date(from: day)?.timeIntervalSince1970 ?? 0) + 86_400 * (part(2) - 1)
  guard parts.count > 3 else { return 1000 * seconds }
  let time = text.dropFirst(11)
  let zone = time.firstIndex { "+-".contains($0) }.map { time[$0...] } ?? ""
  let digits = zone.filter(\.isNumber)
  let minutes = 60 * (Int(digits.prefix(2)) ?? 0) + (Int(digits.dropFirst(2)) ?? 0)
  let clock = (zone.isEmpty ? time : time[..<zone.startIndex]).split { ":.,Zz".contains($0) }.map(String.init)
  let second = clock.count > 2 ? Int(clock[2]) ?? 0 : 0
  let thousandths = clock.count > 3 ? Int((clock[3] + "00").prefix(3)) ?? 0 : 0
  let total = 3600 * (Int(clock[0]) ?? 0) + 60 * (Int(clock[1]) ?? 0) + second
  return 1000 * (seconds + total - (zone.hasPrefix("-") ? -60 : 60) * minutes) + thousandths
}

/// Learns a shape the plain way, to compare the real one with: every value as a `String` or `Double` in a list of its path,
/// all judgement at the end, names compared as Swift compares text.
final class ReferenceLearner {
  private final class Path {
    let step: ShapeStep
    var children: [Path] = []
    var folding = ShapeNode.Folding.none
    var isTruncated = false
    var container = 0
    var (nulls, trues, falses, objects) = (0, 0, 0, 0)
    var lengths: [Int] = []
    /// nil where a text cannot be decoded.
    var strings: [String?] = []
    var numbers: [(value: Double?, isWhole: Bool)] = []
    var variants: [VariantTable] = []
    /// Names of the members of the last object that was seen here.
    var held: [String] = []

    init(_ step: ShapeStep) { self.step = step }

    func merge(_ other: Path) {
      (nulls, trues, falses, objects) = (
        nulls + other.nulls, trues + other.trues, falses + other.falses, objects + other.objects
      )
      lengths += other.lengths
      strings += other.strings
      numbers += other.numbers
      variants.merge(other.variants)
      folding = max(folding, other.folding)
      isTruncated = isTruncated || other.isTruncated
      other.children.sort { $0.step < $1.step }
      for child in other.children {
        if let twin = children.first(where: { $0.step == child.step }) {
          twin.merge(child)
        } else {
          children.append(child)
        }
      }
      children.sort { $0.step < $1.step }
      foldIfNeeded()
    }

    func foldIfNeeded() {
      let names = children.compactMap(\.step.name)
      let data = names.count(where: { DataName.isData($0) })
      if names.count - data > ShapeNode.maximumNames { folding = max(folding, .tooMany) }
      if data >= ShapeNode.leastDataNames { folding = max(folding, .dataNames) }
      func isFolded(_ path: Path) -> Bool {
        path.step.name.map { folding.isOfAllNames || folding == .dataNames && DataName.isData($0) } ?? false
      }
      guard children.contains(where: isFolded) else { return }
      let map = Path(.anyMember)
      for child in children where child.step == .anyMember || isFolded(child) { map.merge(child) }
      children = children.filter { $0.step != .anyMember && !isFolded($0) } + [map]
      children.sort { $0.step < $1.step }
    }

    var node: ShapeNode {
      var node = ShapeNode(step)
      node.folding = folding
      node.isTruncated = isTruncated
      node.variants = folding.isOfAllNames ? [] : variants
      node.children = children.map(\.node).sorted { $0.step < $1.step }
      node.statistics.documents = 1
      (node.statistics.nulls, node.statistics.objects) = (nulls, objects)
      (node.statistics.trues, node.statistics.falses) = (trues, falses)
      node.statistics.arrays.count = lengths.count
      node.statistics.arrays.empty = lengths.count(where: { $0 == 0 })
      (node.statistics.arrays.shortest, node.statistics.arrays.longest) = (lengths.min(), lengths.max())
      node.statistics.numbers.count = numbers.count
      node.statistics.numbers.whole = numbers.count(where: \.isWhole)
      let values = numbers.compactMap { $0.value.map { $0 == 0 ? 0 : $0 } }
      (node.statistics.numbers.minimum, node.statistics.numbers.maximum) = (values.min(), values.max())
      node.statistics.numbers.leastPositive = values.filter { $0 > 0 }.min()
      for value in values { node.statistics.numbers.magnitudes.add(value) }
      for value in values { node.statistics.numbers.sketch.insert(ValueSketch.hash(value)) }
      if !strings.isEmpty { node.statistics.strings = stringStatistics }
      node.statistics.newestMilliseconds = strings.compactMap { string in
        string.flatMap { StringFormat(of: $0).isDate ? referenceMilliseconds($0) : nil }
      }.max()
      node.statistics.valuedDocuments = node.statistics.observations > nulls ? 1 : 0
      return node
    }

    private var stringStatistics: StringStatistics {
      var formats = [Int](repeating: 0, count: StringFormat.allCases.count)
      var values: [String: Int] = [:]
      var sketch = ValueSketch()
      for string in strings {
        guard let string else {
          formats[StringFormat.text.position] += 1
          continue
        }
        let format = StringFormat(of: string)
        formats[StringFormat.allCases.firstIndex(of: format) ?? 0] += 1
        Array(string.utf8).withUnsafeBufferPointer { bytes in
          sketch.insert(ValueSketch.hash(bytes, lowercasing: format == .uuid))
          if StringStatistics.isKept(bytes, format) { values[string, default: 0] += 1 }
        }
      }
      let isOpen = values.count > StringStatistics.maximumValues
      var statistics = StringStatistics(formats: formats, values: isOpen ? nil : values, sketch: sketch)
      statistics.finishDocument()
      return statistics
    }
  }

  private let document: JSONDocument
  private let dictionaryPaths: Set<String>
  private let root = Path(.element)
  private var created = 1
  private var createdByDepth = [1]
  private var maximumDepth = Int.max
  private var containers = 0

  private init(_ document: JSONDocument, _ dictionaryPaths: Set<String>) {
    self.document = document
    self.dictionaryPaths = dictionaryPaths
  }

  static func shape(of document: JSONDocument, dictionaryPaths: Set<String>) -> PayloadShape {
    let learner = ReferenceLearner(document, dictionaryPaths)
    if dictionaryPaths.contains("$") { learner.root.folding = .all }
    learner.learn(document.root, at: learner.root, [])
    var root = learner.root.node
    RecordSampler.note(CollectionOfOne(document.root), of: document, in: &root)
    return PayloadShape(documents: 1, root: root, isTruncated: false)
  }

  private func learn(_ value: JSONNode, at path: Path, _ steps: [ShapeStep]) {
    switch document.kind(of: value) {
    case .null: path.nulls += 1
    case .bool: if document.isTrue(value) { path.trues += 1 } else { path.falses += 1 }
    case .number: path.numbers.append((document.double(at: value), document.isInteger(value)))
    case .string: path.strings.append(try? document.string(at: value))
    case .array:
      path.lengths.append(document.count(of: value))
      for element in document.children(of: value) {
        guard let child = child(.element, of: path, steps) else { return }
        learn(element, at: child, steps + [.element])
      }
    case .object:
      path.objects += 1
      containers += 1
      let container = containers
      var held: [(path: Path, value: JSONNode)] = []
      for member in document.children(of: value) {
        guard let name = document.key(of: member), let child = memberPath(name, of: path, steps) else { continue }
        if child.step != .anyMember {
          guard child.container != container else { continue }
          child.container = container
          held.append((child, member))
        }
        learn(member, at: child, steps + [child.step])
      }
      countVariants(held, at: path)
    }
  }

  private func countVariants(_ held: [(path: Path, value: JSONNode)], at path: Path) {
    // What was folded meanwhile is told apart no more.
    let held = held.filter { item in path.children.contains { $0 === item.path } && item.path.step.name != nil }
    path.held = held.compactMap(\.path.step.name).filter { !DataName.isData($0) }
    func role(_ path: Path) -> Discriminator.Role {
      Array((path.step.name ?? "").utf8).withUnsafeBufferPointer { Discriminator.role(of: $0) }
    }
    for (naming, value) in held where role(naming).contains(.naming) && document.kind(of: value) == .string {
      guard let name = naming.step.name, let sort = try? document.string(at: value),
        Array(sort.utf8).withUnsafeBufferPointer({ Discriminator.canNameVariant($0) })
      else { continue }
      func count(_ path: Path, isOfParent: Bool) {
        let members = Dictionary(path.held.map { ($0, 1) }, uniquingKeysWith: { first, _ in first })
        path.variants.merge([
          VariantTable(
            Discriminator(name: name, isOfParent: isOfParent), [sort: .init(objects: 1, members: members)])
        ])
      }
      count(path, isOfParent: false)
      for (carrier, carried) in held where role(carrier).contains(.carrying) && document.kind(of: carried) == .object {
        count(carrier, isOfParent: true)
      }
    }
  }

  private func memberPath(_ name: String, of path: Path, _ steps: [ShapeStep]) -> Path? {
    let before = path.folding
    if before.isOfAllNames || before == .dataNames && DataName.isData(name) {
      return child(.anyMember, of: path, steps)
    }
    guard let child = child(.member(name), of: path, steps) else { return nil }
    path.foldIfNeeded()
    return path.folding == before ? child : self.child(.anyMember, of: path, steps)
  }

  private func child(_ step: ShapeStep, of path: Path, _ steps: [ShapeStep]) -> Path? {
    if let known = path.children.first(where: { $0.step == step }) { return known }
    guard created < 8 * PayloadShape.maximumPaths, steps.count < maximumDepth else {
      path.isTruncated = true
      return nil
    }
    created += 1
    if createdByDepth.count <= steps.count + 1 { createdByDepth.append(0) }
    createdByDepth[steps.count + 1] += 1
    if created > 4 * PayloadShape.maximumPaths {
      var total = 0
      let full = createdByDepth.firstIndex { count in
        total += count
        return total >= PayloadShape.maximumPaths
      }
      maximumDepth = min(maximumDepth, full ?? Int.max)
    }
    let child = Path(step)
    if dictionaryPaths.contains(ShapeStep.pattern(steps + [step])) { child.folding = .all }
    path.children.append(child)
    return child
  }
}
