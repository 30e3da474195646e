import System

/// Names of properties for the members of an object: each its own.
struct PropertyNames {
  private let keys: [String]
  /// In the order of the keys.
  let names: [String]
  private let usesSnakeCase: Bool

  init(_ keys: [String], snakeCase: Bool) {
    (self.keys, usesSnakeCase) = (keys, snakeCase)
    var (names, taken): ([String], Set<String>) = ([], [])
    for key in keys {
      let converted = SwiftName.fromSnakeCase(key)
      let wanted = snakeCase && SwiftName.isProperty(converted) ? converted : SwiftName.property(key)
      let name =
        taken.contains(wanted) ? (2...).lazy.map { "\(wanted)\($0)" }.first { !taken.contains($0) } ?? wanted : wanted
      taken.insert(name)
      names.append(name)
    }
    self.names = names
  }

  /// The lines of `CodingKeys`; none where each name is the key.
  var codingKeys: [String] { zip(keys, names).allSatisfy { value(of: $0) == $1 } ? [] : forcedCodingKeys }

  /// The same, also where they are not needed.
  var forcedCodingKeys: [String] {
    ["enum CodingKeys: String, CodingKey {"]
      + caseLines(zip(names, keys.map(value)).map { ($0, $1) }).map { "  \($0)" } + ["}"]
  }

  /// What the decoder compares a key with.
  private func value(of key: String) -> String { usesSnakeCase ? SwiftName.fromSnakeCase(key) : key }
}

extension SwiftName {
  /// Names of enum cases for some words: each its own.
  static func cases(for words: [String]) -> [String] { PropertyNames(words, snakeCase: false).names }
}

/// Cases with raw values: those that are their own values together, as far as they fit into a line, each other one on its own line.
func caseLines(_ cases: [(name: String, value: String)]) -> [String] {
  var (lines, line): ([String], String) = ([], "")
  for name in cases.filter({ $0.name == $0.value }).map({ SwiftName.quoted($0.name) }) {
    if line.count + name.count > 90 {
      lines.append(line)
      line = ""
    }
    line += line.isEmpty ? "case \(name)" : ", \(name)"
  }
  if !line.isEmpty { lines.append(line) }
  return lines
    + cases.filter { $0.name != $0.value }.map { "case \(SwiftName.quoted($0.name)) = \(SwiftLiteral.text($0.value))" }
}
