import DriftModel
import JSONDocument

/// Compares bodies that were made of a response with the response itself, value by value.
///
/// Members are paired by name, elements by position. If elements at the same position differ, the comparison first
/// searches for an element that was left out or moved, as by a lossy array or a set. So one dropped element counts as
/// one lost element, and not as a change of all elements after it.
struct BodyComparison {
  private let response: JSONDocument
  private let body: JSONDocument
  /// The differences so far.
  private(set) var tally: DifferenceTally
  /// The pattern of the values that are compared, step by step.
  private var steps: [String]
  /// How many values may still be compared in the search for elements at other positions.
  private var budget: Int

  /// Objects with more members than this on both sides are maps, whose names are data.
  static let mostNamedMembers = 128

  /// A comparison of values at `pattern`, or of its elements, without those at or below one of `ignored`.
  init(
    _ response: JSONDocument, with body: JSONDocument, at pattern: String = "$", elements: Bool = false,
    ignoring ignored: [String]
  ) {
    self.response = response
    self.body = body
    steps = elements ? [pattern, "[*]"] : [pattern]
    tally = DifferenceTally(ignored: ignored)
    budget = 10_000 + 8 * response.entryCount
  }

  /// Compares a value of the response with one of the body.
  mutating func compare(_ old: JSONNode, _ new: JSONNode) {
    budget -= 1
    switch (response.kind(of: old), body.kind(of: new)) {
    case (.object, .object): compareMembers(old, new)
    case (.array, .array): compareElements(Array(response.children(of: old)), Array(body.children(of: new)))
    case (.null, .null): break
    case (_, .null): note(.erased, old, new)
    case (.number, .number), (.string, .string), (.bool, .bool):
      let (before, after) = (ScalarMeaning(old, in: response), ScalarMeaning(new, in: body))
      if before.exact != after.exact { note(before.loose == after.loose ? .respelled : .changed, old, new) }
    default: note(.changed, old, new)
    }
  }

  private mutating func compareMembers(_ old: JSONNode, _ new: JSONNode) {
    // If members have the same name, the first counts, as in Foundation.
    var written: [String: JSONNode] = [:]
    for child in body.children(of: new) where written[body.key(of: child) ?? ""] == nil {
      written[body.key(of: child) ?? ""] = child
    }
    let isMap = min(response.count(of: old), body.count(of: new)) > Self.mostNamedMembers
    var seen: Set<String> = []
    for child in response.children(of: old) {
      guard let name = response.key(of: child), seen.insert(name).inserted else { continue }
      steps.append(isMap ? ".*" : JSONPath.memberText(name))
      if let other = written[name] {
        compare(child, other)
      } else {
        note(response.kind(of: child) == .null ? .nullLeftOut : .erased, child, nil)
      }
      steps.removeLast()
    }
    for child in body.children(of: new) {
      guard let name = body.key(of: child), seen.insert(name).inserted else { continue }
      steps.append(isMap ? ".*" : JSONPath.memberText(name))
      let (response, body) = (response, body)
      tally.add(
        body.kind(of: child) == .null ? .nullAdded : .added, at: steps, before: "",
        after: body.excerpt(of: child),
        pointer: response.pointer(to: old) + "/" + JSONPath.pointerText(name))
      steps.removeLast()
    }
  }

  // MARK: Arrays

  /// Compares records of the response with the bodies that were made of them. A record without a body is not written,
  /// so it loses nothing.
  ///
  /// - Returns: Whether it is known which body was made of which record.
  mutating func compareRecords(_ records: [JSONNode], _ bodies: [JSONNode]) -> Bool {
    guard records.count != bodies.count else {
      for (record, body) in zip(records, bodies) { compare(record, body) }
      return true
    }
    return pair(records, bodies) != nil
  }

  private mutating func compareElements(_ old: [JSONNode], _ new: [JSONNode]) {
    steps.append("[*]")
    defer { steps.removeLast() }
    guard !compareScalars(old, new) else { return }
    let before = tally
    if old.count == new.count {
      for (one, other) in zip(old, new) { compare(one, other) }
      guard tally.changes > before.changes, budget > 0 else { return }
    }
    let paired = tally
    tally = before
    if let left = pair(old, new) {
      for node in left { note(.erased, node, nil) }
      return
    }
    guard old.count == new.count else {
      // The elements cannot be matched, so only the numbers are compared.
      tally = before
      for node in old.dropFirst(new.count) { note(.erased, node, nil) }
      if let last = old.last { for node in new.dropFirst(old.count) { note(.added, last, node) } }
      return
    }
    tally = paired
    // The search was cut short, so it is not known whether values differ or only their order.
    if budget <= 0 { tally.forgetValues(since: before) }
  }

