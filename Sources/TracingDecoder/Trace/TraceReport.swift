import JSONDocument

/// Turns what a core recorded into a ``DecodingTrace``: counts events by pattern, kind and type, and describes them.
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
    trace.lenient = core.lenient.order.compactMap { key in
      core.lenient.uses[key].map { describe($0, key) }
    }
    walk(core.rootPattern, into: &trace)
    trace.hiddenBelow = unique(core.recovery.hidden.map { core.pathText($0) })
    if trace.failures.count >= Self.mostEntries, !trace.hiddenBelow.contains("$") { trace.hiddenBelow.append("$") }
    return trace
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// The most failures that are described, because finding each one's line and column costs time.
  private static let mostEntries = 1_000

  private struct Key: Hashable {
    let pattern: Pattern
    let kind: DecodingFailure.Kind
    let requested: ObjectIdentifier
  }

  private func group(_ numbers: [Int]) -> [DecodingFailure] {
    var order: [Key] = []
    var members: [Key: [Int]] = [:]
    for number in numbers {
      let event = core.events[number]
      let key = Key(pattern: event.pattern, kind: event.kind, requested: ObjectIdentifier(event.requested))
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(number)
    }
    return order.prefix(Self.mostEntries).compactMap { key in
      guard let numbers = members[key], let first = numbers.first else { return nil }
      return describe(core.events[first], count: numbers.count)
    }
  }

  private func describe(_ event: DecodingEvent, count: Int) -> DecodingFailure {
    let node = event.node ?? event.container ?? document.root
    let position = document.position(of: node)
    var pointer = document.pointer(to: node)
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

  /// The members that nobody requested, one of which may be the missing one under another name.
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

  private func describe(_ fallback: FallbackTable.Fallback, at key: FallbackTable.Key) -> EnumFallback {
    let position = document.position(of: fallback.node)
    return EnumFallback(
      pattern: core.pathText(key.pattern), pointer: document.pointer(to: fallback.node),
      line: position.line, column: position.column,
      owner: fallback.owner.map { TypeFacts.name($0) }, property: fallback.property,
      enumType: fallback.facts.name, excerpt: document.excerpt(of: fallback.node),
      fallback: fallback.fallback, count: fallback.nodes.count,
      total: max(core.opportunities(key.pattern), fallback.nodes.count),
      hint: EnumVocabulary.hint(for: key.text, of: fallback.facts.type))
  }

  /// Raw values that became the enum's catch-all value, which it also makes of a value that no payload holds. Other
  /// changes of a raw value, such as of letter case, lose nothing and are not listed.
  private func rawFallbacks() -> [EnumFallback] {
    var catchAll: [ObjectIdentifier: String?] = [:]
    return core.fallbacks.order.compactMap { key in
      guard let fallback = core.fallbacks.fallbacks[key] else { return nil }
      if catchAll[key.type] == nil { catchAll[key.type] = .some(core.catchAllCase(of: fallback.facts)) }
      guard let known = catchAll[key.type] ?? nil, known == fallback.fallback else { return nil }
      return describe(fallback, at: key)
    }
  }

  /// Texts that became the case that the enum makes of every text it does not know.
  private func catchAllCases() -> [EnumFallback] {
    var found: [EnumFallback] = []
    for key in core.catchAllCases.order {
      guard let texts = core.catchAllCases.texts[key], let catchAll = core.catchAllCase(of: texts.facts) else {
        continue
      }
      for text in texts.order {
        guard let reading = texts.readings[text], reading.caseName == catchAll,
          !DecoderCore.isName(text, ofCase: catchAll)
        else { continue }
        let position = document.position(of: reading.node)
        found.append(
          EnumFallback(
            pattern: core.pathText(key.pattern), pointer: document.pointer(to: reading.node), line: position.line,
            column: position.column, owner: reading.owner.map { TypeFacts.name($0) }, property: reading.property,
            enumType: texts.facts.name, excerpt: document.excerpt(of: reading.node), fallback: catchAll,
            count: reading.count, total: max(core.opportunities(key.pattern), reading.count)))
      }
    }
    return found
  }

  private func describe(_ use: LenientTable.Use, _ key: LenientTable.Key) -> LenientValue {
    let position = document.position(of: use.node)
    return LenientValue(
      kind: key.kind, pattern: core.pathText(key.pattern), pointer: document.pointer(to: use.node),
      line: position.line, column: position.column,
      owner: use.owner.map { TypeFacts.name($0) }, property: use.property, excerpt: document.excerpt(of: use.node),
      count: use.nodes.count, total: max(core.opportunities(key.pattern), use.nodes.count))
  }

  // MARK: - Fields

  /// Collects the fields, the unread members and the dictionaries below `pattern`, in the order of the payload.
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
    let path: String
    if use.member >= 0, let members = pattern.pointee.members {
      path =
        members[use.member].pattern.map { core.pathText($0) }
        ?? core.pathText(pattern) + JSONPath.memberText(members[use.member].rawName)
    } else {
      let name = core.configuration.usesSnakeCase ? SnakeCase.likelyName(for: use.name) : use.name
      path = core.pathText(pattern) + JSONPath.memberText(name)
    }
    var nearMiss: String?
    if use.seen + use.null == 0, let members = pattern.pointee.members {
      nearMiss = NearName.nearest(
        to: use.name,
        among: (0..<min(pattern.pointee.memberCount, 256)).filter { !members[$0].isTouched }.map { members[$0].rawName }
      )
    }
    return FieldUse(
      pattern: path, owner: owner.name, property: use.name,
      swiftType: use.facts.name, isRequired: use.isRequired, seen: use.seen, null: use.null, missing: use.missing,
      nearMiss: nearMiss,
      knownValues: use.facts.isRawRepresentable || use.facts.isTransparent
        ? EnumVocabulary.values(of: use.facts.type) : [])
  }
}
