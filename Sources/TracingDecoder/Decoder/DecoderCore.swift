import Foundation
import JSONDocument

/// What the decoders and containers of one run share: the document, the settings and the trace. It is used by one
/// thread.
///
/// A strict pass comes first and behaves as Foundation does. If an error escapes it, a recovery pass finds the other
/// failures.
///
/// The hot properties are exempt from run-time exclusivity checks. That is safe because they are trivial values of one
/// thread, read and written in single statements that call nothing.
final class DecoderCore {
  let document: JSONDocument
  let configuration: DecoderConfiguration
  /// The document's text; see ``withText(of:_:)``.
  @exclusivity(unchecked) private(set) var text: UnsafePointer<UInt8>
  private var ownText: UnsafeMutablePointer<UInt8>?
  @exclusivity(unchecked) private(set) var isRecovering = false

  // Patterns and requests.
  var patterns: [Pattern] = []
  private var nodeMarks: UnsafeMutablePointer<UInt8>

  // The initialisers that are running, innermost last, and their keyed containers.
  @exclusivity(unchecked) private(set) var runs: UnsafeMutablePointer<InitialiserRun>
  @exclusivity(unchecked) private(set) var runCount = 0
  @exclusivity(unchecked) private var runCapacity = 64
  /// Counts the runs ever begun.
  @exclusivity(unchecked) private var runsBegun = 0
  @exclusivity(unchecked) private var frames: [KeyedFrame?] = []
  @exclusivity(unchecked) private var openFrames = 0

  // Failures.
  @exclusivity(unchecked) var log = DecodingLog()
  /// The number of events so far, including repeated ones.
  var occurrences = 0
  /// The events of the errors thrown so far, by the storage of their coding paths; see ``marked(_:_:)``.
  var marks: (events: [UInt: Int], paths: [[any CodingKey]]) = ([:], [])

  /// What authors' code reads of errors whose text is Foundation's own.
  let readings = ErrorReadings()

  // Recovery.
  var recovery = RecoveryState()
  let placeholders: PlaceholderMaker

  /// Memory for one reference, through which ``NativeArray`` and ``StringDictionary`` return their result.
  let collection: UnsafeMutableRawPointer

  // The facts about the types used last, by the low bits of their addresses.
  private static let recentTypes = 128
  private var recent: UnsafeMutablePointer<Unmanaged<TypeFacts>?>

  private init(document: JSONDocument, configuration: DecoderConfiguration, text: UnsafePointer<UInt8>) {
    self.document = document
    self.configuration = configuration
    self.text = text
    placeholders = PlaceholderMaker(userInfo: configuration.userInfo)
    nodeMarks = .allocate(capacity: document.entryCount)
    nodeMarks.initialize(repeating: 0, count: document.entryCount)
    runs = .allocate(capacity: runCapacity)
    recent = .allocate(capacity: Self.recentTypes)
    collection = .allocate(byteCount: MemoryLayout<[Int]>.size, alignment: MemoryLayout<[Int]>.alignment)
    recent.initialize(repeating: nil, count: Self.recentTypes)
    _ = makePattern(parent: nil, .root)
  }

  deinit {
    for pattern in patterns { free(pattern) }
    nodeMarks.deallocate()
    runs.deallocate()
    recent.deallocate()
    collection.deallocate()
    ownText?.deallocate()
  }

