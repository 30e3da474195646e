import JSONDocument

/// One failure of one value, before equal failures are counted together.
struct DecodingEvent {
  var kind: DecodingFailure.Kind
  /// The value concerned; nil if it is missing.
  var node: JSONNode?
  /// The object without the member, or the value that was being decoded.
  var container: JSONNode?
  /// The name of the missing member, as requested.
  var missingName: String?
  var pattern: Pattern
  /// The names that stand for each `.*` of the pattern, the outermost first.
  var dataNames: [String] = []
  var owner: Any.Type?
  var property: String?
  var requested: Any.Type
  var thrownKind: String
  var codingPath: [String]
  /// Whether a container was requested and the value is not one, so that nothing below it can be hidden.
  var isContainerMismatch = false
  /// The text of an error that an initialiser threw by itself.
  var thrownText: String?
  /// The number of its latest occurrence; see ``DecoderCore/occurrences``.
  var latest = 0
  /// Whether a type was tried and did not fit, and another one did, as in a union. That is no loss.
  var isAlternative = false

  /// Whether the initialiser that requested the value ended with the error.
  var hasEscaped = false

  /// Index of the value, or of the object without the member.
  var nodeIndex: Int { (node ?? container)?.index ?? -1 }

  /// The value that failed, or the member that is missing.
  struct Place: Hashable {
    let nodeIndex: Int
    let missingName: String?
  }

  var place: Place { Place(nodeIndex: nodeIndex, missingName: missingName) }

  /// Two events with equal signatures are the same failure.
  struct Signature: Hashable {
    let kind: DecodingFailure.Kind
    let nodeIndex: Int
    let missingName: String?
    let requested: ObjectIdentifier
  }

  var signature: Signature {
    Signature(
      kind: kind, nodeIndex: nodeIndex, missingName: missingName, requested: ObjectIdentifier(requested))
  }
}

/// What one pass found out about the values, apart from what was requested.
struct DecodingLog {
  var events: [DecodingEvent] = []
  var eventNumbers: [DecodingEvent.Signature: Int] = [:]
  /// For an event that ended an initialiser: all failures found in that initialiser.
  var groups: [Int: [Int]] = [:]
  /// An error that is being rethrown and cannot be identified by its coding path, with its event.
  var inFlight: (text: String, event: Int)?
  var fallbacks = FallbackTable()
  var lenient = LenientTable()
  var catchAllCases = CatchAllCases()
}

/// A value with the request that led to it; see ``DecoderCore/requester(_:)``.
struct RequestedValue {
  let node: JSONNode
  let owner: Any.Type?
  let property: String?
}

/// The value and type of a request, so that a placeholder is used for that request only.
enum RequestLocation: Hashable {
  case value(Int, ObjectIdentifier)
  case missing(container: Int, name: String, ObjectIdentifier)
}

/// A request that failed inside one initialiser.
struct FailedRequest {
  let location: RequestLocation
  let type: Any.Type
  /// The coding key; nil for elements and for the initialiser's own value.
  var name: String?
  var isOptional = false
}

/// What replaces the result of a request that failed.
enum Patch {
  /// `decodeIfPresent` returns nil.
  case absent
  case value(Any)
}
