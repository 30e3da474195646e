import Foundation

/// One change of a response: what stands at a path is changed where it is in the way, and left alone where it is not.
struct TransformStep: Sendable, Equatable {
  enum Action: Sendable, Equatable {
    /// Where the member is missing or null, it gets the value of another one, which may stand deeper.
    case move(from: [String])
    /// Where the member is missing or null, it gets a value.
    case fill(JSONTree)
    /// An object becomes the value of its member.
    case unwrap(String)
    /// A value that is no object becomes the member of a new one.
    case wrap(String)
    /// A list becomes its first element.
    case first
    /// A value that is no list becomes a list of itself.
    case list
    /// An object becomes the list of its members' values, in the order of their names.
    case values
    /// A text of a number becomes the number.
    case number
    /// A number or truth value becomes a text.
    case text
    /// 1, 0 and texts become truth values.
    case flag(yes: String, no: String)
    /// A truth value becomes 1 or 0.
    case flagAsNumber
    /// A number is rounded.
    case round
    /// A number is kept within limits.
    case clamp(Int64, Int64)
    /// One of some texts becomes another value.
    case replace([String], JSONTree)
    /// What is no such kind of value becomes another value.
    case replaceOther(kind: String, JSONTree)
    /// Fractions of seconds are cut off: `2026-01-31T10:00:00.123Z`.
    case cutFraction
    /// A day gets its first moment, a time with a space its `T`, a time without a zone `Z`.
    case completeDate
    /// A text that is no date with a zone becomes one; numbers are seconds, or milliseconds, since 1970.
    case dateText(milliseconds: Bool)
    /// A date as in mail becomes one as on the internet: `Sat, 31 Jan 2026 10:00:00 GMT`.
    case mailDate
    /// Thirty-two digits become an id with hyphens.
    case hyphens
    /// Elements are left out whose member is not as it should be.
    case dropHolding([String], Condition)
    /// Elements of another kind are left out.
    case drop(kind: String)
    /// Elements that are one of some texts are left out.
    case dropValues([String])
  }

  /// When a record is left out.
  enum Condition: Sendable, Equatable {
    case absent
    case otherKind(String)
    case oneOf([String])

