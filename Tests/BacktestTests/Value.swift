/// A JSON value that responses are built from; the order of members and the spelling of numbers are kept.
enum Value: Sendable {
  case null
  case bool(Bool)
  /// A number, or any other text that stands in the response as it is.
  case verbatim(String)
  case text(String)
  case list([Value])
  case object([(name: String, value: Value)])

  /// A member of an object; nil where there is none. Setting nil takes the member out.
  subscript(name: String) -> Value? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.name == name }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// Gives a member another name.
  mutating func rename(_ name: String, to other: String) {
    guard let value = self[name] else { return }
    self[name] = nil
    self[other] = value
  }

  /// Appends the JSON text.
  func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .verbatim(let value): text += value
    case .text(let value): Self.write(value, to: &text)
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1F}": text += " "
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// The JSON text.
  var json: String {
    var text = ""
    write(to: &text)
    return text
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(floatLiteral value: Double) { self = .verbatim("\(value)") }
  init(integerLiteral value: Int) { self = .verbatim("\(value)") }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: Value...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, Value)...) { self = .object(elements.map { ($0, $1) }) }

  /// A whole number.
  static func number(_ value: Int) -> Value { .verbatim("\(value)") }
}
