import Foundation

/// A decoder with its settings, under the letter by which inputs pick it.
struct FuzzSetting: Sendable {
  let letter: UInt8
  let name: String
  let decoder: JSONDecoder

  private init(_ letter: Unicode.Scalar, _ name: String, _ configure: (JSONDecoder) -> Void) {
    self.letter = UInt8(ascii: letter)
    self.name = name
    decoder = JSONDecoder()
    configure(decoder)
  }

  /// What an author's date closure may throw: no `DecodingError`.
  struct NoDate: Error {}

  static let all = [
    FuzzSetting("P", "plain") { _ in },
    FuzzSetting("S", "snake case, ISO dates") {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dateDecodingStrategy = .iso8601
    },
    FuzzSetting("I", "ISO dates, words for infinity") {
      $0.dateDecodingStrategy = .iso8601
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    },
    FuzzSetting("K", "own keys, seconds, data as numbers") {
      $0.keyDecodingStrategy = .custom { path in
        let raw = path.last?.stringValue ?? ""
        // Depends on the place too, so that a wrong path shows.
        let depth = path.count > 6 ? "~" : ""
        return AnyName(stringValue: (raw.hasPrefix("$") ? String(raw.dropFirst()) : raw) + depth)
      }
      $0.dateDecodingStrategy = .secondsSince1970
      $0.dataDecodingStrategy = .deferredToData
    },
    FuzzSetting("M", "milliseconds, own data") {
      $0.dateDecodingStrategy = .millisecondsSince1970
      $0.dataDecodingStrategy = .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }
    },
    FuzzSetting("D", "own dates, snake case") {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSince1970: seconds) }
        guard let seconds = Double(try container.decode(String.self)) else { throw NoDate() }
        return Date(timeIntervalSince1970: seconds)
      }
    },
  ]
}

/// A key of any name.
struct AnyName: CodingKey, Hashable {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
