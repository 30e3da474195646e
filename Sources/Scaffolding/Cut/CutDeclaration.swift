import Foundation

/// A declaration of a file, or several that share a line, with the lines that it stands on: what a cut takes as a whole.
struct CutDeclaration {
  /// Its name; empty for one that has none.
  var name: String
  /// Where it begins behind attributes and modifiers.
  var start: Int
  /// Its lines from the first attribute on, counted from 0.
  var lines: ClosedRange<Int>
  /// Attributes that a module declares, such as property wrappers: the bytes of each.
  var attributes: [Range<Int>]
  /// What it declares inside, if it is a type or an extension and these stand on lines of their own.
  var members: [CutDeclaration]
  /// Whether it is a type or an extension.
  var isType: Bool
  /// Whether it is an extension.
  var isExtension: Bool
  /// Whether it is a protocol or another name for types, so that what conforms to it conforms to what it names.
  var namesOthers: Bool
  /// The type that it declares or extends; its name, if it is no type.
  var subject: String
  /// The words behind its colon, or behind the sign of equality of another name for a type.
  var heritage: Set<String>
  /// What of it decides how the type around it decodes.
  var decoding: CutDecoding
  /// The same of all that it declares inside.
  var contents: [CutDecoding]

  /// Reads the declarations of a file.
  ///
  /// - Parameters:
  ///   - dump: The tree that the compiler prints of the file (`-dump-parse -dump-ast-format json`).
  ///   - source: The file.
  /// - Returns: Those of the top level, in order; `nil` for what is no such tree.
  static func all(inDump dump: [UInt8], of source: CutSource) -> [CutDeclaration]? {
    guard let root = try? JSONSerialization.jsonObject(with: Data(dump)) as? [String: Any],
      let items = root["items"] as? [[String: Any]]
    else { return nil }
    return declarations(items, in: source)
  }

  /// The declarations around a line, the outermost first.
  static func chain(to line: Int, in declarations: [CutDeclaration]) -> [CutDeclaration] {
    guard let outer = declarations.first(where: { $0.lines.contains(line) }) else { return [] }
    return [outer] + chain(to: line, in: outer.members)
  }

  private static func declarations(_ nodes: [[String: Any]], in source: CutSource) -> [CutDeclaration] {
    let found = nodes.compactMap { CutDeclaration($0, in: source) }.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    var merged: [CutDeclaration] = []
    for next in found {
      guard let last = merged.last, next.lines.lowerBound <= last.lines.upperBound else {
        merged.append(next)
        continue
      }
      merged[merged.count - 1] = last.joined(with: next)
    }
    return merged
  }

  /// A pattern and its variable are one declaration, and so is all that shares a line.
  private func joined(with other: CutDeclaration) -> CutDeclaration {
    var result = self
    let names = [name, other.name].filter { !$0.isEmpty }
    result.name = names.first == names.last ? names.first ?? "" : names.joined(separator: ", ")
    result.start = min(start, other.start)
    result.lines =
      min(lines.lowerBound, other.lines.lowerBound)...max(lines.upperBound, other.lines.upperBound)
    result.attributes += other.attributes
    // What two of them declare on one line cannot be told apart by lines.
    result.members = isType && other.isType ? [] : members + other.members
    result.isType = isType || other.isType
    result.isExtension = isExtension || other.isExtension
    result.namesOthers = namesOthers || other.namesOthers
    result.heritage.formUnion(other.heritage)
    result.decoding = decoding.joined(with: other.decoding)
    result.contents += other.contents
    return result
  }