  /// Finds for each element of the body an element of the response with the same values. It tries them in order first.
  ///
  /// - Returns: The elements of the response that are left over; nil if an element of the body has no match.
  private mutating func pair(_ old: [JSONNode], _ new: [JSONNode]) -> [JSONNode]? {
    guard new.count <= old.count, !new.isEmpty || !old.isEmpty else { return nil }
    var isTaken = [Bool](repeating: false, count: old.count)
    var next = 0
    let left = pairEqual(old, new, &isTaken)
    for element in left {
      let found =
        (next..<old.count).first { tries(old[$0], element, isTaken[$0]) }
        ?? (0..<next).first { tries(old[$0], element, isTaken[$0]) }
      guard let found else { return nil }
      isTaken[found] = true
      next = found + 1
    }
    return zip(old, isTaken).filter { !$0.1 }.map(\.0)
  }

  /// Pairs the elements with equal ``ElementDigest``.
  ///
  /// - Returns: The elements of the body that are left.
  private mutating func pairEqual(_ old: [JSONNode], _ new: [JSONNode], _ isTaken: inout [Bool]) -> [JSONNode] {
    let digest = ElementDigest(new, of: body)
    var waiting: [String: [Int]] = [:]
    for index in old.indices.reversed() {
      waiting[digest.text(of: old[index], in: response), default: []].append(index)
    }
    return new.filter { element in
      let text = digest.text(of: element, in: body)
      guard let index = waiting[text]?.last else { return true }
      let before = tally
      compare(old[index], element)
      guard tally.changes == before.changes else {
        tally = before
        return true
      }
      waiting[text]?.removeLast()
      isTaken[index] = true
      return false
    }
  }

  private mutating func tries(_ old: JSONNode, _ new: JSONNode, _ isTaken: Bool) -> Bool {
    guard !isTaken, budget > 0 else { return false }
    let before = tally
    compare(old, new)
    if tally.changes == before.changes { return true }
    tally = before
    return false
  }

  /// Compares arrays of scalars without regard to order, because a `Set` has none.
  ///
  /// - Returns: Whether all elements are scalars.
  private mutating func compareScalars(_ old: [JSONNode], _ new: [JSONNode]) -> Bool {
    func isScalar(_ kind: JSONKind) -> Bool { kind != .object && kind != .array }
    guard old.allSatisfy({ isScalar(response.kind(of: $0)) }), new.allSatisfy({ isScalar(body.kind(of: $0)) }) else {
      return false
    }
    var (lost, made) = (
      old.map { ($0, ScalarMeaning($0, in: response)) }, new.map { ($0, ScalarMeaning($0, in: body)) }
    )
    Self.removePairs(&lost, &made, by: \.exact) { _, _ in }
    var respelled: [(JSONNode, JSONNode)] = []
    Self.removePairs(&lost, &made, by: \.loose) { respelled.append(($0, $1)) }
    for (one, other) in respelled { note(.respelled, one, other) }
    for (one, other) in zip(lost, made) { note(.changed, one.0, other.0) }
    for (one, _) in lost.dropFirst(made.count) { note(.erased, one, nil) }
    if let last = old.last { for (other, _) in made.dropFirst(lost.count) { note(.added, last, other) } }
    return true
  }

  private static func removePairs(
    _ lost: inout [(JSONNode, ScalarMeaning)], _ made: inout [(JSONNode, ScalarMeaning)],
    by key: KeyPath<ScalarMeaning, String>, _ paired: (JSONNode, JSONNode) -> Void
  ) {
    var waiting: [String: [JSONNode]] = [:]
    for (node, meaning) in made.reversed() { waiting[meaning[keyPath: key], default: []].append(node) }
    lost.removeAll { node, meaning in
      guard let other = waiting[meaning[keyPath: key]]?.popLast() else { return false }
      paired(node, other)
      return true
    }
    let left = Set(waiting.values.flatMap { $0 }.map(\.index))
    made.removeAll { !left.contains($0.0.index) }
  }

  private mutating func note(_ kind: BodyDifference.Kind, _ old: JSONNode, _ new: JSONNode?) {
    let (response, body) = (response, body)
    tally.add(
      kind, at: steps, before: response.excerpt(of: old),
      after: new.map { body.excerpt(of: $0) } ?? "", pointer: response.pointer(to: old))
  }
}
