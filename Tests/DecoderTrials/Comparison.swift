package import Foundation
import JSONDocument
package import TracingDecoder

/// One text decoded by Foundation, plainly by us, and traced by us.
package struct Comparison: Sendable {
  /// What Foundation makes of it.
  package let expected: Outcome
  /// Whether our parser accepts the text.
  package let isJSON: Bool
  /// In what we differ; nil if in nothing.
  package let difference: String?
  /// Whether Foundation named another bad member of a dictionary than we did, which is no difference.
  package let isReordered: Bool

  /// Decodes `bytes` as `type` three times.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - bytes: The text.
  ///   - namesAnyMember: Whether `type` takes in a dictionary. Foundation visits its members in the order of a hash table
  ///     and so names any one of several bad ones, we name the first; the difference is forgiven only if we say exactly
  ///     what Foundation says once that member stands first.
  ///   - makeDecoder: Called once for each decoding, since `userInfo` may hold what initialisers change.
  package init<T: Decodable>(
    _ type: T.Type, _ bytes: [UInt8], namesAnyMember: Bool = false, _ makeDecoder: () -> JSONDecoder
  ) {
    let expected = Outcome { try makeDecoder().decode(type, from: Data(bytes)) }
    self.expected = expected
    guard let document = try? JSONDocument(bytes) else {
      (isJSON, isReordered) = (false, false)
      let isRefused = expected.kind == "dataCorrupted" && expected.path.isEmpty
      difference = isRefused ? nil : "Foundation accepts the text as JSON: \(expected)"
      return
    }
    isJSON = true
    let plain = Outcome { try decode(type, from: document, like: makeDecoder()) }
    isReordered = plain != expected && namesAnyMember && Self.isOneOf(expected, of: document, type, makeDecoder)
    difference =
      plain == expected || isReordered
      ? Self.traceDifference(plain, type, document, makeDecoder) : "Foundation \(expected), plain \(plain)"
  }

  /// What tracing says otherwise than plain decoding does, in the result it hands out and in the trace.
  private static func traceDifference<T: Decodable>(
    _ plain: Outcome, _ type: T.Type, _ document: JSONDocument, _ makeDecoder: () -> JSONDecoder
  ) -> String? {
    let seen = traced(type, in: document, like: makeDecoder())
    let result = Outcome { try seen.result.get() }
    guard result == plain else { return "plain \(plain), traced \(result)" }
    switch seen.trace.verdict {
    case .notMirrored(let reason): return reason
    case .decoded:
      if plain.value == nil { return "plain \(plain), trace decoded" }
      return seen.trace.failures.isEmpty ? nil : "decoded, and yet \(seen.trace.failures)"
    case .failed(let failure):
      guard plain.value == nil, failure.thrownKind == plain.kindAlone,
        plain.kindAlone == "other" || failure.codingPath == plain.path
      else { return "plain \(plain), trace \(failure)" }
      return seen.trace.failures.isEmpty ? "no failure is listed, plain \(plain)" : nil
    }
  }

  /// Whether some member, put first in its object and that object first in its own, makes us say `expected`.
  private static func isOneOf<T: Decodable>(
    _ expected: Outcome, of document: JSONDocument, _ type: T.Type, _ makeDecoder: () -> JSONDecoder
  ) -> Bool {
    guard expected.value == nil else { return false }
    return MemberOrder.variants(of: document).contains { bytes in
      guard let variant = try? JSONDocument(bytes) else { return false }
      return Outcome { try decode(type, from: variant, like: makeDecoder()) } == expected
    }
  }
}

/// A type to decode, its name, and payloads to begin from.
package struct Target: Sendable, CustomStringConvertible {
  /// The type, for a contract's after the contract, the version and the endpoint.
  package let description: String
  /// Texts that the type reads under at least one setting.
  package let seeds: [Seed]
  /// Foundation names any one of several bad members of a dictionary.
  package let hasDictionary: Bool
  /// Values of the type go on decoding after their own initialiser, so a placeholder for one gives nothing real.
  package let keepsDecoder: Bool
  /// The configuration that the app itself uses.
  package let ownDecoder: (@Sendable () -> JSONDecoder)?
  private let comparison: @Sendable ([UInt8], () -> JSONDecoder) -> Comparison
  private let follow: @Sendable ([UInt8], JSONDecoder) -> DecodingTrace?

  init<T: Decodable & SendableMetatype>(
    _ type: T.Type, hasDictionary: Bool = false, keepsDecoder: Bool = false, _ seeds: String...
  ) {
    self.init(
      type, "\(type)", hasDictionary: hasDictionary, keepsDecoder: keepsDecoder, seeds.map { Seed(Array($0.utf8)) },
      ownDecoder: nil)
  }

  init<T: Decodable & SendableMetatype>(
    _ type: T.Type, _ description: String, hasDictionary: Bool, keepsDecoder: Bool = false, _ seeds: [Seed],
    ownDecoder: (@Sendable () -> JSONDecoder)?
  ) {
    self.description = description
    self.seeds = seeds
    self.hasDictionary = hasDictionary
    self.keepsDecoder = keepsDecoder
    self.ownDecoder = ownDecoder
    let box = TypeBox<T>()
    comparison = { box.comparison($0, namesAnyMember: hasDictionary, $1) }
    follow = { box.trace($0, $1) }
  }

  /// The trace; nil if the text is not JSON.
  package func trace(_ bytes: [UInt8], _ decoder: JSONDecoder) -> DecodingTrace? { follow(bytes, decoder) }

  /// What three decoders say of a text.
  package func compare(_ bytes: [UInt8], _ makeDecoder: () -> JSONDecoder) -> Comparison {
    comparison(bytes, makeDecoder)
  }

  /// In what our decoders and Foundation's differ, with the beginning of the text; nil if in nothing.
  package func difference(_ bytes: [UInt8], _ decoder: JSONDecoder = JSONDecoder()) -> String? {
    compare(bytes) { decoder }.difference.map { "\(String(decoding: bytes.prefix(300), as: UTF8.self)): \($0)" }
  }

  func difference(_ text: String, _ decoder: JSONDecoder = JSONDecoder()) -> String? {
    difference(Array(text.utf8), decoder)
  }
}

/// The type of a target, as a value that closures can hold.
private struct TypeBox<T: Decodable & SendableMetatype>: Sendable {
  func trace(_ bytes: [UInt8], _ decoder: JSONDecoder) -> DecodingTrace? {
    (try? JSONDocument(bytes)).map { TracingDecoder.trace(T.self, in: $0, like: decoder) }
  }

  func comparison(_ bytes: [UInt8], namesAnyMember: Bool, _ makeDecoder: () -> JSONDecoder) -> Comparison {
    Comparison(T.self, bytes, namesAnyMember: namesAnyMember, makeDecoder)
  }
}
