import JSONDocument

/// A request, for the question whether what it is answered with decides what is asked for next.
struct SteeringQuestion: Hashable {
  let owner: ObjectIdentifier
  let name: String?
  let type: ObjectIdentifier
}

extension DecoderCore {
  /// Whether what an initialiser goes on to ask for depends on the value that a placeholder would stand for, as behind
  /// the discriminator of a union: then whatever fails after the placeholder may be asked for by nobody.
  ///
  /// Found out by entering the initialiser with several values and comparing what it asks for, once for each request of
  /// a type. Values of which only one is known (a text that nobody has seen, an enum with payloads) cannot be compared.
  func steers<T>(
    _ request: FailedRequest, _ patch: Patch, _ type: T.Type, _ frame: HealingFrame, _ body: () throws -> T
  ) -> Bool {
    guard let name = request.name else { return false }
    let question = SteeringQuestion(owner: ObjectIdentifier(type), name: name, type: ObjectIdentifier(request.type))
    if let known = healing.steering[question] { return known }
    let wanted = TypeFacts.withoutOptional(request.type)
    var responses = placeholders.alternatives(of: wanted) + (healing.examples[question] ?? [])
    if !(patch.isAbsent || responses.isEmpty) { responses = Array(responses.prefix(Self.mostResponses)) }
    guard responses.count > 1 || patch.isAbsent && responses.count == 1 else { return false }
    var asked = Set(responses.map { trial(.value($0), for: request, frame, body) })
    if patch.isAbsent { asked.insert(trial(.absent, for: request, frame, body)) }
    healing.steering[question] = asked.count > 1
    return asked.count > 1
  }

  private static let mostResponses = 12

  /// What the initialiser asks for after it got `patch`; leaves no other trace.
  private func trial<T>(
    _ patch: Patch, for request: FailedRequest, _ frame: HealingFrame, _ body: () throws -> T
  ) -> [String] {
    let (events, numbers, groups, inFlight) = (events, eventNumbers, groups, inFlight)
    let (hidden, recovered) = (healing.hidden, healing.recoveredValues)
    let (failed, patches) = (frame.failed, frame.patches)
    let (fallbacks, lenient, cases, failedValues) = (fallbacks, lenient, catchAllCases, healing.failedValues)
    healing.trials += 1
    healing.reentries += 1
    frame.asked = []
    frame.patches[request.location] = patch
    _ = try? body()
    let asked = frame.asked ?? []
    frame.asked = nil
    healing.trials -= 1
    (self.events, eventNumbers, self.groups, self.inFlight) = (events, numbers, groups, inFlight)
    (healing.hidden, healing.recoveredValues) = (hidden, recovered)
    (frame.failed, frame.patches) = (failed, patches)
    (self.fallbacks, self.lenient, catchAllCases) = (fallbacks, lenient, cases)
    healing.failedValues = failedValues
    return asked
  }

  /// Keeps a few of the values that a request was answered with, to try an initialiser with.
  func keepExample<T>(_ value: T, of name: String) {
    guard let owner = run?.facts.takeUnretainedValue().id else { return }
    switch value {
    case is String, is Int, is Bool: break
    default: return
    }
    let question = SteeringQuestion(owner: owner, name: name, type: ObjectIdentifier(T.self))
    guard (healing.examples[question]?.count ?? 0) < 4 else { return }
    let text = "\(value)"
    guard healing.examples[question]?.contains(where: { "\($0)" == text }) != true else { return }
    healing.examples[question, default: []].append(value)
  }
}

extension Patch {
  var isAbsent: Bool { if case .absent = self { true } else { false } }
}
