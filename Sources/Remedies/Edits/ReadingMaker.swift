import DriftModel
import System

/// Makes the ways in which a member can be read that breaks as it is read now.
struct ReadingMaker {
  let breaking: Break
  let type: MemberType
  /// A name for what is declared: that of the property, with its first letter in upper case.
  let name: String
  /// How member names become coding keys, where a decoder converts them.
  let converts: Bool

  private var values: [JSONTree] { breaking.broken }
  private var kinds: Set<String> { Set(values.map(\.kind)) }
  private var isElement: Bool { breaking.steps.last == .elements }

  init(_ breaking: Break, type: MemberType, property: String, converts: Bool) {
    (self.breaking, self.type, self.converts) = (breaking, type, converts)
    name = property.prefix(1).uppercased() + property.dropFirst()
  }

  /// All of them, in no order.
  func readings() -> [Reading] {
    // What breaks an element is mended where the list is read.
    if isElement, let element = type.element { return [lossyList(of: element)] + defaults() }
    var found = moves()
    if !values.isEmpty {
      found += conversions() + containers() + dates() + numbers() + texts()
      if let element = type.element, kinds == ["array"] { found += [lossyList(of: element)] }
    }
    return found + defaults()
  }

  // MARK: Where nothing is

  /// Nothing is shown for an empty text or list; a number or truth value says something that nobody sent.
  private var emptyCost: RemedyCost {
    type.text == "String" || type.element != nil || type.isDictionary ? .missing : .invented
  }

  private func defaults() -> [Reading] {
    guard let empty = type.emptyValue else { return [] }
    let text = type.text
    if values.isEmpty {
      return [
        Reading(
          title: "\(empty) where \(breaking.member ?? "it") is missing or null",
          expression: { container, key, _ in
            "try \(container).decodeIfPresent(\(text).self, forKey: \(key)) ?? \(empty)"
          },
          decision:
            "the app gets \(empty) where the response has no \(breaking.member ?? "value"); choose what people should see",
          cost: emptyCost)
      ]
    }
    return [
      Reading(
        title: "\(empty) where \(breaking.member ?? "it") cannot be read",
        expression: { container, key, _ in "(try? \(container).decode(\(text).self, forKey: \(key))) ?? \(empty)" },
        decision: "the app gets \(empty) in place of what it cannot read; choose what people should see",
        cost: .invented)
    ]
  }

  /// Members that appeared where this one is gone, and hold a value of its kind: beside it, or one level down in a new object.
  private func moves() -> [Reading] {
    guard values.isEmpty, let member = breaking.member else { return [] }
    let wanted = type.kind.map { [$0] } ?? Array(Set(breaking.healthy.map(\.kind)).subtracting(["null"]))
    return Self.newMembers(of: breaking, kinds: Set(wanted)).map { path in
      let names = path.map { converts ? Self.converted($0) : $0 }
      let text = type.text
      let keys = "\(name)Keys"
      let inner =
        names.dropFirst().isEmpty
        ? "" : ".nestedContainer(keyedBy: \(keys).self, forKey: .\(SwiftWord.identifier(names[0])))"
      let last = SwiftWord.identifier(names[names.count - 1])
      return Reading(
        title: "\(member) is read from \(path.joined(separator: ".")) where it is missing",
        expression: { container, key, decoder in
          "try \(container).decodeIfPresent(\(text).self, forKey: \(key))\n"
            + "?? \(decoder).container(keyedBy: \(keys).self)\(inner).decode(\(text).self, forKey: .\(last))"
        },
        declarations: [Self.keys(keys, names)],
        decision:
          "\(path.joined(separator: ".")) is taken to be what \(member) was: it appeared where that is gone, and has its type"
      )
    }
  }

