/// What a string looks like, by its bytes alone.
public enum StringFormat: String, Codable, Sendable, CaseIterable {
  /// RFC 9562 §4: 8-4-4-4-12 hexadecimal digits in any letter case.
  case uuid
  /// RFC 3339 §5.6 date and time without a fraction of a second; the offset may be missing.
  case dateTime
  /// The same with a fraction of a second, which some readers of ISO 8601 refuse.
  case dateTimeFraction
  /// RFC 3339 `full-date`.
  case date
  /// RFC 3986 §3 with a scheme and an authority: `https://…`.
  case urlAbsolute
  /// RFC 3986 §4.2, beginning with `/`, `./` or `../`.
  case urlRelative
  /// A name and `@` before a domain with a dot.
  case email
  /// ASCII digits only.
  case digits
  /// No characters.
  case empty
  /// White space only.
  case blank
  /// JSON text, or a piece of it, inside a string: `["http…` or `"http…"]`.
  case json
  /// Everything else.
  case text

  /// Classifies a string.
  public init(of string: String) {
    var string = string
    self = string.withUTF8 { StringFormat(bytes: $0) }
  }

  /// The number of formats.
  static let positions = 12

  /// Index in `allCases`.
  var position: Int {
    switch self {
    case .uuid: 0
    case .dateTime: 1
    case .dateTimeFraction: 2
    case .date: 3
    case .urlAbsolute: 4
    case .urlRelative: 5
    case .email: 6
    case .digits: 7
    case .empty: 8
    case .blank: 9
    case .json: 10
    case .text: 11
    }
  }

  /// Whether readers rely on this format, so that a string of another format is a change.
  var isStrong: Bool {
    switch self {
    case .uuid, .dateTime, .dateTimeFraction, .date, .urlAbsolute, .urlRelative, .email, .digits: true
    case .empty, .blank, .json, .text: false
    }
  }

  /// Whether it names a day.
  @inline(__always)
  var isDate: Bool { (1...3).contains(position) }

  var words: String {
    switch self {
    case .uuid: "UUID"
    case .dateTime: "date and time"
    case .dateTimeFraction: "date and time with a fraction"
    case .date: "date"
    case .urlAbsolute: "URL"
    case .urlRelative: "URL without a host"
    case .email: "e-mail address"
    case .digits: "digits"
    case .empty: "empty string"
    case .blank: "white space"
    case .json: "JSON text in a string"
    case .text: "text"
    }
  }
}
