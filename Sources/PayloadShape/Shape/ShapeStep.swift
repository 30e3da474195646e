import JSONDocument

/// One step of a path pattern below its parent.
enum ShapeStep: Hashable, Sendable {
  /// Any element of an array, written `[*]`.
  case element
  /// Any member of a map whose names are data, written `.*`.
  case anyMember
  /// One member by name, written `.name` or `["odd name"]`.
  case member(String)

  var text: String {
    switch self {
    case .element: "[*]"
    case .anyMember: ".*"
    case .member(let name): JSONPath.memberText(name)
    }
  }

  /// The member's name; nil for the two wildcards.
  var name: String? {
    if case .member(let name) = self { name } else { nil }
  }

  /// The first step of a pattern (without its `$`) with what follows it, if only one step is spelled so: a wildcard, or a name of
  /// ASCII letters, digits and underscores without quotes.
  static func plain(of pattern: Substring) -> (step: ShapeStep, rest: Substring)? {
    func isEnd(_ byte: UInt8?) -> Bool { byte == nil || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") }
    for step in [ShapeStep.element, .anyMember] where pattern.utf8.starts(with: step.text.utf8) {
      let rest = pattern.utf8.dropFirst(step.text.utf8.count)
      return isEnd(rest.first) ? (step, Substring(rest)) : nil
    }
    guard pattern.utf8.first == UInt8(ascii: ".") else { return nil }
    let name = pattern.utf8.dropFirst().prefix { byte in
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
    }
    let rest = pattern.utf8[name.endIndex...]
    guard let first = name.first, first &- 0x30 >= 10, isEnd(rest.first) else { return nil }
    return (.member(String(Substring(name))), Substring(rest))
  }

  /// The pattern that `steps` spell from the root.
  static func pattern(_ steps: [ShapeStep]) -> String { steps.reduce(into: "$") { $0 += $1.text } }
}

extension ShapeStep: Comparable {
  /// Wildcards come first, then names in Swift's order, in which canonically equal spellings are equal, as in
  /// Foundation. It does not depend on the locale.
  static func < (left: ShapeStep, right: ShapeStep) -> Bool {
    switch (left, right) {
    case (.member(let left), .member(let right)): left < right
    case (.element, .element), (.anyMember, .anyMember), (.member, _), (.anyMember, .element): false
    case (.element, _), (.anyMember, _): true
    }
  }
}
