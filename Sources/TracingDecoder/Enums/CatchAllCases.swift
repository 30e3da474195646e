import Foundation
import JSONDocument

/// Texts that were decoded as enums without raw values, and the case that each text became.
///
/// At the end, a text that no payload holds shows which case is the catch-all.
struct CatchAllCases {
  struct Key: Hashable {
    let pattern: Pattern
    let type: ObjectIdentifier
  }

  struct Reading {
    let first: RequestedValue
    let caseName: String
    var count = 1
  }

  struct TextsAtPath {
    let facts: TypeFacts
    var order: [String] = []
    var readings: [String: Reading] = [:]
  }

  private(set) var order: [Key] = []
  private(set) var texts: [Key: TextsAtPath] = [:]
  /// Distinct texts that are kept for one path. A path with more texts has no fixed vocabulary.
  private static let limit = 256

  /// Counts a text that was met before; false if it was not.
  mutating func count(_ text: String, at key: Key) -> Bool {
    guard texts[key]?.readings[text] != nil else { return (texts[key]?.order.count ?? 0) >= Self.limit }
    texts[key]?.readings[text]?.count += 1
    return true
  }

  mutating func add(_ text: String, _ reading: Reading, at key: Key, _ facts: TypeFacts) {
    if texts[key] == nil {
      order.append(key)
      texts[key] = TextsAtPath(facts: facts)
    }
    texts[key]?.order.append(text)
    texts[key]?.readings[text] = reading
  }
}

extension DecoderCore {
  /// A text that no enum has a case for.
  static let impossibleText = "\u{10FFFD}no such value\u{10FFFD}"

  /// A number that no enum has a case for; small enough for the narrowest type.
  static let impossibleNumber = "113"

  func noteCase<T>(_ result: T, _ facts: TypeFacts, of node: JSONNode, at pattern: Pattern) {
    guard document.kind(of: node) == .string, let text = try? document.string(at: node), text.utf8.count <= 64 else {
      return
    }
    let key = CatchAllCases.Key(pattern: pattern, type: facts.id)
    if log.catchAllCases.count(text, at: key) { return }
    log.catchAllCases.add(text, .init(first: requested(node), caseName: Self.caseName(of: result)), at: key, facts)
  }

  /// The name of an enum value's case, without its payload.
  static func caseName(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "\(value)" }
    return mirror.children.first?.label ?? "\(value)"
  }

  /// Whether a text is the name of a case. Such a text is not an unknown one.
  static func isName(_ text: String, ofCase name: String) -> Bool { NearName.bare(text) == NearName.bare(name) }

  /// The case that the type makes of a text or number that it cannot know, by its raw value if it has one; nil if the
  /// type refuses the input. This runs the author's initialiser on made-up input.
  func catchAllCase(of facts: TypeFacts) -> String? {
    guard let type = facts.type as? any Decodable.Type,
      let decoder = ImpossibleValue(like: configuration, isNumber: facts.hasNumberForRawValue)
    else {
      return nil
    }
    func decode<T: Decodable>(_ type: T.Type) -> String? {
      decoder.decode(type).map { made in
        facts.rawText.map { read in withUnsafePointer(to: made) { read(UnsafeRawPointer($0)) } }
          ?? Self.caseName(of: made)
      }
    }
    return decode(type)
  }
}

/// A document that consists of one text or number for which no enum has a case.
private struct ImpossibleValue {
  let document: JSONDocument
  let configuration: DecoderConfiguration

  init?(like configuration: DecoderConfiguration, isNumber: Bool) {
    let spelled = isNumber ? DecoderCore.impossibleNumber : "\"\(DecoderCore.impossibleText)\""
    guard let document = try? JSONDocument(Array(spelled.utf8)) else { return nil }
    self.document = document
    self.configuration = configuration
  }

  func decode<T: Decodable>(_ type: T.Type) -> T? {
    DecoderCore.with(document, configuration) { try? $0.pass(over: type) }
  }
}
