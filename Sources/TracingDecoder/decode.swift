public import Foundation
public import JSONDocument

/// Decodes a document exactly as `decoder` would decode its text: same value, same error.
///
/// - Parameters:
///   - type: What to decode.
///   - document: What to decode from.
///   - decoder: A `JSONDecoder`, read for its configuration only.
/// - Returns: The value.
/// - Throws: What `JSONDecoder.decode` throws (Foundation 6.3.1, Linux); ``DecoderNotMirrored`` if the decoder's
///   configuration cannot be mirrored.
public func decode<T: Decodable>(
  _ type: T.Type, from document: JSONDocument, like decoder: JSONDecoder
) throws -> T {
  if let reason = DecoderConfiguration.reasonNotToMirror(decoder) { throw DecoderNotMirrored(reason: reason) }
  return try run(type, document, DecoderConfiguration(decoder), trace: nil)
}

/// One pass over the whole document.
func run<T: Decodable>(
  _ type: T.Type, _ document: JSONDocument, _ configuration: DecoderConfiguration, trace: TraceSession?
) throws -> T {
  let root = CodingPathNode(parent: nil, key: nil, pattern: 0)
  let value = JSONValue(document.root)
  let decoder = PayloadDecoder(
    document: document, configuration: configuration, trace: trace, value: value, path: root)
  do {
    return try decoder.unwrap(value, as: type, at: root, nil)
  } catch let error as InvalidScalar {
    throw DecodingError.dataCorrupted(
      .init(codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: error.event))
  }
}
