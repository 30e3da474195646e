import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

/// What Foundation makes of a text; records an issue where plain decoding or tracing says anything else.
@discardableResult
func agreed<T: Decodable>(
  _ type: T.Type, _ text: String, namesAnyMember: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
  _ configure: (JSONDecoder) -> Void = { _ in }
) -> Outcome {
  agreed(type, bytes: Array(text.utf8), namesAnyMember: namesAnyMember, sourceLocation: sourceLocation, configure)
}

/// The same of bytes that may be no text.
@discardableResult
func agreed<T: Decodable>(
  _ type: T.Type, bytes: [UInt8], namesAnyMember: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
  _ configure: (JSONDecoder) -> Void = { _ in }
) -> Outcome {
  let comparison = Comparison(type, bytes, namesAnyMember: namesAnyMember) {
    let decoder = JSONDecoder()
    configure(decoder)
    return decoder
  }
  if let difference = comparison.difference {
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    Issue.record("\(type) of \(text): \(difference)", sourceLocation: sourceLocation)
  }
  return comparison.expected
}

/// The trace of a text.
func traced<T: Decodable>(
  _ type: T.Type, _ text: String, _ configure: (JSONDecoder) -> Void = { _ in }
) throws -> DecodingTrace {
  let decoder = JSONDecoder()
  configure(decoder)
  return trace(type, in: try JSONDocument(Array(text.utf8)), like: decoder)
}

/// Failures in few words: `2/3 $[*].price typeMismatch Double`.
func brief(_ failures: [DecodingFailure]) -> [String] {
  failures.map { "\($0.count)/\($0.total) \($0.pattern) \($0.kind.rawValue) \($0.requestedType)" }
}

extension Outcome {
  /// An error in few words: `typeMismatch(Int) at a/Index 0`; the value where there is none.
  var brief: String { value ?? "\(kind) at \(path.joined(separator: "/"))" }
  /// Foundation has lost the place, and calls it the text's fault.
  var isLost: Bool { kind == "dataCorrupted" && path.isEmpty && text == "The given data was not valid JSON." }
}

struct Holder<T: Decodable>: Decodable { var v: T }
struct Maybe<T: Decodable>: Decodable { var v: T? }

/// Names of members as the keys that a decoder makes of them.
struct Keys: Decodable {
  var names: [String]
  init(from decoder: any Decoder) throws {
    names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue).sorted()
  }
}

/// One product as a text, all of it right unless told otherwise.
func product(
  _ id: Int, title: String = #""t""#, price: String = "1", category: String = #"{"id":1,"name":"c"}"#,
  images: String = "[]", color: String = #""Red""#
) -> String {
  #"{"id":\#(id),"title":\#(title),"price":\#(price),"category":\#(category),"images":\#(images),"color":\#(color)}"#
}