  /// Runs `body` with a core for `document`, whose text is not moved meanwhile. If somebody keeps a decoder for longer,
  /// that keeps the core, which then uses a copy of the text, as Foundation's decoder does.
  static func with<R>(
    _ document: JSONDocument, _ configuration: DecoderConfiguration, _ body: (DecoderCore) throws -> R
  ) rethrows -> R {
    try document.text.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("a JSON text has at least one byte") }
      var core = DecoderCore(document: document, configuration: configuration, text: start)
      defer {
        core.releaseFrames()
        // The author's values in these may keep a decoder, which keeps the core.
        core.recovery = RecoveryState()
        core.placeholders.forget()
        if !isKnownUniquelyReferenced(&core) { core.keepText(buffer) }
      }
      return try body(core)
    }
  }

  private func keepText(_ buffer: UnsafeBufferPointer<UInt8>) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: buffer.count)
    if let start = buffer.baseAddress { copy.initialize(from: start, count: buffer.count) }
    ownText = copy
    text = UnsafePointer(copy)
  }

  /// Begins a recovery pass. Patterns stay, counts and events are reset.
  func beginRecovery() {
    isRecovering = true
    log = DecodingLog()
    marks = ([:], [])
    // What was learned of types and values is kept for the next pass.
    recovery = RecoveryState(
      reentries: recovery.reentries, decidesFollowing: recovery.decidesFollowing, examples: recovery.examples,
      leavesOut: recovery.leavesOut)
    nodeMarks.update(repeating: 0, count: document.entryCount)
    for pattern in patterns { pattern.resetCounts() }
  }

  /// The pattern `$`.
  var rootPattern: Pattern { patterns[0] }

  @inline(__always)
  func facts(_ type: Any.Type) -> TypeFacts {
    let id = ObjectIdentifier(type)
    let slot = (Int(bitPattern: id) >> 4) & (Self.recentTypes - 1)
    if let known = recent[slot]?._withUnsafeGuaranteedRef({ $0.id == id ? $0 : nil }) { return known }
    return learn(type, slot)
  }

  private func learn(_ type: Any.Type, _ slot: Int) -> TypeFacts {
    // Safe because facts are never freed.
    let facts = TypeFacts.of(type)
    recent[slot] = Unmanaged.passUnretained(facts)
    return facts
  }

  // MARK: - Initialisers

  /// The innermost initialiser that is running.
  @inline(__always)
  var run: InitialiserRun? { runCount > 0 ? runs[runCount - 1] : nil }

  @inline(__always)
  func beginRun(_ facts: TypeFacts, _ value: JSONValue, _ decoder: PayloadDecoder, level: Int) {
    if runCount == runCapacity { growRuns() }
    runsBegun &+= 1
    (runs + runCount).initialize(
      to: InitialiserRun(
        facts: .passUnretained(facts), value: value, decoder: .passUnretained(decoder), level: level,
        serial: runsBegun, framesBefore: openFrames))
    runCount &+= 1
  }

  /// Ends the innermost run and frees its keyed containers for other runs.
  @inline(__always)
  func endRun() {
    runCount &-= 1
    let before = runs[runCount].framesBefore
    if before != openFrames { closeFrames(downTo: before) }
  }

  // MARK: - Alternatives

  func noteFailureInRun(_ event: Int) {
    guard runCount > 0 else { return }
    noteFailure(at: runCount - 1, event)
  }

  /// Records that an error leaves the innermost run and therefore is a failure of the run around it.
  func noteEscapeFromRun() {
    guard runCount > 1, let failures = runs[runCount - 1].failures else { return }
    noteFailure(at: runCount - 2, failures.first)
  }

  private func noteFailure(at run: Int, _ event: Int) {
    runs[run].failures = (occurrences, min(runs[run].failures?.first ?? event, event))
  }

  /// Records that the innermost run decoded its own value as a type that fits.
  @inline(__always)
  func noteFit() {
    guard runCount > 0, runs[runCount - 1].failures != nil else { return }
    runs[runCount - 1].hasFitted = true
  }

  /// Marks the failures of types that did not fit, if the innermost run succeeds after it tried several types for its
  /// value.
  ///
  /// They are no losses. A failure that was caught after the last of them is inside the type that fitted, and is a
  /// loss. So is a failure of a member only, even if another type was taken because of it.
  @inline(__always)
  func markAlternatives() { if runs[runCount - 1].failures != nil { markEventsOfAlternatives() } }

  private func markEventsOfAlternatives() {
    let run = runs[runCount - 1]
    let facts = run.facts.takeUnretainedValue()
    guard let failures = run.failures, let node = run.node, run.hasFitted || facts.isEnum && !facts.isRawRepresentable
    else { return }
    let end = document.endIndex(of: node)
    for number in failures.first..<log.events.count {
      let index = log.events[number].nodeIndex
      if index >= end { break }
      if index == node.index, log.events[number].latest <= failures.last { log.events[number].isAlternative = true }
    }
  }

  /// Marks the other failures of the innermost run's own value, if the run ends with `error`. Only the thrown one is
  /// reported.
  func markFailedAttempts(_ error: any Error) {
    let run = runs[runCount - 1]
    guard let first = run.failures?.first, let node = run.node else { return }
    let thrown = event(of: error)
    for number in first..<log.events.count where log.events[number].node == node && number != thrown {
      log.events[number].isAlternative = true
    }
  }

  private func growRuns() {
    let grown = UnsafeMutablePointer<InitialiserRun>.allocate(capacity: runCapacity * 2)
    grown.moveInitialize(from: runs, count: runCount)
    runs.deallocate()
    runs = grown
    runCapacity *= 2
  }

  // MARK: - Keyed containers

  /// A frame for a container with keys of `type`: the one that served `plan` last if it is free, else a new one.
  @inline(__always)
  func takeFrame(for decoder: PayloadDecoder, _ type: any CodingKey.Type, _ plan: RequestPlan?) -> KeyedFrame {
    var frame: KeyedFrame
    if let plan, let idle = plan.pointee.idle, idle.keyType == ObjectIdentifier(type) {
      frame = idle
      plan.pointee.idle = nil
      if frame.decoder !== decoder { frame.decoder = decoder }
    } else {
      frame = KeyedFrame(decoder, facts(type))
    }
    if openFrames == frames.count { frames.append(frame) } else { frames[openFrames] = frame }
    openFrames &+= 1
    return frame
  }

  private func closeFrames(downTo count: Int) {
    while openFrames > count {
      openFrames &-= 1
      guard let frame = frames[openFrames] else { continue }
      frames[openFrames] = nil
      frame.close()
    }
  }

  /// The frames that the innermost initialiser opened.
  var framesOfRun: [KeyedFrame] { frames[(run?.framesBefore ?? openFrames)..<openFrames].compactMap(\.self) }

  /// Releases the frames, which hold this core.
  private func releaseFrames() {
    closeFrames(downTo: 0)
    frames = []
    for pattern in patterns { for plan in pattern.plans { plan.pointee.idle = nil } }
  }

  // MARK: - Marks

  private static let opened: UInt8 = 1
  private static let counted: UInt8 = 2
  private static let planShift: UInt8 = 2

  /// Counts an object or array once, however often it is opened. `elements` is the number of its elements, or of its
  /// members if their names are data.
  @inline(__always)
  func visit(_ node: JSONNode, _ pattern: Pattern, elements: Int?) {
    let mark = nodeMarks[node.index]
    if mark & Self.opened == 0 {
      nodeMarks[node.index] = mark | Self.opened
      pattern.pointee.visits &+= 1
    }
    if let elements, mark & Self.counted == 0 {
      nodeMarks[node.index] |= Self.counted
      pattern.pointee.elements &+= elements
    }
  }

  /// Whether to count the requests of `plan` for an object: not if an earlier run of the same initialiser counted them.
  /// This is exact for the first 62 types that read one object.
  func counts(_ node: JSONNode, for plan: RequestPlan) -> Bool {
    let serial = run?.serial ?? 0
    let isSameRun = plan.pointee.lastNode == node && plan.pointee.lastRun == serial
    let number = min(plan.pointee.number, 63)
    let known = nodeMarks[node.index] >> Self.planShift
    let counts = isSameRun ? true : known != number
    nodeMarks[node.index] = nodeMarks[node.index] & (Self.opened | Self.counted) | number << Self.planShift
    plan.pointee.lastNode = node
    plan.pointee.lastRun = counts ? serial : -1
    return counts
  }

  /// The plan of the requests that the running initialiser makes at `pattern`; nil for collections, because their names
  /// are data and not fields.
  func plan(at pattern: Pattern) -> RequestPlan? {
    guard let facts = run?.facts._withUnsafeGuaranteedRef({ $0 }), !facts.isTransparent else { return nil }
    var plan = pattern.pointee.plan
    var count: UInt8 = 0
    while let current = plan {
      if current.pointee.owner === facts { return current }
      count = count < 200 ? count + 1 : count
      plan = current.pointee.next
    }
    let made = RequestPlan.allocate(capacity: 1)
    made.initialize(to: RequestPlanData(owner: facts, number: count + 1, next: pattern.pointee.plan))
    pattern.pointee.plan = made
    return made
  }
}

