import JSONDocument

/// Turns what a session noted into a ``DecodingTrace``: events counted by pattern, kind and type, described in words.
struct TraceReport {
  private let session: TraceSession
  private var document: JSONDocument { session.document }

  init(_ session: TraceSession) { self.session = session }

  /// The failure that ended the strict pass, with the coding path of the error itself.
  func failure(thrown error: any Error) -> DecodingFailure {
    guard let number = session.event(of: error) else {
      return DecodingFailure(
        kind: .dataCorrupted, pattern: "$", pointer: "", requestedType: "", found: "", message: "\(error)",
        thrownKind: "other")
    }
    var failure = describe(session.events[number], count: 1)
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
    let fatal = Set(failures)
    trace.failures = group(failures.sorted())
    trace.swallowed = group(session.events.indices.filter { !fatal.contains($0) })
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
    trace.fallbacks = session.fallbacks.order.compactMap { sort in
      session.fallbacks.fallbacks[sort].map { describe($0, at: sort) }
    }
    trace.lenient = session.lenient.order.compactMap { sort in
      session.lenient.uses[sort].map { describe($0, sort) }
    }
    trace.fields = session.fields.uses.map { describe($0) }
    trace.unread = session.unreadPatterns()
    trace.hiddenBelow = unique(session.hidden.map { session.patterns.text($0) })
    trace.dictionaryPaths = unique(session.patterns.dictionaries.map { session.patterns.text($0) })
    return trace
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }

  private struct Sort: Hashable {
    let pattern: Int
    let kind: DecodingFailure.Kind
    let requested: ObjectIdentifier
  }

  private func group(_ numbers: [Int]) -> [DecodingFailure] {
    var order: [Sort] = []
    var members: [Sort: [Int]] = [:]
    for number in numbers {
      let event = session.events[number]
      let sort = Sort(pattern: event.pattern, kind: event.kind, requested: ObjectIdentifier(event.requested))
      if members[sort] == nil { order.append(sort) }
      members[sort, default: []].append(number)
    }
    return order.compactMap { sort in
      guard let numbers = members[sort], let first = numbers.first else { return nil }
      return describe(session.events[first], count: numbers.count)
    }
  }

  private func describe(_ event: DecodingEvent, count: Int) -> DecodingFailure {
    let place = event.node ?? event.container ?? document.root
    let position = document.position(of: place)
    var pointer = document.pointer(to: place)
    if let name = event.missingName, event.node == nil {
      pointer += "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
    let words = FailureWords(event, in: document)
    return DecodingFailure(
      kind: event.kind, pattern: session.patterns.text(event.pattern), pointer: pointer, line: position.line,
      column: position.column, owner: event.owner.map { TypeFacts.name($0) }, property: event.property,
      requestedType: words.type, found: words.found, excerpt: event.node.map { document.excerpt(of: $0) } ?? "",
      message: words.message, thrownKind: event.thrownKind, codingPath: event.codingPath, count: count,
      total: max(session.patterns.opportunities(event.pattern), count), hint: words.hint)
  }

  private func describe(_ fallback: FallbackTable.Fallback, at sort: FallbackTable.Sort) -> EnumFallback {
    let position = document.position(of: fallback.node)
    return EnumFallback(
      pattern: session.patterns.text(sort.pattern), pointer: document.pointer(to: fallback.node),
      line: position.line, column: position.column,
      owner: fallback.owner.map { TypeFacts.name($0) }, property: fallback.property,
      enumType: TypeFacts.name(fallback.type), excerpt: document.excerpt(of: fallback.node),
      fallback: fallback.fallback, count: fallback.places.count,
      total: max(session.patterns.opportunities(sort.pattern), fallback.places.count),
      hint: EnumVocabulary.hint(for: sort.text, of: fallback.type))
  }

  private func describe(_ use: LenientTable.Use, _ sort: LenientTable.Sort) -> LenientValue {
    let position = document.position(of: use.node)
    return LenientValue(
      kind: sort.kind, pattern: session.patterns.text(sort.pattern), pointer: document.pointer(to: use.node),
      line: position.line, column: position.column,
      owner: use.owner.map { TypeFacts.name($0) }, property: use.property, excerpt: document.excerpt(of: use.node),
      count: use.places.count, total: max(session.patterns.opportunities(sort.pattern), use.places.count))
  }

  private func describe(_ use: FieldTable.Use) -> FieldUse {
    let name = use.rawName ?? (session.usesSnakeCase ? SnakeCase.likelyName(for: use.name) : use.name)
    return FieldUse(
      pattern: session.patterns.text(use.container) + JSONPath.memberText(name), owner: TypeFacts.name(use.owner),
      property: use.name, swiftType: TypeFacts.name(use.type), isRequired: use.isRequired, seen: use.seen,
      null: use.null, missing: use.missing, nearMiss: use.nearMiss)
  }
}
