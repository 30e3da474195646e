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
  /// - Returns: JSON of the same structure.
  /// - Complexity: Linear in the bytes of the document.
  public mutating func redacted(_ document: JSONDocument, keeping keeps: Set<Int> = [], maps: Set<Int> = []) -> [UInt8]
  {
    var result: [UInt8] = []
    result.reserveCapacity(document.text.count)
    var done = 0
    func copy(to end: Int) {
      result += document.text[done..<end]
      done = end
    }
    // A stack of its own, because documents may be deep.
    var pending: [(node: JSONNode, isInMap: Bool)] = [(document.root, false)]
    while let (node, isInMap) = pending.popLast() {
      if let next = document.nextSibling(of: node) { pending.append((next, isInMap)) }
      if document.isMember(node) {
        let range = document.nameRange(of: node)
        let name = String(decoding: document.text[range], as: UTF8.self)
        if isInMap || !Self.isName(name) {
          copy(to: range.lowerBound)
          result += Array(spelled(name).utf8)
          done = range.upperBound
        }
      }
      if keeps.contains(node.index) { continue }
      switch document.kind(of: node) {
      case .object, .array:
        if let first = document.firstChild(of: node) { pending.append((first, maps.contains(node.index))) }
      case .string:
        let range = document.contentRange(of: node)
        copy(to: range.lowerBound)
        result += Array(spelled(String(decoding: document.text[range], as: UTF8.self)).utf8)
        done = range.upperBound
      case .number:
        let range = document.byteRange(of: node)
        copy(to: range.lowerBound)
        result += Array(texts.numberRedacted(String(decoding: document.text[range], as: UTF8.self)).utf8)
        done = range.upperBound
      case .bool, .null: break
      }
    }
    copy(to: document.text.count)
    return result
  }

  /// What a part of a URL's path becomes, as in the links that lead there.
  public mutating func pathSegment(_ text: String) -> String { texts.pathSegment(text) }

  /// A text as it stands between quotes, in which escapes stay escapes.
  private mutating func spelled(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return texts.redacted(text) }
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

  /// Whether a member's name is one that a program gave it, and no value of its own: `first_name` is, `ada@example.com` and `4711` are not.
  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64 else { return name.isEmpty }
    let isStart = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20) || "_$@".utf8.contains(first)
    var digits = 0
    return isStart
      && name.utf8.allSatisfy { byte in
        let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        digits = isDigit ? digits + 1 : 0
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        return digits < 5 && (isDigit || isLetter || "_-$.:@".utf8.contains(byte))
      } && !(name.contains("@") && name.contains("."))
  }
}
