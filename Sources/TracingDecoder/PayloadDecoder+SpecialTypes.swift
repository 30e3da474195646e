import Foundation
import JSONDocument

extension PayloadDecoder {
  func unwrapDate(
    _ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?, _ inner: CodingPathNode
  ) throws -> Date {
    try requireNotNull(value, Date.self, path, key)
    switch configuration.dates {
    case .deferredToDate:
      return try with(value, at: inner) { try Date(from: self) }
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try unwrapFloat(value, as: Double.self, at: path, key))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try unwrapFloat(value, as: Double.self, at: path, key) / 1000)
    case .iso8601:
      let text = try unwrapString(value, at: path, key)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        let subject = Subject(value: value, requested: Date.self, path: path, key: key)
        let token = trace?.note(.dateUnparsable, subject, thrownPath: codingPath)
        // The decoder's path, which is the parent's: Foundation loses the key here.
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: codingPath, debugDescription: "Expected date string to be ISO8601-formatted.",
            underlyingError: token))
      }
      if let trace, !LenientValue.Kind.isToTheSecond(text) { trace.noteLenient(.dateNotToTheSecond, value) }
      return date
    case .custom(let read):
      return try with(value, at: inner) { try read(self) }
    @unknown default:
      return try with(value, at: inner) { try Date(from: self) }
    }
  }

  func unwrapData(
    _ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?, _ inner: CodingPathNode
  ) throws -> Data {
    try requireNotNull(value, Data.self, path, key)
    switch configuration.data {
    case .deferredToData:
      return try with(value, at: inner) { try Data(from: self) }
    case .base64:
      guard let data = Data(base64Encoded: try unwrapString(value, at: path, key)) else {
        throw failure(
          .dataCorrupted, Subject(value: value, requested: Data.self, path: path, key: key),
          "Encountered Data is not valid Base64.")
      }
      return data
    case .custom(let read):
      return try with(value, at: inner) { try read(self) }
    @unknown default:
      return try with(value, at: inner) { try Data(from: self) }
    }
  }

  func unwrapURL(_ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?) throws -> URL {
    try requireNotNull(value, URL.self, path, key)
    let text = try unwrapString(value, at: path, key)
    guard let url = URL(string: text) else {
      throw failure(
        .dataCorrupted, Subject(value: value, requested: URL.self, path: path, key: key), "Invalid URL string.")
    }
    if let trace, LenientValue.Kind.needsEncoding(text) { trace.noteLenient(.urlNeedsEncoding, value) }
    return url
  }

  func unwrapDecimal(_ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?) throws -> Decimal {
    try requireNotNull(value, Decimal.self, path, key)
    guard let node = value.node, document.kind(of: node) == .number else {
      // Without a text, as in Foundation.
      throw failure(.typeMismatch, Subject(value: value, requested: Decimal.self, path: path, key: key), "")
    }
    guard document.isWellFormedNumber(node) else { throw invalid(value, Decimal.self, path, key, kind: .dataCorrupted) }
    guard let decimal = Decimal(string: document.numberText(at: node)) else {
      throw invalid(value, Decimal.self, path, key, kind: .numberOutOfRange)
    }
    return decimal
  }

  /// A `[String: T]` under a key strategy: its names stay as they are, unlike those of the values inside.
  func unwrapDictionary<D: StringDictionary>(
    _ value: JSONValue, as type: D.Type, at path: CodingPathNode, _ key: (any CodingKey)?, _ inner: CodingPathNode
  ) throws -> Any {
    try requireNotNull(value, [String: Any].self, path, key)
    guard let node = value.node, document.kind(of: node) == .object else {
      throw failure(
        .typeMismatch,
        Subject(value: value, requested: [String: Any].self, path: path, key: key, isContainer: true),
        "Expected to decode \([String: Any].self) but found \(document.kind(of: value).foundationName) instead.")
    }
    trace?.open(node, keysAreData: true, at: inner)
    return try D.decodeMembers(of: node, by: self, at: inner)
  }
}
