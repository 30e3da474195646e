import JSONDocument

/// Turns what a core recorded into a ``DecodingTrace``: counts events by pattern, kind and type, and describes them.
struct TraceReport {
  private let core: DecoderCore
  private let exploring: Bool
  private let places: JSONLocator
  private var document: JSONDocument { core.document }

  init(_ core: DecoderCore, exploring: Bool) {
    self.core = core
    self.exploring = exploring
    places = JSONLocator(core.document)
  }

  /// The failure that ended the strict pass, with the coding path of the error itself.
  func failure(thrown error: any Error) -> DecodingFailure {
    guard let number = core.event(of: error) else {
      return DecodingFailure(
        kind: .dataCorrupted, values: Occurrences(pattern: "$", pointer: ""), requestedType: "", found: "",
        message: "\(error)", thrownKind: "other")
    }
    var failure = describe(core.log.events[number], count: 1)
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
    trace.swallowed = group(
      core.log.events.indices.filter { !fatal.contains($0) && !core.log.events[$0].isAlternative })
    if case .failed(var first) = verdict {
      let same = trace.failures.firstIndex {
        $0.pattern == first.pattern && $0.kind == first.kind && $0.requestedType == first.requestedType
      }
      if let same {
        (first.values.count, first.values.total) = (trace.failures[same].count, trace.failures[same].total)
        (trace.failures[same].thrownKind, trace.failures[same].codingPath) = (first.thrownKind, first.codingPath)
      } else {
        trace.failures.insert(first, at: 0)
      }
      trace.verdict = .failed(first)
    }
    if exploring { trace.fallbacks = rawFallbacks() + catchAllCases() }
    trace.isUnexplored =
      !exploring && (verdict != .decoded || !core.log.catchAllCases.order.isEmpty || !core.log.fallbacks.order.isEmpty)
    trace.lenient = core.log.lenient.order.compactMap { key in
      core.log.lenient.uses[key].map { use in
        LenientValue(kind: key.kind, values: occurrences(of: use.first, at: key.pattern, count: use.nodes.count))
      }
    }
    walk(core.rootPattern, into: &trace)
    trace.hiddenBelow = Array(unique(core.recovery.hidden.map { core.pathText($0) }).prefix(Self.mostEntries))
    if trace.failures.count >= Self.mostEntries, !trace.hiddenBelow.contains("$") { trace.hiddenBelow.append("$") }
    return trace
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// The most failures and other entries of a kind that are described, because finding each one's line and column costs time.
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
      let event = core.log.events[number]
      let key = Key(pattern: event.pattern, kind: event.kind, requested: ObjectIdentifier(event.requested))
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(number)
    }
    return order.prefix(Self.mostEntries).compactMap { key in
      guard let numbers = members[key], let first = numbers.first else { return nil }
      return describe(core.log.events[first], count: numbers.count)
    }
  }

  private func describe(_ event: DecodingEvent, count: Int) -> DecodingFailure {
    let shown = RequestedValue(
      node: event.node ?? event.container ?? document.root, owner: event.owner, property: event.property)
    var values = occurrences(of: shown, at: event.pattern, count: count)
    if event.node == nil {
      values.excerpt = ""
      if event.missingName != nil, case .member(let name) = event.pattern.pointee.step {
        values.pointer += "/" + JSONPath.pointerText(name)
      }
    }
    let words = FailureWords(event, in: document, unread: unreadNames(for: event))
    return DecodingFailure(
      kind: event.kind, values: values, requestedType: words.type, found: words.found, message: words.message,
      thrownKind: event.thrownKind, codingPath: event.codingPath, hint: words.hint)
  }

  private func occurrences(of first: RequestedValue, at pattern: Pattern, count: Int) -> Occurrences {
    let position = places.position(of: first.node)
    return Occurrences(
      pattern: core.pathText(pattern), pointer: places.pointer(to: first.node), line: position.line,
      column: position.column, owner: first.owner.map { TypeFacts.name($0) }, property: first.property,
      excerpt: document.excerpt(of: first.node), count: count, total: max(core.opportunities(pattern), count))
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
    EnumFallback(
      values: occurrences(of: fallback.first, at: key.pattern, count: fallback.nodes.count),
      enumType: fallback.facts.name, fallback: fallback.fallback,
      hint: EnumVocabulary.hint(for: key.text, of: fallback.facts.type))
  }

  /// Raw values that became the enum's catch-all value, which it also makes of a value that no payload holds. Other
  /// changes of a raw value, such as of letter case, lose nothing and are not listed.
  private func rawFallbacks() -> [EnumFallback] {
    var catchAll: [ObjectIdentifier: String?] = [:]
    var found: [EnumFallback] = []
    for key in core.log.fallbacks.order where found.count < Self.mostEntries {
      guard let fallback = core.log.fallbacks.fallbacks[key] else { continue }
      if catchAll[key.type] == nil { catchAll[key.type] = .some(core.catchAllCase(of: fallback.facts)) }
      guard let known = catchAll[key.type] ?? nil, known == fallback.fallback else { continue }
      found.append(describe(fallback, at: key))
    }
    return found
  }

  /// Texts that became the case that the enum makes of every text it does not know.
  private func catchAllCases() -> [EnumFallback] {
    var found: [EnumFallback] = []
    for key in core.log.catchAllCases.order {
      guard let texts = core.log.catchAllCases.texts[key], let catchAll = core.catchAllCase(of: texts.facts) else {
        continue
      }
      for text in texts.order where found.count < Self.mostEntries {
        guard let reading = texts.readings[text], reading.caseName == catchAll,
          !DecoderCore.isName(text, ofCase: catchAll)
        else { continue }
        found.append(
          EnumFallback(
            values: occurrences(of: reading.first, at: key.pattern, count: reading.count), enumType: texts.facts.name,
            fallback: catchAll))
      }
    }
    return found
  }

  // MARK: - Fields

  /// Collects the fields, the unread members and the dictionaries below `pattern`, in the order of the payload.
  private func walk(_ pattern: Pattern, into trace: inout DecodingTrace) {
    for plan in pattern.plans.reversed() {
      for slot in plan.pointee.slots where slot.pointee.seen + slot.pointee.null + slot.pointee.missing > 0 {
        trace.fields.append(describe(slot, of: plan.pointee.owner, at: pattern))
      }
    }
    let isDictionary = pattern.pointee.isDictionary
    if isDictionary { trace.dictionaryPaths.append(core.pathText(pattern)) }
    if let members = pattern.pointee.members {
      for number in 0..<pattern.pointee.memberCount {
        if let inner = members[number].pattern, members[number].isTouched { walk(inner, into: &trace) }
        if !isDictionary, members[number].isPresent, !members[number].isTouched,
          trace.unread.count < Self.mostEntries
        {
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
    var field = FieldUse(
      pattern: path, owner: owner.name, property: use.name, swiftType: use.facts.name, isRequired: use.isRequired,
      seen: use.seen, null: use.null, missing: use.missing)
    if use.seen + use.null == 0, let members = pattern.pointee.members {
      let untouched = (0..<min(pattern.pointee.memberCount, 256)).filter { !members[$0].isTouched }
      field.nearMiss = NearName.nearest(to: use.name, among: untouched.map { members[$0].rawName })
    }
    if use.facts.isRawRepresentable || use.facts.isTransparent {
      field.knownValues = EnumVocabulary.values(of: use.facts.type)
    }
    return field
  }
}
