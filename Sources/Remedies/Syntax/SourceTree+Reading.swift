import Foundation

extension SourceTree {
  /// Why a tree cannot be read.
  struct Unreadable: Error, CustomStringConvertible { let description: String }

  /// Reads what the compiler wrote: one JSON object for each file.
  ///
  /// - Parameters:
  ///   - dump: The compiler's output.
  ///   - sources: The files, by path.
  /// - Throws: ``Unreadable`` if it is in no form that is known.
  init(dump: [UInt8], sources: [String: SourceText]) throws {
    // In JSON a quotation mark inside a string is escaped, so that this begins a file and nothing else.
    let mark = Array(#"{"_kind":"source_file""#.utf8)
    var starts: [Int] = []
    var index = 0
    while index + mark.count <= dump.count {
      if dump[index] == mark[0], dump[index..<(index + mark.count)].elementsEqual(mark) { starts.append(index) }
      index += 1
    }
    guard !starts.isEmpty else { throw Unreadable(description: "the compiler wrote no syntax tree as JSON") }
    var files: [(source: SourceText, items: [[String: Any]])] = []
    for (start, end) in zip(starts, starts.dropFirst() + [dump.count]) {
      guard let file = try JSONSerialization.jsonObject(with: Data(dump[start..<end])) as? [String: Any],
        let name = file["filename"] as? String, let source = sources[name]
      else { throw Unreadable(description: "the compiler's syntax tree names no file that it got") }
      files.append((source, file["items"] as? [[String: Any]] ?? []))
    }
    // A type is known before what extends it, in whichever file that is.
    for areExtensions in [false, true] {
      for (source, items) in files {
        var reader = TreeReader(source: source, tree: self)
        for item in items where (item.kind == "extension_decl") == areExtensions { reader.visit(item, inside: []) }
        self = reader.tree
      }
    }
  }
}

private struct TreeReader {
  let source: SourceText
  var tree: SourceTree

  typealias Node = [String: Any]

  // MARK: Declarations

  mutating func visit(_ node: Node, inside path: [String]) {
    switch node.kind {
    case "import_decl":
      if let module = (node["module_path"] as? [String])?.first { tree.imports.insert(module) }
    case "struct_decl", "class_decl", "enum_decl": declare(node, inside: path)
    case "typealias": addAlias(node, inside: path)
    case "extension_decl":
      guard let type = node["extended_type"] as? String else { return collectUses(in: node) }
      // `$s…D` is the type whose symbol is `s:…`.
      let usr = "s:" + type.dropFirst(2).dropLast()
      let name = tree.types.values.first { $0.usr == usr }?.name
      for member in node.nodes("members") { visitMember(member, of: name, inside: name.map { [$0] } ?? path + ["?"]) }
    case "var_decl":
      if path.isEmpty, let name = node.name,
        (node["interface_type"] as? String)?.contains("11ContractKit7Version") == true
      {
        tree.versionConstants.append(name)
      }
      collectUses(in: node)
    default: collectUses(in: node)
    }
  }

  private mutating func declare(_ node: Node, inside path: [String]) {
    guard let short = node.name, let range = node.range, node["implicit"] == nil else { return }
    let name = (path + [short]).joined(separator: ".")
    let kind: SourceTree.Declaration.Kind =
      switch node.kind {
      case "struct_decl": .structure
      case "enum_decl": .enumeration
      default:
        source.text(max(0, range.lowerBound - 40)..<range.lowerBound).hasSuffix("final ") ? .finalClass : .openClass
      }
    var declaration = SourceTree.Declaration(
      name: name, usr: node["usr"] as? String ?? "", kind: kind, file: source.path,
      range: range.lowerBound..<source.endOfToken(at: range.upperBound))
    declaration.isPublic = ["public", "open"].contains(node["access"] as? String ?? "")
    declaration.isCaseIterable = Self.conforms(node, to: "s:s12CaseIterableP")
    tree.types[name] = declaration
    for member in node.nodes("members") { visitMember(member, of: name, inside: [name]) }
  }

  private mutating func addAlias(_ node: Node, inside path: [String]) {
    guard node["generic_signature"] == nil, let name = node.name, let range = node.range else { return }
    let text = source.text(range.lowerBound..<source.endOfToken(at: range.upperBound))
    guard let mark = text.firstIndex(of: "="), !text[..<mark].contains("<") else { return }
    let type = text[text.index(after: mark)...].trimmingCharacters(in: .whitespacesAndNewlines)
    tree.aliases[(path + [name]).joined(separator: ".")] = type
  }

  private static func conforms(_ node: Node, to symbol: String) -> Bool {
    ((node["inherits"] as? Node)?.nodes("conformances") ?? []).contains { $0["protocol"] as? String == symbol }
  }

