import Foundation

/// Decodes a type that is known only at run time.
func decodeValue(_ type: any Decodable.Type, using decoder: JSONDecoder, from data: Data) throws -> Any {
  func decode<T: Decodable>(_ type: T.Type) throws -> Any { try decoder.decode(type, from: data) }
  return try decode(type)
}

/// An error in one line, without the payload that Foundation's text may quote.
func describe(_ error: any Error) -> String {
  func path(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
    let keys = context.codingPath + (last.map { [$0] } ?? [])
    return keys.isEmpty
      ? "the response" : keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
  return switch error {
  case DecodingError.keyNotFound(let key, let context): oneLine("\(path(context, key)) is not there")
  case DecodingError.valueNotFound(let type, let context): oneLine("\(path(context)) is null, expected \(type)")
  case DecodingError.typeMismatch(let type, let context):
    oneLine("\(path(context)) is of another type, expected \(type)")
  case DecodingError.dataCorrupted(let context):
    oneLine("\(path(context)) cannot be used: \(context.debugDescription)")
  default: oneLine("\(type(of: error)): \(error)")
  }
}
