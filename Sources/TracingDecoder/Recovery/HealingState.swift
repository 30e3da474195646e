import JSONDocument

/// What a healing pass knows beside what is traced anyway.
struct HealingState {
  var reentries = 0
  var hidden: [Pattern] = []
  var recoveredValues: [RequestLocation: Any] = [:]
  var cleanValues: [RequestLocation: Any] = [:]
  /// What ended the initialisers that were gone into, which need not be entered for it again.
  var failedValues: [RequestLocation: (error: any Error, event: Int)] = [:]
  var tallies: [RequestLocation: RequestTally] = [:]
  /// The initialisers that are running, innermost last, as the core's runs.
  var frames: [HealingFrame] = []
  /// Whether a request decides what its initialiser asks for next; see ``DecoderCore/steers(_:_:_:_:_:)``.
  var steering: [SteeringQuestion: Bool] = [:]
  var examples: [SteeringQuestion: [Any]] = [:]
  /// Trials under way, whose requests do not count.
  var trials = 0
}

/// One initialiser that is running in a healing pass.
final class HealingFrame {
  /// How many requests of this initialiser, for this value, are in the trace already.
  let tally: RequestTally
  /// Requests since the initialiser was last entered.
  var requests = 0
  var failed: [Int: FailedRequest] = [:]
  var patches: [RequestLocation: Patch] = [:]
  /// How often a placeholder was given; an initialiser that goes on asking is told the truth in the end.
  var patchUses = 0
  /// What was asked for since a trial began; nil outside of trials.
  var asked: [String]?

  init(tally: RequestTally) { self.tally = tally }
}

/// Counts requests so that an initialiser that is entered again adds only those it did not get to before.
final class RequestTally {
  var counted = 0
}

extension DecoderCore {
  var healingFrame: HealingFrame? { healing.frames.last }

  /// 1 for a request that the running initialiser makes for the first time, 0 for one made again.
  func weightOfRequest() -> Int {
    guard let frame = healingFrame else { return 1 }
    guard healing.trials == 0 else { return 0 }
    frame.requests += 1
    guard frame.requests > frame.tally.counted else { return 0 }
    frame.tally.counted = frame.requests
    return 1
  }

  func tally(for node: JSONNode?, _ type: Any.Type) -> RequestTally {
    guard let node, document.kind(of: node) == .object else { return RequestTally() }
    let location = RequestLocation.value(node.index, ObjectIdentifier(type))
    if let tally = healing.tallies[location] { return tally }
    let tally = RequestTally()
    healing.tallies[location] = tally
    return tally
  }
}