    var words: String {
      switch self {
      case .absent: "is missing or null"
      case .otherKind(let kind): "is no \(kind)"
      case .oneOf(let texts): "is \(texts.map { "\"\($0)\"" }.joined(separator: " or "))"
      }
    }

    func holds(_ value: JSONTree?) -> Bool {
      switch (self, value) {
      case (.absent, _): value == nil || value == .null
      case (.otherKind(let kind), let value?): value != .null && value.kind != kind
      case (.oneOf(let texts), .string(let text)?): texts.contains(text)
      default: false
      }
    }
  }

  let steps: [PathStep]
  let action: Action
  /// What it does, in a few words.
  let title: String
  /// What people have to decide, in a sentence; `nil`: nothing.
  var decision: String?
  /// Whether a value that is there is replaced or left out.
  var cost = RemedyCost.exact

  /// Whether it leaves out elements or records.
  var leavesOut: Bool {
    switch action {
    case .drop, .dropValues, .dropHolding: true
    default: false
    }
  }

  /// The path of the object or list that holds the value.
  var parent: [PathStep] { Array(steps.dropLast()) }

  func apply(to tree: inout JSONTree) {
    switch action {
    case .move(let path):
      changeMember(of: &tree) { object, name in
        guard object[name] == nil || object[name] == .null else { return }
        guard let value = path.reduce(Optional(object), { $0?[$1] }), value != .null else { return }
        object.set(name, to: value)
        if path.count == 1 { object.set(path[0], to: nil) }
      }
    case .fill(let value):
      changeMember(of: &tree) { object, name in
        if object[name] == nil || object[name] == .null { object.set(name, to: value) }
      }
    case .dropHolding(let names, let condition):
      filter(&tree) { element in
        guard case .object = element else { return true }
        return !condition.holds(names.reduce(Optional(element)) { $0?[$1] })
      }
    case .drop(let kind): filter(&tree) { $0.kind == kind }
    case .dropValues(let texts):
      filter(&tree) { if case .string(let text) = $0 { !texts.contains(text) } else { true } }
    default: tree.update(at: steps) { value in value = changed(value) }
    }
  }

  private func changeMember(of tree: inout JSONTree, _ change: (inout JSONTree, String) -> Void) {
    guard case .member(let name)? = steps.last else { return }
    tree.update(at: parent) { object in if case .object = object { change(&object, name) } }
  }

  private func filter(_ tree: inout JSONTree, _ isKept: (JSONTree) -> Bool) {
    tree.update(at: parent) { list in
      if case .array(let elements) = list { list = .array(elements.filter(isKept)) }
    }
  }

  private func changed(_ value: JSONTree) -> JSONTree {
    switch (action, value) {
    case (.unwrap(let name), .object): return value[name] ?? value
    case (.wrap(let name), _):
      if case .object = value { return value }
      return .object([JSONTree.Member(name: name, value: value)])
    case (.first, .array(let elements)): return elements.first ?? .null
    case (.list, _):
      if case .array = value { return value }
      return value == .null ? value : .array([value])
    case (.values, .object(let members)):
      return .array(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map(\.value))
    case (.number, .string(let text)): return Self.isNumber(text) ? .number(text) : value
    case (.text, .number(let text)): return .string(text)
    case (.text, .bool(let flag)): return .string(flag ? "true" : "false")
    case (.flag(let yes, let no), .string(let text)), (.flag(let yes, let no), .number(let text)):
      return text == yes ? .bool(true) : text == no ? .bool(false) : value
    case (.flagAsNumber, .bool(let flag)): return .number(flag ? "1" : "0")
    case (.round, .number(let text)):
      guard let number = Double(text), number != number.rounded(), let whole = Int(exactly: number.rounded()) else {
        return value
      }
      return .number(String(whole))
    case (.clamp(let least, let most), .number(let text)):
      guard let number = Double(text) else { return value }
      return number < Double(least) ? .number(String(least)) : number > Double(most) ? .number(String(most)) : value
    case (.replace(let texts, let other), .string(let text)): return texts.contains(text) ? other : value
    case (.replaceOther(let kind, let other), _): return value.kind == kind || value == .null ? value : other
    case (.cutFraction, .string(let text)): return .string(Self.withoutFraction(text))
    case (.completeDate, .string(let text)): return .string(Self.completeDate(text))
    case (.mailDate, .string(let text)):
      return DateForm.mail.date(text).map { .string(Self.internetDate($0.timeIntervalSince1970)) } ?? value
    case (.hyphens, .string(let text)): return .string(Self.withHyphens(text))
    case (.dateText(let areMilliseconds), .number(let text)):
      guard let number = Double(text) else { return value }
      return .string(Self.internetDate(areMilliseconds ? number / 1000 : number))
    default: return value
    }
  }

  static func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
  }

  private static func withoutFraction(_ text: String) -> String {
    guard let match = text.wholeMatch(of: /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8})\.[0-9]+(Z|[-+][0-9:]+)/) else {
      return text
    }
    return String(match.1 + match.2)
  }

  private static func withHyphens(_ text: String) -> String {
    guard
      let match = text.wholeMatch(
        of: /([0-9A-Fa-f]{8})([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})([0-9A-Fa-f]{4})([0-9A-Fa-f]{12})/)
    else { return text }
    return "\(match.1)-\(match.2)-\(match.3)-\(match.4)-\(match.5)"
  }

  private static func completeDate(_ text: String) -> String {
    if text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil { return text + "T00:00:00Z" }
    guard let match = text.wholeMatch(of: /([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2}:[0-9]{2})/) else {
      return text
    }
    return "\(match.1)T\(match.2)Z"
  }

  private static func internetDate(_ seconds: Double) -> String {
    Date(timeIntervalSince1970: seconds.rounded(.down)).formatted(.iso8601)
  }
}
