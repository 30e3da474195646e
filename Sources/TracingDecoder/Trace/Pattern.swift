import JSONDocument

/// A path in the payload that stands for every index: a node of the trace's trie.
///
/// It is a pointer and not a class because each request passes several of them, and reference counting would cost more
/// than the request. The ``DecoderCore`` that made it owns and frees it, and everything that holds a pattern holds that
/// core.
typealias Pattern = UnsafeMutablePointer<PatternData>

struct PatternData {
  enum Step {
    case root
    case member(String)
    case element
    /// A member of an object whose names are data.
    case anyMember
  }

  /// Nil for the root.
  let parent: Pattern?
  var step: Step
  /// Whether a step of the path is `.*`.
  let isBelowData: Bool
  /// Containers that were decoded.
  var visits = 0
  /// Elements of those containers, or their members if the names are data.
  var elements = 0
  /// Whether an object was decoded as a dictionary, so that the names of its members are data.
  var isDictionary = false
  /// Whether a dictionary was decoded to its end, so that it was not only an attempt of a union.
  var wasReadAsDictionary = false
  /// Whether an object was opened by a type that names the members.
  var isOpenedByName = false
  var element: Pattern?
  var anyMember: Pattern?
  /// The members found so far, in the order first found.
  var members: UnsafeMutablePointer<MemberData>?
  var memberCount = 0
  var memberCapacity = 0
  /// Numbers of members by name as spelled; empty while there are few.
  var numbers: [String: Int] = [:]
  /// Patterns of members that were requested and not present, by their names after conversion.
  var absent: [String: Pattern] = [:]
  /// The enum that the value was decoded as, by whatever way.
  var enumFacts: TypeFacts?
  /// The requests of each type that was decoded here, as a linked list.
  var plan: RequestPlan?
  var text: String?

  init(parent: Pattern?, step: Step) {
    (self.parent, self.step) = (parent, step)
    if case .anyMember = step { isBelowData = true } else { isBelowData = parent?.pointee.isBelowData ?? false }
  }
}

struct MemberData {
  /// Byte offset at which the name occurs first.
  let nameOffset: Int
  let nameLength: Int
  /// The name in the payload, with escapes resolved.
  let rawName: String
  /// The name after conversion by the key strategy.
  var name: String
  var pattern: Pattern?
  /// Whether it was requested in any object.
  var isTouched = false
  /// Whether it was in an object that was read to its end; in a strict pass, in any object.
  var isPresent = false
}

/// The requests that one type makes of the objects at one pattern, in the order of its initialiser. The core owns it,
/// as it owns patterns.
typealias RequestPlan = UnsafeMutablePointer<RequestPlanData>

struct RequestPlanData {
  let owner: TypeFacts
  /// From 1, among the plans of the pattern.
  let number: UInt8
  let next: RequestPlan?
  var slots: [RequestSlot] = []
  /// Slots by key and type; empty while there are few.
  var index: [SlotKey: RequestSlot] = [:]
  /// The last object that was opened, and the run of the initialiser that opened it.
  var lastNode: JSONNode?
  var lastRun = 0
  /// The frame that served these requests last, if nothing uses it.
  var idle: KeyedFrame?
}

struct SlotKey: Hashable {
  let name: String
  let type: ObjectIdentifier
  let isRequired: Bool
}

/// One key that one type requests, with counts. The core owns it, as it owns patterns.
typealias RequestSlot = UnsafeMutablePointer<RequestSlotData>

struct RequestSlotData {
  let name: String
  let type: ObjectIdentifier
  let isRequired: Bool
  let facts: TypeFacts
  /// The number of the first member with that name; -1 while there is none.
  var member = -1
  /// Whether several spelled names convert to this name (`one_two` and `oneTwo` under a snake-case strategy).
  var isAmbiguous = false
  /// How many members of the pattern were compared with the name.
  var compared = 0
  var seen = 0
  var null = 0
  var missing = 0

  var key: SlotKey { SlotKey(name: name, type: type, isRequired: isRequired) }
}

extension Pattern {
  /// The requests of each type that was decoded here, the latest type first. The next plan is read before this one is
  /// used.
  var plans: some Sequence<RequestPlan> {
    sequence(state: pointee.plan) { plan in
      defer { plan = plan?.pointee.next }
      return plan
    }
  }
}

