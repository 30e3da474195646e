import Foundation
import JSONDocument

extension DecoderCore {
  /// Records that a request failed for a value, or at the end of an array.
  func note(_ kind: DecodingFailure.Kind, _ subject: Subject, thrownPath: [any CodingKey]) -> Int {
    let node = subject.value.node
    let run = run
    let isRunsValue = node != nil && node == run?.node
    let isOwnValue = subject.key == nil || isRunsValue
    // Whether a name is data is known where the value is decoded, and not by its key alone.
    let place =
      isRunsValue && subject.key != nil
      ? run?.pattern : subject.key.map { pattern(of: subject.value, under: subject.path.pattern, key: $0) }
    var event = DecodingEvent(
      kind: kind, node: node, container: run?.node, pattern: place ?? subject.path.pattern,
      requested: subject.requested, thrownKind: Self.thrownKind(kind), codingPath: thrownPath.map(\.stringValue),
      isContainerMismatch: subject.isContainer)
    (event.owner, event.property) = requester(isOwnValue ? nil : subject.key)
    event.dataNames = dataNames(of: event.pattern, subject.path, subject.key)
    if isOwnValue, let asked = declaredType() { event.requested = asked }
    // If a scalar inside a Date fails, the date failed.
    if event.requested == Date.self, kind == .dataCorrupted { event.kind = .dateUnparsable }
    let number = record(event)
    if let node, !subject.isContainer {
      recoveryFrame?.failed[number] = FailedRequest(
        location: .value(node.index, ObjectIdentifier(subject.requested)), type: subject.requested,
        name: propertyName(subject.key))
    }
    return number
  }

  func noteMissing(
    _ key: any CodingKey, requested: Any.Type, in container: KeyedFrame, _ path: CodingPathNode
  ) -> Int {
    let name = key.stringValue
    var event = DecodingEvent(
      kind: .keyNotFound, container: container.node, missingName: name,
      pattern: absentPattern(of: container.pattern, name),
      requested: requested, thrownKind: "keyNotFound", codingPath: path.codingPath().map(\.stringValue))
    (event.owner, event.property) = requester(key)
    event.dataNames = dataNames(of: event.pattern, path, key)
    let number = record(event)
    recoveryFrame?.failed[number] = FailedRequest(
      location: .missing(container: container.node.index, name: name, ObjectIdentifier(requested)), type: requested,
      name: name)
    return number
  }

  /// Records an error that an initialiser, or code that it called, threw by itself.
  func noteForeign(_ error: any Error, in run: InitialiserRun) -> Int {
    let path = run.path
    var event = DecodingEvent(
      kind: .dataCorrupted, node: run.node, container: runCount > 1 ? runs[runCount - 2].node : nil,
      pattern: run.pattern,
      requested: declaredType() ?? run.type, thrownKind: "other",
      codingPath: path.codingPath().map(\.stringValue), thrownText: readings.own { "\(error)" })
    (event.owner, event.property) = requester(nil)
    event.dataNames = dataNames(of: event.pattern, path, nil)
    let isScalar = run.node.map { ![.object, .array].contains(document.kind(of: $0)) } ?? true
    if let error = error as? DecodingError {
      event.thrownKind = error.kindName
      event.kind = DecodingFailure.Kind(rawValue: error.kindName) ?? .dataCorrupted
      event.codingPath = (error.context?.codingPath ?? []).map(\.stringValue)
      event.thrownText = error.context?.debugDescription
      if event.kind == .dataCorrupted, isScalar, run.type is any RawRepresentable.Type {
        event.kind = .enumUnknownValue
        event.requested = TypeFacts.withoutOptional(run.type)
      }
      // `dataCorruptedError(forKey:in:)` names the member that it rejects.
      if event.kind == .dataCorrupted,
        let key = error.context?.codingPath.dropFirst(path.codingPath().count).first,
        let node = run.node, let member = document.member(key.stringValue, of: node)
      {
        event.node = member
        event.pattern = pattern(of: JSONValue(member), under: run.pattern, key: key)
        event.dataNames = dataNames(of: event.pattern, path, key)
        (event.owner, event.property) = (run.type, propertyName(key))
      }
    }
    if run.type == Date.self { event.kind = .dateUnparsable }
    let number = record(event)
    setInFlight(error, event: number)
    return number
  }

  func markOptional(_ error: any Error) {
    guard let event = event(of: error) else { return }
    recoveryFrame?.failed[event]?.isOptional = true
  }

  private static func thrownKind(_ kind: DecodingFailure.Kind) -> String {
    switch kind {
    case .keyNotFound, .valueNotFound, .typeMismatch: kind.rawValue
    case .dataCorrupted, .numberOutOfRange, .dateUnparsable, .enumUnknownValue: "dataCorrupted"
    }
  }

  /// The type and coding key that a request belongs to: `key` of the running initialiser. If that decodes its own value
  /// (nil) or is a collection or optional, it is the request that led to it.
  func requester(_ key: (any CodingKey)?) -> (Any.Type?, String?) {
    var current = runCount - 1
    guard current >= 0 else { return (nil, nil) }
    var key = key
    if key == nil {
      key = runs[current].key
    } else if !runs[current].isTransparent {
      return (runs[current].type, propertyName(key))
    }
    while current > 0 {
      let (inner, asking) = (runs[current], runs[current - 1])
      let passesOn = asking.isTransparent || (key == nil && asking.node == inner.node)
      guard passesOn else { return (asking.type, propertyName(key)) }
      key = asking.key ?? key
      current -= 1
    }
    return (nil, nil)
  }

