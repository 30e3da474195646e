import Foundation

/// A JSON value that a request sends, written as a Swift literal: `["query": "{term}", "limit": 20, "tags": ["new"]]`.
///
/// A text may hold `{placeholders}`. Where one stands for a number or a flag, write `.number("{id}")` or `.flag("{isNew}")`.
public indirect enum RequestValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// Any number.
  case double(Double)
  /// A text; `{placeholders}` allowed.
  case string(String)
  /// A list.
  case array([RequestValue])
  /// Members in their order.
  case object([Member])
  /// A text in which braces are braces.
  case literal(String)
  /// A text with placeholders whose filled form is JSON: a number, `true` or `false`.
  case scalar(String)

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    /// Its name; placeholders are not filled.
    public let name: String
    /// Its value.
    public let value: RequestValue

    package init(name: String, value: RequestValue) { (self.name, self.value) = (name, value) }
    init(_ pair: (key: String, value: RequestValue)) { self.init(name: pair.key, value: pair.value) }
  }

  /// A text as it is, everything else as JSON.
  package var canonicalText: String {
    if case .string(let text) = self { text } else { json { $0 } }
  }

  /// A text without quotes, everything else as JSON: what a query has of it.
  package var canonicalPlainText: String {
    if case .literal(let text) = self { text } else { canonicalText }
  }

  /// A number that placeholders give: `.number("{id}")`. A value that is no number, flag or `null` is sent as a text.
  public static func number(_ template: String) -> RequestValue { .scalar(template) }
  /// A flag that placeholders give: `.flag("{isNew}")`. A value that is no flag, number or `null` is sent as a text.
  public static func flag(_ template: String) -> RequestValue { .scalar(template) }

  /// All texts in it, in order.
  package var texts: [String] {
    switch self {
    case .null, .bool, .integer, .double, .literal: []
    case .string(let text), .scalar(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    }
  }

  /// JSON text (RFC 8259) without white space, members in their order.
  ///
  /// - Parameter fill: Fills the placeholders of a text.
  /// - Returns: The text.
  package func json(_ fill: (String) -> String) -> String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): "\(number)"
    case .double(let number): number.isFinite ? "\(number)" : "null"
    case .string(let text): Self.quoted(fill(text))
    case .literal(let text): Self.quoted(text)
    case .scalar(let template): Self.scalar(fill(template))
    case .array(let values): "[\(values.map { $0.json(fill) }.joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)):\($0.value.json(fill))" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  /// A number or flag as it is, anything else in quotes.
  private static func scalar(_ text: String) -> String {
    let isNumber = text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    return isNumber || ["true", "false", "null"].contains(text) ? text : quoted(text)
  }
}

extension RequestValue {
  /// A value that somebody wrote as JSON, in which braces are braces; `nil` for text that is none.
  package init?(jsonText text: [UInt8]) {
    guard let value = try? JSONDecoder().decode(Written.self, from: Data(text)) else { return nil }
    self = value.value
  }

  /// The value as JSON.
  package var text: String { json { $0 } }

  /// Reads any JSON. Members of an object are sent in the order of their names.
  private struct Written: Decodable {
    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    let value: RequestValue

    init(from decoder: any Decoder) throws {
      if let members = try? decoder.container(keyedBy: Name.self) {
        value = .object(
          try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
            Member(name: $0.stringValue, value: try members.decode(Written.self, forKey: $0).value)
          })
      } else if var elements = try? decoder.unkeyedContainer() {
        var all: [RequestValue] = []
        while !elements.isAtEnd { all.append(try elements.decode(Written.self).value) }
        value = .array(all)
      } else {
        let scalar = try decoder.singleValueContainer()
        if scalar.decodeNil() {
          value = .null
        } else if let flag = try? scalar.decode(Bool.self) {
          value = .bool(flag)
        } else if let number = try? scalar.decode(Int.self) {
          value = .integer(number)
        } else if let number = try? scalar.decode(Double.self) {
          value = .double(number)
        } else {
          value = .literal(try scalar.decode(String.self))
        }
      }
    }
  }
}

extension RequestValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A list.
  public init(arrayLiteral elements: RequestValue...) { self = .array(elements) }
  /// An object.
  public init(dictionaryLiteral elements: (String, RequestValue)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
}

/// What a POST that reads sends.
public enum RequestBody: Sendable, Hashable {
  /// JSON.
  case json(RequestValue)
  /// A form (WHATWG URL section 5): `q=lamp&page=1`.
  case form([Field])

  /// All texts in it, in order.
  package var texts: [String] {
    switch self {
    case .json(let value): value.texts
    case .form(let fields): fields.map(\.value)
    }
  }

  /// Its media type.
  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .form: "application/x-www-form-urlencoded"
    }
  }

  /// Canonical text, with placeholders as they are declared.
  package var signature: String {
    switch self {
    case .json(let value): value.json { $0 }
    case .form(let fields): fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
  }
}
