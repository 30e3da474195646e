import JSONDocument

/// Failures counted by value: a value, or a missing member, that fails in several ways is one failure with several
/// expectations. Values at one path that fail alike are one group.
struct FailureGroups {
  /// Values that fail alike.
  struct Group {
    /// The first failure of the first value.
    let example: DecodingEvent
    /// Where it is reported.
    let pattern: Pattern
    /// All types that were requested of the value, in the order of requests.
    let requested: [Any.Type]
    /// The number of values.
    var count = 1

    init(_ example: DecodingEvent, at pattern: Pattern, requested: [Any.Type]) {
      (self.example, self.pattern, self.requested) = (example, pattern, requested)
    }

    /// One failure.
    init(of event: DecodingEvent, at pattern: Pattern) { self.init(event, at: pattern, requested: [event.requested]) }
  }

  private struct Key: Hashable {
    let pattern: Pattern
    let kind: DecodingFailure.Kind
    let requested: [ObjectIdentifier]
  }

  private let core: DecoderCore
  private var places: FailurePlaces
  /// Groups of what was not swallowed, in the order first seen.
  private(set) var failures: [Group] = []
  /// Groups of the rest, without the types of unions that were tried before the one that fits.
  private(set) var swallowed: [Group] = []

  /// Groups the events of a core. `failures` are the events that were not swallowed.
  init(_ core: DecoderCore, failures: [Int]) {
    (self.core, places) = (core, FailurePlaces(core))
    let fatal = Set(failures)
    let events = core.log.events
    var byPlace: [DecodingEvent.Place: [Int]] = [:]
    for number in events.indices where fatal.contains(number) || !events[number].isAlternative {
      byPlace[events[number].place, default: []].append(number)
    }
    // What a value was tried as before the failure that counts belongs to that failure.
    let fatalPlaces = Set(fatal.map { events[$0].place })
    self.failures = groups(byPlace, fatal.sorted(), fatal)
    swallowed = groups(byPlace, events.indices.filter { !fatalPlaces.contains(events[$0].place) }, fatal)
  }

  private mutating func groups(
    _ byPlace: [DecodingEvent.Place: [Int]], _ numbers: [Int], _ fatal: Set<Int>
  ) -> [Group] {
    var seen: Set<DecodingEvent.Place> = []
    var groups: [Group] = []
    var indices: [Key: Int] = [:]
    for number in numbers {
      let place = core.log.events[number].place
      guard let all = byPlace[place], seen.insert(place).inserted else { continue }
      let group = group(all.map { core.log.events[$0] }, all.filter(fatal.contains).map { core.log.events[$0] })
      let key = Key(
        pattern: group.pattern, kind: group.example.kind, requested: group.requested.map { ObjectIdentifier($0) })
      if let index = indices[key] {
        groups[index].count += 1
      } else {
        indices[key] = groups.count
        groups.append(group)
      }
    }
    return groups
  }

  /// The failure of one value. Of those that count, one at a named property is the example.
  private mutating func group(_ all: [DecodingEvent], _ fatal: [DecodingEvent]) -> Group {
    let counting = fatal.isEmpty ? all : fatal
    let example = counting.first { $0.property != nil && $0.dataNames.isEmpty } ?? counting[0]
    var seen: Set<ObjectIdentifier> = []
    let requested = all.map(\.requested).filter { seen.insert(ObjectIdentifier($0)).inserted }
    return Group(example, at: places.pattern(of: example), requested: requested)
  }
}

/// Where failures are reported: a member that a type requests by name keeps its name, also if a dictionary of all
/// members failed at it.
struct FailurePlaces {
  private let core: DecoderCore
  /// By pattern: the numbers of the members that were requested by name.
  private var named: [Pattern: [String: Int]] = [:]
  /// By pattern: what was found for a member's name, which takes a search over all members.
  private var spelled: [Pattern: [String: Pattern]] = [:]

  init(_ core: DecoderCore) { self.core = core }

  mutating func pattern(of event: DecodingEvent) -> Pattern {
    guard !event.dataNames.isEmpty else { return event.pattern }
    var names = event.dataNames[...]
    return place(event.pattern, &names)
  }

  private mutating func place(_ pattern: Pattern, _ names: inout ArraySlice<String>) -> Pattern {
    guard pattern.pointee.isBelowData, let parent = pattern.pointee.parent else { return pattern }
    let outer = place(parent, &names)
    switch pattern.pointee.step {
    case .root: return pattern
    case .element: return core.elementPattern(of: outer)
    case .anyMember:
      guard let name = names.popFirst(), let number = members(of: outer)[name] else {
        return core.anyMemberPattern(of: outer)
      }
      return core.memberPattern(of: outer, number)
    case .member(let name):
      if outer == parent { return pattern }
      if let known = spelled[outer]?[name] { return known }
      let member = core.memberPattern(of: outer, spelled: name)
      spelled[outer, default: [:]][name] = member
      return member
    }
  }

  private mutating func members(of pattern: Pattern) -> [String: Int] {
    if let known = named[pattern] { return known }
    var numbers: [String: Int] = [:]
    for number in 0..<pattern.pointee.memberCount {
      guard let members = pattern.pointee.members, members[number].isTouched else { continue }
      numbers[members[number].rawName] = number
    }
    named[pattern] = numbers
    return numbers
  }
}
