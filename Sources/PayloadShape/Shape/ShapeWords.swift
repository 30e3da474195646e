public import JSONDocument

extension ShapeNode {
  /// The kinds of a path in a few words: `number`, `object {amount, currency}`, `array of string`, `number or string`.
  var typeWords: String {
    let kinds = statistics.kinds.map(\.0)
    guard !kinds.isEmpty else { return statistics.nulls > 0 ? "null" : "nothing" }
    return kinds.map(words(for:)).joined(separator: " or ")
  }

  /// The same as a typed value.
  var form: ObservedForm {
    func forms(_ node: ShapeNode) -> [ObservedForm.Kind] { node.statistics.kinds.map { ObservedForm.Kind($0.0) } }
    let kinds = forms(self)
    guard !kinds.isEmpty else { return ObservedForm(kinds: statistics.nulls > 0 ? [.null] : []) }
    let elements = child(.element).map(forms) ?? []
    return ObservedForm(kinds: kinds, elements: elements.isEmpty ? nil : elements)
  }

  func words(ofKindsBut others: [JSONKind]) -> String {
    statistics.kinds.map(\.0).filter { !others.contains($0) }.map(words(for:)).joined(separator: " or ")
  }

  fileprivate func words(for kind: JSONKind) -> String {
    switch kind {
    case .object:
      let names = children.filter { $0.step != .element }.map(\.step.nameWords)
      if names.isEmpty { return "object" }
      return "object {" + names.prefix(4).joined(separator: ", ") + (names.count > 4 ? ", …}" : "}")
    case .array:
      let element = child(.element)?.statistics.kinds.map { Self.plainWord($0.0) } ?? []
      return element.isEmpty ? "array" : "array of " + element.joined(separator: " or ")
    case .string, .number, .bool, .null: return Self.plainWord(kind)
    }
  }

  private static func plainWord(_ kind: JSONKind) -> String { kind == .bool ? "boolean" : kind.rawValue }
}

extension PayloadShape {
  /// What values at a path are like, in a few words: `number`, `string ("lakes", "parks")`, `string (date) or null`.
  ///
  /// - Parameters:
  ///   - pattern: The path (RFC 9535 notation).
  ///   - others: Kinds that are left out.
  /// - Returns: The words; `nil` where no other kind was seen.
  public func words(at pattern: String, leavingOut others: Set<ObservedForm.Kind> = []) -> String? {
    guard pattern.hasPrefix("$"), let steps = root.steps(spelling: pattern.dropFirst()),
      let node = root.descendant(steps), let statistics = statistics(at: pattern)
    else { return nil }
    let kinds = node.statistics.kinds.map(\.0).filter { !others.contains(ObservedForm.Kind($0)) }
    var words = kinds.map { kind in
      node.words(for: kind) + (kind == .string ? statistics.stringWords.map { " (\($0))" } ?? "" : "")
    }
    if statistics.nulls > 0, !others.contains(.null) { words.append("null") }
    return words.isEmpty ? nil : words.joined(separator: " or ")
  }
}

extension PathStatistics {
  /// The words of a closed set, or the form of all strings; `nil` where they are any text.
  fileprivate var stringWords: String? {
    if checksClosed, let values = usualValues?.sorted(), !values.isEmpty, values.allSatisfy({ $0.count <= 20 }) {
      return values.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ") + (values.count > 3 ? ", …" : "")
    }
    guard formats.count == 1, let format = mostFrequentFormat else { return nil }
    return format.isStrong ? format.words : nil
  }
}

extension ShapeStep {
  /// A member's name for reports: plain if possible, else quoted with control characters escaped; long names are cut.
  var nameWords: String {
    guard case .member(let name) = self else { return text }
    let spelled = JSONPath.memberText(String(name.prefix(60)))
    // By scalars, because a combining mark at the start of a name forms one character with the dot before it.
    let scalars = spelled.unicodeScalars
    return String(scalars.first == "." ? scalars.dropFirst() : scalars.dropFirst().dropLast())
  }
}

extension ObservedForm.Kind {
  /// The kind of a JSON value.
  public init(_ kind: JSONKind) {
    switch kind {
    case .object: self = .object
    case .array: self = .array
    case .string: self = .string
    case .number: self = .number
    case .bool: self = .boolean
    case .null: self = .null
    }
  }
}