  /// Paths of members that objects without the member have, and none with it; the likeliest first.
  static func newMembers(of breaking: Break, kinds: Set<String>) -> [[String]] {
    var known: Set<String> = []
    for parent in breaking.healthyParents {
      if case .object(let members) = parent { known.formUnion(members.map(\.name)) }
    }
    var order: [[String]] = []
    var seen: [[String]: Int] = [:]
    func note(_ path: [String], _ value: JSONTree) {
      guard kinds.contains(value.kind) else { return }
      if seen[path] == nil { order.append(path) }
      seen[path, default: 0] += 1
    }
    let lacking = breaking.parents.filter { parent in
      guard let member = breaking.member else { return false }
      return parent[member] == nil || parent[member] == .null
    }
    for case .object(let members) in lacking {
      for entry in members
      where !known.contains(entry.name) && entry.name != breaking.member && JSONTree.isPlain(entry.name) {
        note([entry.name], entry.value)
        if case .object(let inner) = entry.value {
          for deeper in inner where JSONTree.isPlain(deeper.name) { note([entry.name, deeper.name], deeper.value) }
        }
      }
    }
    let member = breaking.member?.lowercased() ?? ""
    // One that every object has is likelier than one that some have; then a like name.
    func rank(_ path: [String]) -> Int {
      let last = path[path.count - 1].lowercased()
      let isLike = last == member || last.contains(member) || member.contains(last)
      return (seen[path] == lacking.count ? 0 : 2) + (isLike ? 0 : 1)
    }
    return order.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
      .prefix(6)
      .map(\.self)
  }

  static func keys(_ name: String, _ members: [String]) -> String {
    var lines = "private enum \(name): String, CodingKey {\n"
    for member in members.uniqued() {
      let word = SwiftWord.identifier(member)
      lines += word == member ? "  case \(word)\n" : "  case \(word) = \(SwiftLiteral.text(member))\n"
    }
    return lines + "}\n"
  }

  /// `image_url` as `imageUrl`, which a decoder makes of it that converts from snake case.
  static func converted(_ name: String) -> String {
    let parts = name.split(separator: "_", omittingEmptySubsequences: true)
    guard parts.count > 1 else { return name }
    return parts[0].lowercased()
      + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined()
  }

  // MARK: Helpers

  /// A reading by a method of the container: its name, what it does, and the lines that return a value before the member is decoded as it
  /// always was.
  func helper(
    _ method: String, _ title: String, _ body: [String], declarations: [String] = [], decision: String? = nil,
    cost: RemedyCost = .exact
  ) -> Reading {
    let result = type.isOptional ? type.text + "?" : type.text
    var lines = [
      "extension KeyedDecodingContainer {",
      "  /// \(JSONTree.shown(title.prefix(1).uppercased() + title.dropFirst())).",
      "  fileprivate func \(method)(forKey key: Key) throws -> \(result) {",
    ]
    if type.isOptional { lines.append("    guard contains(key), try !decodeNil(forKey: key) else { return nil }") }
    lines += body.map { "    " + $0 }
    lines += ["    return try decode(\(type.text).self, forKey: key)", "  }", "}", ""]
    return Reading(
      title: title, expression: { container, key, _ in "try \(container).\(method)(forKey: \(key))" },
      declarations: declarations + [lines.joined(separator: "\n")], decision: decision, cost: cost)
  }

  /// A list without the elements that cannot be read.
  func lossyList(of element: String) -> Reading {
    let result = type.isOptional ? type.text + "?" : type.text
    var lines = [
      "extension KeyedDecodingContainer {", "  /// A list without the elements that cannot be read.",
      "  fileprivate func decodeReadable\(name)(forKey key: Key) throws -> \(result) {",
    ]
    if type.isOptional { lines.append("    guard contains(key), try !decodeNil(forKey: key) else { return nil }") }
    lines += [
      "    var list = try nestedUnkeyedContainer(forKey: key)", "    var elements: \(type.text) = []",
      "    while !list.isAtEnd {", "      let element = try list.superDecoder().singleValueContainer()",
      "      if let value = try? element.decode(\(element).self) { elements.append(value) }", "    }",
      "    return elements", "  }", "}", "",
    ]
    let method = "decodeReadable\(name)"
    return Reading(
      title: "elements of \(name.prefix(1).lowercased() + name.dropFirst()) that cannot be read are left out",
      expression: { container, key, _ in "try \(container).\(method)(forKey: \(key))" },
      declarations: [lines.joined(separator: "\n")],
      decision: "people do not see the elements that cannot be read", cost: .missing)
  }
}
