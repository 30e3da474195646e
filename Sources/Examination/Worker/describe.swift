import ContractKit
import Foundation

extension AnyReads {
  /// What the author's decoder makes of a response.
  func decode(_ response: Data) throws -> Any { try makeDecoder().decode(responseType, from: response) }

  /// The records of a mapping in a response; nil if it does not decode.
  func records(of mapping: AnyMapping, in response: Data) -> [Any]? {
    (try? decode(response)).flatMap(mapping.records)
  }
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
