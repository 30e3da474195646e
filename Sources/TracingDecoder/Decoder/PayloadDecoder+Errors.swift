import JSONDocument

/// A request that failed.
struct Subject {
  var value: JSONValue
  var requested: Any.Type
  /// Path of the container; `key` is the step from there to the value.
  var path: CodingPathNode
  var key: (any CodingKey)?
  /// Whether a container was requested from the value itself, so that no placeholder can replace it.
  var isContainer = false
}

extension PayloadDecoder {
  /// Records a failure and returns a `DecodingError` with Foundation's text.
  func failure(_ kind: DecodingFailure.Kind, _ subject: Subject, _ text: String) -> any Error {
    let path = subject.path.codingPath(appending: subject.key)
    let event = core.note(kind, subject, thrownPath: path)
    let context = DecodingError.Context(codingPath: core.marked(path, event), debugDescription: text)
    switch kind {
    case .valueNotFound: return DecodingError.valueNotFound(subject.requested, context)
    case .typeMismatch: return DecodingError.typeMismatch(subject.requested, context)
    case .keyNotFound, .dataCorrupted, .numberOutOfRange, .dateUnparsable, .enumUnknownValue:
      return DecodingError.dataCorrupted(context)
    }
  }

  func mismatch(
    _ value: JSONValue, _ type: Any.Type, _ path: CodingPathNode, _ key: (any CodingKey)?
  ) -> any Error {
    failure(
      .typeMismatch, Subject(value: value, requested: type, path: path, key: key),
      "Expected to decode \(type) but found \(document.kind(of: value).foundationName) instead.")
  }

  func invalid(
    _ value: JSONValue, _ type: Any.Type, _ path: CodingPathNode, _ key: (any CodingKey)?,
    kind: DecodingFailure.Kind
  ) -> any Error {
    let subject = Subject(value: value, requested: type, path: path, key: key)
    let event = core.note(kind, subject, thrownPath: [])
    return JSONError(
      event: event,
      origin: value.node.map {
        JSONErrorOrigin(document: document, node: $0, requested: core.facts(type), readings: core.readings)
      })
  }

  func requireNotNull(
    _ value: JSONValue, _ type: Any.Type, _ path: CodingPathNode, _ key: (any CodingKey)?
  ) throws {
    guard document.isNull(value) else { return }
    throw failure(
      .valueNotFound, Subject(value: value, requested: type, path: path, key: key),
      "Cannot get value of type \(type) -- found null value instead")
  }
}
