import Foundation
import JSONDocument

/// Texts that were decoded as enums which are not raw-representable, with the case that each became.
///
/// Which of the cases is the catch-all is asked at the end: of a text that no payload holds.
struct CatchAllCases {
  struct Sort: Hashable {
    let pattern: Pattern
    let type: ObjectIdentifier
  }

  struct Reading {
    let node: JSONNode
    let owner: Any.Type?
    let property: String?
    let caseName: String
    var count = 1
  }

  struct RequestKey {
    let facts: TypeFacts
    var order: [String] = []
    var readings: [String: Reading] = [:]
  }

  private(set) var order: [Sort] = []
  private(set) var places: [Sort: RequestKey] = [:]
  /// Distinct texts that are kept for one place; a place with more is no vocabulary.
  private static let limit = 256

  /// Counts a text that was met before; false if it was not.
  mutating func count(_ text: String, at sort: Sort) -> Bool {
    guard places[sort]?.readings[text] != nil else { return (places[sort]?.order.count ?? 0) >= Self.limit }
    places[sort]?.readings[text]?.count += 1
    return true
  }

  mutating func add(_ text: String, _ reading: Reading, at sort: Sort, _ facts: TypeFacts) {
    if places[sort] == nil {
      order.append(sort)
      places[sort] = RequestKey(facts: facts)
    }
    places[sort]?.order.append(text)
    places[sort]?.readings[text] = reading
  }
}

extension DecoderCore {
  /// A text that no enum has a case for.
  static let impossibleText = "\u{10FFFD}no such value\u{10FFFD}"

  /// A number that no enum has a case for; small enough for the narrowest type.
  static let impossibleNumber = "113"

  /// Notes which case of an enum a text became.
  func noteCase<T>(_ result: T, _ facts: TypeFacts, of node: JSONNode, at pattern: Pattern) {
    guard document.kind(of: node) == .string, let text = try? document.string(at: node), text.utf8.count <= 64 else {
      return
    }
    let sort = CatchAllCases.Sort(pattern: pattern, type: facts.id)
    if catchAllCases.count(text, at: sort) { return }
    let (owner, property) = asker(nil)
    catchAllCases.add(
      text, .init(node: node, owner: owner, property: property, caseName: Self.caseName(of: result)), at: sort, facts)
  }

  /// The name of the case that a value is; of a case with a payload, its name only.
  static func caseName(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "\(value)" }
    return mirror.children.first?.label ?? "\(value)"
  }

  /// Whether a text is what a case is called, so that it is no unknown one.
  static func isName(_ text: String, ofCase name: String) -> Bool { NearName.bare(text) == NearName.bare(name) }

  /// The case (by its raw value, where it has one) that the type makes of a text or number that it cannot know; nil if it
  /// refuses such a one.
  ///
  /// Runs the author's initialiser on made-up input.
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

/// A document that is nothing but a text or number which no enum has a case for.
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
