import Foundation
import JSONDocument

/// One keyed container. It stores an object's members by their numbers at its pattern, so that a request that was
/// resolved once compares no names again. A frame is used again for the next object.
///
/// If names are equal, the first member wins, as in Foundation.
final class KeyedFrame {
  @exclusivity(unchecked) var decoder: PayloadDecoder
  @exclusivity(unchecked) private(set) var node: JSONNode
  @exclusivity(unchecked) private(set) var pattern: Pattern
  @exclusivity(unchecked) private var level = 0
  /// The path, if it can no longer be read from the decoder's stack.
  @exclusivity(unchecked) private var ownPath: CodingPathNode?
  /// Nil if requests are not recorded.
  @exclusivity(unchecked) private(set) var plan: RequestPlan?
  @exclusivity(unchecked) private var cursor = 0
  /// 1 if requests count, 0 if they were counted before.
  @exclusivity(unchecked) private(set) var weight = 1
  /// Values by number of member. The document's root means "none", because it is never a member.
  @exclusivity(unchecked) private var values: UnsafeMutablePointer<JSONNode>
  @exclusivity(unchecked) private var capacity = 16
  @exclusivity(unchecked) private(set) var laidOut = 0
  /// Values by converted name, if members are not laid out.
  @exclusivity(unchecked) private var index: [String: (value: JSONNode, member: Int)]?
  /// The converted names in document order without duplicates, if members are not laid out.
  @exclusivity(unchecked) private var indexedNames: [String] = []
  /// Names for which `contains` was called. Requests for them do not count as required.
  @exclusivity(unchecked) private var probed: Set<String>?

  /// An object is laid out if neither it nor its pattern has more members than this.
  private static let mostLaidOut = 256

  /// The key type of the container, and the standard library's box around it.
  let keyType: ObjectIdentifier
  let keysAreData: Bool
  /// Members that a dictionary has decoded.
  @exclusivity(unchecked) private var served = 0
  @exclusivity(unchecked) private var box: AnyObject?

  init(_ decoder: PayloadDecoder, _ key: TypeFacts) {
    self.decoder = decoder
    keyType = key.id
    keysAreData = key.isDictionaryKey
    node = decoder.document.root
    pattern = decoder.core.rootPattern
    values = .allocate(capacity: capacity)
  }

  deinit { values.deallocate() }

  @inline(__always) var core: DecoderCore { decoder.core }

  var path: CodingPathNode { ownPath ?? decoder.path(at: level) }

  /// Whether the container's object is the value that its decoder decodes now.
  @inline(__always) var isOnTop: Bool { ownPath == nil && level == decoder.level }

  // MARK: - Opening

  /// Begins to serve `node`, an object whose names can be decoded.
  func open(_ node: JSONNode, _ pattern: Pattern, _ plan: RequestPlan?, level: Int, path: CodingPathNode?) {
    self.node = node
    self.pattern = pattern
    self.level = level
    ownPath = path
    cursor = 0
    let core = core
    core.visit(node, pattern, elements: keysAreData ? core.document.count(of: node) : nil)
    self.plan = plan
    weight = plan.map { core.isRecovering || core.counts(node, for: $0) ? 1 : 0 } ?? 0
    if keysAreData {
      pattern.pointee.isDictionary = true
      served = 0
      indexNames(noteMembers: false)
      noteServed(0)
      return
    }
    pattern.pointee.isOpenedByName = true
    if core.configuration.convertsKeysByClosure
      || max(pattern.pointee.memberCount, core.document.count(of: node)) > Self.mostLaidOut
    {
      indexNames(noteMembers: true)
    } else {
      layOut()
    }
  }

  private func layOut() {
    let core = core
    let none = core.document.root
    clear(0, pattern.pointee.memberCount, none)
    var guess = 0
    var member = core.document.firstChild(of: node)
    while let value = member {
      member = core.document.nextSibling(of: value)
      let number = core.memberNumber(of: value, in: pattern, guess: guess)
      if number >= laidOut { clear(laidOut, number + 1, none) }
      if values[number] == none { values[number] = value }
      guess = number &+ 1
    }
  }

  @inline(__always)
  private func clear(_ first: Int, _ count: Int, _ none: JSONNode) {
    if count > capacity { grow(to: count, keeping: first) }
    var number = first
    while number < count {
      values[number] = none
      number &+= 1
    }
    laidOut = count
  }

  private func grow(to count: Int, keeping kept: Int) {
    let grown = UnsafeMutablePointer<JSONNode>.allocate(capacity: count * 2)
    grown.initialize(from: values, count: kept)
    values.deallocate()
    values = grown
    capacity = count * 2
  }

