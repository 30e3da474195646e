public import Foundation
public import JSONDocument

/// Decodes a document exactly as `decoder` would decode its text, with the same value or error.
///
/// - Parameters:
///   - type: What to decode.
///   - document: What to decode from.
///   - decoder: A `JSONDecoder`, read for its configuration only.
/// - Returns: The value.
/// - Throws: What `JSONDecoder.decode` throws (Foundation 6.3.1, Linux); ``DecoderNotMirrored`` if the decoder's
///   configuration, or the text of an error that an initialiser reads, cannot be mirrored.
public func decode<T: Decodable>(
  _ type: T.Type, from document: JSONDocument, like decoder: JSONDecoder
) throws -> T {
  if let reason = DecoderConfiguration.reasonNotToMirror(decoder) { throw DecoderNotMirrored(reason: reason) }
  return try DecoderCore.with(document, DecoderConfiguration(decoder)) { core in
    let result = Result { try core.pass(over: type) }
    if core.readings.isWrong { throw DecoderNotMirrored(reason: ErrorReadings.reason) }
    return try result.get()
  }
}

extension DecoderCore {
  /// One pass over the whole document.
  func pass<T: Decodable>(over type: T.Type) throws -> T {
    let value = JSONValue(document.root)
    let root = CodingPathNode(parent: nil, key: nil, pattern: rootPattern)
    let decoder = PayloadDecoder(core: self, value: value, path: root)
    do {
      return try decoder.unwrap(value, as: type, facts(type), rootPattern, .none)
    } catch let error as JSONError {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: error.event.map { marked([], $0) } ?? [],
          debugDescription: "The given data was not valid JSON.", underlyingError: error))
    }
  }
}
