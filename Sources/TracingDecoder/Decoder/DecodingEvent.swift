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
  var pattern: Pattern
  var owner: Any.Type?
  var property: String?
  var requested: Any.Type
  var thrownKind: String
  var codingPath: [String]
  /// Whether a container was asked for and the value is none, so that nothing below it can be hidden.
  var isContainerMismatch = false
  /// What another error says that an initialiser threw by itself.
  var thrownText: String?
  /// The number of its latest occurrence; see ``DecoderCore/occurrences``.
  var latest = 0
  /// Whether it came of trying a type after whose failure another one was found that fits: a union is no loss.
  var isAlternative = false

  /// Where it happened: index of the value, or of the object without the member.
  var place: Int { (node ?? container)?.index ?? -1 }

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
  /// The coding key; nil for elements and for the initialiser's own value.
  var name: String?
  var isOptional = false
}

/// What stands in for a request that failed.
enum Patch {
  /// `decodeIfPresent` responses nil.
  case absent
  case value(Any)
}