  private func indexNames(noteMembers: Bool) {
    let core = core
    let document = core.document
    var index: [String: (value: JSONNode, member: Int)] = [:]
    index.reserveCapacity(document.count(of: node))
    var names: [String] = []
    var guess = 0
    forEachConvertedName { name, value in
      var number = -1
      if noteMembers {
        let known = pattern.pointee.memberCount
        number = core.memberNumber(of: value, in: pattern, guess: guess)
        guess = number + 1
        // The author's closure is not called again for it.
        if number >= known { pattern.pointee.members?[number].name = name }
      }
      guard index[name] == nil else { return }
      index[name] = (value, number)
      names.append(name)
    }
    self.index = index
    indexedNames = names
  }

  private func forEachConvertedName(_ body: (String, JSONNode) -> Void) {
    let configuration = core.configuration
    let outer: [any CodingKey] = configuration.convertsKeysByClosure ? path.codingPath() : []
    for child in core.document.children(of: node) {
      guard let name = core.document.key(of: child) else { continue }
      switch configuration.keys {
      case .useDefaultKeys: body(name, child)
      case .convertFromSnakeCase: body(SnakeCase.toCamelCase(name), child)
      case .custom(let convert): body(convert(outer + [PlainKey(stringValue: name)]).stringValue, child)
      @unknown default: body(name, child)
      }
    }
  }

  /// Records which members are present, to find those that nobody reads.
  func markPresent() {
    guard let members = pattern.pointee.members else { return }
    if let index {
      for (_, member) in index.values where member >= 0 { members[member].isPresent = true }
      return
    }
    let none = core.document.root
    var number = 0
    while number < laidOut {
      if values[number] != none { members[number].isPresent = true }
      number &+= 1
    }
  }

  // MARK: - The container