  private mutating func visitMember(_ member: Node, of owner: String?, inside path: [String]) {
    switch member.kind {
    case "struct_decl", "class_decl", "enum_decl":
      if member.name == "CodingKeys", let owner {
        let names = keyNames(of: member)
        tree.types[owner]?.keyNames = names
        tree.types[owner]?.codingKeys = member.nodes("members").filter { $0.kind == "enum_element_decl" }.compactMap(
          \.name)
        tree.types[owner]?.hasWrittenKeys = member["implicit"] == nil
      }
      visit(member, inside: path)
    case "typealias": addAlias(member, inside: path)
    case "enum_element_decl":
      if let owner, let name = member.name, let range = member.range, member["implicit"] == nil {
        let end = source.endOfToken(at: range.upperBound)
        tree.types[owner]?.cases.append((name, range.lowerBound..<end))
      }
    case "pattern_binding_decl":
      if let owner { addProperty(member, to: owner) }
      collectUses(in: member)
    case "var_decl": completeProperty(member, of: owner)
    case "constructor_decl":
      guard let owner else { return collectUses(in: member) }
      let labels = (member["name"] as? Node)?["args"] as? [String]
      if labels == ["from"] {
        tree.types[owner]?.isDecoded = true
        if member["implicit"] == nil {
          let written = decoding(member)
          tree.types[owner]?.decoding = written
        }
      } else if labels == ["rawValue"], (member["interface_type"] as? String)?.contains("SgSS_tc") == true {
        tree.types[owner]?.hasTextValues = true
      }
      collectUses(in: member)
    default: collectUses(in: member)
    }
  }

  /// The names in `case title = "headline"`, by case.
  private func keyNames(of keys: Node) -> [String: String] {
    var names: [String: String] = [:]
    for element in keys.nodes("members") where element.kind == "enum_element_decl" && element["implicit"] == nil {
      guard let name = element.name, let range = element.range else { continue }
      let text = source.text(range.lowerBound..<source.endOfToken(at: range.upperBound))
      if let start = text.firstIndex(of: "\""), case .string(let spelled)? = JSONTree(Array(text[start...].utf8)) {
        names[name] = spelled
      }
    }
    return names
  }

  // MARK: Properties

  /// Adds the one property of a declaration; the compiler gives what else is known of it beside this node.
  private mutating func addProperty(_ node: Node, to owner: String) {
    let entries = node.nodes("pattern_entries")
    guard node["implicit"] == nil, entries.count == 1, let range = node.range,
      let pattern = entries[0]["pattern"] as? Node,
      let name = (pattern.kind == "pattern_typed" ? pattern["sub_pattern"] as? Node : pattern)?.name
    else { return }
    let text = source.text(range.lowerBound..<source.endOfToken(at: range.upperBound))
    // Where no type is written, there is none to edit.
    let isTyped = pattern.kind == "pattern_typed"
    guard let found = isTyped ? Self.typeRange(in: text, after: name) : 0..<0 else { return }
    let start = range.lowerBound + found.lowerBound
    let typeRange = start..<(range.lowerBound + found.upperBound)
    pending = SourceTree.Property(
      name: name, usr: "", type: source.text(typeRange), typeRange: typeRange, offset: range.lowerBound,
      isConstant: text.hasPrefix("let"), hasInitialValue: entries[0]["original_init"] != nil, wrapper: nil)
  }

  /// The property whose binding was read and whose declaration comes next.
  private var pending: SourceTree.Property?

  init(source: SourceText, tree: SourceTree) { (self.source, self.tree) = (source, tree) }

  private mutating func completeProperty(_ node: Node, of owner: String?) {
    defer { collectUses(in: node) }
    guard let owner, let property = pending, node.name == property.name else { return }
    pending = nil
    guard node["readImpl"] as? String == "stored", node["static"] == nil, node["lazy"] == nil else { return }
    let attributes = (node["attrs"] as? [Node] ?? []).filter { $0["implicit"] == nil && $0.kind == "custom_attr" }
    let wrapper = attributes.first.map { wrapperName($0) }
    tree.types[owner]?.properties.append(
      SourceTree.Property(
        name: property.name, usr: node["usr"] as? String ?? "", type: property.type, typeRange: property.typeRange,
        offset: node.range?.lowerBound ?? property.offset, isConstant: property.isConstant,
        hasInitialValue: property.hasInitialValue, wrapper: wrapper))
  }

