import JSONDocument

extension DecoderCore {
  /// The most repeated runs of initialisers in one document. After that, only the first failure of each value is found.
  fileprivate static let reentryLimit = 200_000
  /// The most requests that get a placeholder in one initialiser.
  private static let patchUseLimit = 100_000
  /// The most different placeholders in one initialiser.
  private static let patchLimit = 64

  func isContainer(_ value: JSONValue) -> Bool {
    let kind = document.kind(of: value)
    return kind == .object || kind == .array
  }

  /// Runs an initialiser that threw again, each time with a placeholder for the request that failed, until it ends or
  /// nothing is left to try.
  func recover<T: Decodable>(
    _ value: JSONValue, _ frame: RecoveryFrame, _ pattern: Pattern, _ event: Int, _ body: () throws -> T
  ) {
    var group = group(of: event)
    var current = event
    // Foundation's own initialisers may stop the process if they get a placeholder, and need none.
    if !placeholders.isConstant(T.self), isContainer(value) || placeholder(for: T.self) == nil {
      for _ in 0..<Self.patchLimit {
        guard recovery.reentries < Self.reentryLimit, let request = frame.failed[current],
          frame.patches[request.location] == nil, let patch = patch(for: request),
          !decidesFollowingRequests(request, patch, T.self, frame, body)
        else { break }
        frame.patches[request.location] = patch
        frame.requests = 0
        recovery.reentries += 1
        do {
          setRecovered(value, as: T.self, to: try body())
          for keyed in framesOfRun { keyed.markPresent() }
          setGroup(of: event, to: group)
          return
        } catch {
          // An error that an initialiser throws because of a placeholder says nothing about the payload.
          guard let next = self.event(of: error) else { break }
          group += self.group(of: next)
          current = next
        }
      }
    }
    setGroup(of: event, to: group)
    if isContainer(value) {
      let last = log.events[current]
      if !(last.isContainerMismatch && last.node == value.node) { recovery.hidden.append(pattern) }
    }
    if let stand = placeholder(for: T.self) { setRecovered(value, as: T.self, to: stand) }
  }

  private func patch(for request: FailedRequest) -> Patch? {
    if request.isOptional { return .absent }
    if let recovered = recovery.recoveredValues[request.location] { return .value(recovered) }
    return placeholder(for: request.type).map { .value($0) }
  }

  private func placeholder(for type: Any.Type) -> Any? { placeholders.value(of: type) }

  /// The value that was recovered after an initialiser threw.
  func recovered<T>(_ value: JSONValue, as type: T.Type) -> T? {
    guard let node = value.node, let kept = recovery.recoveredValues[.value(node.index, ObjectIdentifier(type))] else {
      return nil
    }
    return kept as? T
  }

  func setRecovered(_ value: JSONValue, as type: Any.Type, to result: Any) {
    guard let node = value.node else { return }
    recovery.recoveredValues[.value(node.index, ObjectIdentifier(type))] = result
  }

  /// The placeholder for a request of the running initialiser, if it has one.
  func patch(for node: JSONNode?, key: String?, in container: JSONNode?, as type: Any.Type) -> Patch? {
    guard let frame = recoveryFrame, !frame.patches.isEmpty, frame.patchUses < Self.patchUseLimit else { return nil }
    frame.patchUses += 1
    if let node { return frame.patches[.value(node.index, ObjectIdentifier(type))] }
    guard let key, let container else { return nil }
    return frame.patches[.missing(container: container.index, name: key, ObjectIdentifier(type))]
  }
}

extension PayloadDecoder {
  /// Runs one initialiser in a recovery pass. Every nested `T(from:)` goes through here.
  ///
  /// An initialiser that threw runs again with a placeholder for the request that failed, until it ends or nothing is
  /// left to try. The value that it returns then is the placeholder in the initialiser around it. The first error is
  /// thrown in any case, so that code that catches it (`try?`, unions) takes the same branch as in the strict pass. A
  /// placeholder is seen only by the initialiser that it was made for.
  func makeRecovering<T: Decodable>(
    _ value: JSONValue, as type: T.Type, _ facts: TypeFacts, _ pattern: Pattern
  ) throws -> T {
    let location = value.node.map { RequestLocation.value($0.index, facts.id) }
    // In two steps, because a missing entry that is cast to an optional type would become that type's nil.
    if let location, let kept = core.recovery.cleanValues[location], let clean = kept as? T { return clean }
    let stepName = core.isContainer(value) ? nil : core.propertyName(key(at: level))
    let outerFrame = core.recoveryFrame
    // Placeholders of other initialisers do not change what this one makes of the value, so its error is thrown again.
    if let location, let failed = core.recovery.failedValues[location] {
      core.occurrences += 1
      core.setInFlight(failed.error, event: failed.event)
      outerFrame?.failed[failed.event] = FailedRequest(location: location, type: type, name: stepName)
      throw failed.error
    }
    let frame = RecoveryFrame(tally: core.tally(for: value.node, type))
    let before = core.occurrences
    core.recovery.frames.append(frame)
    defer { core.recovery.frames.removeLast() }
    do {
      let result = try make(value, as: type, facts)
      for keyed in core.framesOfRun { keyed.markPresent() }
      if let location, core.isContainer(value), core.occurrences == before {
        core.recovery.cleanValues[location] = result
      }
      core.placeholders.keep(result)
      if facts.hasRawText || facts.isOpaqueEnum { noteEnum(result, facts, value, pattern) }
      core.log.inFlight = nil
      core.noteLeftOut(type, frame, pattern) { try make(value, as: type, facts) }
      return result
    } catch {
      let event = core.event(of: error) ?? core.run.map { core.noteForeign(error, in: $0) } ?? 0
      // The decoder itself recovers the elements of the collections that it decodes.
      let isCollection = facts.category == .array || facts.category == .stringDictionary
      if !isCollection || core.recovered(value, as: type) == nil {
        core.recover(value, frame, pattern, event) { try make(value, as: type, facts) }
      }
      core.setInFlight(error, event: event)
      if let location, core.recovery.trials == 0 { core.recovery.failedValues[location] = (error, event) }
      if let location { outerFrame?.failed[event] = FailedRequest(location: location, type: type, name: stepName) }
      throw error
    }
  }
}

extension RecoveryState {
  /// Whether enough reentries are left for another pass to get as far as the one before.
  var mayRecoverAgain: Bool { reentries < DecoderCore.reentryLimit / 2 }
}