/// One initialiser that is running: `T(from:)` for one value.
struct InitialiserRun {
  /// Never freed.
  let facts: Unmanaged<TypeFacts>
  let value: JSONValue
  /// The decoder whose stack holds the value. It lives while the initialiser runs, because the initialiser has it as
  /// its argument.
  let decoder: Unmanaged<PayloadDecoder>
  let level: Int
  let serial: Int
  let framesBefore: Int
  /// Failures inside the run that were caught: the occurrence of the last one, and the lowest event.
  var failures: (last: Int, first: Int)?
  /// Whether its own value was decoded as one type after another type had failed.
  var hasFitted = false

  var type: Any.Type { facts.takeUnretainedValue().type }
  var isTransparent: Bool { facts.takeUnretainedValue().isTransparent }
  var node: JSONNode? { value.node }
  var key: (any CodingKey)? { decoder.takeUnretainedValue().key(at: level) }
  var path: CodingPathNode { decoder.takeUnretainedValue().path(at: level) }
  var pattern: Pattern { decoder.takeUnretainedValue().pattern(at: level) }
}

extension Pattern {
  func noteTouched() {
    for plan in plans {
      for slot in plan.pointee.slots where slot.pointee.seen + slot.pointee.null > 0 && slot.pointee.member >= 0 {
        pointee.members?[slot.pointee.member].isTouched = true
      }
    }
  }

  fileprivate func resetCounts() {
    pointee.visits = 0
    pointee.elements = 0
    for number in 0..<pointee.memberCount {
      pointee.members?[number].isPresent = false
      pointee.members?[number].isTouched = false
    }
    for plan in plans {
      for slot in plan.pointee.slots {
        (slot.pointee.seen, slot.pointee.null, slot.pointee.missing) = (0, 0, 0)
      }
      plan.pointee.lastNode = nil
    }
  }
}
