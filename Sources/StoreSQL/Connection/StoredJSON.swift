import Foundation
import PayloadShape
package import Store

/// Values of the model as JSON text in a column: member names sorted, so that equal values are equal texts.
package enum StoredJSON {
  /// The text of `value`. Infinite numbers become words, so that every value can be stored.
  package static func encode(_ value: some Encodable, part: String, path: String) throws(StoreError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .inconsistent(store: path, reason: "\(part) cannot be written as JSON")
    }
  }

  /// The value of `text`. Content that does not fit counts as damage, unless it says that a newer program wrote it; the error has its
  /// position and kind, never its value.
  package static func decode<Stored: Decodable>(
    _ type: Stored.Type, from text: String, part: String, path: String
  ) throws(StoreError) -> Stored {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch let error as PayloadShape.NewerVersion {
      throw .newerContent(store: path, part: part, found: error.found, known: error.known)
    } catch {
      throw .damaged(store: path, part: part, reason: reason(of: error))
    }
  }

  private static func reason(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "cannot be read" }
    switch error {
    case .keyNotFound(let key, let context): return "no \"\(key.stringValue)\" at \(position(of: context))"
    case .valueNotFound(_, let context): return "null at \(position(of: context))"
    case .typeMismatch(let type, let context): return "no \(type) at \(position(of: context))"
    case .dataCorrupted(let context): return "no proper JSON value at \(position(of: context))"
    @unknown default: return "cannot be read"
    }
  }

  private static func position(of context: DecodingError.Context) -> String {
    context.codingPath.isEmpty ? "its top" : context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}