  /// The value that the running initialiser decodes, with the request that led to it.
  func requested(_ node: JSONNode) -> RequestedValue {
    let (owner, property) = requester(nil)
    return RequestedValue(node: node, owner: owner, property: property)
  }

  /// Nil for the index of an element, and for a name that is data.
  func propertyName(_ key: (any CodingKey)?) -> String? {
    guard let key, (key as? PlainKey)?.intValue == nil, !isDataName(key) else { return nil }
    return key.stringValue
  }

  /// The names that stand for each `.*` of `pattern`, the outermost first. `path` leads to the value, or to its
  /// container if `key` is the last step.
  private func dataNames(of pattern: Pattern, _ path: CodingPathNode, _ key: (any CodingKey)?) -> [String] {
    guard pattern.pointee.isBelowData else { return [] }
    var names: [String] = []
    if let key, pattern != path.pattern, case .anyMember = pattern.pointee.step { names.append(key.stringValue) }
    var node: CodingPathNode? = path
    while let step = node {
      if let key = step.key, case .anyMember = step.pattern.pointee.step { names.append(key.stringValue) }
      node = step.parent
    }
    return names.reversed()
  }

  /// The type that was declared for the running initialiser's value: `UUID` for the `String` inside `UUID(from:)`.
  private func declaredType() -> Any.Type? {
    var asked = runCount - 1
    guard asked >= 0 else { return nil }
    while asked > 0, let outer = runs[asked - 1].node, outer == runs[asked].node { asked -= 1 }
    return TypeFacts.withoutOptional(runs[asked].type)
  }

  // MARK: - Events

  /// Adds an event, once for each value, kind and type.
  func record(_ event: DecodingEvent) -> Int {
    occurrences += 1
    let number = log.eventNumbers[event.signature] ?? log.events.count
    if number == log.events.count {
      log.eventNumbers[event.signature] = number
      log.events.append(event)
    }
    (log.events[number].latest, log.events[number].isAlternative) = (occurrences, false)
    log.events[number].hasEscaped = false
    noteFailureInRun(number)
    return number
  }

  /// The event that `error` belongs to, if it is known.
  func event(of error: any Error) -> Int? {
    if let invalid = error as? JSONError { return invalid.event }
    if let error = error as? DecodingError, let event = markedEvent(of: error, depth: 0) { return event }
    guard let inFlight = log.inFlight, inFlight.text == text(of: error),
      isInsideRun(log.events[inFlight.event])
    else { return nil }
    return inFlight.event
  }

  /// Whether an event happened inside the value of the innermost initialiser. An event elsewhere may have the same
  /// text.
  private func isInsideRun(_ event: DecodingEvent) -> Bool {
    guard let value = run?.node, let index = (event.node ?? event.container)?.index else { return true }
    return index >= value.index && index < document.endIndex(of: value)
  }

  /// Remembers the event of an error that is about to be rethrown, if the error itself does not identify it.
  func setInFlight(_ error: any Error, event number: Int) {
    if event(of: error) != number { log.inFlight = (text(of: error), number) }
  }

  /// Records that an error is about to leave the running initialiser.
  func noteEscape(_ error: any Error) {
    guard let run else { return }
    let event = event(of: error) ?? noteForeign(error, in: run)
    setInFlight(error, event: event)
  }

  /// Records that an error leaves the innermost run. If the run's value is not the one that failed, the initialiser that
  /// requested that one did not go on without it.
  func noteLeaving(_ error: any Error) {
    guard let run, let number = event(of: error) else { return }
    if log.events[number].node == nil || log.events[number].node != run.node { log.events[number].hasEscaped = true }
  }

  private func text(of error: any Error) -> String { readings.own { "\(Swift.type(of: error)) \(error)" } }

  /// A coding path that identifies the error that holds it, so that the error needs no content that Foundation's lacks.
  ///
  /// The address of the array's storage is the mark. Copies share the storage, and because one copy is kept here, no
  /// other array can get the same address.
  func marked(_ path: [any CodingKey], _ event: Int) -> [any CodingKey] {
    var path = path
    // An array without capacity has no storage of its own.
    if path.isEmpty { path.reserveCapacity(1) }
    marks.events[Self.storage(of: path)] = event
    marks.paths.append(path)
    return path
  }

  private static func storage(of path: [any CodingKey]) -> UInt {
    path.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  private func markedEvent(of error: DecodingError, depth: Int) -> Int? {
    guard let context = error.context else { return nil }
    if let event = marks.events[Self.storage(of: context.codingPath)] { return event }
    // An initialiser may wrap an error that it caught. The depth is limited.
    guard depth < 8, let inner = context.underlyingError as? DecodingError else { return nil }
    return markedEvent(of: inner, depth: depth + 1)
  }

  func group(of event: Int) -> [Int] { log.groups[event] ?? [event] }

  func setGroup(of event: Int, to members: [Int]) {
    var seen: Set<Int> = []
    log.groups[event] = members.filter { seen.insert($0).inserted }
  }
}

extension DecodingError {
  var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  var kindName: String {
    switch self {
    case .typeMismatch: "typeMismatch"
    case .valueNotFound: "valueNotFound"
    case .keyNotFound: "keyNotFound"
    case .dataCorrupted: "dataCorrupted"
    @unknown default: "other"
    }
  }
}
