import JSONDocument

/// Identifies one request of a type.
struct RequestID: Hashable {
  let owner: ObjectIdentifier
  let name: String?
  let type: ObjectIdentifier
}

extension DecoderCore {
  /// Whether the later requests of an initialiser depend on the value of this one, as after the discriminator of a
  /// union. If so, no placeholder may be used, because a failure after it might not be a real one.
  ///
  /// The initialiser runs with several values and its requests are compared, once for each request of a type. If fewer
  /// than two values can be made (such as for an enum with payloads), the result is false.
  func decidesFollowingRequests<T>(
    _ request: FailedRequest, _ patch: Patch, _ type: T.Type, _ frame: RecoveryFrame, _ body: () throws -> T
  ) -> Bool {
    guard let name = request.name else { return false }
    let question = RequestID(owner: ObjectIdentifier(type), name: name, type: ObjectIdentifier(request.type))
    if let known = recovery.decidesFollowing[question] { return known }
    let wanted = TypeFacts.withoutOptional(request.type)
    var values = placeholders.alternatives(of: wanted) + (recovery.examples[question] ?? [])
    if !(patch.isAbsent || values.isEmpty) { values = Array(values.prefix(Self.mostTrials)) }
    guard values.count > 1 || patch.isAbsent && values.count == 1 else { return false }
    var asked = Set(values.map { trial(.value($0), for: request, frame, body) })
    if patch.isAbsent { asked.insert(trial(.absent, for: request, frame, body)) }
    recovery.decidesFollowing[question] = asked.count > 1
    return asked.count > 1
  }

  /// Notes that an initialiser which went on without values may have left out requests, as after a discriminator that
  /// it asks for by `try?`.
  ///
  /// The initialiser runs with several values in place of each that it went on without. If it then requests something
  /// that it did not request before, more is hidden.
  func noteLeftOut<T>(_ type: T.Type, _ frame: RecoveryFrame, _ pattern: Pattern, _ body: () throws -> T) {
    guard recovery.trials == 0, frame.patches.isEmpty, !frame.failed.isEmpty else { return }
    var real: Set<String>?
    for (_, request) in frame.failed.sorted(by: { $0.key < $1.key }) {
      guard let name = request.name else { continue }
      let question = RequestID(owner: ObjectIdentifier(type), name: name, type: ObjectIdentifier(request.type))
      let examples = recovery.examples[question] ?? []
      var isLeftOut = recovery.leavesOut[question]
      if isLeftOut == nil, recovery.reentries < Self.mostReentriesForTrials {
        let values = examples + placeholders.alternatives(of: TypeFacts.withoutOptional(request.type))
        let asked = real ?? Set(trial(nil, for: request, frame, body))
        real = asked
        isLeftOut = values.prefix(Self.mostTrials).contains {
          !trial(.value($0), for: request, frame, body).allSatisfy(asked.contains)
        }
        if isLeftOut == true || !isOpenText(request.type) { recovery.leavesOut[question] = isLeftOut }
      }
      if isLeftOut == true {
        recovery.hidden.append(pattern)
      } else if isLeftOut == nil || isOpenText(request.type) && examples.isEmpty {
        recovery.maybeHidden.append(pattern)
      }
    }
  }

  /// Whether no list of all values of a type can be made, and they are likely to be names of something.
  private func isOpenText(_ type: Any.Type) -> Bool {
    let type = TypeFacts.withoutOptional(type)
    return type == String.self || facts(type).isEnum && placeholders.cases(of: type).isEmpty
  }

  /// Whether an initialiser that was run once went on without a value that may decide what it requests.
  var mayLeaveOut: Bool {
    log.events.contains { event in
      guard !event.isAlternative, !event.hasEscaped, event.property != nil, !event.isContainerMismatch else {
        return false
      }
      let asked = facts(TypeFacts.withoutOptional(event.requested))
      return asked.isEnum || asked.isRawRepresentable || asked.category == .string || asked.category == .bool
        || asked.type is any FixedWidthInteger.Type
    }
  }

  private static let mostTrials = 12
  private static let mostReentriesForTrials = 10_000

  /// What the initialiser requests if it gets `patch`, or what the document holds. The trace stays unchanged.
  private func trial<T>(
    _ patch: Patch?, for request: FailedRequest, _ frame: RecoveryFrame, _ body: () throws -> T
  ) -> [String] {
    let (log, failed, patches) = (log, frame.failed, frame.patches)
    let (failures, hasFitted) = (runs[runCount - 1].failures, runs[runCount - 1].hasFitted)
    let (hidden, recovered, failedValues) = (recovery.hidden, recovery.recoveredValues, recovery.failedValues)
    recovery.trials += 1
    recovery.reentries += 1
    frame.asked = []
    if let patch { frame.patches[request.location] = patch }
    _ = try? body()
    let asked = frame.asked ?? []
    frame.asked = nil
    recovery.trials -= 1
    (self.log, frame.failed, frame.patches) = (log, failed, patches)
    (recovery.hidden, recovery.recoveredValues, recovery.failedValues) = (hidden, recovered, failedValues)
    (runs[runCount - 1].failures, runs[runCount - 1].hasFitted) = (failures, hasFitted)
    return asked
  }

  /// Keeps a few values of a request, for later trials.
  func keepExample<T>(_ value: T, of name: String) {
    guard let owner = run?.facts.takeUnretainedValue().id else { return }
    switch value {
    case is String, is Int, is Bool: break
    default: return
    }
    let question = RequestID(owner: owner, name: name, type: ObjectIdentifier(T.self))
    guard (recovery.examples[question]?.count ?? 0) < 4 else { return }
    let text = "\(value)"
    guard recovery.examples[question]?.contains(where: { "\($0)" == text }) != true else { return }
    recovery.examples[question, default: []].append(value)
  }
}

extension Patch {
  var isAbsent: Bool { if case .absent = self { true } else { false } }
}
