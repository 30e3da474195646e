import JSONDocument

/// Turns what a core noted into a ``DecodingTrace``: events counted by pattern, kind and type, described in words.
struct TraceReport {
  private let core: DecoderCore
  private let exploring: Bool
  private var document: JSONDocument { core.document }

  init(_ core: DecoderCore, exploring: Bool) {
    self.core = core
    self.exploring = exploring
  }

  /// The failure that ended the strict pass, with the coding path of the error itself.
  func failure(thrown error: any Error) -> DecodingFailure {
    guard let number = core.event(of: error) else {
      return DecodingFailure(
        kind: .dataCorrupted, pattern: "$", pointer: "", requestedType: "", found: "", message: "\(error)",
        thrownKind: "other")
    }
    var failure = describe(core.events[number], count: 1)
    guard let error = error as? DecodingError else {
      failure.thrownKind = "other"
      return failure
    }
    failure.thrownKind = error.kindName
    failure.codingPath = (error.context?.codingPath ?? []).map(\.stringValue)
    return failure
  }

  /// The whole trace; `failures` are the events that were not swallowed.
  func make(verdict: DecodingTrace.Verdict, failures: [Int]) -> DecodingTrace {
    var trace = DecodingTrace(verdict: verdict)
    for pattern in core.patterns { pattern.noteTouched() }
    let fatal = Set(failures)
    trace.failures = group(failures.sorted())
    trace.swallowed = group(core.events.indices.filter { !fatal.contains($0) && !core.events[$0].isAlternative })
    if case .failed(var first) = verdict {
      let same = trace.failures.firstIndex {
        $0.pattern == first.pattern && $0.kind == first.kind && $0.requestedType == first.requestedType
      }
      if let same {
        (first.count, first.total) = (trace.failures[same].count, trace.failures[same].total)
        (trace.failures[same].thrownKind, trace.failures[same].codingPath) = (first.thrownKind, first.codingPath)
      } else {
        trace.failures.insert(first, at: 0)
      }
      trace.verdict = .failed(first)
    }
    if exploring { trace.fallbacks = rawFallbacks() + catchAllCases() }
    trace.isUnexplored =
      !exploring && (verdict != .decoded || !core.catchAllCases.order.isEmpty || !core.fallbacks.order.isEmpty)
    trace.lenient = core.lenient.order.compactMap { sort in
      core.lenient.uses[sort].map { describe($0, sort) }
    }
    walk(core.rootPattern, into: &trace)
    trace.hiddenBelow = unique(core.healing.hidden.map { core.pathText($0) })
    if trace.failures.count >= Self.mostEntries, !trace.hiddenBelow.contains("$") { trace.hiddenBelow.append("$") }
    return trace
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// Entries that are described, at most, of failures and of what was swallowed: each means finding its place in the text.
  private static let mostEntries = 1_000

  private struct Sort: Hashable {
    let pattern: Pattern
    let kind: DecodingFailure.Kind
    let requested: ObjectIdentifier
  }

  private func group(_ numbers: [Int]) -> [DecodingFailure] {
    var order: [Sort] = []
    var members: [Sort: [Int]] = [:]
    for number in numbers {
      let event = core.events[number]
      let sort = Sort(pattern: event.pattern, kind: event.kind, requested: ObjectIdentifier(event.requested))
      if members[sort] == nil { order.append(sort) }
      members[sort, default: []].append(number)
    }
    return order.prefix(Self.mostEntries).compactMap { sort in
      guard let numbers = members[sort], let first = numbers.first else { return nil }
      return describe(core.events[first], count: numbers.count)
    }
  }

  private func describe(_ event: DecodingEvent, count: Int) -> DecodingFailure {
    let place = event.node ?? event.container ?? document.root
    let position = document.position(of: place)
    var pointer = document.pointer(to: place)
    if event.missingName != nil, event.node == nil, case .member(let name) = event.pattern.pointee.step {
      pointer += "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
    let words = FailureWords(event, in: document, unread: unreadNames(for: event))
    return DecodingFailure(
      kind: event.kind, pattern: core.pathText(event.pattern), pointer: pointer, line: position.line,
      column: position.column, owner: event.owner.map { TypeFacts.name($0) }, property: event.property,
      requestedType: words.type, found: words.found, excerpt: event.node.map { document.excerpt(of: $0) } ?? "",
      message: words.message, thrownKind: event.thrownKind, codingPath: event.codingPath, count: count,
      total: max(core.opportunities(event.pattern), count), hint: words.hint)
  }

  /// The members that nobody asked for, where one may be what is missing.
  private func unreadNames(for event: DecodingEvent) -> [String] {
    guard event.kind == .keyNotFound, let object = event.container, let parent = event.pattern.pointee.parent,
      document.kind(of: object) == .object
    else { return [] }
    return document.children(of: object).prefix(256).compactMap { child in
      let number = core.memberNumber(of: child, in: parent, guess: 0)
      guard let members = parent.pointee.members, !members[number].isTouched else { return nil }
      return members[number].rawName
    }
  }

  private func describe(_ fallback: FallbackTable.Fallback, at sort: FallbackTable.Sort) -> EnumFallback {
    let position = document.position(of: fallback.node)
    return EnumFallback(
      pattern: core.pathText(sort.pattern), pointer: document.pointer(to: fallback.node),
      line: position.line, column: position.column,
      owner: fallback.owner.map { TypeFacts.name($0) }, property: fallback.property,
      enumType: fallback.facts.name, excerpt: document.excerpt(of: fallback.node),
      fallback: fallback.fallback, count: fallback.places.count,
      total: max(core.opportunities(sort.pattern), fallback.places.count),
      hint: EnumVocabulary.hint(for: sort.text, of: fallback.facts.type))
  }

  /// Raw values that became another one, where the enum makes the same of a value that no payload holds: the others are
  /// translations, as of letter case, and nothing is lost by them.
  private func rawFallbacks() -> [EnumFallback] {
    var catchAll: [ObjectIdentifier: String?] = [:]
    return core.fallbacks.order.compactMap { sort in
      guard let fallback = core.fallbacks.fallbacks[sort] else { return nil }
      if catchAll[sort.type] == nil { catchAll[sort.type] = .some(core.catchAllCase(of: fallback.facts)) }
      guard let known = catchAll[sort.type] ?? nil, known == fallback.fallback else { return nil }
      return describe(fallback, at: sort)
    }
  }

  /// Texts that became the case which the enum makes of every text it does not know.
  private func catchAllCases() -> [EnumFallback] {
    var found: [EnumFallback] = []
    for sort in core.catchAllCases.order {
      guard let place = core.catchAllCases.places[sort], let catchAll = core.catchAllCase(of: place.facts) else {
        continue
      }
      for text in place.order {
        guard let reading = place.readings[text], reading.caseName == catchAll,
          !DecoderCore.isName(text, ofCase: catchAll)
        else { continue }
        let position = document.position(of: reading.node)
        found.append(
          EnumFallback(
            pattern: core.pathText(sort.pattern), pointer: document.pointer(to: reading.node), line: position.line,
            column: position.column, owner: reading.owner.map { TypeFacts.name($0) }, property: reading.property,
            enumType: place.facts.name, excerpt: document.excerpt(of: reading.node), fallback: catchAll,
            count: reading.count, total: max(core.opportunities(sort.pattern), reading.count)))
      }
    }
    return found
  }

  private func describe(_ use: LenientTable.Use, _ sort: LenientTable.Sort) -> LenientValue {
    let position = document.position(of: use.node)
    return LenientValue(
      kind: sort.kind, pattern: core.pathText(sort.pattern), pointer: document.pointer(to: use.node),
      line: position.line, column: position.column,
      owner: use.owner.map { TypeFacts.name($0) }, property: use.property, excerpt: document.excerpt(of: use.node),
      count: use.places.count, total: max(core.opportunities(sort.pattern), use.places.count))
  }

  // MARK: - Fields

  /// Tells the fields, the unread members and the dictionaries below `pattern`, in the order of the payload.
  private func walk(_ pattern: Pattern, into trace: inout DecodingTrace) {
    var plans: [RequestPlan] = []
    var plan = pattern.pointee.plan
    while let current = plan {
      plans.append(current)
      plan = current.pointee.next
    }
    for plan in plans.reversed() {
      for slot in plan.pointee.slots where slot.pointee.seen + slot.pointee.null + slot.pointee.missing > 0 {
        trace.fields.append(describe(slot, of: plan.pointee.owner, at: pattern))
      }
    }
    let isDictionary = pattern.pointee.isDictionary
    if isDictionary { trace.dictionaryPaths.append(core.pathText(pattern)) }
    if let members = pattern.pointee.members {
      for number in 0..<pattern.pointee.memberCount {
        if let inner = members[number].pattern, members[number].isTouched { walk(inner, into: &trace) }
        if !isDictionary, members[number].isPresent, !members[number].isTouched {
          trace.unread.append(core.pathText(core.memberPattern(of: pattern, number)))
        }
      }
    }
    for inner in [pattern.pointee.element, pattern.pointee.anyMember] {
      if let inner { walk(inner, into: &trace) }
    }
  }

  private func describe(_ slot: RequestSlot, of owner: TypeFacts, at pattern: Pattern) -> FieldUse {
    let use = slot.pointee
    let place: String
    if use.member >= 0, let members = pattern.pointee.members {
      place =
        members[use.member].pattern.map { core.pathText($0) }
        ?? core.pathText(pattern) + JSONPath.memberText(members[use.member].rawName)
    } else {
      let name = core.configuration.usesSnakeCase ? SnakeCase.likelyName(for: use.name) : use.name
      place = core.pathText(pattern) + JSONPath.memberText(name)
    }
    var nearMiss: String?
    if use.seen + use.null == 0, let members = pattern.pointee.members {
      nearMiss = NearName.nearest(
        to: use.name,
        among: (0..<min(pattern.pointee.memberCount, 256)).filter { !members[$0].isTouched }.map { members[$0].rawName }
      )
    }
    return FieldUse(
      pattern: place, owner: owner.name, property: use.name,
      swiftType: use.facts.name, isRequired: use.isRequired, seen: use.seen, null: use.null, missing: use.missing,
      nearMiss: nearMiss,
      knownValues: use.facts.isRawRepresentable || use.facts.isTransparent
        ? EnumVocabulary.values(of: use.facts.type) : [])
  }
}
