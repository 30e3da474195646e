import Foundation
import JSONDocument

/// What may happen to one value of an answer.
enum Perturbation: String, Codable, Sendable, CaseIterable {
  /// The member, or the element of an array, is no longer there.
  case removed
  case null
  /// `""`, `[]` or `{}`.
  case empty
  /// A text of one space.
  case blank
  /// A text, or a number in place of one of an enum's, that was never heard of.
  case unknownValue
  /// A number or bool in quotes; a text where there was null.
  case asText
  /// A numeric text without quotes, 1 or 0 for a bool, 7 for everything else.
  case asNumber
  /// A half more than an integer.
  case asFraction
  /// An object as the only element of an array.
  case asArray
  /// An array's elements as members called by their index.
  case asObject
  /// The value inside an object: `{"value": …}`.
  case wrapped
  /// Another value of the same kind; one that the enum knows where the type is an enum.
  case alteredOnce
  /// A second other value, since one may happen to make no difference.
  case alteredAgain

  /// The two that keep the kind of the value and give it another content.
  static let alterations: [Perturbation] = [.alteredOnce, .alteredAgain]

  var isAlteration: Bool { Self.alterations.contains(self) }
  /// Whether nothing of the value is left, so that what is made of it cannot come from the answer.
  var erasesValue: Bool { [.removed, .null, .empty].contains(self) }
  /// Whether the perturbed answer is the same, whatever the value was.
  var isIndependentOfValue: Bool { erasesValue || self == .blank || self == .unknownValue }

  /// How the perturbed value is spelled.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - document: Where it stands.
  ///   - knownValues: The raw values of the enum that reads it; empty for other types.
  /// - Returns: The value as JSON; nil if the perturbation does not apply, changes nothing, or is a removal.
  func spelling(of node: JSONNode, in document: JSONDocument, knownValues: [String]) -> [UInt8]? {
    let spelled = Array(document.bytes(of: node))
    let made: [UInt8]? =
      switch self {
      case .removed: [UInt8]?.none
      case .null: Array("null".utf8)
      case .wrapped: Array("{\"value\":".utf8) + spelled + Array("}".utf8)
      case .asArray, .asObject, .empty: Self.container(self, spelled, node, document)
      case .blank, .unknownValue, .asText, .asNumber, .asFraction:
        scalar(spelled, node, document, knownValues).map { Array($0.utf8) }
      case .alteredOnce, .alteredAgain:
        Self.alteration(self == .alteredOnce ? 0 : 1, spelled, node, document, knownValues).map { Array($0.utf8) }
      }
    return made == spelled ? nil : made
  }

  /// Another spelling of a blank text or an unknown value, to tell what follows from it and what does not; nil for all else.
  func otherSpelling(of spelled: [UInt8]) -> [UInt8]? {
    switch (self, spelled.last) {
    case (.blank, _): Array("\"  \"".utf8)
    case (.unknownValue, UInt8(ascii: "\"")): Array("\"neverheardof\"".utf8)
    case (.unknownValue, _): spelled + "3".utf8
    default: nil
    }
  }

  private static func container(
    _ perturbation: Perturbation, _ spelled: [UInt8], _ node: JSONNode, _ document: JSONDocument
  ) -> [UInt8]? {
    switch (perturbation, document.kind(of: node)) {
    case (.empty, .string): Array("\"\"".utf8)
    case (.empty, .array) where document.count(of: node) > 0: Array("[]".utf8)
    case (.empty, .object) where document.count(of: node) > 0: Array("{}".utf8)
    case (.asArray, .object): Array("[".utf8) + spelled + Array("]".utf8)
    case (.asObject, .array): members(of: node, document)
    default: nil
    }
  }

  private static func members(of node: JSONNode, _ document: JSONDocument) -> [UInt8] {
    var made: [UInt8] = [UInt8(ascii: "{")]
    for (index, element) in document.children(of: node).enumerated() {
      made += "\(index == 0 ? "" : ",")\"\(index)\":".utf8
      made += document.bytes(of: element)
    }
    return made + [UInt8(ascii: "}")]
  }

