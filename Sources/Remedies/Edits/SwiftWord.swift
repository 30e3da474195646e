/// Names as Swift can have them.
enum SwiftWord {
  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum",
    "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal",
    "is", "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// A name for a member or value: `image_url` and `Image URL` become `imageUrl` and `imageURL`.
  static func identifier(_ text: String) -> String {
    if isIdentifier(text), text.first?.isLowercase == true { return keywords.contains(text) ? "`\(text)`" : text }
    let parts = text.split { !($0.isLetter || $0.isNumber) || !$0.isASCII }
    guard let first = parts.first else { return "value" }
    let isShouted = first.allSatisfy { !$0.isLowercase }
    let head = isShouted ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    var word = head + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    if word.first?.isNumber == true { word = "value" + word }
    return keywords.contains(word) ? "`\(word)`" : word
  }

  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
