import JSONDocument
import System

/// Writes inferred types as Swift.
struct SwiftSource {
  private let deduction: TypeDeduction
  private let roots: [(name: String, type: InferredType)]
  private let name: String
  private let documents: Int
  private let options: DTOInference.Options
  private let names: InferredNames
  /// Whether all keys can be left to `convertFromSnakeCase`.
  private let usesSnakeCase: Bool

  init(
    _ deduction: TypeDeduction, roots: [(name: String, type: InferredType)], name: String, documents: Int,
    _ options: DTOInference.Options
  ) {
    (self.deduction, self.roots, self.name) = (deduction, roots, name)
    (self.documents, self.options) = (documents, options)
    names = InferredNames(
      deduction.declarations, root: name, suffix: options.hasDomain ? "DTO" : "", except: options.taken)
    usesSnakeCase = options.keys == .snakeCase && deduction.declarations.allSatisfy(Self.survivesSnakeCase)
  }

  /// The file.
  var source: DTOInference.Source {
    let types = deduction.declarations.indices.map(declaration) + unseen
    var blocks = [header + "\n\nimport Foundation"]
    if case .declared(let first)? = roots.first?.type, options.layout == .nested, types.count > 1 {
      blocks.append(types[first])
      let others = types.indices.filter { $0 != first }.map { indented(types[$0]) }
      blocks.append("extension \(names[first]) {\n\(others.joined(separator: "\n\n"))\n}")
    } else {
      blocks += types
    }
    for root in roots {
      if case .declared = root.type { continue }
      blocks.append(
        "/// A whole response.\ntypealias \(wholeName(root.name)) = \(root.type.text(names, prefix: prefix))")
    }
    if let decoderText { blocks.append(decoderText) }
    if options.hasDomain { blocks += DomainSource(deduction, names, usesSnakeCase: usesSnakeCase).blocks }
    return DTOInference.Source(
      text: blocks.joined(separator: "\n\n") + "\n", roots: roots.map { $0.type.text(names, prefix: prefix) },
      decoder: decoderText == nil ? "JSONDecoder()" : "\(factoryName)()", members: deduction.members)
  }

  private var header: String {
    let count = documents == 1 ? "one response" : "\(documents) responses"
    let doubt = documents == 1 ? " What is missing or null at times is not known from one." : ""
    let keys =
      options.keys == .snakeCase && !usesSnakeCase
      ? "\n// convertFromSnakeCase would make one name of several keys, so there are coding keys." : ""
    return "// Made by driftwatch infer of \(count).\(doubt)\(keys)"
  }

  /// A name for what is no declared type: `ProductResponse`.
  private func wholeName(_ name: String) -> String {
    let own = "\(name)Response"
    func isFree(_ name: String) -> Bool {
      SwiftName.isFree(type: name) && !options.taken.contains(name)
        && !deduction.declarations.indices.contains { names[$0] == name || names.domain[$0] == name }
    }
    let candidates = [own, "Whole\(own)"] + (2...(options.taken.count + 2)).map { "\(own)\($0)" }
    return candidates.first(where: isFree) ?? own
  }

  private var factoryName: String {
    let own = "make\(name)Decoder"
    return options.taken.contains(own)
      ? (2...).lazy.map { "\(own)\($0)" }.first { !options.taken.contains($0) } ?? own : own
  }

  // MARK: Adapters

  /// How each kind of response is read and mapped.
  var adapterParts: [AdapterPart] {
    roots.map { root in
      var part = AdapterPart(type: root.type.text(names))
      if case .declared = root.type {} else { part.type = wholeName(root.name) }
      part.decoder = decoderText == nil ? nil : factoryName
      part.mapping = mapping(of: root)
      return part
    }
  }

  /// Of a list each element is a record; of an object that holds one list of objects each of those; else the whole response.
  private func mapping(of root: (name: String, type: InferredType)) -> AdapterPart.Mapping? {
    switch root.type {
    case .array(.declared(let index)): return record(index, path: "$[*]", each: ".self")
    case .declared(let index):
      guard case .structure(let properties) = deduction.declarations[index].form else { return nil }
      let list = PropertyNames(properties.map(\.key), snakeCase: usesSnakeCase).names
      if let (position, element) = deduction.onlyList(of: index) {
        return record(
          element, path: "$\(JSONPath.memberText(properties[position].key))[*]",
          each: ".\(SwiftName.quoted(list[position]))")
      }
      return record(index, path: nil, each: "")
    default: return nil
    }
  }

