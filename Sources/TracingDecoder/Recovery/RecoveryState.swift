import JSONDocument

/// What a recovery pass keeps in addition to the trace.
struct RecoveryState {
  var reentries = 0
  var hidden: [Pattern] = []
  var recoveredValues: [RequestLocation: Any] = [:]
  var cleanValues: [RequestLocation: Any] = [:]
  /// The errors of initialisers that failed before. They are thrown again without entering the initialiser.
  var failedValues: [RequestLocation: (error: any Error, event: Int)] = [:]
  var tallies: [RequestLocation: RequestTally] = [:]
  /// The initialisers that are running, innermost last.
  var frames: [RecoveryFrame] = []
  /// The results of ``DecoderCore/decidesFollowingRequests(_:_:_:_:_:)``.
  var decidesFollowing: [RequestID: Bool] = [:]
  var examples: [RequestID: [Any]] = [:]
  /// Objects of which an initialiser went on without a text, where texts decide what is requested and none is known.
  var maybeHidden: [Pattern] = []
  /// Whether an initialiser that goes on without the value of a request leaves out other requests.
  var leavesOut: [RequestID: Bool] = [:]
  /// Nested trials that are running. Their requests are not counted.
  var trials = 0
}

/// One initialiser that runs in a recovery pass.
final class RecoveryFrame {
  let tally: RequestTally
  /// Requests since the initialiser was last entered.
  var requests = 0
  var failed: [Int: FailedRequest] = [:]
  var patches: [RequestLocation: Patch] = [:]
  /// How often a placeholder was given. After a limit the initialiser gets the real value, so that it ends.
  var patchUses = 0
  /// The requests since a trial began; nil outside of trials.
  var asked: [String]?

  init(tally: RequestTally) { self.tally = tally }
}

/// Counts the requests of one initialiser for one value, so that a repeated run adds only requests that are new.
final class RequestTally {
  var counted = 0
}

extension DecoderCore {
  var recoveryFrame: RecoveryFrame? { recovery.frames.last }

  /// 1 for a request that the running initialiser makes for the first time, 0 for a repeated one.
  func weightOfRequest() -> Int {
    guard let frame = recoveryFrame else { return 1 }
    guard recovery.trials == 0 else { return 0 }
    frame.requests += 1
    guard frame.requests > frame.tally.counted else { return 0 }
    frame.tally.counted = frame.requests
    return 1
  }

  func tally(for node: JSONNode?, _ type: Any.Type) -> RequestTally {
    guard let node, document.kind(of: node) == .object else { return RequestTally() }
    let location = RequestLocation.value(node.index, ObjectIdentifier(type))
    if let tally = recovery.tallies[location] { return tally }
    let tally = RequestTally()
    recovery.tallies[location] = tally
    return tally
  }
}
