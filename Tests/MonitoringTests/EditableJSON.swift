/// A JSON value that tests take apart and put together again; member order and number spelling are not kept.
enum EditableJSON: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([EditableJSON])
  case object([String: EditableJSON])

  /// A member of an object; nil where there is none. Setting nil takes the member out.
  subscript(name: String) -> EditableJSON? {
    get { if case .object(let members) = self { members[name] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  /// The elements of a list; empty for everything else.
  var elements: [EditableJSON] {
    get { if case .list(let elements) = self { elements } else { [] } }
    set { self = .list(newValue) }
  }

  /// Changes every element of a list.
  mutating func each(_ change: (inout EditableJSON) -> Void) {
    var elements = elements
    for index in elements.indices { change(&elements[index]) }
    self.elements = elements
  }

  /// Changes one element of a list.
  mutating func element(_ index: Int, _ change: (inout EditableJSON) -> Void) {
    var elements = elements
    guard elements.indices.contains(index) else { return }
    change(&elements[index])
    self.elements = elements
  }

  /// Changes the value of a member that is there.
  mutating func member(_ name: String, _ change: (inout EditableJSON) -> Void) {
    guard var value = self[name] else { return }
    change(&value)
    self[name] = value
  }

  /// Gives a member another name.
  mutating func rename(_ name: String, to other: String) {
    guard let value = self[name] else { return }
    self[name] = nil
    self[other] = value
  }
}

extension EditableJSON: Codable {
  private struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Name.self) {
      var object: [String: EditableJSON] = [:]
      for key in members.allKeys { object[key.stringValue] = try members.decode(EditableJSON.self, forKey: key) }
      self = .object(object)
    } else if var elements = try? decoder.unkeyedContainer() {
      var list: [EditableJSON] = []
      while !elements.isAtEnd { list.append(try elements.decode(EditableJSON.self)) }
      self = .list(list)
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let bool = try? value.decode(Bool.self) {
        self = .bool(bool)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .number(let number):
      if let whole = Int(exactly: number) { try value.encode(whole) } else { try value.encode(number) }
    case .text(let text): try value.encode(text)
    case .list(let elements): try value.encode(elements)
    case .object(let members): try value.encode(members)
    }
  }
}

extension EditableJSON: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: EditableJSON...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, EditableJSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
