import JSONDocument

/// One failure at one place, before it is counted together with its like.
struct DecodingEvent {
  var kind: DecodingFailure.Kind
  /// The value concerned; nil if there is none.
  var node: JSONNode?
  /// The object without the member, or the value that was being decoded.
  var container: JSONNode?
  /// The missing member's name as asked for.
  var missingName: String?
  var pattern: Int
  var owner: Any.Type?
  var property: String?
  var requested: Any.Type
  var thrownKind: String
  var codingPath: [String]
  /// Whether a container was asked for and the value is none, so that nothing below it can be hidden.
  var isContainerMismatch = false
  /// What another error says that an initialiser threw by itself.
  var thrownText: String?

  /// Two events with equal signatures are one failure met twice.
  struct Signature: Hashable {
    let kind: DecodingFailure.Kind
    let place: Int
    let missingName: String?
    let requested: ObjectIdentifier
  }

  var signature: Signature {
    Signature(
      kind: kind, place: (node ?? container)?.index ?? -1, missingName: missingName,
      requested: ObjectIdentifier(requested))
  }
}

/// Where an initialiser asked for something, so that a placeholder can be put there and nowhere else.
enum RequestLocation: Hashable {
  case value(Int, ObjectIdentifier)
  case missing(container: Int, name: String, ObjectIdentifier)
}

/// A request that failed inside one initialiser.
struct FailedRequest {
  let location: RequestLocation
  let type: Any.Type
  var isOptional = false
}

/// What stands in for a request that failed.
enum Patch {
  /// `decodeIfPresent` answers nil.
  case absent
  case value(Any)
}

/// One initialiser that is running: `T(from:)` for one value.
final class DecodingFrame {
  let parent: DecodingFrame?
  let type: Any.Type
  let node: JSONNode?
  let key: (any CodingKey)?
  let path: CodingPathNode
  /// How many requests of this initialiser, for this value, are in the trace already.
  let tally: RequestTally
  /// Requests since the initialiser was last entered.
  var requests = 0
  var failed: [Int: FailedRequest] = [:]
  var patches: [RequestLocation: Patch] = [:]
  /// How often a placeholder was given; an initialiser that goes on asking is told the truth in the end.
  var patchUses = 0

  init(
    parent: DecodingFrame?, type: Any.Type, node: JSONNode?, key: (any CodingKey)?, path: CodingPathNode,
    tally: RequestTally
  ) {
    self.parent = parent
    self.type = type
    self.node = node
    self.key = key
    self.path = path
    self.tally = tally
  }
}

/// Counts requests so that an initialiser that is entered again adds only those it did not get to before.
final class RequestTally {
  var counted = 0
}
