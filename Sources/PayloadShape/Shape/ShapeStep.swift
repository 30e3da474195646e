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
