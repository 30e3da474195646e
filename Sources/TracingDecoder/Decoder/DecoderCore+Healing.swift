import JSONDocument

extension DecoderCore {
  /// Initialisers entered again, at most, in one document; beyond it, failures are only found where they surface.
  fileprivate static let reentryLimit = 200_000
  /// Requests answered with a placeholder, at most, in one initialiser.
  private static let patchUseLimit = 100_000
  /// Placeholders, at most, in one initialiser.
  private static let patchLimit = 64

  func isContainer(_ value: JSONValue) -> Bool {
    let kind = document.kind(of: value)
    return kind == .object || kind == .array
  }

  /// Enters an initialiser that threw again and again, with a placeholder for the request that failed, until it ends or
  /// nothing is left to try.
  func recover<T: Decodable>(
    _ value: JSONValue, _ frame: HealingFrame, _ pattern: Pattern, _ event: Int, _ body: () throws -> T
  ) {
    var group = group(of: event)
    var current = event
    // Foundation's own initialisers may stop the process over a placeholder, and need none.
    if !placeholders.isConstant(T.self), isContainer(value) || placeholder(for: T.self) == nil {
      for _ in 0..<Self.patchLimit {
        guard healing.reentries < Self.reentryLimit, let request = frame.failed[current],
          frame.patches[request.location] == nil, let patch = patch(for: request),
          !steers(request, patch, T.self, frame, body)
        else { break }
        frame.patches[request.location] = patch
        frame.requests = 0
        healing.reentries += 1
        do {
          setRecovered(value, as: T.self, to: try body())
          for keyed in framesOfRun { keyed.markPresent() }
          setGroup(of: event, to: group)
          return
        } catch {
          // What an initialiser throws by itself over a placeholder says nothing about the payload.
          guard let next = self.event(of: error) else { break }
          group += self.group(of: next)
          current = next
        }
      }
    }
    setGroup(of: event, to: group)
    if isContainer(value) {
      let last = events[current]
      if !(last.isContainerMismatch && last.node == value.node) { healing.hidden.append(pattern) }
    }
    if let stand = placeholder(for: T.self) { setRecovered(value, as: T.self, to: stand) }
  }

  private func patch(for request: FailedRequest) -> Patch? {
    if request.isOptional { return .absent }
    if let recovered = healing.recoveredValues[request.location] { return .value(recovered) }
    return placeholder(for: request.type).map { .value($0) }
  }

  private func placeholder(for type: Any.Type) -> Any? { placeholders.value(of: type) }

  /// What was made of a value whose initialiser threw.
  func recovered<T>(_ value: JSONValue, as type: T.Type) -> T? {
    guard let node = value.node, let kept = healing.recoveredValues[.value(node.index, ObjectIdentifier(type))] else {
      return nil
    }
    return kept as? T
  }

  func setRecovered(_ value: JSONValue, as type: Any.Type, to result: Any) {
    guard let node = value.node else { return }
    healing.recoveredValues[.value(node.index, ObjectIdentifier(type))] = result
  }

  /// The placeholder for a request of the running initialiser, if it has one.
  func patch(for node: JSONNode?, key: String?, in container: JSONNode?, as type: Any.Type) -> Patch? {
    guard let frame = healingFrame, !frame.patches.isEmpty, frame.patchUses < Self.patchUseLimit else { return nil }
    frame.patchUses += 1
    if let node { return frame.patches[.value(node.index, ObjectIdentifier(type))] }
    guard let key, let container else { return nil }
    return frame.patches[.missing(container: container.index, name: key, ObjectIdentifier(type))]
  }
}

extension PayloadDecoder {
  /// Runs one initialiser in a healing pass, the only way to any nested `T(from:)`.
  ///
  /// An initialiser that threw is entered again with a placeholder for the request that failed, until it ends or nothing
  /// is left to try; what it returns then serves as the placeholder in the initialiser around it. The first error is
  /// thrown on in any case, so that whoever catches it (`try?`, unions) takes the branch that it took in the strict pass.
  /// Placeholders are seen by their own initialiser only.
  func heal<T: Decodable>(
    _ value: JSONValue, as type: T.Type, _ facts: TypeFacts, _ pattern: Pattern
  ) throws -> T {
    let location = value.node.map { RequestLocation.value($0.index, facts.id) }
    // In two steps here and below: a missing entry cast to an optional type would be that type's nil.
    if let location, let kept = core.healing.cleanValues[location], let clean = kept as? T { return clean }
    let stepName = core.isContainer(value) ? nil : DecoderCore.propertyName(key(at: level))
    let outerFrame = core.healingFrame
    // Nothing that another initialiser was given changes what this one makes of the value.
    if let location, let failed = core.healing.failedValues[location] {
      core.occurrences += 1
      core.setInFlight(failed.error, event: failed.event)
      outerFrame?.failed[failed.event] = FailedRequest(location: location, type: type, name: stepName)
      throw failed.error
    }
    let frame = HealingFrame(tally: core.tally(for: value.node, type))
    let before = core.occurrences
    core.healing.frames.append(frame)
    defer { core.healing.frames.removeLast() }
    do {
      let result = try make(value, as: type, facts)
      for keyed in core.framesOfRun { keyed.markPresent() }
      if let location, core.isContainer(value), core.occurrences == before {
        core.healing.cleanValues[location] = result
      }
      core.placeholders.donate(result)
      if facts.hasRawText || facts.isOpaqueEnum { noteEnum(result, facts, value, pattern) }
      core.inFlight = nil
      return result
    } catch {
      let event = core.event(of: error) ?? core.run.map { core.noteForeign(error, in: $0) } ?? 0
      if !facts.category.isCollection || core.recovered(value, as: type) == nil {
        core.recover(value, frame, pattern, event) { try make(value, as: type, facts) }
      }
      core.setInFlight(error, event: event)
      if let location, core.healing.trials == 0 { core.healing.failedValues[location] = (error, event) }
      if let location { outerFrame?.failed[event] = FailedRequest(location: location, type: type, name: stepName) }
      throw error
    }
  }
}

extension TypeCategory {
  /// Whether the decoder takes it apart itself, and has recovered what could be recovered.
  var isCollection: Bool { self == .array || self == .stringDictionary }
}

extension HealingState {
  /// Whether another pass would get as far as the one before.
  var mayHealAgain: Bool { reentries < DecoderCore.reentryLimit / 2 }
}
