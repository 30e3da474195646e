import Foundation
import JSONDocument

extension PayloadDecoder {
  func unwrapDate(
    _ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?
  ) throws -> Date {
    try requireNotNull(value, Date.self, path, key)
    switch configuration.dates {
    case .deferredToDate:
      return try Date(from: self)
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try unwrapFloat(value, as: Double.self, at: path, key))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try unwrapFloat(value, as: Double.self, at: path, key) / 1000)
    case .iso8601:
      let text = try unwrapString(value, at: path, key)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        let subject = Subject(value: value, requested: Date.self, path: path, key: key)
        // The container's path: Foundation loses the key here.
        let thrownPath = path.codingPath()
        let token = core.note(.dateUnparsable, subject, thrownPath: thrownPath)
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: thrownPath, debugDescription: "Expected date string to be ISO8601-formatted.",
            underlyingError: token))
      }
      if !LenientValue.Kind.isToTheSecond(text) { core.noteLenient(.dateNotToTheSecond, value) }
      return date
    case .custom(let read):
      return try read(self)
    @unknown default:
      return try Date(from: self)
    }
  }

  func unwrapData(
    _ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?
  ) throws -> Data {
    try requireNotNull(value, Data.self, path, key)
    switch configuration.data {
    case .deferredToData:
      return try Data(from: self)
    case .base64:
      guard let data = Data(base64Encoded: try unwrapString(value, at: path, key)) else {
        throw failure(
          .dataCorrupted, Subject(value: value, requested: Data.self, path: path, key: key),
          "Encountered Data is not valid Base64.")
      }
      return data
    case .custom(let read):
      return try read(self)
    @unknown default:
      return try Data(from: self)
    }
  }

  func unwrapURL(_ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?) throws -> URL {
    try requireNotNull(value, URL.self, path, key)
    let text = try unwrapString(value, at: path, key)
    guard let url = URL(string: text) else {
      throw failure(
        .dataCorrupted, Subject(value: value, requested: URL.self, path: path, key: key), "Invalid URL string.")
    }
    if LenientValue.Kind.needsEncoding(text) { core.noteLenient(.urlNeedsEncoding, value) }
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
}