  private func record(_ index: Int, path: String?, each: String) -> AdapterPart.Mapping? {
    let declaration = deduction.declarations[index]
    guard !declaration.form.isOfWords else { return nil }
    var mapping = AdapterPart.Mapping(name: names.domain[index], records: path, each: each)
    if case .structure(let properties) = declaration.form,
      properties.contains(where: { $0.key == "id" && [.int, .string, .uuid].contains($0.type) })
    {
      mapping.identity = "id"
    }
    return mapping
  }

  // MARK: Types

  private func text(_ type: InferredType) -> String { type.text(names) }

  /// What a nested type's name stands behind at the top level.
  private var prefix: String? {
    guard options.layout == .nested, case .declared(let first)? = roots.first?.type else { return nil }
    return names[first]
  }

  private func declaration(_ index: Int) -> String {
    let declaration = deduction.declarations[index]
    let remark = declaration.remark.map { "/// \($0)\n" } ?? ""
    switch declaration.form {
    case .structure(let properties):
      return remark + structure(names[index], properties, isClass: deduction.holdsItself(index))
    case .words(let words): return remark + enumeration(names[index], words)
    case .union(let alternatives): return remark + union(names[index], alternatives)
    case .kinds(let member, let kinds): return remark + self.kinds(names[index], member, kinds)
    }
  }

  private func structure(_ name: String, _ properties: [InferredDeclaration.Property], isClass: Bool) -> String {
    let list = PropertyNames(properties.map(\.key), snakeCase: usesSnakeCase)
    var lines = [isClass ? "final class \(name): Decodable {" : "struct \(name): Decodable {"]
    for (property, name) in zip(properties, list.names) {
      if let remark = property.remark { lines.append("  /// \(remark)") }
      lines.append("  let \(SwiftName.quoted(name)): \(text(property.type))")
    }
    let keys = list.codingKeys
    if !keys.isEmpty { lines += [""] + keys.map { "  \($0)" } }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private func enumeration(_ name: String, _ words: [String]) -> String {
    let cases = SwiftName.cases(for: words)
    let other = SwiftName.otherCase(beside: cases)
    var lines = ["enum \(name): String, Decodable {"]
    lines += caseLines(zip(cases, words).map { ($0, $1) }).map { "  \($0)" }
    lines += [
      "  /// A word that came later.", "  case \(other) = \"\"", "",
      "  init(from decoder: any Decoder) throws {",
      "    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .\(other)", "  }", "}",
    ]
    return lines.joined(separator: "\n")
  }

  private func union(_ name: String, _ alternatives: [InferredDeclaration.Alternative]) -> String {
    var lines = ["enum \(name): Decodable {"]
    lines += alternatives.map { "  case \($0.name)(\(text($0.type)))" }
    lines += [
      "", "  init(from decoder: any Decoder) throws {", "    let container = try decoder.singleValueContainer()",
    ]
    for (index, alternative) in alternatives.enumerated() {
      let type = "\(text(alternative.type)).self"
      if index == alternatives.count - 1 {
        // The last one's error is the one that is told.
        lines.append("    self = .\(alternative.name)(try container.decode(\(type)))")
      } else {
        lines += [
          "    if let value = try? container.decode(\(type)) {", "      self = .\(alternative.name)(value)",
          "      return", "    }",
        ]
      }
    }
    return (lines + ["  }", "}"]).joined(separator: "\n")
  }

  private func kinds(_ name: String, _ member: String, _ kinds: [(name: String, type: InferredType)]) -> String {
    let cases = SwiftName.cases(for: kinds.map(\.name))
    let other = SwiftName.otherCase(beside: cases)
    var lines = ["enum \(name): Decodable {"]
    for (kind, own) in zip(kinds, cases) { lines.append("  case \(SwiftName.quoted(own))(\(text(kind.type)))") }
    let key = PropertyNames([member], snakeCase: usesSnakeCase)
    lines += [
      "  /// A kind that came later, with its name.", "  case \(other)(String)", "",
    ]
    lines += key.forcedCodingKeys.map { "  \($0)" }
    lines += [
      "", "  init(from decoder: any Decoder) throws {",
      "    let kind = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .\(SwiftName.quoted(key.names[0])))",
      "    switch kind {",
    ]
    for (kind, own) in zip(kinds, cases) {
      lines.append(
        "    case \(SwiftLiteral.text(kind.name)): self = .\(SwiftName.quoted(own))(try \(text(kind.type))(from: decoder))"
      )
    }
    lines += ["    default: self = .\(other)(kind)", "    }", "  }", "}"]
    return lines.joined(separator: "\n")
  }

  private var unseen: [String] {
    guard deduction.usesUnseen || roots.contains(where: { $0.type.innermost == .unseen }) else { return [] }
    return [
      "/// A value of which nothing was seen but null or empty lists; it reads whatever comes.\nstruct Unseen: Decodable {}"
    ]
  }

  private var decoderText: String? {
    guard usesSnakeCase || deduction.hasPlainDates || deduction.hasFractionDates else { return nil }
    var lines = [
      "/// The decoder that these types need.", "func \(factoryName)() -> JSONDecoder {",
      "  let decoder = JSONDecoder()",
    ]
    if usesSnakeCase { lines.append("  decoder.keyDecodingStrategy = .convertFromSnakeCase") }
    if deduction.hasFractionDates {
      lines += [
        "  // JSONDecoder's own .iso8601 refuses fractions of a second on phones.",
        "  decoder.dateDecodingStrategy = .custom { decoder in",
        "    let container = try decoder.singleValueContainer()", "    let text = try container.decode(String.self)",
        "    for hasFraction in [true, false] {",
        "      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)",
        "      if let date = try? Date(text, strategy: style) { return date }", "    }",
        "    throw DecodingError.dataCorruptedError(in: container, debugDescription: \"no date of ISO 8601\")", "  }",
      ]
    } else if deduction.hasPlainDates {
      lines.append("  decoder.dateDecodingStrategy = .iso8601")
    }
    return (lines + ["  return decoder", "}"]).joined(separator: "\n")
  }

  private static func survivesSnakeCase(_ declaration: InferredDeclaration) -> Bool {
    switch declaration.form {
    case .structure(let properties):
      Set(properties.map { SwiftName.fromSnakeCase($0.key) }).count == properties.count
    case .words, .union, .kinds: true
    }
  }
}

/// Lines, each two columns further in.
func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
    .joined(separator: "\n")
}

