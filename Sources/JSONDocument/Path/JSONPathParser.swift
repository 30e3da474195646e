/// Why a text is not a path that ``JSONPath`` supports.
public struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path as written.
  public let path: String
  /// The position of the error in characters, from 1.
  public let position: Int
  /// What is wrong there.
  public let reason: String

  /// One line: `path "$.a[" is wrong at character 4: …`
  public var description: String { "path \"\(path)\" is wrong at character \(position): \(reason)" }
}

struct JSONPathParser {
  private let text: String
  private let characters: [Unicode.Scalar]
  private var index = 0
  /// What was parsed so far, in one spelling.
  private(set) var pattern = "$"

  init(_ text: String) {
    self.text = text
    characters = Array(text.unicodeScalars)
  }

  private var next: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

  private func failure(_ reason: String) -> JSONPathError {
    JSONPathError(path: text, position: index + 1, reason: reason)
  }

  mutating func parse() throws(JSONPathError) -> [JSONPath.Segment] {
    guard next == "$" else { throw failure("a path begins with $") }
    index += 1
    var segments: [JSONPath.Segment] = []
    while let character = next {
      switch character {
      case ".":
        index += 1
        let isDescendant = next == "."
        if isDescendant { index += 1 }
        let isBracketed = isDescendant && next == "["
        let selector = isBracketed ? try bracketed() : try shorthand()
        segments.append(.init(selector: selector, isDescendant: isDescendant))
        add(selector, isBracketed: isBracketed, isDescendant: isDescendant)
      case "[":
        let selector = try bracketed()
        segments.append(.init(selector: selector, isDescendant: false))
        add(selector, isBracketed: true, isDescendant: false)
      default:
        throw failure("expected . or [")
      }
    }
    return segments
  }

  private mutating func add(_ selector: JSONPath.Selector, isBracketed: Bool, isDescendant: Bool) {
    let text =
      switch selector {
      case .name(let name): JSONPath.memberText(name)
      case .wildcard: isBracketed ? "[*]" : ".*"
      case .index(let index): "[\(index)]"
      }
    if isDescendant { pattern += text.hasPrefix(".") ? "." : ".." }
    pattern += text
  }

  private mutating func shorthand() throws(JSONPathError) -> JSONPath.Selector {
    if next == "*" {
      index += 1
      return .wildcard
    }
    guard let first = next, JSONPath.startsName(first) else {
      throw failure("expected a name or *; a name with other characters is written [\"like this\"]")
    }
    var name = String.UnicodeScalarView()
    while let character = next, JSONPath.startsName(character) || ("0"..."9").contains(character) {
      name.append(character)
      index += 1
    }
    return .name(String(name))
  }

  private mutating func bracketed() throws(JSONPathError) -> JSONPath.Selector {
    index += 1
    skipBlanks()
    let selector: JSONPath.Selector
    switch next {
    case "*":
      index += 1
      selector = .wildcard
    case "'", "\"": selector = .name(try quoted())
    default: selector = .index(try number())
    }
    skipBlanks()
    guard next == "]" else { throw failure("expected ]; slices, filters and lists are not supported") }
    index += 1
    return selector
  }

  private mutating func number() throws(JSONPathError) -> Int {
    let start = index
    var digits = ""
    if next == "-" {
      digits = "-"
      index += 1
    }
    while let character = next, ("0"..."9").contains(character) {
      digits.unicodeScalars.append(character)
      index += 1
    }
    guard let value = Int(digits), digits == String(value) else {
      index = start
      throw failure("expected an index, * or a quoted name")
    }
    return value
  }

  private mutating func quoted() throws(JSONPathError) -> String {
    let quote = next
    index += 1
    var name = String.UnicodeScalarView()
    while let character = next {
      index += 1
      if character == quote { return String(name) }
      name.append(character == "\\" ? try escaped() : character)
    }
    throw failure("the quote is never closed")
  }

  private mutating func escaped() throws(JSONPathError) -> Unicode.Scalar {
    guard let character = next else { throw failure("the escape is cut") }
    index += 1
    switch character {
    case "'", "\"", "\\", "/": return character
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let unit = try hexadecimal()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      guard next == "\\", index + 1 < characters.count, characters[index + 1] == "u" else {
        throw failure("half of a surrogate pair")
      }
      index += 2
      let trail = try hexadecimal()
      guard UTF16.isLeadSurrogate(UInt16(unit)), UTF16.isTrailSurrogate(UInt16(trail)),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00))
      else { throw failure("half of a surrogate pair") }
      return scalar
    default:
      index -= 1
      throw failure("unknown escape")
    }
  }

  private mutating func hexadecimal() throws(JSONPathError) -> UInt32 {
    let digits = characters[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }),
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    index += 4
    return value
  }

  private mutating func skipBlanks() {
    while let character = next, [" ", "\t", "\n", "\r"].contains(character) { index += 1 }
  }
}