  private init?(_ node: [String: Any], in source: CutSource) {
    guard let kind = Self.kind(of: node), kind != "import_decl",
      let range = Self.range(of: node, in: source)
    else { return nil }
    let attributes = ((node["attrs"] as? [[String: Any]]) ?? []).compactMap { attribute in
      Self.range(of: attribute, in: source).map { (kind: attribute["_kind"] as? String ?? "", range: $0) }
    }
    name = Self.name(of: node)
    start = range.lowerBound
    let first = ([range.lowerBound] + attributes.map(\.range.lowerBound)).min() ?? range.lowerBound
    let last = Self.end(ofTokenAt: range.upperBound, in: source.original)
    lines = source.line(of: first)...max(source.line(of: first), source.line(of: last))
    self.attributes = attributes.filter { $0.kind == "custom_attr" }.map {
      $0.range.lowerBound..<Self.end(ofTokenAt: $0.range.upperBound, in: source.original)
    }
    isType = ["struct_decl", "class_decl", "enum_decl", "protocol_decl", "extension_decl"].contains(kind)
    isExtension = kind == "extension_decl"
    namesOthers = kind == "protocol_decl" || kind == "typealias_decl"
    decoding = CutDecoding(node, name: name)
    let head = String(decoding: source.original[range.lowerBound..<last], as: UTF8.self).prefix { $0 != "{" }
    let words = { (text: Substring) in text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) }
    let behind = head.firstIndex(of: kind == "typealias_decl" ? "=" : ":").map { head[$0...] } ?? ""
    heritage = isType || namesOthers ? Set(words(behind)) : []
    subject =
      isExtension
      ? String(head.dropFirst("extension".count).drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != ":" })
      : name
    let inside = isType ? Self.declarations((node["members"] as? [[String: Any]]) ?? [], in: source) : []
    contents = inside.map(\.decoding)
    let own = lines
    members = inside.filter { own.lowerBound < $0.lines.lowerBound && $0.lines.upperBound < own.upperBound }
  }

  /// What a node declares; `nil` if it is no declaration. Compilers call some with and some without the ending: `protocol`, `typealias`.
  private static func kind(of node: [String: Any]) -> String? {
    guard let kind = node["_kind"] as? String else { return nil }
    return kind.hasSuffix("_decl") ? kind : ["protocol", "typealias"].contains(kind) ? "\(kind)_decl" : nil
  }

  /// The bytes of a node up to the beginning of its last token.
  private static func range(of node: [String: Any], in source: CutSource) -> Range<Int>? {
    guard let range = node["range"] as? [String: Any], let start = range["start"] as? Int,
      let end = range["end"] as? Int,
      0 <= start, start <= end, end < source.original.count
    else { return nil }
    return start..<end
  }

  private static func name(of node: [String: Any]) -> String {
    let name = (node["name"] as? [String: Any])?["base_name"] as? [String: Any]
    if let name = name?["name"] as? String {
      return node["_kind"] as? String == "macro_expansion_decl" ? "#\(name)" : name
    }
    switch node["_kind"] as? String {
    case "constructor_decl": return "init"
    case "destructor_decl": return "deinit"
    case "subscript_decl": return "subscript"
    default: return ""
    }
  }

  /// Where a token ends: a word, a text, which may go over several lines, or a sign.
  private static func end(ofTokenAt offset: Int, in bytes: [UInt8]) -> Int {
    let hashes = bytes[offset...].prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = bytes[(offset + hashes)...].prefix { $0 == UInt8(ascii: "\"") }.count
    guard quotes > 0 else {
      let word = bytes[offset...].prefix { $0 == 0x5F || $0 >= 0x80 || isalnum(Int32($0)) != 0 }.count
      return offset + max(word, 1)
    }
    let length = quotes >= 3 ? 3 : 1
    if quotes == 2 { return offset + hashes + 2 + hashes }
    let closing =
      [UInt8](repeating: UInt8(ascii: "\""), count: length) + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    var index = offset + hashes + length
    while index + closing.count <= bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), hashes == 0 {
        index += 2
      } else if Array(bytes[index..<(index + closing.count)]) == closing {
        return index + closing.count
      } else {
        index += 1
      }
    }
    return offset + 1
  }
}
