package import Foundation

/// Decoders with their configuration, by name.
package struct Setting: Sendable, CustomStringConvertible {
  package let description: String
  /// A new decoder.
  package let make: @Sendable () -> JSONDecoder

  init(_ description: String, _ configure: @escaping @Sendable (JSONDecoder) -> Void) {
    self.description = description
    make = {
      let decoder = JSONDecoder()
      configure(decoder)
      return decoder
    }
  }

  /// What a closure of the app throws.
  struct Refusal: Error {}

  /// Every strategy in at least one of them.
  package static let all = [
    Setting("plain") { _ in },
    Setting("snake case, ISO dates") {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dateDecodingStrategy = .iso8601
    },
    Setting("custom keys, seconds, words for infinity, data deferred") {
      $0.keyDecodingStrategy = .custom { path in
        let last = path.last?.stringValue ?? ""
        return Name(stringValue: last.hasPrefix("_") ? String(last.dropFirst()) : last + (path.count > 9 ? "x" : ""))
      }
      $0.dateDecodingStrategy = .secondsSince1970
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      $0.dataDecodingStrategy = .deferredToData
    },
    Setting("milliseconds, custom data") {
      $0.dateDecodingStrategy = .millisecondsSince1970
      $0.dataDecodingStrategy = .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }
    },
    Setting("custom dates") {
      $0.dateDecodingStrategy = .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let seconds = Double(text) else { throw Refusal() }
        return Date(timeIntervalSince1970: seconds)
      }
    },
    Setting("formatted dates") {
      let formatter = DateFormatter()
      formatter.dateFormat = "yyyy-MM-dd"
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(identifier: "UTC")
      $0.dateDecodingStrategy = .formatted(formatter)
    },
    Setting("ISO dates, user info") {
      $0.dateDecodingStrategy = .iso8601
      for key in [CodingUserInfoKey(rawValue: "offset"), CodingUserInfoKey(rawValue: "strict")].compactMap(\.self) {
        $0.userInfo[key] = 7
      }
    },
    Setting("snake case, dates and data out of containers") {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dateDecodingStrategy = .custom { decoder in
        if let members = try? decoder.container(keyedBy: Name.self) {
          return Date(timeIntervalSince1970: try members.decode(Double.self, forKey: Name(stringValue: "$date")))
        }
        let value = try decoder.singleValueContainer()
        guard let seconds = try? value.decode(Double.self) else {
          throw DecodingError.dataCorruptedError(in: value, debugDescription: "no seconds")
        }
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      $0.dataDecodingStrategy = .custom { decoder in
        var bytes = try decoder.unkeyedContainer()
        var data = Data()
        while !bytes.isAtEnd { data.append(try bytes.decode(UInt8.self)) }
        return data
      }
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "", nan: "x")
    },
    Setting("keys by their place") {
      // One name for several members, and names that depend on what stands around them.
      $0.keyDecodingStrategy = .custom { path in
        let last = path.last?.stringValue ?? ""
        if path.count > 1, path[path.count - 2].intValue == 1 { return Name(stringValue: last.lowercased()) }
        return Name(stringValue: last.replacing("_", with: ""))
      }
    },
  ]
}

/// A key that any name is.
struct Name: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
