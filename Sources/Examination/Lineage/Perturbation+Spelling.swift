import DriftModel
import Foundation
import JSONDocument

extension Perturbation {
  /// The two perturbations that change the content of a value but not its kind.
  static let alterations: [Perturbation] = [.alteredOnce, .alteredAgain]

  var isAlteration: Bool { Self.alterations.contains(self) }
  /// Whether nothing of the value is left, so that a result cannot depend on it.
  var erasesValue: Bool { [.removed, .null, .empty].contains(self) }
  /// Whether the value is still present in another form or in part, so that a result is not a default.
  var keepsValue: Bool {
    isAlteration || [.asEpoch, .otherDateForm, .otherZone, .otherTimeUnit, .shortenedURL].contains(self)
  }
  /// Whether the perturbed response is the same for every value.
  var isIndependentOfValue: Bool { erasesValue || [.blank, .unknownValue, .invalidURL].contains(self) }

  /// The perturbed value as JSON; nil if the perturbation does not apply, changes nothing, or is a removal.
  ///
  /// `knownValues` are the raw values of the enum that reads it, `otherValues` other texts or numbers at the same path.
  func spelling(
    of node: JSONNode, in document: JSONDocument, knownValues: [String], otherValues: [String] = []
  ) -> [UInt8]? {
    let spelled = Array(document.bytes(of: node))
    let made: [UInt8]? =
      switch self {
      case .removed: [UInt8]?.none
      case .null: Array("null".utf8)
      case .wrapped: Array("{\"value\":".utf8) + spelled + Array("}".utf8)
      case .asArray, .asObject, .empty: Self.container(self, spelled, node, document)
      case .blank, .unknownValue, .asText, .asNumber, .asFraction, .asBool:
        scalar(spelled, node, document, knownValues).map { Array($0.utf8) }
      case .otherTimeUnit: Self.otherTimeUnit(node, document).map { Array($0.utf8) }
      case .asEpoch, .otherDateForm, .otherZone, .invalidURL, .shortenedURL:
        Self.form(self, node, document).map { Array($0.utf8) }
      case .alteredOnce, .alteredAgain:
        Self.alteration(
          self == .alteredOnce ? 0 : 1, spelled, node, document, knownValues, otherValues
        ).map { Array($0.utf8) }
      }
    return made == spelled ? nil : made
  }

  /// Another blank text or unknown value, to find out whether a result depends on it; nil for other perturbations.
  func otherSpelling(of spelled: [UInt8]) -> [UInt8]? {
    switch (self, spelled.last) {
    case (.blank, _): Array("\"  \"".utf8)
    case (.invalidURL, _): Array(Self.quoted("http://[other").utf8)
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
    case (.asBool, .string), (.asBool, .number): return "true"
    case (.asNumber, .string):
      let content = (try? document.string(at: node)) ?? ""
      if let number = Int(content) { return "\(number)" }
      return Double(content).flatMap { $0.isFinite ? "\($0)" : nil } ?? "7"
    case (.asFraction, .number): return Int(text) == nil ? nil : text + ".5"
    default: return nil
    }
  }
}

// MARK: - Dates and URLs

extension Perturbation {
  /// A date or URL in another form; nil for other values.
  private static func form(_ perturbation: Perturbation, _ node: JSONNode, _ document: JSONDocument) -> String? {
    guard document.kind(of: node) == .string, let text = try? document.string(at: node) else { return nil }
    switch perturbation {
    case .asEpoch: return epoch(of: text)
    case .otherDateForm: return otherDateForm(of: text).map(quoted)
    case .otherZone: return otherZone(of: text).map(quoted)
    // Foundation since 2023 accepts nearly every text as a URL, but not an unclosed bracket (RFC 3986, 3.2.2).
    case .invalidURL: return isURL(text) ? quoted("http://[") : nil
    case .shortenedURL: return shortened(url: text).map(quoted)
    default: return nil
    }
  }

  private static func isURL(_ text: String) -> Bool { text.hasPrefix("http://") || text.hasPrefix("https://") }

  private static func shortened(url text: String) -> String? {
    guard isURL(text), let url = URL(string: text), url.pathComponents.count > 1 else { return nil }
    let isFolder = text.hasSuffix("/")
    let rest = (isFolder ? text.dropLast() : text[...]).split(separator: "/", omittingEmptySubsequences: false)
      .dropLast()
    return rest.joined(separator: "/") + "/"
  }

