import Foundation

extension JSONDecoder {
  /// For `api.escuelajs.co`: dates always have three fraction digits, which `.iso8601` refuses on iOS 16.
  static var platzi: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "Expected a date like 2025-09-25T20:31:07.000Z.")
      }
      return date
    }
    return decoder
  }
}
