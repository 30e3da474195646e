import Foundation
import JSONDocument
import TracingDecoder

/// What came of one decoding, in a form that two decoders can be compared by.
struct Outcome: Equatable, CustomStringConvertible {
  var value: String?
  var kind = ""
  var path: [String] = []
  var text = ""

  init<T>(_ decode: () throws -> T) {
    do {
      value = canonical(try decode())
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch(let type, let context):
        (kind, path, text) = ("typeMismatch(\(type))", context.codingPath.map(\.stringValue), context.debugDescription)
      case .valueNotFound(let type, let context):
        (kind, path, text) = ("valueNotFound(\(type))", context.codingPath.map(\.stringValue), context.debugDescription)
      case .keyNotFound(let key, let context):
        kind = "keyNotFound(\(key.stringValue))"
        (path, text) = (context.codingPath.map(\.stringValue), context.debugDescription)
      case .dataCorrupted(let context):
        (kind, path, text) = ("dataCorrupted", context.codingPath.map(\.stringValue), context.debugDescription)
      @unknown default: kind = "unknown"
      }
    } catch {
      (kind, text) = ("other", "\(error)")
    }
  }

  var description: String { value ?? "\(kind) at \(path): \(text)" }
}

/// A value as text that does not depend on the order of sets and dictionaries.
func canonical(_ value: Any) -> String {
  if let date = value as? Date { return "Date(\(date.timeIntervalSince1970))" }
  if let text = value as? String { return "\"\(text)\"" }
  if value is Decimal || value is URL || value is UUID || value is Data { return "\(value)" }
  let mirror = Mirror(reflecting: value)
  let parts = mirror.children.map { ($0.label ?? "") + ":" + canonical($0.value) }
  let inherited = mirror.superclassMirror.map { $0.children.map { ($0.label ?? "") + ":" + canonical($0.value) } } ?? []
  switch mirror.displayStyle {
  case .set, .dictionary: return "{\(parts.sorted().joined(separator: ","))}"
  case nil: return "\(value)"
  default:
    guard !mirror.children.isEmpty || !inherited.isEmpty else { return "\(value)" }
    return "\(mirror.subjectType)(\((inherited + parts).joined(separator: ",")))"
  }
}

/// A type to decode, its name, and valid payloads to begin from.
struct Target: Sendable, CustomStringConvertible {
  let description: String
  let seeds: [String]
  /// Foundation names a random one of several bad members of a dictionary.
  let hasDictionary: Bool
  private let compare: @Sendable ([UInt8], JSONDecoder) -> String?
  private let follow: @Sendable ([UInt8], JSONDecoder) -> DecodingTrace?

  init<T: Decodable & SendableMetatype>(_ type: T.Type, hasDictionary: Bool = false, _ seeds: String...) {
    description = "\(type)"
    self.seeds = seeds
    self.hasDictionary = hasDictionary
    let box = TypeBox<T>()
    compare = { box.difference($0, $1, ignoringPlace: hasDictionary) }
    follow = { box.trace($0, $1) }
  }

  /// The trace; nil if the text is not JSON.
  func trace(_ bytes: [UInt8], _ decoder: JSONDecoder) -> DecodingTrace? { follow(bytes, decoder) }

  /// In what our decoders and Foundation's differ; nil if in nothing.
  func difference(_ bytes: [UInt8], _ decoder: JSONDecoder) -> String? { compare(bytes, decoder) }

  func difference(_ text: String, _ decoder: JSONDecoder = JSONDecoder()) -> String? {
    difference(Array(text.utf8), decoder)
  }
}

struct TypeBox<T: Decodable & SendableMetatype>: Sendable {
  func trace(_ bytes: [UInt8], _ decoder: JSONDecoder) -> DecodingTrace? {
    (try? JSONDocument(bytes)).map { TracingDecoder.trace(T.self, in: $0, like: decoder) }
  }

  func difference(_ bytes: [UInt8], _ decoder: JSONDecoder, ignoringPlace: Bool) -> String? {
    let expected = Outcome { try decoder.decode(T.self, from: Data(bytes)) }
    guard let document = try? JSONDocument(bytes) else {
      return expected.value == nil ? nil : "Foundation accepts the text: \(expected)"
    }
    let plain = Outcome { try decode(T.self, from: document, like: decoder) }
    let seen = TracingDecoder.trace(T.self, in: document, like: decoder)
    let text = String(decoding: bytes.prefix(300), as: UTF8.self)
    if ignoringPlace, expected.value == nil {
      guard plain.value == nil, case .failed = seen.verdict else { return "\(text): \(expected) against \(plain)" }
      return nil
    }
    guard plain == expected else { return "\(text): Foundation \(expected), plain \(plain)" }
    switch seen.verdict {
    case .decoded: return expected.value == nil ? "\(text): Foundation \(expected), trace decoded" : nil
    case .notMirrored(let reason): return reason
    case .failed(let failure):
      guard expected.value == nil else { return "\(text): Foundation \(expected), trace \(failure)" }
      let kind = expected.kind.prefix { $0 != "(" }
      guard failure.thrownKind == kind, kind == "other" || failure.codingPath == expected.path else {
        return "\(text): Foundation \(expected), trace \(failure)"
      }
      return seen.failures.isEmpty ? "\(text): no failure is listed" : nil
    }
  }
}

/// Decoders with their settings, by name.
struct Setting: Sendable, CustomStringConvertible {
  let description: String
  let make: @Sendable () -> JSONDecoder

  init(_ description: String, _ configure: @escaping @Sendable (JSONDecoder) -> Void) {
    self.description = description
    make = {
      let decoder = JSONDecoder()
      configure(decoder)
      return decoder
    }
  }

  struct Refusal: Error {}

  static let all = [
    Setting("plain") { _ in },
    Setting("snake case, ISO dates") {
      $0.keyDecodingStrategy = .convertFromSnakeCase
      $0.dateDecodingStrategy = .iso8601
    },
    Setting("custom keys, seconds, words for infinity") {
      $0.keyDecodingStrategy = .custom { path in
        let last = path.last?.stringValue ?? ""
        return Name(stringValue: last.hasPrefix("_") ? String(last.dropFirst()) : last + (path.count > 9 ? "x" : ""))
      }
      $0.dateDecodingStrategy = .secondsSince1970
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      $0.dataDecodingStrategy = .deferredToData
    },
    Setting("milliseconds") {
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
  ]
}

struct Name: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A small seeded generator (Steele, Lea, Flood 2014), so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