extension DecoderCore {
  func makePattern(parent: Pattern?, _ step: PatternData.Step) -> Pattern {
    let pattern = Pattern.allocate(capacity: 1)
    pattern.initialize(to: PatternData(parent: parent, step: step))
    patterns.append(pattern)
    return pattern
  }

  func elementPattern(of parent: Pattern) -> Pattern {
    if let known = parent.pointee.element { return known }
    let made = makePattern(parent: parent, .element)
    parent.pointee.element = made
    return made
  }

  /// The pattern of all members of objects at `parent`, whose names are data.
  func anyMemberPattern(of parent: Pattern) -> Pattern {
    if let known = parent.pointee.anyMember { return known }
    let made = makePattern(parent: parent, .anyMember)
    parent.pointee.anyMember = made
    return made
  }

  func memberPattern(of parent: Pattern, _ number: Int) -> Pattern {
    guard let members = parent.pointee.members else { return parent }
    if let known = members[number].pattern { return known }
    let made: Pattern
    if let absent = parent.pointee.absent.removeValue(forKey: members[number].name) {
      // The spelling is known from now on.
      absent.pointee.step = .member(members[number].rawName)
      absent.pointee.text = nil
      made = absent
    } else {
      made = makePattern(parent: parent, .member(members[number].rawName))
    }
    members[number].pattern = made
    return made
  }

  /// The pattern of a member that an object does not have, by its name after conversion.
  func absentPattern(of parent: Pattern, _ name: String) -> Pattern {
    if let known = parent.pointee.absent[name] { return known }
    for number in 0..<parent.pointee.memberCount where parent.pointee.members?[number].name == name {
      return memberPattern(of: parent, number)
    }
    let spelled = configuration.usesSnakeCase ? SnakeCase.likelyName(for: name) : name
    let made = makePattern(parent: parent, .member(spelled))
    parent.pointee.absent[name] = made
    return made
  }

  /// The pattern of a member by its name as spelled, whether or not an object had it.
  func memberPattern(of parent: Pattern, spelled name: String) -> Pattern {
    for number in 0..<parent.pointee.memberCount where parent.pointee.members?[number].rawName == name {
      return memberPattern(of: parent, number)
    }
    return absentPattern(of: parent, configuration.usesSnakeCase ? SnakeCase.toCamelCase(name) : name)
  }

  /// Gives members that are missing in some objects the names by which other objects have them.
  func nameAbsentMembers(of pattern: Pattern) {
    guard !pattern.pointee.absent.isEmpty else { return }
    for number in 0..<pattern.pointee.memberCount {
      guard let members = pattern.pointee.members, members[number].pattern == nil,
        pattern.pointee.absent[members[number].name] != nil
      else { continue }
      _ = memberPattern(of: pattern, number)
    }
  }

  /// Records that the objects around a value whose name is data were meant to be dictionaries.
  func noteDictionaries(around pattern: Pattern) {
    guard pattern.pointee.isBelowData else { return }
    var current: Pattern? = pattern
    while let step = current {
      if case .anyMember = step.pointee.step { step.pointee.parent?.pointee.wasReadAsDictionary = true }
      current = step.pointee.parent
    }
  }

  func pattern(of value: JSONValue, under parent: Pattern, key: any CodingKey) -> Pattern {
    if isDataName(key) { return anyMemberPattern(of: parent) }
    if let node = value.node {
      guard document.isMember(node) else { return elementPattern(of: parent) }
      return memberPattern(of: parent, memberNumber(of: node, in: parent, guess: 0))
    }
    return key.intValue == nil ? absentPattern(of: parent, key.stringValue) : elementPattern(of: parent)
  }

  /// Whether a dictionary requests a member by this key, so that its name is data.
  func isDataName(_ key: any CodingKey) -> Bool { key is DictionaryKey || facts(Swift.type(of: key)).isDictionaryKey }

  /// How many values there could have been at `pattern`.
  func opportunities(_ pattern: Pattern) -> Int {
    guard let parent = pattern.pointee.parent else { return 1 }
    switch pattern.pointee.step {
    case .root: return 1
    case .member: return parent.pointee.visits
    case .element, .anyMember: return parent.pointee.elements
    }
  }

  /// RFC 9535 text.
  func pathText(_ pattern: Pattern) -> String {
    if let text = pattern.pointee.text { return text }
    let parent = pattern.pointee.parent.map { pathText($0) } ?? ""
    let made =
      switch pattern.pointee.step {
      case .root: "$"
      case .member(let name): parent + JSONPath.memberText(name)
      case .element: parent + "[*]"
      case .anyMember: parent + ".*"
      }
    pattern.pointee.text = made
    return made
  }