  /// Whether it is `2026-01-31`, with or without a time after it.
  private static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
    let digits = [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
    return digits && (bytes.count == 10 || bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "))
  }

  private static func epoch(of text: String) -> String? {
    guard isDate(text) else { return nil }
    let day = try? Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().parse(String(text.prefix(10)))
    return day.map { String(Int($0.timeIntervalSince1970)) }
  }

  /// A number that may be a Unix time of 1973 to 2286, in milliseconds in place of seconds or the other way round.
  private static func otherTimeUnit(_ node: JSONNode, _ document: JSONDocument) -> String? {
    guard document.kind(of: node) == .number, let number = document.double(at: node) else { return nil }
    let made = (1e8...1e10).contains(number) ? number * 1000 : (1e11...1e13).contains(number) ? number / 1000 : nil
    // A fraction would be another change as well.
    return made.map { "\(Int($0))" }
  }

  private static func otherDateForm(of text: String) -> String? {
    guard isDate(text) else { return nil }
    guard text.utf8.count > 10 else { return text + "T00:00:00Z" }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    if let dot = text.firstIndex(of: ".") {
      let rest = text[text.index(after: dot)...].drop { $0.isNumber }
      return String(text[..<dot]) + rest
    }
    let zone = startOfZone(in: text)
    guard colon < text.endIndex, text[..<zone].count >= 19 else { return nil }
    return "\(text[..<zone]).123\(text[zone...])"
  }

  /// The same moment in UTC, without a zone; or in UTC what had no zone.
  private static func otherZone(of text: String) -> String? {
    let zone = startOfZone(in: text)
    let seconds = text.prefix(19)
    guard isDate(text), text[..<zone].count >= 19, Array(text.utf8)[13] == UInt8(ascii: ":") else { return nil }
    guard zone < text.endIndex else { return text + "Z" }
    let spelled = String(seconds).replacing(" ", with: "T") + text[zone...]
    guard let moment = try? Date(spelled, strategy: .iso8601) else { return nil }
    let utc = String(moment.formatted(.iso8601).dropLast())
    return (text.contains(" ") ? utc.replacing("T", with: " ") : utc) + text[seconds.endIndex..<zone]
  }

  /// Where the zone of a date and time begins, which may contain a colon like the time before it; the end if there is none.
  private static func startOfZone(in text: String) -> String.Index {
    text.dropFirst(11).firstIndex { "+-Z".contains($0) } ?? text.endIndex
  }
}

// MARK: - Other values of the same kind

extension Perturbation {
  private static func alteration(
    _ number: Int, _ spelled: [UInt8], _ node: JSONNode, _ document: JSONDocument, _ known: [String],
    _ present: [String]
  ) -> String? {
    let kind = document.kind(of: node)
    let text = kind == .string ? (try? document.string(at: node)) ?? "" : String(decoding: spelled, as: UTF8.self)
    // The first alteration of a number adds one. The second is the most distant value in the response, if there is one.
    let numbers = altered(number: text).prefix(1) + (present.isEmpty ? altered(number: text).dropFirst() : present[...])
    let texts = known.isEmpty ? present : known
    let others = (kind == .string ? texts : known).filter { $0 != text }
    switch kind {
    case .bool: return number == 0 ? (document.isTrue(node) ? "false" : "true") : nil
    case .number: return known.isEmpty ? numbers[number] : others.dropFirst(number).first
    case .string: return (texts.isEmpty ? altered(text: text)[number] : others.dropFirst(number).first).map(quoted)
    case .null, .array, .object: return nil
    }
  }