  /// The container over this frame; `Key` must be its key type.
  ///
  /// It is made once and used again, because making one looks up the metadata of two generic types and allocates the
  /// box. The cast relies on `KeyedDecodingContainer` being a struct around one native object. ``containersAreBoxes``
  /// checks that; if it is false, no box is kept and a container is made each time.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    if let box { return unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self) }
    return makeContainer(type)
  }

  private func makeContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    let made = KeyedDecodingContainer(KeyedContainer<Key>(reference: Unmanaged.passUnretained(self)))
    if Self.containersAreBoxes {
      box = unsafeBitCast(made, to: AnyObject.self)
    } else {
      keepForEver()
    }
    return made
  }

  /// Whether a container is a single reference to the standard library's box.
  private static let containersAreBoxes: Bool = {
    typealias Container = KeyedDecodingContainer<PlainKey>
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return false }
    // Nothing is requested from this container, so its content does not matter.
    let probe = Container(NoMembers())
    let box = unsafeBitCast(probe, to: AnyObject.self)
    return TypeFacts.runtimeName(Swift.type(of: box)).hasPrefix("_KeyedDecodingContainerBox")
  }()

  private func keepForEver() { _ = Unmanaged.passRetained(self) }

  /// Ends the use of the container when its initialiser ends.
  ///
  /// If somebody keeps the container, it stays valid and the frame is never freed. No decoding code is known to do
  /// that.
  func close() {
    if box == nil || !isKnownUniquelyReferenced(&box) {
      if ownPath == nil { ownPath = decoder.path(at: level) }
      if box != nil { keepForEver() }
      return
    }
    if index != nil {
      index = nil
      indexedNames = []
    }
    if probed != nil { probed = nil }
    if ownPath != nil { ownPath = nil }
    if let plan, plan.pointee.idle == nil { plan.pointee.idle = self }
  }

  /// Converted names in document order without duplicates.
  var names: [String] {
    // The names are not converted again, because an author's closure may count its calls.
    if index != nil { return indexedNames }
    var seen: Set<String> = []
    var names: [String] = []
    forEachConvertedName { name, _ in if seen.insert(name).inserted { names.append(name) } }
    return names
  }

  // MARK: - Requests

  /// The entry of a request in the trace; nil if requests are not recorded.
  @inline(__always)
  func slot(_ name: String, _ type: Any.Type, isRequired: Bool) -> RequestSlot? {
    guard let plan else { return nil }
    if cursor < plan.pointee.slots.count {
      let slot = plan.pointee.slots[cursor]
      if slot.pointee.type == ObjectIdentifier(type), slot.pointee.isRequired == isRequired, slot.pointee.name == name {
        cursor &+= 1
        return slot
      }
    }
    return search(SlotKey(name: name, type: ObjectIdentifier(type), isRequired: isRequired), type, in: plan)
  }

  private static let manySlots = 24

  private func search(_ key: SlotKey, _ type: Any.Type, in plan: RequestPlan) -> RequestSlot {
    let count = plan.pointee.slots.count
    if count < Self.manySlots {
      for number in 0..<count {
        let slot = plan.pointee.slots[number]
        guard slot.pointee.type == key.type, slot.pointee.isRequired == key.isRequired, slot.pointee.name == key.name
        else { continue }
        cursor = number + 1
        return slot
      }
    } else {
      if plan.pointee.index.isEmpty {
        for slot in plan.pointee.slots { plan.pointee.index[slot.pointee.key] = slot }
      }
      if let slot = plan.pointee.index[key] { return slot }
    }
    let slot = RequestSlot.allocate(capacity: 1)
    slot.initialize(
      to: RequestSlotData(name: key.name, type: key.type, isRequired: key.isRequired, facts: core.facts(type)))
    plan.pointee.slots.append(slot)
    if !plan.pointee.index.isEmpty { plan.pointee.index[key] = slot }
    cursor = plan.pointee.slots.count
    return slot
  }

  /// The value of the member that `slot` names.
  @inline(__always)
  func value(of slot: RequestSlot) -> JSONNode? {
    if slot.pointee.compared == laidOut, !slot.pointee.isAmbiguous, index == nil {
      let member = slot.pointee.member
      guard member >= 0 else { return nil }
      let value = values[member]
      return value == core.document.root ? nil : value
    }
    return resolve(slot)
  }

  private func resolve(_ slot: RequestSlot) -> JSONNode? {
    if let index {
      guard let found = index[slot.pointee.name] else { return nil }
      touch(found.member)
      if slot.pointee.member < 0 { slot.pointee.member = found.member }
      return found.value
    }
    if let members = pattern.pointee.members {
      for number in slot.pointee.compared..<max(slot.pointee.compared, laidOut)
      where members[number].name == slot.pointee.name {
        if slot.pointee.member < 0 { slot.pointee.member = number } else { slot.pointee.isAmbiguous = true }
      }
      slot.pointee.compared = max(slot.pointee.compared, laidOut)
    }
    guard let found = find(slot.pointee.name, from: slot.pointee.member) else { return nil }
    touch(found.member)
    return found.value
  }

  /// The first member named `name`, with its number; `first` is the lowest number that it can have.
  func find(_ name: String, from first: Int = 0) -> (value: JSONNode, member: Int)? {
    if let index { return index[name] }
    guard first >= 0, let members = pattern.pointee.members else { return nil }
    let none = core.document.root
    var best: (value: JSONNode, member: Int)?
    for number in first..<max(first, laidOut) where values[number] != none && members[number].name == name {
      if best.map({ values[number].index < $0.value.index }) ?? true { best = (values[number], number) }
    }
    return best
  }

  /// Whether a member has the same number in every object.
  @inline(__always) var isLaidOut: Bool { index == nil }

  /// Records that a member was requested.
  func touch(_ member: Int) {
    if member >= 0, core.recovery.trials == 0 { pattern.pointee.members?[member].isTouched = true }
  }

  /// Counts members that a dictionary has decoded. With the last one it was read to its end.
  func noteServed(_ count: Int) {
    served += count
    if served == indexedNames.count, core.recovery.trials == 0 { pattern.pointee.wasReadAsDictionary = true }
  }

  func probe(_ name: String) { probed = (probed ?? []).union([name]) }

  func wasProbed(_ name: String) -> Bool { probed?.contains(name) ?? false }

  /// Whether `contains` was called, so that a required request may in fact be optional.
  @inline(__always) var hasProbes: Bool { probed != nil }
}

private struct NoMembers: KeyedDecodingContainerProtocol {
  struct Nothing: Error {}
  var codingPath: [any CodingKey] { [] }
  var allKeys: [PlainKey] { [] }
  func contains(_ key: PlainKey) -> Bool { false }
  func decodeNil(forKey key: PlainKey) throws -> Bool { throw Nothing() }
  func decode<T: Decodable>(_ type: T.Type, forKey key: PlainKey) throws -> T { throw Nothing() }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: PlainKey
  ) throws -> KeyedDecodingContainer<NestedKey> { throw Nothing() }
  func nestedUnkeyedContainer(forKey key: PlainKey) throws -> any UnkeyedDecodingContainer { throw Nothing() }
  func superDecoder() throws -> any Decoder { throw Nothing() }
  func superDecoder(forKey key: PlainKey) throws -> any Decoder { throw Nothing() }
}
