/// What the scanner expected where a text is not JSON.
enum Expectation: UInt8 {
  case value, valueOrBracket, commaOrBracket
  case name, nameOrBrace, nameInQuotes, colon, commaOrBrace
  case closingQuote, restOfEscape, hexadecimalDigits
  case `true`, `false`, null
  case lessDepth, end

  func text(maximumDepth: Int) -> String {
    switch self {
    case .value: "a value"
    case .valueOrBracket: "a value or ]"
    case .commaOrBracket: "a comma or ]"
    case .name: "a member name"
    case .nameOrBrace: "a member name or }"
    case .nameInQuotes: "a member name in quotes"
    case .colon: "a colon"
    case .commaOrBrace: "a comma or }"
    case .closingQuote: "the closing quote of a string"
    case .restOfEscape: "the rest of an escape"
    case .hexadecimalDigits: "four hexadecimal digits"
    case .true: "true"
    case .false: "false"
    case .null: "null"
    case .lessDepth: "at most \(maximumDepth) nested arrays and objects"
    case .end: "the end of the text"
    }
  }
}