  /// Other values of the same kind as JSON, in groups of which a later one is for types that take none of an earlier
  /// one: the cases of an enum, the usual alterations with others for types with limits.
  static func alterationCandidates(of target: LineageScene.Target, in document: JSONDocument) -> [[[UInt8]]] {
    let node = target.node
    let kind = document.kind(of: node)
    let text = (try? document.string(at: node)) ?? String(decoding: document.bytes(of: node), as: UTF8.self)
    func spelled(_ values: [String]) -> [[UInt8]] {
      var seen: Set<String> = [text]
      return values.filter { seen.insert($0).inserted }.map { Array((kind == .string ? quoted($0) : $0).utf8) }
    }
    guard target.knownValues.isEmpty else { return [spelled(target.knownValues)] }
    let usual = alterations.compactMap {
      $0.spelling(of: node, in: document, knownValues: [], otherValues: target.otherValues)
    }
    switch kind {
    case .number:
      return [spelled(target.names.filter { Int($0) != nil }), usual + spelled(further(number: text))]
    case .string:
      return [spelled(target.names), usual + spelled(target.otherValues + altered(text: text) + further(text: text))]
    case .bool, .null, .array, .object: return [usual]
    }
  }

  private static func further(number text: String) -> [String] {
    if let number = Int(text) {
      let steps = [1, -1, 2, -2, 10, -10, 100, -100].map { number.addingReportingOverflow($0) }
      let near = steps.filter { !$0.overflow }.map(\.partialValue)
      let doubled = number.multipliedReportingOverflow(by: 2)
      return (near + (doubled.overflow ? [] : [doubled.partialValue]) + [number / 2, 0, 1])
        .map { "\($0)" }
    }
    guard let number = Double(text), number.isFinite else { return [] }
    return [number - 1, number + 0.5, number - 0.5, number * 2, number / 2, 0.5, 0].filter(\.isFinite).map { "\($0)" }
  }

  /// Texts that differ in one character: each of the last digits, then of the first, then of letters.
  private static func further(text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    func changed(_ position: Int, to other: Unicode.Scalar) -> String {
      var copy = scalars
      copy[position] = other
      return copy.reduce(into: "") { $0.unicodeScalars.append($1) }
    }
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    let digits = scalars.indices.filter { isDigit(scalars[$0]) }
    let letters = scalars.indices.filter { scalars[$0].properties.isAlphabetic }
    var made: [String] = []
    for position in digits.suffix(2).reversed() + digits.prefix(2) {
      made += (["0", "1", "2", "3", "5"] as [Unicode.Scalar]).map { changed(position, to: $0) }
    }
    for position in letters.suffix(1) + letters.prefix(1) {
      made += (["c", "d", "e", "B", "C"] as [Unicode.Scalar]).map { changed(position, to: $0) }
    }
    return made + [text.lowercased(), text.uppercased(), String(text.dropLast()), text + text]
  }

  private static func altered(number text: String) -> [String] {
    if let number = Int(text) {
      guard number < Int.max - 2 else { return ["\(number - 1)", "\(number - 2)"] }
      return ["\(number + 1)", number > 0 ? "\(number - 1)" : "\(number + 2)"]
    }
    guard let number = Double(text), number.isFinite else { return ["1", "2"] }
    // Beyond 2^53, adding one does not change the number.
    return number + 1 == number ? ["\(number / 2)", "\(number / 4)"] : ["\(number + 1)", "\(number + 2)"]
  }

  /// Two texts, in which the last or the first digit differs, so that dates, URLs, UUIDs and numeric texts stay valid.
  /// Without digits, a letter differs.
  private static func altered(text: String) -> [String] {
    var scalars = Array(text.unicodeScalars)
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    let digits = scalars.indices.filter { isDigit(scalars[$0]) }
    let positions = digits.isEmpty ? scalars.indices.filter { scalars[$0].properties.isAlphabetic } : digits
    guard let first = positions.first, let last = positions.last else { return [text + "a", text + "b"] }
    func changed(_ position: Int, to other: Unicode.Scalar) -> String {
      let old = scalars[position]
      defer { scalars[position] = old }
      scalars[position] = other
      return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    }
    func choice(_ position: Int, _ choices: [Unicode.Scalar]) -> Unicode.Scalar {
      choices.first { $0 != scalars[position] } ?? "1"
    }
    let isNumber = !digits.isEmpty
    // 1 and 2 are chosen because they are valid in days, months and hours.
    let one = changed(last, to: choice(last, isNumber ? ["1", "2"] : ["a", "b"]))
    let other = changed(first, to: choice(first, isNumber ? ["2", "1"] : ["b", "a"]))
    return [one, one == other ? changed(first, to: isNumber ? "3" : "c") : other]
  }

  private static func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"altered\""
  }
}