extension InferredType {
  /// In source code.
  func text(_ names: InferredNames, prefix: String? = nil) -> String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .date: "Date"
    case .url: "URL"
    case .uuid: "UUID"
    case .unseen: prefix.map { "\($0).Unseen" } ?? "Unseen"
    case .declared(let index): prefix.flatMap { $0 == names[index] ? nil : "\($0).\(names[index])" } ?? names[index]
    case .array(let inner): "[\(inner.text(names, prefix: prefix))]"
    case .dictionary(let inner): "[String: \(inner.text(names, prefix: prefix))]"
    case .optional(let inner): "\(inner.text(names, prefix: prefix))?"
    }
  }
}

extension TypeDeduction {
  /// Whether some type is ``InferredType/unseen``.
  var usesUnseen: Bool {
    declarations.contains { declaration in declaration.types.contains { $0.innermost == .unseen } }
  }

  /// Whether a structure contains itself without an array or dictionary between, which only a class can.
  func holdsItself(_ index: Int) -> Bool {
    var (pending, seen): ([InferredType], Set<Int>) = (declarations[index].types.compactMap(\.held), [])
    while case .declared(let next)? = pending.popLast() {
      if next == index { return true }
      if seen.insert(next).inserted { pending += declarations[next].types.compactMap(\.held) }
    }
    return false
  }
}

extension InferredDeclaration {
  /// The types of what is in it.
  var types: [InferredType] {
    switch form {
    case .structure(let properties): properties.map(\.type)
    case .words: []
    case .union(let alternatives): alternatives.map(\.type)
    case .kinds(_, let kinds): kinds.map(\.type)
    }
  }
}
