import System

/// How an adapter reads one kind of response with inferred types.
struct AdapterPart {
  /// What makes a domain value of a record.
  struct Mapping {
    /// The domain type.
    let name: String
    /// The path of the records; `nil`: the whole response is one.
    let records: String?
    /// The end of the key path that leads to them.
    let each: String
    /// The property that tells records apart.
    var identity: String?
  }

  /// The type of a whole response.
  var type: String
  /// The function that makes the decoder; `nil`: a plain one.
  var decoder: String?
  /// The mapping; `nil` if a response holds nothing that could be one.
  var mapping: Mapping?
  /// Paths whose words may stay in recordings; see ``ClosedWords``.
  var keep: [String] = []

  /// Lines of a version for one endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: Its id.
  ///   - word: How a word of a contract is written, where the app has a type of the same name.
  /// - Returns: The lines.
  func lines(endpoint: String, word: (String) -> String = { $0 }) -> [String] {
    let using = decoder.map { ", using: \($0)()" } ?? ""
    let reads = "\(word("Reads"))(\(SwiftLiteral.text(endpoint)), as: \(type).self\(using))"
    guard let mapping else { return [reads] }
    let identity = mapping.identity.map { ", identity: \\.\($0)" } ?? ""
    let records = mapping.records.map { ", records: \(SwiftLiteral.text($0)), each: \\\(mapping.each)" } ?? ""
    return [
      "\(reads) {",
      "  \(word("Mapping"))(\(SwiftLiteral.text(mapping.name))\(records), to: { \(mapping.name)($0) }\(identity))",
      "}",
    ]
  }
}
