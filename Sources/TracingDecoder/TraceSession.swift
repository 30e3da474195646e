import JSONDocument

/// Everything noted while one document is decoded as one type, in one thread.
///
/// A strict pass comes first and behaves as Foundation does. Only if an error escapes it, a second, healing pass
/// finds the other failures: see ``TraceSession/bounded(_:as:at:key:by:_:)``.
final class TraceSession {
  let document: JSONDocument
  let usesSnakeCase: Bool
  private(set) var isHealing = false
  var patterns = PatternTable()
  private(set) var events: [DecodingEvent] = []
  private var eventNumbers: [DecodingEvent.Signature: Int] = [:]
  /// Grows with every event, repeated ones included.
  private(set) var occurrences = 0
  /// For an event that ended an initialiser: all failures known to be on the way to that.
  private var groups: [Int: [Int]] = [:]
  var frame: DecodingFrame?
  /// An error of another origin on its way up, with the event that it was given.
  private var inFlight: (text: String, event: Int)?
  private var marks: [UInt8]
  private var tallies: [RequestLocation: RequestTally] = [:]
  var fields = FieldTable()
  var hidden: [Int] = []
  var recoveredValues: [RequestLocation: Any] = [:]
  var cleanValues: [RequestLocation: Any] = [:]
  let placeholders: PlaceholderMaker
  var fallbacks = FallbackTable()
  var lenient = LenientTable()
  var reentries = 0

  private static let touched: UInt8 = 1
  private static let entered: UInt8 = 2
  private static let namesAreData: UInt8 = 4
  private static let visited: UInt8 = 8
  private static let counted: UInt8 = 16

  init(document: JSONDocument, configuration: DecoderConfiguration) {
    self.document = document
    usesSnakeCase = configuration.usesSnakeCase
    placeholders = PlaceholderMaker(userInfo: configuration.userInfo)
    marks = Array(repeating: 0, count: document.entryCount)
  }

  /// Begins a healing pass: places, counts and donors stay, events do not.
  func beginHealing() {
    isHealing = true
    events = []
    eventNumbers = [:]
    groups = [:]
    frame = nil
    inFlight = nil
    hidden = []
    recoveredValues = [:]
    cleanValues = [:]
  }

  // MARK: - Places

  func pattern(of value: JSONValue, under parent: Int, key: any CodingKey) -> Int {
    if patterns.isDictionary(parent) { return patterns.child(of: parent, .anyMember) }
    if let node = value.node {
      return patterns.child(of: parent, document.key(of: node).map { .member($0) } ?? .element)
    }
    return patterns.child(of: parent, key.intValue == nil ? .member(key.stringValue) : .element)
  }

  /// Notes that a value was asked for.
  func touch(_ node: JSONNode) { marks[node.index] |= Self.touched }

  /// Notes that a container was opened on a value.
  func open(_ node: JSONNode, keysAreData: Bool, at path: CodingPathNode) {
    visit(node, at: path.pattern)
    marks[node.index] |= Self.entered | Self.touched | (keysAreData ? Self.namesAreData : 0)
    if keysAreData { patterns.markDictionary(path.pattern) }
    guard marks[node.index] & Self.counted == 0, keysAreData || document.kind(of: node) == .array else { return }
    marks[node.index] |= Self.counted
    patterns.addElements(document.count(of: node), to: path.pattern)
  }

  /// Counts a value once, however often it is decoded.
  func visit(_ node: JSONNode, at pattern: Int) {
    guard marks[node.index] & Self.visited == 0 else { return }
    marks[node.index] |= Self.visited
    patterns.visit(pattern)
  }

  func tally(for node: JSONNode?, _ type: Any.Type) -> RequestTally {
    guard let node, document.kind(of: node) == .object else { return RequestTally() }
    let location = RequestLocation.value(node.index, ObjectIdentifier(type))
    if let tally = tallies[location] { return tally }
    let tally = RequestTally()
    tallies[location] = tally
    return tally
  }

  /// Notes that the reading of a value was given up, so that nothing can be said of what it leaves unread.
  func giveUp(_ frame: DecodingFrame) {
    guard let node = frame.node else { return }
    marks[node.index] &= ~Self.entered
  }

  /// Patterns of members that were never read although their object was, topmost only, in document order.
  func unreadPatterns() -> [String] {
    var read: Set<Int> = []
    var unread: [Int] = []
    collectUnread(below: document.root, pattern: 0, &read, &unread)
    var seen: Set<Int> = []
    return unread.filter { !read.contains($0) && seen.insert($0).inserted }.map { patterns.text($0) }
  }

  private func collectUnread(below node: JSONNode, pattern: Int, _ read: inout Set<Int>, _ unread: inout [Int]) {
    guard marks[node.index] & Self.entered != 0 else { return }
    let isData = marks[node.index] & Self.namesAreData != 0
    for child in document.children(of: node) {
      let step: PatternTable.Step =
        isData ? .anyMember : document.key(of: child).map { .member($0) } ?? .element
      let inner = patterns.child(of: pattern, step)
      if case .member = step, marks[child.index] & Self.touched == 0 {
        unread.append(inner)
      } else {
        read.insert(inner)
        collectUnread(below: child, pattern: inner, &read, &unread)
      }
    }
  }

  // MARK: - Events

  /// Enters an event in the log, once for each place, kind and type.
  func record(_ event: DecodingEvent) -> Int {
    occurrences += 1
    if let number = eventNumbers[event.signature] { return number }
    eventNumbers[event.signature] = events.count
    events.append(event)
    return events.count - 1
  }

  /// The event that `error` belongs to, if it is known.
  func event(of error: any Error) -> Int? {
    if let invalid = error as? InvalidScalar { return invalid.event?.id }
    if let error = error as? DecodingError, let token = Self.token(in: error, depth: 0) { return token.id }
    guard let inFlight, inFlight.text == Self.text(of: error) else { return nil }
    return inFlight.event
  }

  /// Remembers the event of an error that is about to be thrown on, if it carries no token.
  func setInFlight(_ error: any Error, event number: Int) {
    if event(of: error) != number { inFlight = (Self.text(of: error), number) }
  }

  func clearInFlight() { inFlight = nil }

  private static func text(of error: any Error) -> String { "\(Swift.type(of: error)) \(error)" }

  private static func token(in error: DecodingError, depth: Int) -> EventToken? {
    let underlying = error.context?.underlyingError
    if let token = underlying as? EventToken { return token }
    // An initialiser may wrap what it caught; a chain of errors does not go on for ever.
    guard depth < 8, let inner = underlying as? DecodingError else { return nil }
    return token(in: inner, depth: depth + 1)
  }

  func group(of event: Int) -> [Int] { groups[event] ?? [event] }

  func setGroup(of event: Int, to members: [Int]) {
    var seen: Set<Int> = []
    groups[event] = members.filter { seen.insert($0).inserted }
  }
}

extension DecodingError {
  /// The context of whichever case it is.
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
