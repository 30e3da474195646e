public import JSONDocument

/// Makes responses that may be committed of responses that may not: structure, booleans, nulls and the form of each value stay, what values
/// say goes.
///
/// One value redacts the responses that belong together: what is equal in them stays equal, so that links lead where they led.
public struct Redactor<Generator: RandomNumberGenerator> {
  private var texts: TextRedactor<Generator>

  /// - Parameters:
  ///   - known: Parts of URLs that a contract declares; they stay.
  ///   - generator: What values become at random.
  public init(known: Set<String>, generator: Generator) {
    texts = TextRedactor(known: known, generator: generator)
  }

  /// The text of a redacted document, with the white space and the spelling of the original.
  ///
  /// - Parameters:
  ///   - document: The response.
  ///   - keeps: Nodes whose values stay, with what is in them.
  ///   - maps: Objects whose member names are values themselves, as of a dictionary by person.
  ///   - names: Names that stay wherever they are, because code asks for them.
  /// - Returns: JSON of the same structure.
  /// - Complexity: Linear in the bytes of the document.
  public mutating func redacted(
    _ document: JSONDocument, keeping keeps: Set<Int> = [], maps: Set<Int> = [], names: Set<String> = []
  ) -> [UInt8] {
    texts.prepare(days: Self.days(in: document))
    return rewritten(document, keeps, maps, names) { redactor, text, kind in
      kind == .string ? redactor.spelled(text) : redactor.texts.numberRedacted(text)
    }
  }

  /// The days of all dates.
  private static func days(in document: JSONDocument) -> Set<Int> {
    var days: Set<Int> = []
    var pending = [document.root]
    while let node = pending.popLast() {
      if let next = document.nextSibling(of: node) { pending.append(next) }
      if let first = document.firstChild(of: node) { pending.append(first) }
      guard document.kind(of: node) == .string else { continue }
      let range = document.contentRange(of: node)
      guard range.count >= 10, range.count <= 48, document.text[range.lowerBound + 4] == UInt8(ascii: "-") else {
        continue
      }
      if let day = TextForm.day(of: Array(document.text[range])) { days.insert(day) }
    }
    return days
  }

  /// The structure of a document alone: every text is `text` or empty, every number 0 or 0.5.
  ///
  /// - Parameters:
  ///   - document: The response.
  ///   - maps: Objects whose member names are values themselves.
  ///   - names: Names that stay wherever they are.
  /// - Returns: JSON of the same structure.
  /// - Complexity: Linear in the bytes of the document.
  public mutating func structure(_ document: JSONDocument, maps: Set<Int> = [], names: Set<String> = []) -> [UInt8] {
    rewritten(document, [], maps, names) { _, text, kind in
      if kind == .string { text.isEmpty ? "" : "text" } else { text.contains(".") ? "0.5" : "0" }
    }
  }

  private mutating func rewritten(
    _ document: JSONDocument, _ keeps: Set<Int>, _ maps: Set<Int>, _ names: Set<String>,
    _ value: (inout Self, String, JSONKind) -> String
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(document.text.count)
    var done = 0
    func replace(_ range: Range<Int>, _ text: String) {
      result += document.text[done..<range.lowerBound]
      result += Array(text.utf8)
      done = range.upperBound
    }
    // A stack of its own, because documents may be deep.
    var pending: [(node: JSONNode, isInMap: Bool)] = [(document.root, false)]
    while let (node, isInMap) = pending.popLast() {
      if let next = document.nextSibling(of: node) { pending.append((next, isInMap)) }
      if document.isMember(node) {
        let range = document.nameRange(of: node)
        let text = String(decoding: document.text[range], as: UTF8.self)
        let name = document.key(of: node) ?? text
        if isInMap || !MemberName.isDeclared(name), !names.contains(name) { replace(range, spelled(text)) }
      }
      if keeps.contains(node.index) { continue }
      let kind = document.kind(of: node)
      switch kind {
      case .object, .array:
        if let first = document.firstChild(of: node) { pending.append((first, maps.contains(node.index))) }
      case .string, .number:
        let range = kind == .string ? document.contentRange(of: node) : document.byteRange(of: node)
        replace(range, value(&self, String(decoding: document.text[range], as: UTF8.self), kind))
      case .bool, .null: break
      }
    }
    result += document.text[done...]
    return result
  }

  /// What a part of a URL's path becomes, as in the links that lead there.
  public mutating func pathSegment(_ text: String) -> String { texts.pathSegment(text) }

  /// A text as it stands between quotes. What is behind escapes is redacted as what it means; what means nothing, such as half of a
  /// surrogate pair, piece by piece.
  private mutating func spelled(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return texts.redacted(text) }
    if let quoted = try? JSONDocument(Array("\"\(text)\"".utf8)), let meant = try? quoted.string(at: quoted.root) {
      return JSONText.escaped(texts.redacted(meant))
    }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "\\") {
      if start > rest.startIndex { result += texts.redacted(String(rest[..<start])) }
      let letter = rest.index(after: start)
      guard letter < rest.endIndex else { break }
      let isCode = rest[letter] == "u"
      let end = rest.index(letter, offsetBy: isCode ? 5 : 1, limitedBy: rest.endIndex) ?? rest.endIndex
      let escape = rest[start..<end]
      result +=
        isCode ? Self.replacement(ofCode: UInt16(escape.suffix(4), radix: 16) ?? 0) ?? String(escape) : String(escape)
      rest = rest[end...]
    }
    return rest.isEmpty ? result : result + texts.redacted(String(rest))
  }

  /// What stands for a character that is spelled by its number: a letter, a digit, or `nil` for white space, signs and control
  /// characters, which stay.
  private static func replacement(ofCode code: UInt16) -> String? {
    switch code {
    case 0x30...0x39: "\\u0037"
    case 0x41...0x5A: "\\u0041"
    case 0..<0x80 where !(0x61...0x7A).contains(code): nil
    default: "\\u0061"
    }
  }
}