  private func scalar(_ spelled: [UInt8], _ node: JSONNode, _ document: JSONDocument, _ known: [String]) -> String? {
    let text = String(decoding: spelled, as: UTF8.self)
    switch (self, document.kind(of: node)) {
    case (.blank, .string): return "\" \""
    case (.unknownValue, .string): return "\"driftunknown\""
    case (.unknownValue, .number): return known.compactMap { Int($0) }.max().map { "\($0 &+ 971)" }
    case (.asText, .number), (.asText, .bool): return "\"\(text)\""
    case (.asText, .null): return "\"text\""
    case (.asNumber, .bool): return document.isTrue(node) ? "1" : "0"
    case (.asNumber, .null): return "7"
    case (.asNumber, .string):
      let content = (try? document.string(at: node)) ?? ""
      if let number = Int(content) { return "\(number)" }
      return Double(content).flatMap { $0.isFinite ? "\($0)" : nil } ?? "7"
    case (.asFraction, .number): return Int(text) == nil ? nil : text + ".5"
    default: return nil
    }
  }
}

// MARK: - Other values of the same kind

extension Perturbation {
  private static func alteration(
    _ number: Int, _ spelled: [UInt8], _ node: JSONNode, _ document: JSONDocument, _ known: [String]
  ) -> String? {
    let kind = document.kind(of: node)
    let text = kind == .string ? (try? document.string(at: node)) ?? "" : String(decoding: spelled, as: UTF8.self)
    let others = known.filter { $0 != text }
    switch kind {
    case .bool: return number == 0 ? (document.isTrue(node) ? "false" : "true") : nil
    case .number: return known.isEmpty ? altered(number: text)[number] : others.dropFirst(number).first
    case .string: return (known.isEmpty ? altered(text: text)[number] : others.dropFirst(number).first).map(quoted)
    case .null, .array, .object: return nil
    }
  }

  private static func altered(number text: String) -> [String] {
    if let number = Int(text) {
      guard number < Int.max - 2 else { return ["\(number - 1)", "\(number - 2)"] }
      return ["\(number + 1)", number > 0 ? "\(number - 1)" : "\(number + 2)"]
    }
    guard let number = Double(text), number.isFinite else { return ["1", "2"] }
    // Beyond 2^53 nothing is changed by adding one.
    return number + 1 == number ? ["\(number / 2)", "\(number / 4)"] : ["\(number + 1)", "\(number + 2)"]
  }

  /// The last and the first digit are others, so that dates, URLs, UUIDs and numeric texts stay what they are; without
  /// digits, the last and the first letter.
  private static func altered(text: String) -> [String] {
    var scalars = Array(text.unicodeScalars)
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    let digits = scalars.indices.filter { isDigit(scalars[$0]) }
    let places = digits.isEmpty ? scalars.indices.filter { scalars[$0].properties.isAlphabetic } : digits
    guard let first = places.first, let last = places.last else { return [text + "a", text + "b"] }
    func changed(_ place: Int, to other: Unicode.Scalar) -> String {
      let old = scalars[place]
      defer { scalars[place] = old }
      scalars[place] = other
      return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    }
    func choice(_ place: Int, _ choices: [Unicode.Scalar]) -> Unicode.Scalar {
      choices.first { $0 != scalars[place] } ?? "1"
    }
    let isNumber = !digits.isEmpty
    // Two and one are days, months and hours too.
    let one = changed(last, to: choice(last, isNumber ? ["1", "2"] : ["a", "b"]))
    let other = changed(first, to: choice(first, isNumber ? ["2", "1"] : ["b", "a"]))
    return [one, one == other ? changed(first, to: isNumber ? "3" : "c") : other]
  }

  private static func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"altered\""
  }
}
