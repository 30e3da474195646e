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
  struct FirstFailure {
    let event: DecodingEvent?
    let text: String
    let thrownKind: String
    let codingPath: [String]
  }

  /// To be called before anything else is decoded.
  func failure(thrown error: any Error) -> FirstFailure {
    let decodingError = error as? DecodingError
    return FirstFailure(
      event: core.event(of: error).map { core.log.events[$0] }, text: core.readings.own { "\(error)" },
      thrownKind: decodingError?.kindName ?? "other",
      codingPath: decodingError?.context?.codingPath.map(\.stringValue) ?? [])
  }

  /// The whole trace of a document that was decoded, or that ended with the failure `first`. `failures` are the events
  /// that were not swallowed.
  func make(failed first: FirstFailure? = nil, failures: [Int] = []) -> DecodingTrace {
    for pattern in core.patterns { pattern.noteTouched() }
    for pattern in core.patterns { core.nameAbsentMembers(of: pattern) }
    // A dictionary that failed at a member was meant to be one, unless its failure was swallowed.
    for number in failures { core.noteDictionaries(around: core.log.events[number].pattern) }
    let groups = FailureGroups(core, failures: failures)
    var trace = DecodingTrace(verdict: .decoded)
    trace.failures = groups.failures.prefix(Self.mostEntries).map { describe($0) }
    trace.swallowed = groups.swallowed.prefix(Self.mostEntries).map { describe($0) }
    if let first { trace.verdict = .failed(take(first, into: &trace)) }
    if exploring { trace.fallbacks = rawFallbacks() + catchAllCases() }
    trace.isUnexplored =
      !exploring
      && (first != nil || !core.log.catchAllCases.order.isEmpty || !core.log.fallbacks.order.isEmpty
        || core.mayLeaveOut)
    trace.lenient = core.log.lenient.order.compactMap { key in
      core.log.lenient.uses[key].map { use in
        LenientValue(kind: key.kind, values: occurrences(of: use.first, at: key.pattern, count: use.nodes.count))
      }
    }
    walk(core.rootPattern, into: &trace)
    trace.hiddenBelow = Array(hiddenPaths().prefix(Self.mostEntries))
    if trace.failures.count >= Self.mostEntries, !trace.hiddenBelow.contains("$") { trace.hiddenBelow.append("$") }
    return trace
  }

  /// Adds the first failure to the trace, unless it is there, and returns it with the counts of all that are like it.
  private func take(_ first: FirstFailure, into trace: inout DecodingTrace) -> DecodingFailure {
    guard let event = first.event else {
      let failure = DecodingFailure(
        kind: .dataCorrupted, values: Occurrences(pattern: "$", pointer: ""), requestedTypes: [], found: "",
        message: first.text, thrownKind: "other")
      trace.failures.insert(failure, at: 0)
      return failure
    }
    var places = FailurePlaces(core)
    var failure = describe(FailureGroups.Group(of: event, at: places.pattern(of: event)))
    (failure.thrownKind, failure.codingPath) = (first.thrownKind, first.codingPath)
    let same = trace.failures.firstIndex {
      $0.pattern == failure.pattern && $0.kind == failure.kind
        && $0.requestedTypes.contains(failure.requestedTypes.first ?? "")
    }
    guard let same else {
      trace.failures.insert(failure, at: 0)
      return failure
    }
    (trace.failures[same].thrownKind, trace.failures[same].codingPath) = (failure.thrownKind, failure.codingPath)
    let known = trace.failures[same]
    (failure.values.count, failure.values.total) = (known.count, known.total)
    (failure.requestedTypes, failure.message) = (known.requestedTypes, known.message)
    return failure
  }

  /// Paths below which an initialiser may have more to ask for.
  func hiddenPaths() -> [String] {
    let maybe = Set(core.recovery.maybeHidden).filter { pattern in
      // What nobody asks for may be asked for if another value is there.
      !isDictionary(pattern)
        && (0..<pattern.pointee.memberCount).contains { number in
          pattern.pointee.members.map { $0[number].isPresent && !$0[number].isTouched } ?? false
        }
    }
    return unique(
      core.recovery.hidden.map { core.pathText($0) }
        + core.recovery.maybeHidden.filter(maybe.contains).map { core.pathText($0) })
  }

  /// Whether the names of the members are data: not if decoding as a dictionary was only tried.
  private func isDictionary(_ pattern: Pattern) -> Bool {
    pattern.pointee.wasReadAsDictionary || pattern.pointee.isDictionary && !pattern.pointee.isOpenedByName
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  /// The most failures and other entries of a kind that are described, because finding each one's line and column costs time.
  private static let mostEntries = 1_000

  private func describe(_ group: FailureGroups.Group) -> DecodingFailure {
    let event = group.example
    let shown = RequestedValue(
      node: event.node ?? event.container ?? document.root, owner: event.owner, property: event.property)
    var values = occurrences(of: shown, at: group.pattern, count: group.count)
    if event.node == nil {
      values.excerpt = ""
      if event.missingName != nil, case .member(let name) = group.pattern.pointee.step {
        values.pointer += "/" + JSONPath.pointerText(name)
        if isGuess(event.missingName ?? "", under: group.pattern.pointee.parent) { values.guessedName = name }
      }
    }
    let words = FailureWords(event, requested: group.requested, in: document, unread: unreadNames(for: event))
    return DecodingFailure(
      kind: event.kind, values: values, requestedTypes: words.types, found: words.found, message: words.message,
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
    let (facts, rawValue) = (fallback.facts, fallback.fallback)
    return EnumFallback(
      values: occurrences(of: fallback.first, at: key.pattern, count: fallback.nodes.count),
      enumType: facts.name, fallback: rawValue,
      caseName: rawValue.isEmpty ? EnumVocabulary.caseName(of: rawValue, in: facts.type) : nil,
      hint: EnumVocabulary.hint(for: key.text, of: facts.type, isEmptyUnknown: rawValue.isEmpty))
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
    if let facts = pattern.pointee.enumFacts {
      let values = facts.hasRawText ? EnumVocabulary.values(of: facts.type) : EnumVocabulary.names(of: facts.type)
      if !values.isEmpty { trace.vocabularies[core.pathText(pattern)] = values }
    }
    let isDictionary = isDictionary(pattern)
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

  /// Whether the spelling of a member that no object has is not known, because other names may become its key.
  private func isGuess(_ name: String, under parent: Pattern?) -> Bool {
    let configuration = core.configuration
    guard let parent, !configuration.usesDefaultKeys,
      !(0..<parent.pointee.memberCount).contains(where: { parent.pointee.members?[$0].name == name })
    else { return false }
    return !configuration.usesSnakeCase || SnakeCase.toCamelCase(SnakeCase.likelyName(for: name)) == name
  }

  private func describe(_ slot: RequestSlot, of owner: TypeFacts, at pattern: Pattern) -> FieldUse {
    let use = slot.pointee
    let path: String
    var guessedName: String?
    // A recovery pass finds members by their names, and an object may lack what another one has.
    let member =
      use.member >= 0
      ? use.member : (0..<pattern.pointee.memberCount).first { pattern.pointee.members?[$0].name == use.name }
    if let member, let members = pattern.pointee.members {
      path =
        members[member].pattern.map { core.pathText($0) }
        ?? core.pathText(pattern) + JSONPath.memberText(members[member].rawName)
    } else {
      let name = core.configuration.usesSnakeCase ? SnakeCase.likelyName(for: use.name) : use.name
      path = core.pathText(pattern) + JSONPath.memberText(name)
      if isGuess(use.name, under: pattern) { guessedName = name }
    }
    var field = FieldUse(
      pattern: path, owner: owner.name, property: use.name, swiftType: use.facts.name, isRequired: use.isRequired,
      seen: use.seen, null: use.null, missing: use.missing)
    field.guessedName = guessedName
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