  // MARK: - Members

  /// From this many members on, names are looked up by hash.
  private static let manyMembers = 24

  /// The number of a member among those of its pattern. `guess` is the likely one, because objects of one type usually
  /// list their members in the same order.
  @inline(__always)
  func memberNumber(of child: JSONNode, in pattern: Pattern, guess: Int) -> Int {
    let range = document.nameRange(of: child)
    if guess < pattern.pointee.memberCount, let members = pattern.pointee.members,
      isSpelled(members[guess], range.lowerBound, range.count)
    {
      return guess
    }
    return searchMember(child, range, in: pattern)
  }

  @inline(__always)
  private func isSpelled(_ member: borrowing MemberData, _ offset: Int, _ length: Int) -> Bool {
    member.nameLength == length && areEqual(text + member.nameOffset, text + offset, length)
  }

  private func searchMember(_ child: JSONNode, _ range: Range<Int>, in pattern: Pattern) -> Int {
    let count = pattern.pointee.memberCount
    if count < Self.manyMembers, let members = pattern.pointee.members {
      for number in 0..<count where isSpelled(members[number], range.lowerBound, range.count) { return number }
    } else if count >= Self.manyMembers {
      if pattern.pointee.numbers.isEmpty, let members = pattern.pointee.members {
        for number in 0..<count {
          pattern.pointee.numbers[spelling(members[number].nameOffset, members[number].nameLength)] = number
        }
      }
      if let known = pattern.pointee.numbers[spelling(range.lowerBound, range.count)] { return known }
    }
    return appendMember(child, range, to: pattern)
  }

  /// A text that differs whenever the bytes of the name differ. Names beyond ASCII are written in hexadecimal, because
  /// `String` compares canonically equivalent texts as equal.
  private func spelling(_ offset: Int, _ length: Int) -> String {
    let bytes = UnsafeBufferPointer(start: text + offset, count: length)
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    return "\u{0}" + bytes.map { String($0, radix: 16) }.joined(separator: " ")
  }

  private func appendMember(_ child: JSONNode, _ range: Range<Int>, to pattern: Pattern) -> Int {
    let count = pattern.pointee.memberCount
    if count == pattern.pointee.memberCapacity {
      let capacity = max(8, count * 2)
      let members = UnsafeMutablePointer<MemberData>.allocate(capacity: capacity)
      if let old = pattern.pointee.members {
        members.moveInitialize(from: old, count: count)
        old.deallocate()
      }
      pattern.pointee.members = members
      pattern.pointee.memberCapacity = capacity
    }
    let name = document.key(of: child) ?? ""
    let converted = configuration.usesSnakeCase ? SnakeCase.toCamelCase(name) : name
    pattern.pointee.members?.advanced(by: count).initialize(
      to: MemberData(
        nameOffset: range.lowerBound, nameLength: range.count, rawName: name, name: converted,
        isPresent: !isRecovering))
    pattern.pointee.memberCount = count + 1
    if count >= Self.manyMembers, !pattern.pointee.numbers.isEmpty {
      pattern.pointee.numbers[spelling(range.lowerBound, range.count)] = count
    }
    return count
  }

  func free(_ pattern: Pattern) {
    if let members = pattern.pointee.members {
      members.deinitialize(count: pattern.pointee.memberCount)
      members.deallocate()
    }
    for plan in pattern.plans {
      for slot in plan.pointee.slots {
        slot.deinitialize(count: 1)
        slot.deallocate()
      }
      plan.deinitialize(count: 1)
      plan.deallocate()
    }
    pattern.deinitialize(count: 1)
    pattern.deallocate()
  }
}

/// Whether two byte sequences are equal. It is inlined because a call of `memcmp` costs more than comparing short
/// names.
@inline(__always)
func areEqual(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  let (one, other) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
  if count >= 8 {
    var offset = 0
    while offset + 8 < count {
      guard
        one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset += 8
    }
    return one.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      == other.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
  }
  if count >= 4 {
    return one.loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self)
      && one.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        == other.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
  }
  for offset in 0..<count
  where one.load(fromByteOffset: offset, as: UInt8.self) != other.load(fromByteOffset: offset, as: UInt8.self) {
    return false
  }
  return true
}