  /// `Default` of `@Default<Zero>(0)`.
  private func wrapperName(_ attribute: Node) -> String {
    guard let range = attribute.range else { return "" }
    let text = source.text(range.lowerBound..<source.endOfToken(at: range.upperBound))
    return String(text.drop { $0 == "@" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
  }

  /// Bytes of the written type in `let name: Type = value`.
  private static func typeRange(in text: String, after name: String) -> Range<Int>? {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    guard String(decoding: bytes[..<colon], as: UTF8.self).contains(name) else { return nil }
    var (start, depth) = (colon + 1, 0)
    while start < bytes.count, bytes[start] == 32 { start += 1 }
    var end = start
    scan: while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"): depth -= 1
      case UInt8(ascii: "="), UInt8(ascii: "{"): if depth == 0 { break scan }
      default: break
      }
      end += 1
    }
    while end > start, bytes[end - 1] == 32 || bytes[end - 1] == 10 { end -= 1 }
    return end > start ? start..<end : nil
  }

  // MARK: Initialisers

  private func decoding(_ node: Node) -> SourceTree.Decoding? {
    let parameters = (node["params"] as? Node)?.nodes("params") ?? []
    guard let decoder = parameters.first?.name else { return nil }
    var calls: [SourceTree.DecodeCall] = []
    if let body = node["body"] as? Node { findCalls(in: body, trial: nil, into: &calls) }
    return SourceTree.Decoding(file: source.path, decoder: decoder, calls: calls)
  }

  private func findCalls(
    in value: Any, trial: (word: String, start: Int)?, into calls: inout [SourceTree.DecodeCall]
  ) {
    if let list = value as? [Any] {
      for item in list { findCalls(in: item, trial: nil, into: &calls) }
      return
    }
    guard let node = value as? Node else { return }
    var inner: (word: String, start: Int)?
    switch node.kind {
    case "try_expr": inner = node.range.map { ("try", $0.lowerBound) }
    case "optional_try_expr": inner = node.range.map { ("try?", $0.lowerBound) }
    case "call_expr":
      if let call = decodeCall(node, trial: trial) { calls.append(call) }
    default:
      // What the compiler adds between a `try` and its call has no source of its own.
      if node["implicit"] != nil || node.kind == "inject_into_optional" || node.kind == "inject_into_optional_expr" {
        inner = trial
      }
    }
    for (name, child) in node where name != "range" { findCalls(in: child, trial: inner, into: &calls) }
  }

  private func decodeCall(_ node: Node, trial: (word: String, start: Int)?) -> SourceTree.DecodeCall? {
    guard node["implicit"] == nil, let range = node.range, let list = node["args"] as? Node else { return nil }
    let arguments = list.nodes("args")
    guard let key = arguments.first(where: { $0["label"] as? String == "forKey" })?["expr"] as? Node,
      let keyName = (((key["fn"] as? Node)?["decl"]) as? Node)?["base_name"] as? String,
      let callee = node["fn"] as? Node,
      let container = ((callee["args"] as? Node)?.nodes("args").first?["expr"] as? Node)?.range
    else { return nil }
    var type: String?
    if let first = arguments.first?["expr"] as? Node, first.kind == "dot_self_expr", let extent = first.range {
      // The range ends at `self`, before which the period stands.
      type = source.text(extent.lowerBound..<extent.upperBound).trimmingCharacters(in: .whitespaces)
      if type?.hasSuffix(".") == true { type?.removeLast() }
    }
    let end = source.endOfToken(at: range.upperBound)
    return SourceTree.DecodeCall(
      key: keyName, range: (trial?.start ?? range.lowerBound)..<end,
      container: source.text(container.lowerBound..<source.endOfToken(at: container.upperBound)),
      trial: trial?.word ?? "", type: type)
  }

  // MARK: Uses

  private mutating func collectUses(in value: Any) {
    if let list = value as? [Any] {
      for item in list { collectUses(in: item) }
      return
    }
    guard let node = value as? Node else { return }
    switch node.kind {
    case "member_ref_expr":
      if node["implicit"] == nil, let range = node.range, let usr = (node["decl"] as? Node)?["decl_usr"] as? String {
        tree.uses[usr, default: []].append(
          SourceTree.Use(file: source.path, range: range.lowerBound..<source.endOfToken(at: range.upperBound)))
      }
    case "switch_stmt": if node["implicit"] == nil { addSwitch(node) }
    default: break
    }
    for (name, child) in node where name != "range" { collectUses(in: child) }
  }

  private mutating func addSwitch(_ node: Node) {
    var branches: [(names: [String], offset: Int)] = []
    var type: String?
    for branch in node.nodes("cases") {
      guard let range = branch.range else { continue }
      let patterns = branch.nodes("case_label_items").compactMap { $0["pattern"] as? Node }
      type = type ?? patterns.compactMap { $0["type"] as? String }.first
      let names = patterns.compactMap { ($0["element"] as? Node)?.baseName }
      // The range begins at the word `case`.
      branches.append((names, range.lowerBound + 5))
    }
    guard let type, let range = node.range else { return }
    tree.switches.append(SourceTree.Switch(file: source.path, range: range, branches: branches, type: type))
  }
}
