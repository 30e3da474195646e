import JSONDocument

/// One step of a pattern such as `$.items[*].price`.
enum PathStep: Sendable, Hashable {
  case member(String)
  /// Every element of an array.
  case elements
  /// Every member of an object, whose names are data.
  case values

  /// The steps of a pattern as findings have it; `nil` for any other path.
  static func steps(of pattern: String) -> [PathStep]? {
    guard pattern.first == "$" else { return nil }
    var steps: [PathStep] = []
    var rest = pattern.dropFirst()
    while let first = rest.first {
      if rest.hasPrefix("[*]") {
        steps.append(.elements)
        rest = rest.dropFirst(3)
      } else if rest.hasPrefix(".*") {
        steps.append(.values)
        rest = rest.dropFirst(2)
      } else if first == "." {
        let name = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        steps.append(.member(String(name)))
        rest = rest.dropFirst(name.count + 1)
      } else if rest.hasPrefix("[\"") {
        // The name is spelled as a text of JSON.
        var (end, isEscaped) = (rest.index(rest.startIndex, offsetBy: 2), false)
        while end < rest.endIndex, isEscaped || rest[end] != "\"" {
          isEscaped = !isEscaped && rest[end] == "\\"
          end = rest.index(after: end)
        }
        guard end < rest.endIndex, rest[end...].hasPrefix("\"]"),
          case .string(let name)? = JSONTree(Array(rest[rest.index(after: rest.startIndex)...end].utf8))
        else { return nil }
        steps.append(.member(name))
        rest = rest[rest.index(end, offsetBy: 2)...]
      } else {
        return nil
      }
    }
    return steps
  }

  /// The pattern of some steps.
  static func pattern(_ steps: [PathStep]) -> String {
    steps.reduce("$") { text, step in
      switch step {
      case .member(let name): text + JSONPath.memberText(name)
      case .elements: text + "[*]"
      case .values: text + ".*"
      }
    }
  }
}

extension JSONTree {
  /// Every value that some steps lead to.
  func values(at steps: some Collection<PathStep>) -> [JSONTree] {
    guard let step = steps.first else { return [self] }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.member(let name), .object): return self[name].map { $0.values(at: rest) } ?? []
    case (.elements, .array(let elements)): return elements.flatMap { $0.values(at: rest) }
    case (.values, .object(let members)): return members.flatMap { $0.value.values(at: rest) }
    default: return []
    }
  }

  /// Changes every value that some steps lead to.
  mutating func update(at steps: some Collection<PathStep>, _ change: (inout JSONTree) -> Void) {
    guard let step = steps.first else {
      change(&self)
      return
    }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.member(let name), .object):
      guard var value = self[name] else { return }
      value.update(at: rest, change)
      set(name, to: value)
    case (.elements, .array(var elements)):
      for index in elements.indices { elements[index].update(at: rest, change) }
      self = .array(elements)
    case (.values, .object(var members)):
      for index in members.indices { members[index].value.update(at: rest, change) }
      self = .object(members)
    default: break
    }
  }
}
